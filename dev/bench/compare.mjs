/**
 * Compares contenders in CPU time. The ratios are those of a quiet machine, whatever else runs:
 *
 * - CPU time: it excludes other processes.
 * - One process each: compiled code, caches and garbage of one contender don't slow another.
 * - In turns, A B C A B C …: a machine that gets slower gets slower for all. Both sides of a ratio are
 *   samples of the same turn.
 * - Several processes of each contender: the engine compiles at other moments in each. All questions have one before any has the next,
 *   so that a minute of other work doesn't reach all processes of a question.
 * - A young generation of one size: growing at other moments in each process, it halves the time of calls that leave garbage.
 * - The median: a collection of garbage or another process makes single turns longer, for either side of a ratio.
 * By hand: libraries for benchmarks read the clock.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { compareTurns } from './ratios.mjs';

const CONTENDER = fileURLToPath(new URL('contender.mjs', import.meta.url));
const PROCESSES = 5;
const TURNS = 6;
const YOUNG_GENERATION = '--min-semi-space-size=16';

/**
 * Compares the contenders of each question, in their order.
 *
 * @param {readonly import('./calls.mjs').Question[]} questions
 * @param {(message: string) => void} log
 * @param {{ script?: string, execPath?: string }} [program] of a contender, and its Node
 * @returns {Promise<{ question: import('./calls.mjs').Question, compared: import('./ratios.mjs').Compared[] }[]>}
 * @throws {Error} when the contenders' results differ
 */
export async function compareAll(questions, log, program = {}) {
  const measured = questions.map((question) => ({
    question,
    names: Object.keys(question.contenders),
    /** @type {number[][]} nanoseconds by turn and contender */
    turns: [],
  }));
  for (let round = 1; round <= PROCESSES; round++) {
    log(`Round ${round} of ${PROCESSES} …`);
    for (const { question, names, turns } of measured)
      turns.push(...(await timeInTurns(program, question.name, names)));
  }
  return measured.map(({ question, names, turns }) => ({ question, compared: compareTurns(names, turns) }));
}

/**
 * @param {{ script?: string, execPath?: string }} program
 * @param {string} question
 * @param {readonly string[]} contenders
 * @returns {Promise<number[][]>} nanoseconds by turn and contender
 */
async function timeInTurns({ script = CONTENDER, execPath = process.execPath }, question, contenders) {
  const processes = contenders.map((contender) =>
    fork(script, [question, contender], { execPath, execArgv: [YOUNG_GENERATION] }),
  );
  try {
    const results = await Promise.all(processes.map(receive));
    const different = results.findIndex((result) => !isDeepStrictEqual(result, results[0]));
    if (different >= 0)
      throw new Error(`${question}: the results of ${contenders[different]} differ from ${contenders[0]}’s.`);
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
