import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CONTENDER = fileURLToPath(new URL('contender.mjs', import.meta.url));
const ROUNDS = 3;
const run = promisify(execFile);

/**
 * Times contenders in turns, each in processes of its own, so that neither the others' compiled code nor a change of the machine's
 * speed falsifies the ratio.
 * @param {{ name: string, contenders: Record<string, () => unknown> }} question
 * @returns {Promise<[name: string, nanoseconds: number][]>} the least CPU time of a call, in the order given
 */
export async function compare({ name, contenders }) {
  const best = new Map(Object.keys(contenders).map((contender) => [contender, Infinity]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [contender, least] of best) {
      const { stdout } = await run(process.execPath, [CONTENDER, name, contender]);
      best.set(contender, Math.min(least, Number(stdout)));
    }
  }
  return [...best];
}
