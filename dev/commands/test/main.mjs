/**
 * Runs the steps of `npm test`, also after a failed one, and sums them up.
 */
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { errorMessage } from '../../../process/error-message.mjs';
import { installFullPackages } from '../../full/packages.mjs';
import { prepare } from '../../setup/install.mjs';
import { clearSupport } from '../../support/tables.mjs';
import { endOnRequest } from '../../../process/shutdown.mjs';
import { seconds } from '../../../process/progress.mjs';
import { parseTestFlags, readFlags } from '../flags.mjs';
import { plan, schedule } from './schedule.mjs';
import { CHECKS, PREPARATIONS } from './steps.mjs';
import { formatFigure, missedFigures } from './figures.mjs';
import { one } from './tools.mjs';

const PROGRESS_MS = 20_000;
const STEPS = [...PREPARATIONS, ...CHECKS];
const listNames = (/** @type {boolean} */ full) =>
  STEPS.filter((step) => (step.full ?? false) === full)
    .map(({ name }) => name)
    .join(', ');

const USAGE = `Usage: npm test -- [--only step,step [path …]] [--seed n]
       npm run test:full -- (the same)

Steps of npm test: ${listNames(false)}.
Only in test:full: ${listNames(true)}; and the slow tests of the others, with random seeds.
It installs the packages of dev/full first.

  --only <steps>   run these steps and what they need; with unit or e2e, paths choose among their tests
  --seed <n>       the seed of the property tests; by default a fixed one, in test:full a random one, which is printed
  --help           this text

npm test -- --only unit lib       the unit tests of the builder, in half a minute
npm test -- --only e2e calling    the tests of calls in the browser

The last line is "N passed, N failed": the tests that were counted, and each other step as one. A skipped test counts as
failed, unless the environment declares Envoy missing (ENDPOINTJS_NO_ENVOY=1) or Python (ENDPOINTJS_NO_PYTHON=1).
ENDPOINTJS_CHROMIUM is the browser to use.`;

/**
 * @param {readonly string[]} args
 * @returns {Promise<void>} the exit code is in `process.exitCode`
 */
