/**
 * The steps of `npm test`, in order.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, TARGETS } from '../build.mjs';
import { findChromium } from '../chromium.mjs';
import { errorMessage } from '../error-message.mjs';
import { npmCommand } from '../install.mjs';
import { prepare } from '../prepare.mjs';
import { run } from '../processes.mjs';
import { countPlaywright, countVitest } from './counts.mjs';
import { packageProblems } from './package-files.mjs';

/**
 * @typedef {object} StepResult
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} notes a line each
 * @property {string} output what to show when something failed
 * @property {string} [figures] what was measured, to show in any case
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {(log: import('../progress.mjs').Log) => Promise<StepResult>} run
 */

const SECOND = 1000;
const REPORTS = join(ROOT, '.cache', 'reports');
/** What a machine says that it lacks may be skipped. */
const maySkip = process.env['ENDPOINTJS_NO_ENVOY'] === '1' || process.env['ENDPOINTJS_NO_PYTHON'] === '1';

/** @type {readonly Step[]} */
export const STEPS = [
  { name: 'format', run: () => tool('oxfmt', '--check') },
  // Before what reads types of the built package, and before the unit tests, some of which run what was built.
  { name: 'build', run: buildAll },
  { name: 'lint', run: () => tool('oxlint', '--type-aware') },
  { name: 'types', run: checkTypes },
  { name: 'unit', run: runVitest },
  { name: 'size', run: () => tool('size-limit') },
  { name: 'bench', run: checkSpeed },
  { name: 'publint', run: () => tool('publint', '--strict') },
  { name: 'attw', run: checkPackedTypes },
  { name: 'knip', run: () => tool('knip') },
  { name: 'pack', run: checkPackage },
  { name: 'e2e', run: runPlaywright },
];

/**
 * Runs a tool of node_modules as one step.
 *
 * @param {string} name
 * @param {...string} args
 * @returns {Promise<StepResult>}
 */
async function tool(name, ...args) {
  const { failure, output } = await runTool(name, args, 180 * SECOND);
  return one(failure, output);
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 * @param {NodeJS.ProcessEnv} [env]
 */
async function runTool(name, args, timeoutMs, env = process.env) {
  const options = { cwd: ROOT, timeoutMs, env: { ...env, NO_COLOR: '1' } };
  const result = await run(process.execPath, [toolScript(name), ...args], options);
  // Not every tool asks NO_COLOR, and in a log colours are only in the way.
  return { ...result, output: stripVTControlCharacters(result.output) };
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
 * The result of a step that is one check.
 *
 * @param {string | undefined} failure
 * @param {string} output
 * @returns {StepResult}
 */
function one(failure, output) {
  return failure === undefined
    ? { passed: 1, failed: 0, notes: [], output }
    : { passed: 0, failed: 1, notes: [failure], output };
}

/** The ratios to the peers, on the built package. */
async function checkSpeed() {
  const args = [join('bench', 'main.mjs'), '--check'];
  const { failure, output } = await run(process.execPath, args, { cwd: ROOT, timeoutMs: 180 * SECOND });
  return { ...one(failure, output), figures: output };
}

async function checkPackedTypes() {
  const { failure, output } = await runTool('attw', ['--pack', '.', '--profile', 'esm-only'], 180 * SECOND);
  // To attw a package without types has no wrong ones; to us it has.
  return one(
    failure ?? (/does not contain types/.test(output) ? 'there are no types in the package' : undefined),
    output,
  );
}

/** Every tsconfig.json, and its companions for tests, of every folder. */
async function checkTypes() {
  const projects = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(node_modules|dist|\..*)$/.test(entry.name))
    .flatMap(({ name }) => readdirSync(join(ROOT, name)).map((file) => `${name}/${file}`))
    .filter((path) => /\/tsconfig(\.[\w-]+)?\.json$/.test(path));
  if (projects.length === 0) return one('there is no tsconfig.json in any folder', '');
  const results = [];
  for (const project of projects) results.push({ project, ...(await runTool('tsc', ['-p', project], 180 * SECOND)) });
  const failed = results.filter(({ failure }) => failure !== undefined);
  const output = failed.map(({ project, output: said }) => `tsc -p ${project}\n${said}`).join('\n');
  return one(failed.length === 0 ? undefined : `wrong in ${failed.map(({ project }) => project).join(', ')}`, output);
}

/** @param {import('../progress.mjs').Log} log */
async function buildAll(log) {
  try {
    await prepare(Object.keys(TARGETS), log);
    return one(undefined, '');
  } catch (error) {
    return one('failed', errorMessage(error));
  }
}

async function runVitest() {
  const report = reportPath('vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { output, failure } = await runTool('vitest', args, 1500 * SECOND);
  return counted(report, failure, output, (json) => countVitest(json, { maySkip }));
}

/** @param {import('../progress.mjs').Log} log */
async function runPlaywright(log) {
  /** @type {string} */
  let chromium;
  try {
    chromium = await findChromium({ env: process.env, log });
  } catch (error) {
    return one('there is no browser', errorMessage(error));
  }
  const report = reportPath('playwright.json');
  const figures = reportPath('figures.txt');
  const env = {
    ...process.env,
    ENDPOINTJS_CHROMIUM: chromium,
    ENDPOINTJS_FIGURES: figures,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const { output, failure } = await runTool('playwright', args, 1500 * SECOND, env);
  const result = counted(report, failure, output, (json) => countPlaywright(json, { maySkip }));
  return existsSync(figures) ? { ...result, figures: readFileSync(figures, 'utf8') } : result;
}

/** @param {string} name */
function reportPath(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, name);
  // The report of an earlier run must not pass for one of this.
  rmSync(path, { force: true });
  return path;
}

/**
 * @template T what the report is
 * @param {string} report
 * @param {string | undefined} failure
 * @param {string} output
 * @param {(json: T) => import('./counts.mjs').Counts} count
 * @returns {StepResult}
 */
function counted(report, failure, output, count) {
  if (!existsSync(report)) return one(`${failure ?? 'ended'} without a report`, output);
  const counts = count(JSON.parse(readFileSync(report, 'utf8')));
  if (failure === undefined || counts.failed > 0) return { ...counts, output };
  return { ...counts, failed: 1, notes: [...counts.notes, failure], output };
}

async function checkPackage() {
  const [command, ...args] = npmCommand();
  const { failure, stdout, output } = await run(command, [...args, 'pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
  });
  if (failure !== undefined) return one(failure, output);
  /** @type {[{ files: { path: string }[] }]} */
  const [{ files }] = JSON.parse(stdout);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const paths = files.map(({ path }) => path);
  const problems = packageProblems(paths, manifest);
  return one(problems.length === 0 ? undefined : `${problems.length} problems`, problems.join('\n'));
}
