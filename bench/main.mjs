/**
 * The builder beside its peers, on the built package: `npm run bench` (after `npm run build`). Ratios from one run; absolute times
 * are those of the machine. With `--check`, a short run that fails where a ratio is far below the one in ratios.json.
 */
import { readFileSync } from 'node:fs';
import { compare } from './compare.mjs';
import { QUESTIONS } from './questions.mjs';

/** What of a stored ratio must be reached: other work on the machine costs some, a real regression more. */
const MARGIN = 0.6;
const TRIES = 3;

/** @type {Record<string, Record<string, number>>} by question and peer: how many times our time the peer takes */
const STORED = JSON.parse(readFileSync(new URL('ratios.json', import.meta.url), 'utf8'));

async function print() {
  for (const { question, contenders } of QUESTIONS) {
    const results = await compare(contenders);
    const [[, first]] = results;
    console.log(`\n${question}`);
    console.table(
      results.map(([name, nanoseconds]) => ({
        contender: name,
        'ns a call': Math.round(nanoseconds),
        'times the first': Number((nanoseconds / first).toFixed(2)),
      })),
    );
  }
}

/** @param {typeof QUESTIONS[number]} question */
async function tooSlow({ name, contenders }) {
  const [[, first], ...peers] = await compare(contenders, { rounds: 4, milliseconds: 25 });
  return peers.flatMap(([peer, nanoseconds]) => {
    const stored = STORED[name]?.[peer];
    if (stored === undefined) return `${name}: ratios.json has no ratio to ${peer}.`;
    const ratio = nanoseconds / first;
    const figures = `${peer} takes ${ratio.toFixed(2)} times our time, stored is ${stored}`;
    console.log(`${name}: ${figures}`);
    return ratio < stored * MARGIN ? `${name}: ${figures}; make it faster, or store what is right.` : [];
  });
}

async function check() {
  for (const question of QUESTIONS) {
    let problems = await tooSlow(question);
    for (let tries = 1; problems.length > 0 && tries < TRIES; tries++) problems = await tooSlow(question);
    if (problems.length > 0) {
      console.error(problems.join('\n'));
      process.exitCode = 1;
    }
  }
}

await (process.argv.includes('--check') ? check() : print());
