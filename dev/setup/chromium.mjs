/**
 * Finds a Chromium for the tests in the browser, or installs one.
 * By hand: Playwright looks for no installed Chromium, and its own comes from a host that not every network reaches.
 */
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { errorMessage } from '../../process/error-message.mjs';
import { run } from '../../process/processes.mjs';
import { attempt, executableName, installDebianPackages, isExecutable } from './programs.mjs';

// The shell is the same engine without the windows of a browser: the tests take a third less processor time in it.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * Finds Chromium: ENDPOINTJS_CHROMIUM or CHROME_PATH, then Playwright's, then an installed Chrome or Chromium. Without any, installs
 * Playwright's or, as root on a Debian-like system, the system's.
 *
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {import('../../process/progress.mjs').Log} options.log
 * @param {() => Promise<string>} [options.findPlaywrights] the path of Playwright's browser, installed or not
 * @param {NodeJS.Platform} [options.platform]
 * @returns {Promise<string>} the path of the program, which was run once
 * @throws {Error} when none is found and none can be installed; the message lists what was tried
 */
export async function findChromium({
  env,
  log,
  findPlaywrights = findPlaywrightsChromium,
  platform = process.platform,
}) {
  for (const name of ['ENDPOINTJS_CHROMIUM', 'CHROME_PATH']) {
    const path = env[name];
    if (!path) continue;
    const failure = await check(path, platform);
    if (failure === undefined) return path;
    throw new Error(`${name} is "${path}", which isn't a usable Chromium: ${failure}`);
  }
  /** @type {string[]} */
  const tried = [];
  const installNothing = async () => undefined;
  for (const install of [installNothing, installPlaywrights, installDebians]) {
    const failure = await install(log, platform, env);
    if (failure !== undefined) {
      tried.push(failure);
      continue;
    }
    const found = await findInstalled({ env, findPlaywrights, platform, tried });
    if (found !== undefined) return found;
  }
  throw new Error(
    `There is no Chromium to test with. Install Chrome or Chromium, or set ENDPOINTJS_CHROMIUM to the path of one. Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}`,
  );
}

/**
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {() => Promise<string>} options.findPlaywrights
 * @param {NodeJS.Platform} options.platform
 * @param {string[]} options.tried gets a line for each failure
 */
async function findInstalled({ env, findPlaywrights, platform, tried }) {
  /** @type {string[]} */
  const candidates = [];
  try {
    candidates.push(await findPlaywrights());
  } catch (error) {
    tried.push(`Playwright's Chromium: ${errorMessage(error)}`);
  }
  candidates.push(...installedPlaces(env, platform));
  for (const path of candidates) {
    if (!(await isExecutable(path))) continue;
    const failure = await check(path, platform);
    if (failure === undefined) return path;
    tried.push(`${path}: ${failure}`);
  }
  tried.push(`not in any of the ${candidates.length} usual places, including PATH`);
  return undefined;
}

/**
 * Lists the usual paths of Chrome and Chromium.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @returns {string[]}
 */
function installedPlaces(env, platform) {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, executableName(name, platform))));
  if (platform === 'darwin') {
    const apps = ['/Applications', join(env['HOME'] ?? homedir(), 'Applications')];
    return [
      ...apps.map((folder) => join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome')),
      ...apps.map((folder) => join(folder, 'Chromium.app/Contents/MacOS/Chromium')),
      ...onPath,
    ];
  }
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    );
    return [
      ...roots.map((root) => join(root, 'Google', 'Chrome', 'Application', 'chrome.exe')),
      ...roots.map((root) => join(root, 'Chromium', 'Application', 'chrome.exe')),
      // A Chromium under another name, which every Windows has.
      ...roots.map((root) => join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe')),
      ...onPath,
    ];
  }
  return [...onPath, '/opt/google/chrome/chrome', '/snap/bin/chromium'];
}

/**
 * @param {string} path
 * @param {NodeJS.Platform} platform
 * @returns {Promise<string | undefined>} the reason why it can't be used
 */
async function check(path, platform) {
  if (!(await isExecutable(path))) return 'no such program';
  // On Windows `--version` opens a window. Elsewhere it distinguishes a program from a stub that only names a package.
  if (platform === 'win32') return undefined;
  const { failure, output } = await run(path, ['--version'], { timeoutMs: 20_000 });
  return failure === undefined ? undefined : `${failure}${output.trim() && `: ${output.trim().split('\n')[0]}`}`;
}

async function findPlaywrightsChromium() {
  const { chromium } = await import('playwright');
  return chromium.executablePath();
}

/**
 * @param {import('../../process/progress.mjs').Log} log
 * @param {NodeJS.Platform} _
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} the reason why it failed
 */
async function installPlaywrights(log, _, env) {
  const args = [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'];
  const name = 'npx playwright install chromium';
  return attempt(log, "Downloading Playwright's Chromium", { name, command: process.execPath, args, env });
}

/**
 * @param {import('../../process/progress.mjs').Log} log
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
function installDebians(log, platform, env) {
  return installDebianPackages(['chromium-headless-shell'], 'Installing Chromium', { log, platform, env });
}
