/**
 * The steps of `npm test` that do more than run one tool, and the counts of their reports.
 */
import { relative } from 'node:path';
import { findEnvoy } from '../../../envoy/launcher/find.mjs';
import { build, ROOT } from '../build.mjs';
import { findChromium } from '../../setup/chromium.mjs';
import { EXAMPLE_NOT_RUN, NOT_CHECKED, NOT_RUN } from '../../setup/programs.mjs';
import { errorMessage } from '../../../process/error-message.mjs';
import { missedFigures, readFigures } from './figures.mjs';
import { counted, one, reportPath, runTool } from './tools.mjs';

/** @typedef {import('./tools.mjs').StepResult} StepResult */
/** @typedef {import('./tools.mjs').Counts} Counts */

/**
 * @typedef {object} Context
 * @property {boolean} full whether this is `npm run test:full`
 * @property {readonly string[]} targets the targets of the steps that run
 * @property {readonly string[]} paths the tests to run, in steps that accept paths; all when empty
 * @property {import('../../../process/progress.mjs').Log} log
 */

/** Tests may be skipped for what the environment declares missing. */
const hasDeclaredMissing = process.env['ENDPOINTJS_NO_ENVOY'] === '1' || process.env['ENDPOINTJS_NO_PYTHON'] === '1';

/** The tests that a run may skip, and the starts of their names then. */
const ANNOUNCED = [
  { file: /\bdev[/\\]execution[/\\]snippets\.test\.ts$/, start: NOT_RUN },
  { file: /\bdeploy[/\\]\w+\.full\.test\.ts$/, start: NOT_CHECKED },
  { file: /\bdev[/\\]curl[/\\]curl\.full\.test\.ts$/, start: NOT_CHECKED },
  { file: /\bdev[/\\]workflows[/\\]actionlint\.full\.test\.mjs$/, start: NOT_CHECKED },
  { file: /\bdev[/\\](clients|examples)[/\\]\1\.full\.test\.ts$/, start: EXAMPLE_NOT_RUN },
];

/** What Vitest prints between the list of files and the counts. */
const VITEST_MISTAKES = /^⎯[^]*?(?=\n+ *Test Files )/m;
/** What Playwright prints between the dots and the list of failed tests. */
const PLAYWRIGHT_MISTAKES = /^ {2}1\) [^]*?(?=\n+ {2}\d+ failed$)/m;

/** @param {Context} context @returns {Promise<StepResult>} */
export async function buildTargets({ targets, log }) {
  try {
    await build(targets, log);
    return one(undefined, '');
  } catch (error) {
    return one('', errorMessage(error));
  }
}

/**
 * Finds or downloads Envoy before the tests that need it, so that none of them waits for it or fails to find it.
 *
 * @param {Context} context
 * @returns {Promise<StepResult>}
 */
export async function getEnvoy({ log }) {
  if (process.env['ENDPOINTJS_NO_ENVOY'] === '1')
    return { ...one(undefined, ''), notes: ['not used: ENDPOINTJS_NO_ENVOY is set'] };
  const found = await findEnvoy({ env: process.env, log, retry: true });
  return 'path' in found ? one(undefined, '') : one('there is no Envoy', found.missing);
}

/**
 * @param {Context} context
 * @param {readonly string[]} [projects] of vite.config.ts
 * @returns {Promise<StepResult>}
 */
