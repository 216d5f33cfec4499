/**
 * What the steps of `npm test` do, where it is more than running one tool.
 */
import { findEnvoy } from '../../../envoy/launcher/find.mjs';
import { build } from '../build.mjs';
import { findChromium } from '../../setup/chromium.mjs';
import { errorMessage } from '../../../envoy/launcher/process/error-message.mjs';
import { countPlaywright, countVitest } from './counts.mjs';
import { readFigures } from './figures.mjs';
import { counted, one, reportPath, runTool, tool } from './tools.mjs';

const HOUR = 3600;

/** @typedef {import('./tools.mjs').StepResult} StepResult */

/**
 * @typedef {object} Context
 * @property {boolean} full whether this is `npm run test:full`
 * @property {readonly string[]} targets what to build for the steps that run
 * @property {readonly string[]} paths which tests to run of the steps that take a path; all when empty
 * @property {import('../../../envoy/launcher/process/progress.mjs').Log} log
 */

/** What a machine says that it lacks may be skipped. */
const maySkip = process.env['ENDPOINTJS_NO_ENVOY'] === '1' || process.env['ENDPOINTJS_NO_PYTHON'] === '1';

/**
 * @param {Context} context
 * @returns {Promise<StepResult>}
 */
export async function buildTargets({ targets, log }) {
  try {
    await build(targets, log);
    return one(undefined, '');
  } catch (error) {
    return one('failed', errorMessage(error));
  }
}

/**
 * Gets Envoy before the tests that need it, so that they neither wait for it nor try in vain each.
 *
 * @param {Context} context
 * @returns {Promise<StepResult>}
 */
export async function getEnvoy({ log }) {
  if (process.env['ENDPOINTJS_NO_ENVOY'] === '1')
    return { ...one(undefined, ''), notes: ['not wanted: ENDPOINTJS_NO_ENVOY is set'] };
  const found = await findEnvoy({ env: process.env, log, retry: true });
  return 'path' in found ? one(undefined, '') : one('there is no Envoy', found.missing);
}

/** All projects that tsconfig.json at the root refers to. */
export function checkTypes() {
  return tool('tsc', '-b');
}

/**
 * @param {Context} context
 * @returns {Promise<StepResult>}
 */
export async function runVitest({ paths, full }) {
  const report = reportPath('vitest.json');
  const args = ['run', ...paths, '--reporter=agent', '--reporter=json', `--outputFile.json=${report}`];
  const { output, failure } = await runTool('vitest', args, { seconds: full ? HOUR : 1500 });
  return counted(report, failure, output, (json) => countVitest(json, { maySkip }));
}

/**
 * @param {Context} context
 * @param {readonly string[]} [args] which tests, beside those that the command line asks for
 * @returns {Promise<StepResult>}
 */
export async function runPlaywright({ paths, full, log }, args = []) {
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
    {
      seconds: full ? HOUR : 1500,
      env: { ENDPOINTJS_CHROMIUM: chromium, ENDPOINTJS_FIGURES: figures, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  const result = counted(report, failure, output, (json) => countPlaywright(json, { maySkip }));
  return { ...result, figures: readFigures(figures) };
}