export async function main(args) {
  const flags = readFlags('npm test', USAGE, () => parseTestFlags(args, STEPS));
  if (flags === undefined) return;
  endOnRequest();
  setEnvironment(flags);
  const ended = await runAll(flags);
  const texts = [failures(ended), flags.full ? table(ended) : ''].filter((text) => text !== '');
  for (const text of texts) console.log(`\n${text}`);
  const sum = (/** @type {'passed' | 'failed'} */ key) => ended.reduce((total, result) => total + result[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

/**
 * Passes the kind of this run to the tools and their tests, by the environment.
 *
 * @param {import('../flags.mjs').TestFlags} flags
 */
function setEnvironment({ full, seed = full ? randomInt(2 ** 31) : undefined }) {
  delete process.env['ENDPOINTJS_FULL'];
  delete process.env['ENDPOINTJS_SEED'];
  if (full) process.env['ENDPOINTJS_FULL'] = '1';
  if (seed === undefined) return;
  process.env['ENDPOINTJS_SEED'] = String(seed);
  console.log(`The seed of the property tests is ${seed}; --seed ${seed} repeats it.`);
}

/** @param {import('../flags.mjs').TestFlags} flags @returns {Promise<Ended[]>} */
async function runAll({ steps: chosen, paths, full }) {
  const { steps, targets } = plan({ preparations: PREPARATIONS, checks: CHECKS, chosen, paths });
  const log = console.log;
  const start = performance.now();
  try {
    await prepare([], log);
    if (full) await installFullPackages(log);
    // With `--only support`, those of the last run are compared.
    if (full && steps.length > 1) clearSupport();
  } catch (error) {
    // No step can run without the packages.
    return [{ name: 'packages', seconds: seconds(start), ...one('could not be installed', errorMessage(error)) }];
  }
  /** @type {Ended[]} */
  const ended = [];
  /** @param {Ended} result */
  const addResult = (result, implied = false) => {
    // A step that wasn't requested by name gets a line only when it failed.
    if (implied && result.failed === 0) return;
    ended.push(result);
    // The end says why a step failed.
    log(stepLine(result.failed > 0 ? { ...result, notes: [] } : result));
  };
  /** @type {Map<string, number>} the start of each step by its name */
  const running = new Map();
  const timer = setInterval(() => log(progress(running)), PROGRESS_MS);
  await schedule(steps, {
    // The tests in the browser spend half of their time waiting.
    lanes: 1 + Math.max(2, availableParallelism()),
    run: async (step) => {
      const stepStart = performance.now();
      running.set(step.name, stepStart);
      const result = await runStep(step, { full, targets, paths, log });
      running.delete(step.name);
      addResult({ name: step.name, seconds: seconds(stepStart), ...result }, step.implied);
      return result.failed === 0;
    },
    skip: ({ name }, failed) => ended.push({ name, seconds: '', notRun: failed, ...one('not run', '') }),
  });
  clearInterval(timer);
  return ended;
}

/** @param {ReadonlyMap<string, number>} running */
function progress(running) {
  return `… ${[...running].map(([name, start]) => `${name} ${seconds(start)}`).join(', ')}`;
}

/**
 * @param {import('./steps.mjs').Step} step
 * @param {import('./checks.mjs').Context} context
 * @returns {Promise<StepResult>}
 */
async function runStep({ run }, context) {
  try {
    return atLeastOne(await run(context));
  } catch (error) {
    // A step that throws counts as failed, and the others still run.
    return one('could not be run', errorMessage(error));
  }
}

/**
 * A step in which nothing passed and nothing failed has tested nothing, which is a failure.
 *
 * @param {StepResult} result
 * @returns {StepResult}
 */
export function atLeastOne(result) {
  if (result.passed + result.failed > 0) return result;
  return { ...result, failed: 1, notes: [...result.notes, 'there was no test to run'] };
}

/** @typedef {import('./tools.mjs').StepResult} StepResult */

/** @typedef {StepResult & { name: string, seconds: string, notRun?: string }} Ended `notRun`: the failed step that it needs */

/** @param {Ended} step */
export function stepLine({ name, passed, failed, notes, seconds: time }) {
  return `${name}: ${[counts(passed, failed), ...notes].join('; ')} (${time})`;
}

/** A place in a source, as compilers, linters and test runners write it. */
const PLACE = /([\w.@/-]+\.[cm]?[jt]sx?)[(:](\d+)/g;

/**
 * Prints each mistake once, although several steps find it.
 *
 * @param {readonly Ended[]} steps
 * @returns {string} the outputs of the failed steps, then a line for those that didn't run
 */
export function failures(steps) {
  /** @type {Set<string>} */
  const printed = new Set();
  const texts = steps
    .filter(({ failed, notRun }) => failed > 0 && notRun === undefined)
    .map((step) => [...newMistakes(step.output, printed), stepLine(step)].join('\n'));
  const skipped = steps.filter(({ notRun }) => notRun !== undefined);
  const causes = [...new Set(skipped.map(({ notRun }) => notRun))].map((cause) => {
    const because = skipped.filter(({ notRun }) => notRun === cause);
    return `not run: ${because.map(({ name }) => name).join(', ')} (${cause} failed)`;
  });
  return [...texts, ...causes].join('\n');
}

/**
 * The output without the paragraphs that name only places which earlier ones have named. Nothing, if it names no other place.
 *
 * @param {string} output
 * @param {Set<string>} printed the places so far
 * @returns {string[]} at most one text
 */
function newMistakes(output, printed) {
  const whole = output.replace(/^\s*\n/, '').trimEnd();
  const paragraphs = whole.split(/\n\s*\n/).map((text) => {
    const places = [...text.matchAll(PLACE)].map(([, file, line]) => `${file}:${line}`);
    const isNew = places.some((place) => !printed.has(place));
    for (const place of places) printed.add(place);
    const lines = text.split('\n');
    // A compiler repeats an error for each project.
    const kept = lines.filter((line, at) => !/: error TS\d/.test(line) || lines.indexOf(line) === at);
    return { text: kept.join('\n'), isNew, isPlaced: places.length > 0 };
  });
  const isKnown = paragraphs.some(({ isPlaced }) => isPlaced) && !paragraphs.some(({ isNew }) => isNew);
  if (whole === '' || isKnown) return [];
  const added = paragraphs.filter(({ isNew, isPlaced }) => isNew || !isPlaced);
  return [added.map(({ text }) => text).join('\n\n')];
}

/** @param {number} passed @param {number} failed */
function counts(passed, failed) {
  if (passed + failed === 1) return failed === 0 ? 'passed' : 'FAILED';
  return `${passed} passed, ${failed} ${failed === 0 ? 'failed' : 'FAILED'}`;
}

/**
 * @param {readonly Ended[]} steps
 * @returns {string} a row for each step, then all figures
 */
export function table(steps) {
  const rows = steps.map(({ name, passed, failed, seconds: time, figures = [] }) => {
    const missed = missedFigures(figures).length;
    const guarded = figures.filter((figure) => 'bar' in figure).length;
    const shown = figures.length - guarded;
    const sum = [
      ...(guarded > 0 ? [`${guarded - missed} of ${guarded} bars met`] : []),
      ...(shown > 0 ? [`${shown} shown`] : []),
    ];
    return [name, `${passed}`, `${failed}`, time, sum.join(', ')];
  });
  const lines = columns([['step', 'passed', 'failed', 'time', 'figures'], ...rows]);
  for (const { name, figures = [] } of steps) {
    if (figures.length > 0) lines.push('', `${name}:`, ...figures.map((figure) => `  ${formatFigure(figure)}`));
  }
  return lines.join('\n');
}

/** @param {readonly (readonly string[])[]} rows */
function columns(rows) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
