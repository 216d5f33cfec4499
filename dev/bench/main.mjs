/**
 * The builder beside its peers, on the built package: `npm run bench` (after `npm run build`). Ratios from one run, in CPU time;
 * absolute times are those of the machine. With `--check` it ends with 1 where a ratio is far below the one in ratios.json.
 * The environment variable ENDPOINTJS_FIGURES names a file that gets the figures as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compare } from './compare.mjs';
import { QUESTIONS } from './questions.mjs';

/** What of a stored ratio must be reached: processors differ by some of it, a real regression costs more. */
const MARGIN = 0.7;

/** @type {Record<string, Record<string, number>>} by question and peer: how many times our time the peer takes */
const STORED = JSON.parse(readFileSync(new URL('ratios.json', import.meta.url), 'utf8'));

async function print() {
  for (const question of QUESTIONS) {
    const results = await compare(question);
    const [[, first]] = results;
    console.log(`\n${question.question}`);
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
async function figuresOf(question) {
  const [[ours, first], ...peers] = await compare(question);
  return peers.map(([peer, nanoseconds]) => {
    const stored = STORED[question.name]?.[peer];
    if (stored === undefined) throw new Error(`ratios.json has no ratio of "${question.name}" to ${peer}.`);
    const ratio = nanoseconds / first;
    const bar = `≥ ${(stored * MARGIN).toFixed(2)}`;
    return {
      what: `${question.name}: ${peer} / ${ours}`,
      measured: ratio.toFixed(2),
      bar,
      met: ratio >= stored * MARGIN,
    };
  });
}

async function check() {
  const figures = [];
  for (const question of QUESTIONS) figures.push(...(await figuresOf(question)));
  for (const { what, measured, bar, met } of figures)
    console.log(`${what}: ${measured} (${bar}${met ? '' : ', MISSED'})`);
  const file = process.env.ENDPOINTJS_FIGURES;
  if (file) writeFileSync(file, JSON.stringify(figures));
  if (figures.some(({ met }) => !met)) process.exitCode = 1;
}

await (process.argv.includes('--check') ? check() : print());
