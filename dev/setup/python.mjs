/**
 * Finds Python, and installs packages for tests.
 * By hand: the tests must go on where there is no Python.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../envoy/launcher/cache.mjs';
import { withLock } from '../../process/lock.mjs';
import { run } from '../../process/processes.mjs';

const PIP_FLAGS = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--require-hashes'];
const INSTALL_MS = 300_000;

/** Whether the environment rules Python out. */
export const isPythonRuledOut = process.env['ENDPOINTJS_NO_PYTHON'] === '1';

/**
 * The names of Python, with the arguments that precede others. On Windows `python3` may be a stub that only names the Store, and
 * fails.
 *
 * @param {NodeJS.Platform} [platform]
 * @returns {readonly (readonly [string, ...string[]])[]}
 */
function pythonCommands(platform = process.platform) {
  return [...(platform === 'win32' ? [/** @type {const} */ (['py', '-3'])] : []), ['python3'], ['python']];
}

/** @param {string} advice */
async function findPython(advice) {
  for (const [command, ...args] of pythonCommands()) {
    const script = 'import sys; print(sys.version_info[0], sys.executable)';
    const { failure, stdout } = await run(command, [...args, '-c', script]);
    if (failure === undefined && stdout.startsWith('3 ')) return stdout.slice(2).trim();
  }
  throw new Error(`Python 3 is missing; ${advice}.`);
}

/**
 * Finds Python, and installs packages once, into the user's cache folder.
 *
 * @param {string} requirements the path of pip's file with versions and hashes
 * @param {string} names the packages, in the message of a failure
 * @param {string} advice the way to do without, in the imperative
 * @returns {Promise<{ python: string, packages: string }>} the program, and the folder for PYTHONPATH
 * @throws {Error} where Python is missing, or the packages can't be installed
 */
export async function installPythonPackages(requirements, names, advice) {
  const python = await findPython(advice);
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const packages = join(cacheFolder(process.env), `python-${hash.slice(0, 12)}`);
  await withLock(`${packages}.lock`, async () => {
    if (await stat(packages).catch(() => undefined)) return;
    await mkdir(join(packages, '..'), { recursive: true });
    const partial = await mkdtemp(`${packages}.partial-`);
    try {
      const args = ['-m', 'pip', 'install', ...PIP_FLAGS, '-r', requirements, '--target', partial];
      const { failure, output } = await run(python, args, { timeoutMs: INSTALL_MS });
      if (failure !== undefined) throw new Error(`pip ${failure} while installing ${names}; ${advice}.\n${output}`);
      await rename(partial, packages);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
  return { python, packages };
}
