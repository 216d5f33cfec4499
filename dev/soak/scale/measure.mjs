/** `npm run soak -- --scale`: the model of capacity, and its bars. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { run } from '../../../process/processes.mjs';
import { measureConnections } from '../memory.mjs';
import { fit, toFigures } from './model.mjs';
import { writeTables } from './page.mjs';
import { measureRates } from './rates.mjs';

const FIGURES = fileURLToPath(new URL('capacity.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/guides/capacity.md', import.meta.url));

/**
 * @typedef {object} Profile
 * @property {{ rounds: number, calls: number }} rates
 * @property {{ few: number, many: number }} held connections
 */

/**
 * @param {{ scale: Profile }} profile
 * @param {{ write?: boolean }} [options] `write`: into capacity.json and docs/guides/capacity.md
 * @returns {Promise<import('../../commands/test/figures.mjs').Figure[]>}
 */
export async function scale({ scale: { rates, held } }, { write = false } = {}) {
  if (process.platform !== 'linux')
    return [{ what: 'scale', measured: 'not measured: this system has no /proc, from which processor time is read' }];
  const machine = { cores: availableParallelism(), processor: cpus()[0]?.model ?? 'unknown', node: process.version };
  const { samples, bytes } = await measureRates(rates, (text) => console.error(`scale: ${text}`));
  const connections = await measureConnections(held);
  const figures = fit({ samples, bytes, connections }, machine, rates);
  if (write) {
    writeFileSync(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`);
    writeFileSync(PAGE, writeTables(readFileSync(PAGE, 'utf8'), figures));
    const { failure } = await run('npx', ['oxfmt', FIGURES, PAGE]);
    if (failure !== undefined) throw new Error(`The formatter failed: ${failure}`);
  }
  return toFigures(figures);
}