export async function runVitest({ paths }, projects = ['together', 'apart']) {
  const report = reportPath(`vitest-${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const args = ['run', ...paths, ...chosen, '--reporter=agent', '--reporter=json', `--outputFile.json=${report}`];
  const { output, failure } = await runTool('vitest', args);
  const [mistakes = output] = VITEST_MISTAKES.exec(output) ?? [];
  return counted(report, failure, mistakes, (json) => countVitest(json, { maySkip: hasDeclaredMissing }));
}

/**
 * @param {Context} context
 * @param {readonly string[]} [args] more arguments, which choose among the tests
 * @returns {Promise<StepResult>}
 */
export async function runPlaywright({ paths, log }, args = []) {
  /** @type {string} */
  let chromium;
  try {
    chromium = await findChromium({ env: process.env, log });
  } catch (error) {
    return one('there is no browser', errorMessage(error));
  }
  const name = args.includes('figures') ? 'figures' : 'e2e';
  const report = reportPath(`${name}.json`);
  const figures = reportPath(`${name}.figures.json`);
  const { output, failure } = await runTool(
    'playwright',
    ['test', ...paths, ...args, '--config', 'e2e/playwright.config.ts', '--reporter=dot,json'],
    { ENDPOINTJS_CHROMIUM: chromium, ENDPOINTJS_FIGURES: figures, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const [mistakes = output] = PLAYWRIGHT_MISTAKES.exec(output) ?? [];
  const result = counted(report, failure, mistakes, (json) => countPlaywright(json, { maySkip: hasDeclaredMissing }));
  const measured = readFigures(figures);
  // A step can't pass with a missed figure.
  return { ...result, figures: measured, failed: Math.max(result.failed, missedFigures(measured).length) };
}

/** @typedef {{ name: string, size: number, sizeLimit: number, passed: boolean }} Size in bytes */

/**
 * Compares the sizes with their limits.
 *
 * @returns {Promise<StepResult>}
 */
export async function runSizeLimit() {
  const { stdout, output, failure } = await runTool('size-limit', ['--json']);
  const result = stdout.startsWith('[') ? countSizes(JSON.parse(stdout)) : one(failure ?? 'no sizes', output);
  return result.failed > 0 || failure === undefined ? result : one(failure, output);
}

/**
 * @param {readonly Size[]} sizes
 * @returns {StepResult} with a line of output for each size over its limit
 */
export function countSizes(sizes) {
  const over = sizes.filter(({ passed }) => !passed);
  const lines = over.map(({ name, size, sizeLimit }) => `${name}: ${size} B, over the limit of ${sizeLimit} B`);
  return { passed: sizes.length - over.length, failed: over.length, notes: [], output: lines.join('\n') };
}

/**
 * @typedef {object} VitestReport
 * @property {boolean} success
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} testResults
 */

/** @typedef {{ maySkip: boolean }} CountOptions whether tests may be skipped without a failure */

/** @param {VitestReport} report @param {CountOptions} options @returns {Counts} */
export function countVitest(report, { maySkip }) {
  const notes = [];
  const skipped = report.numPendingTests + report.numTodoTests;
  let failed = report.numFailedTests;
  // A file whose set-up or import fails has no failed test.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  failed += broken.length;
  for (const { name } of broken) notes.push(`${relative(ROOT, name)} could not be run`);
  if (skipped > 0) {
    const names = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => ({
          fullName,
          isAnnounced: ANNOUNCED.some(({ file, start }) => file.test(name) && fullName.startsWith(start)),
        })),
    );
    const announced = names.filter(({ isAnnounced }) => isAnnounced).map(({ fullName }) => fullName);
    notes.push(...announced);
    const others = names.filter(({ isAnnounced }) => !isAnnounced).map(({ fullName }) => fullName);
    if (skipped > announced.length) {
      if (!maySkip) failed += skipped - announced.length;
      const shown = others.slice(0, 5).join('; ');
      notes.push(`${skipped - announced.length} skipped: ${shown}${others.length > 5 ? '; …' : ''}`);
    }
  }
  if (!report.success && failed === 0) {
    failed = 1;
    notes.push('an error outside the tests');
  }
  return { passed: report.numPassedTests, failed, notes };
}

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {{ message?: string }[]} errors
 */

/** @param {PlaywrightReport} report @param {CountOptions} options @returns {Counts} */
export function countPlaywright({ stats, errors }, { maySkip }) {
  const notes = errors.map(({ message }) => `an error outside the tests: ${(message ?? '').split('\n')[0]}`);
  if (stats.flaky > 0) notes.push(`${stats.flaky} passed only when repeated`);
  if (stats.skipped > 0) notes.push(`${stats.skipped} skipped`);
  const failed = stats.unexpected + stats.flaky + errors.length + (maySkip ? 0 : stats.skipped);
  return { passed: stats.expected, failed, notes };
}
