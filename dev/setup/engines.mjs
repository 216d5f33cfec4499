/**
 * Finds Firefox, WebKitGTK and WPE WebKit for the measurements and tests in other engines than Chromium's, or installs them.
 * By hand: no installer has these browsers with their drivers.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findExecutable, findOnPath, installDebianPackages, isExecutable } from './programs.mjs';

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} env
 * @property {import('../../process/progress.mjs').Log} log
 * @property {NodeJS.Platform} [platform]
 */

/** The folders of Debian's, Fedora's and Arch's packages of WebKitGTK. */
const MINI_BROWSERS = ['4.1', '6.0', '4.0']
  .flatMap((version) =>
    ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib', '/usr/lib64'].map(
      (folder) => `${folder}/webkit2gtk-${version}/MiniBrowser`,
    ),
  )
  .concat('/usr/libexec/webkitgtk-6.0/MiniBrowser', '/usr/lib/webkitgtk-6.0/MiniBrowser');

/**
 * Finds Firefox: ENDPOINTJS_FIREFOX, then an installed one. Without any, installs Firefox ESR as root on a Debian-like system.
 *
 * @param {Options} options
 * @returns {Promise<string>} the path of the program
 * @throws {Error} when none is found and none can be installed; the message names a way to get it
 */
export async function findFirefox({ env, ...options }) {
  const path = env['ENDPOINTJS_FIREFOX'];
  if (path) {
    if (await isExecutable(path)) return path;
    throw new Error(`ENDPOINTJS_FIREFOX is "${path}", which isn't a program.`);
  }
  const places = [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    join(homedir(), 'Applications', 'Firefox.app', 'Contents', 'MacOS', 'firefox'),
    ...(env['PROGRAMFILES'] ? [join(env['PROGRAMFILES'], 'Mozilla Firefox', 'firefox.exe')] : []),
  ];
  const find = async () => (await findOnPath(['firefox-esr', 'firefox'], env)) ?? findExecutable(places);
  return findOrInstall({
    ...options,
    env,
    find,
    name: 'Firefox',
    packages: ['firefox-esr'],
    hint: 'Install Firefox, or set ENDPOINTJS_FIREFOX to its path',
  });
}

/** @typedef {{ driver: string, browser: string, xvfb: string | undefined }} WebKit paths; Xvfb where there is no display */

/**
 * Finds WebKitGTK's driver and browser. Without them, installs them as root on a Debian-like system.
 *
 * @param {Options} options
 * @returns {Promise<WebKit>}
 * @throws {Error} when they aren't found and can't be installed; the message names a way to get them
 */
export function findWebKit({ env, ...options }) {
  const find = async () => {
    const driver = await findOnPath(['WebKitWebDriver'], env);
    const browser = await findExecutable(MINI_BROWSERS);
    const xvfb = await findOnPath(['Xvfb'], env);
    const display = xvfb !== undefined || Boolean(env['DISPLAY']);
    return driver !== undefined && browser !== undefined && display ? { driver, browser, xvfb } : undefined;
  };
  return findOrInstall({
    ...options,
    env,
    find,
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    hint: 'Install WebKitGTK with WebKitWebDriver and MiniBrowser, and Xvfb, on Linux',
  });
}

/**
 * Finds the driver and the browser of WPE WebKit, which Debian 12 has in version 2.38. Without them, installs them as root on a
 * Debian-like system.
 *
 * @param {Options} options
 * @returns {Promise<{ driver: string, browser: string }>} paths
 * @throws {Error} when they aren't found and can't be installed; the message names a way to get them
 */
export function findWpeWebKit({ env, ...options }) {
  const find = async () => {
    const driver = await findOnPath(['WPEWebDriver'], env);
    const browser = await findOnPath(['cog'], env);
    return driver !== undefined && browser !== undefined ? { driver, browser } : undefined;
  };
  return findOrInstall({
    ...options,
    env,
    find,
    name: 'WPE WebKit',
    packages: ['wpewebkit-driver', 'cog'],
    hint: 'Install WPE WebKit 2.38 with WPEWebDriver and Cog, as Debian 12 has them',
  });
}

/**
 * @template Found
 * @param {Options & { name: string, find: () => Promise<Found | undefined>, packages: readonly string[], hint: string }} options
 * @returns {Promise<Found>}
 */
async function findOrInstall({ env, log, platform = process.platform, name, find, packages, hint }) {
  const installed = await find();
  if (installed !== undefined) return installed;
  const failure = await installDebianPackages(packages, `Installing ${name}`, { log, platform, env });
  const found = failure === undefined ? await find() : undefined;
  if (found !== undefined) return found;
  throw new Error(`There is no ${name}. ${hint}. Tried: ${failure ?? 'the packages lack it'}.`);
}
