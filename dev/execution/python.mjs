/**
 * Python with `requests` and HTTPie, which are installed once, into the user's cache folder. requirements.txt has their hashes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../envoy/launcher/cache.mjs';
import { withLock } from '../../envoy/launcher/process/lock.mjs';
import { run } from '../../envoy/launcher/process/processes.mjs';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
const PIP = [
  '-m',
  'pip',
  'install',
  '--quiet',
  '--disable-pip-version-check',
  '--only-binary',
  ':all:',
  '--require-hashes',
];
const ADVICE = 'install Python 3 with pip, or set ENDPOINTJS_NO_PYTHON=1 to leave out the tests of Python and HTTPie';
const INSTALL_MS = 300_000;

/** @returns {Promise<string>} the path of the program */
async function findPython() {
  for (const command of ['python3', 'python']) {
    const { failure, stdout } = await run(command, ['-c', 'import sys; print(sys.version_info[0], sys.executable)']);
    if (failure === undefined && stdout.startsWith('3 ')) return stdout.slice(2).trim();
  }
  throw new Error(`Python 3 is missing; ${ADVICE}.`);
}

/**
 * @returns {Promise<{ python: string, packages: string }>} the program, and the folder for PYTHONPATH
 * @throws {Error} where Python is missing, or the packages can't be installed
 */
export async function preparePython() {
  const python = await findPython();
  const packages = join(
    cacheFolder(process.env),
    `python-${createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)}`,
  );
  await withLock(`${packages}.lock`, async () => {
    if (await stat(packages).catch(() => undefined)) return;
    await mkdir(join(packages, '..'), { recursive: true });
    const partial = await mkdtemp(`${packages}.partial-`);
    try {
      const { failure, output } = await run(python, [...PIP, '-r', REQUIREMENTS, '--target', partial], {
        timeoutMs: INSTALL_MS,
      });
      if (failure !== undefined)
        throw new Error(`pip ${failure} while installing requests and HTTPie; ${ADVICE}.\n${output}`);
      await rename(partial, packages);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
  return { python, packages };
}
