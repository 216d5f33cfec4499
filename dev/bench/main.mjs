/**
 * The builder beside its peers, on the built package: `npm run bench` (after `npm run build`). The ratios are of one run, in CPU time; the
 * times are those of the machine. With `--check` the exit code is 1 when a ratio is far below the one in ratios.json.
 * The environment variable ENDPOINTJS_FIGURES names a file for the figures, as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compare } from './compare.mjs';
import { QUESTIONS } from './questions.mjs';

/** The share of a stored ratio to reach: processors differ by less, and a real regression costs more. */
const MARGIN = 0.7;

/** @type {Record<string, Record<string, number>>} by question and peer, how many times our time the peer takes */
const STORED = JSON.parse(readFileSync(new URL('ratios.json', import.meta.url), 'utf8'));

async function print() {
  for (const question of QUESTIONS) {
    const rows = (await compare(question)).map(({ contender, nanoseconds, ratio }) => ({
      contender,
      'ns a call': Math.round(nanoseconds.median),
      'times the first': Number(ratio.median.toFixed(2)),
      'middle half': formatSpread(ratio),
    }));
    console.log(`\n${question.title}`);
    console.table(rows);
  }
}

/** @param {import('./compare.mjs').Summary} ratio */
const formatSpread = ({ low, high }) => `${low.toFixed(2)} – ${high.toFixed(2)}`;

/** @param {import('./questions.mjs').Question} question */
async function measureFigures(question) {
  const [ours, ...peers] = await compare(question);
  return peers.map(({ contender, ratio }) => {
    const stored = STORED[question.name]?.[contender];
    if (stored === undefined) throw new Error(`ratios.json: no ratio of "${question.name}" to ${contender}; add it.`);
    const bar = stored * MARGIN;
    return {
      what: `${question.name}: ${contender} / ${ours?.contender}`,
      measured: `${ratio.median.toFixed(2)} (${formatSpread(ratio)})`,
      bar: `≥ ${bar.toFixed(2)}`,
      met: ratio.median >= bar,
    };
  });
}

async function check() {
  const figures = [];
  for (const question of QUESTIONS) figures.push(...(await measureFigures(question)));
  for (const { what, measured, bar, met } of figures)
    console.log(`${what}: ${measured}, ${bar}${met ? '' : ', MISSED'}`);
  const file = process.env.ENDPOINTJS_FIGURES;
  if (file) writeFileSync(file, JSON.stringify(figures));
  if (figures.some(({ met }) => !met)) process.exitCode = 1;
}

await (process.argv.includes('--check') ? check() : print());
