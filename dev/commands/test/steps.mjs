/**
 * The steps of `npm test` and `npm run test:full`.
 */
import { TARGETS } from '../build.mjs';
import { PACKAGE_TARGETS } from '../pack.mjs';
import { buildTargets, getEnvoy, runPlaywright, runSizeLimit, runVitest } from './checks.mjs';
import { checkFiles, checkManifests, checkTypesOfPackages } from './packages.mjs';
import { checkByScript, measure, tool } from './tools.mjs';

/** @typedef {import('./checks.mjs').Context} Context */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {(context: Context) => Promise<import('./tools.mjs').StepResult>} run
 * @property {readonly string[]} [builds] the targets that the step needs
 * @property {boolean} [anyway] whether the step also runs where a build failed
 * @property {boolean} [envoy] whether the step needs Envoy
 * @property {boolean} [full] only in `npm run test:full`
 * @property {boolean} [alone] a step that measures: nothing runs beside it
 * @property {boolean} [paths] whether the step accepts paths of tests on the command line
 */

const ALL = Object.keys(TARGETS);

/**
 * The steps that others need, or run after.
 *
 * @type {readonly Step[]}
 */
export const PREPARATIONS = [
  { name: 'build', run: buildTargets, builds: ALL },
  { name: 'envoy', run: getEnvoy },
];

/**
 * In the order in which they start: among those that can run in parallel, the longest first.
 *
 * @type {readonly Step[]}
 */
export const CHECKS = [
  { name: 'format', run: () => tool('oxfmt', '--check') },
  { name: 'e2e', run: runE2e, builds: ALL, envoy: true, paths: true },
  { name: 'unit', run: (context) => runVitest(context), builds: ALL, envoy: true, paths: true },
  {
    name: 'lint',
    run: () => tool('oxlint', '--type-aware', '--report-unused-disable-directives-severity=error'),
    // The examples import the packages' types. A mistake that breaks their build hides no other.
    builds: ['types'],
    anyway: true,
  },
  { name: 'borders', run: () => checkByScript('dev/lint/main.mjs') },
  // In one thread: it has time, and more threads repeat work.
  { name: 'types', run: () => tool('tsc', '-b', '--singleThreaded') },
  { name: 'size', run: runSizeLimit, builds: ['lib', 'script-tag', 'client', 'client-esm'] },
  { name: 'publint', run: checkManifests, builds: PACKAGE_TARGETS },
  { name: 'knip', run: () => tool('knip') },
  { name: 'pack', run: checkFiles, builds: PACKAGE_TARGETS },
  // In `npm test`, a program of e2e/consumers/typescript.test.ts imports every entry both ways.
  { name: 'attw', run: checkTypesOfPackages, builds: PACKAGE_TARGETS, full: true },
  { name: 'compare', run: () => checkByScript('dev/compare/main.mjs', '--check'), builds: ['lib'], full: true },
  {
    name: 'bench',
    run: () => measure('dev/bench/main.mjs', '--check'),
    builds: ['lib'],
    full: true,
    alone: true,
  },
  {
    name: 'engines',
    run: () => measure('dev/bench/main.mjs', '--check', '--engines'),
    builds: ['lib'],
    full: true,
    alone: true,
  },
  {
    name: 'quiet',
    run: (context) => runVitest({ ...context, paths: [] }, ['quiet']),
    builds: ['server'],
    full: true,
    alone: true,
  },
  {
    name: 'figures',
    run: (context) => runPlaywright({ ...context, paths: [] }, ['figures']),
    builds: ALL,
    envoy: true,
    full: true,
    alone: true,
  },
  {
    name: 'soak',
    run: () => measure('dev/soak/main.mjs'),
    builds: ['lib', 'client', 'server'],
    envoy: true,
    full: true,
    alone: true,
  },
  {
    name: 'support',
    run: () => checkByScript('dev/support/main.mjs', '--check'),
    full: true,
    // It compares what the others recorded.
    alone: true,
  },
];

/**
 * All tests in the browser, except those that measure: these have their own step.
 *
 * @param {Context} context
 */
function runE2e(context) {
  return runPlaywright(context, context.full ? ['--grep-invert', String.raw`figures\.spec\.ts`] : []);
}
