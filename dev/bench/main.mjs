/**
 * The builder beside its peers, on the built package: `npm run bench` (after `npm run build`). The ratios are of one run, in CPU time; the
 * times are those of the machine. With `--check` the exit code is 1 when a ratio is far below the stored one (questions.mjs).
 * The environment variable ENDPOINTJS_FIGURES names a file for the figures, as JSON.
 *
 * The ratios are those of a quiet machine, whatever else runs:
 *
 * - CPU time: it excludes other processes.
 * - One process each: compiled code, caches and garbage of one contender don't slow another.
 * - In turns, A B C A B C …: a machine that gets slower gets slower for all. Both sides of a ratio are
 *   samples of the same turn.
 * - Several processes of each contender: the engine compiles at other moments in each.
 * - A young generation of one size: growing at other moments in each process, it halves the time of calls that leave garbage.
 * - The median: a collection of garbage or another process makes single turns longer, for either side of a ratio.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { formatFigure, writeFigures } from '../commands/test/figures.mjs';
import { QUESTIONS } from './questions.mjs';

/** The share of a stored ratio to reach: processors differ by less, and a real regression costs more. */
const MARGIN = 0.7;

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

/** @param {ReturnType<typeof summarize>} ratio */
const formatSpread = ({ low, high }) => `${low.toFixed(2)} – ${high.toFixed(2)}`;

/** @param {import('./questions.mjs').Question} question */
async function measureFigures(question) {
  const [ours, ...peers] = await compare(question);
  return peers.map(({ contender, ratio }) => {
    const stored = question.ratios[contender];
    if (stored === undefined) throw new Error(`questions.mjs: no ratio of "${question.name}" to ${contender}; add it.`);
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
  for (const figure of figures) console.log(formatFigure(figure));
  writeFigures(figures);
}

const CONTENDER = fileURLToPath(new URL('contender.mjs', import.meta.url));
const PROCESSES = 4;
const TURNS = 6;
const YOUNG_GENERATION = '--min-semi-space-size=16';

/**
 * Compares the contenders, in their order: nanoseconds of CPU time a call, and the ratio to the first contender in the same turn.
 *
 * @param {import('./questions.mjs').Question} question
 * @throws {Error} when the contenders' results differ
 */
async function compare({ name, contenders }) {
  const names = Object.keys(contenders);
  /** @type {number[][]} nanoseconds by turn and contender */
  const turns = [];
  for (let round = 0; round < PROCESSES; round++) turns.push(...(await timeInTurns(name, names)));
  return names.map((contender, index) => ({
    contender,
    nanoseconds: summarize(turns.map((turn) => at(turn, index))),
    ratio: summarize(turns.map((turn) => at(turn, index) / at(turn, 0))),
  }));
}

/**
 * @param {string} question
 * @param {readonly string[]} contenders
 * @returns {Promise<number[][]>} nanoseconds by turn and contender
 */
async function timeInTurns(question, contenders) {
  const processes = contenders.map((contender) =>
    fork(CONTENDER, [question, contender], { execArgv: [YOUNG_GENERATION] }),
  );
  try {
    const results = await Promise.all(processes.map(receive));
    const different = results.findIndex((result) => !isDeepStrictEqual(result, results[0]));
    if (different >= 0)
      throw new Error(`${question}: the results of ${contenders[different]} differ from those of ${contenders[0]}.`);
    const turns = [];
    for (let turn = 0; turn < TURNS; turn++) {
      /** @type {number[]} */
      const samples = [];
      for (const contender of processes) {
        contender.send('time');
        samples.push(/** @type {number} */ (await receive(contender)));
      }
      turns.push(samples);
    }
    return turns;
  } finally {
    for (const contender of processes) contender.kill();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} contender
 * @returns {Promise<unknown>} its next message
 */
async function receive(contender) {
  const ended = once(contender, 'exit').then(([code]) => Promise.reject(new Error(`A contender ended with ${code}.`)));
  const [message] = await Promise.race([once(contender, 'message'), ended]);
  return message;
}

/** The median, and the first and the third quartile. @param {readonly number[]} samples */
function summarize(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  /** @param {number} fraction */
  const quantile = (fraction) => at(sorted, Math.round(fraction * (sorted.length - 1)));
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}

/** @param {readonly number[]} numbers @param {number} index */
const at = (numbers, index) => /** @type {number} */ (numbers[index]);

await (process.argv.includes('--check') ? check() : print());
