/**
 * Runs the tools of node_modules, and turns their outcome into the result of a step.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../../../process/processes.mjs';
import { HANGING_MS, ROOT } from '../build.mjs';
import { formatFigure, missedFigures, readFigures } from './figures.mjs';

const REPORTS = join(ROOT, '.cache', 'reports');

/**
 * @typedef {object} StepResult
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} notes a phrase each
 * @property {string} output shown when something failed
 * @property {readonly import('./figures.mjs').Figure[]} [figures]
 */

/**
 * The tests of a report. `failed` includes those that were skipped, could not be loaded, or passed only when repeated.
 *
 * @typedef {Pick<StepResult, 'passed' | 'failed' | 'notes'>} Counts
 */

/**
 * Makes the result of a step with one check.
 *
 * @param {string | undefined} failure one phrase; empty where the output says it
 * @param {string} output
 * @returns {StepResult}
 */
export function one(failure, output) {
  if (failure === undefined) return { passed: 1, failed: 0, notes: [], output };
  return { passed: 0, failed: 1, notes: failure === '' ? [] : [failure], output };
}

/**
 * Runs a tool as one check.
 *
 * @param {string} name
 * @param {...string} args
 */
export async function tool(name, ...args) {
  return checked(await runTool(name, args));
}

/**
 * Runs a script of this repository as one check.
 *
 * @param {string} path from the project's folder
 * @param {...string} args
 */
export async function checkByScript(path, ...args) {
  return checked(await runScript(join(ROOT, path), args));
}

/** @param {import('../../../process/processes.mjs').RunResult} result */
function checked({ code, failure, output }) {
  const isSaid = failure !== undefined && code !== null && output.trim() !== '';
  return one(isSaid ? '' : failure, output);
}

/**
 * Runs a tool of node_modules.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to this process's environment
 */
export function runTool(name, args, env) {
  return runScript(findToolScript(name), args, env);
}

/**
 * Runs a script with this Node.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to this process's environment
 */
async function runScript(script, args, env = {}) {
  const result = await run(process.execPath, [script, ...args], {
    cwd: ROOT,
    timeoutMs: HANGING_MS,
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  // Not every tool heeds NO_COLOR, and a log needs no colours.
  return { ...result, output: stripVTControlCharacters(result.output) };
}

/**
 * Runs a script that measures; each guarded figure counts as one test.
 *
 * @param {string} script
 * @param {...string} args
 * @returns {Promise<StepResult>}
 */
export async function measure(script, ...args) {
  const file = reportPath(`${script.replaceAll(/[^\w]+/g, '-')}.figures.json`);
  const { failure, output } = await runScript(join(ROOT, script), args, { ENDPOINTJS_FIGURES: file });
  const figures = readFigures(file);
  const missed = missedFigures(figures);
  if (figures.length === 0 || (failure !== undefined && missed.length === 0))
    return { ...one(failure ?? 'measured nothing', output), figures };
  const guarded = figures.filter((figure) => 'bar' in figure).length;
  const notes = missed.map(formatFigure);
  return { passed: guarded - missed.length, failed: missed.length, notes, output, figures };
}

/** The packages of programs with another name. */
const PACKAGE_OF = new Map([
  ['attw', '@arethetypeswrong/cli'],
  ['tsc', '@typescript/native'],
  ['playwright', '@playwright/test'],
]);

/**
 * Finds the file of a program in its package: node_modules/.bin differs between platforms.
 *
 * @param {string} name
 */
function findToolScript(name) {
  const folder = join(ROOT, 'node_modules', PACKAGE_OF.get(name) ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/**
 * Returns the path for a tool's report.
 *
 * @param {string} name
 */
export function reportPath(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, name);
  // The report of an earlier run must not be mistaken for this one's.
  rmSync(path, { force: true });
  return path;
}

/**
 * Makes the result of a step whose tool writes a report with its tests.
 *
 * @template T the type of the report
 * @param {string} report
 * @param {string | undefined} failure
 * @param {string} output
 * @param {(json: T) => Counts} count
 * @returns {StepResult}
 */
export function counted(report, failure, output, count) {
  if (!existsSync(report)) return one(`${failure ?? 'ended'} without a report`, output);
  const counts = count(JSON.parse(readFileSync(report, 'utf8')));
  if (failure === undefined || counts.failed > 0) return { ...counts, output };
  return { ...counts, failed: 1, notes: [...counts.notes, failure], output };
}
