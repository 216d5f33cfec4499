/**
 * Runs the tools of node_modules, and turns how they ended into the result of a step.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../build.mjs';
import { run } from '../../../envoy/launcher/process/processes.mjs';
import { figureLine, missedFigures, readFigures } from './figures.mjs';

const SECOND = 1000;
const REPORTS = join(ROOT, '.cache', 'reports');

/**
 * @typedef {object} StepResult
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} notes a phrase each
 * @property {string} output what to show when something failed
 * @property {readonly import('./figures.mjs').Figure[]} [figures] what was measured
 */

/**
 * @typedef {object} RunOptions
 * @property {number} [seconds] after which it is ended; three minutes when left out
 * @property {NodeJS.ProcessEnv} [env] added to this process's
 */

/**
 * The result of a step that is one check.
 *
 * @param {string | undefined} failure one phrase
 * @param {string} output
 * @returns {StepResult}
 */
export function one(failure, output) {
  return failure === undefined
    ? { passed: 1, failed: 0, notes: [], output }
    : { passed: 0, failed: 1, notes: [failure], output };
}

/**
 * Runs a tool as one check.
 *
 * @param {string} name
 * @param {...string} args
 * @returns {Promise<StepResult>}
 */
export async function tool(name, ...args) {
  const { failure, output } = await runTool(name, args);
  return one(failure, output);
}

/**
 * Runs a tool of node_modules.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(name, args, options) {
  return runScript(toolScript(name), args, options);
}

/**
 * Runs a script with this Node.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
async function runScript(script, args, { seconds = 180, env = {} } = {}) {
  const result = await run(process.execPath, [script, ...args], {
    cwd: ROOT,
    timeoutMs: seconds * SECOND,
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  // Not every tool asks NO_COLOR, and in a log colours are only in the way.
  return { ...result, output: stripVTControlCharacters(result.output) };
}

/**
 * Runs a script that measures: each figure that it guards counts as one test.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<StepResult>}
 */
export async function measure(script, args, options) {
  const file = reportPath(`${script.replaceAll(/[^\w]+/g, '-')}.figures.json`);
  const env = { ...options?.env, ENDPOINTJS_FIGURES: file };
  const { failure, output } = await runScript(join(ROOT, script), args, { ...options, env });
  const figures = readFigures(file);
  const missed = missedFigures(figures);
  if (figures.length === 0 || (failure !== undefined && missed.length === 0))
    return { ...one(failure ?? 'measured nothing', output), figures };
  const guarded = figures.filter((figure) => 'bar' in figure).length;
  const notes = missed.map(figureLine);
  return { passed: guarded - missed.length, failed: missed.length, notes, output, figures };
}

/** The packages whose programs have another name than they. */
const PACKAGE_OF = new Map([
  ['attw', '@arethetypeswrong/cli'],
  ['tsc', 'typescript'],
  ['playwright', '@playwright/test'],
]);

/**
 * The file of a program, from its package: what node_modules/.bin has differs between platforms.
 *
 * @param {string} name
 */
function toolScript(name) {
  const folder = join(ROOT, 'node_modules', PACKAGE_OF.get(name) ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/**
 * Where a tool writes a report.
 *
 * @param {string} name
 */
export function reportPath(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, name);
  // The report of an earlier run must not pass for one of this.
  rmSync(path, { force: true });
  return path;
}

/**
 * The result of a step whose tool counts tests in a report.
 *
 * @template T what the report is
 * @param {string} report
 * @param {string | undefined} failure
 * @param {string} output
 * @param {(json: T) => import('./counts.mjs').Counts} count
 * @returns {StepResult}
 */
export function counted(report, failure, output, count) {
  if (!existsSync(report)) return one(`${failure ?? 'ended'} without a report`, output);
  const counts = count(JSON.parse(readFileSync(report, 'utf8')));
  if (failure === undefined || counts.failed > 0) return { ...counts, output };
  return { ...counts, failed: 1, notes: [...counts.notes, failure], output };
}
