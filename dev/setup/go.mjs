/**
 * Gets programs from Go's modules, for tests.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../envoy/launcher/cache.mjs';
import { errorMessage } from '../../process/error-message.mjs';
import { withLock } from '../../process/lock.mjs';
import { run } from '../../process/processes.mjs';
import { executableName, findCauses } from './programs.mjs';

const BUILD_MS = 1_200_000;

/**
 * A program: its module with the version, and the path of its main package in it.
 *
 * @typedef {{ module: string, version: string, main?: string }} GoProgram
 */

/**
 * Runs the command `go`.
 *
 * @param {string} cwd
 * @param {readonly string[]} args
 */
async function runGo(cwd, args) {
  const { failure, output } = await run('go', args, { cwd, timeoutMs: BUILD_MS });
  if (failure !== undefined) throw createError(`go ${args.slice(0, 2).join(' ')}`, failure, output);
}

/**
 * @param {string} command
 * @param {string} failure
 * @param {string} output
 */
function createError(command, failure, output) {
  if (failure === 'not found') return new Error('there is no go; install Go (https://go.dev/dl)');
  return new Error(`${command}: ${[failure, ...findCauses(output)].join(': ')}`);
}

/**
 * Writes a module that requires the program's.
 *
 * @param {string} folder
 * @param {GoProgram} program
 */
async function writeModule(folder, { module, version }) {
  await runGo(folder, ['mod', 'init', 'program']);
  await runGo(folder, ['mod', 'edit', `-require=${module}@${version}`]);
}

/**
 * Builds a program once, into the user's cache folder.
 *
 * @param {string} name of the file
 * @param {GoProgram} program
 * @returns {Promise<string>} its path
 * @throws {Error} where Go is missing, or the program can't be downloaded or built
 */
export async function buildGoProgram(name, program) {
  const { module, version, main = '' } = program;
  const key = createHash('sha256').update(`${module}@${version}/${main}`).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(process.env), `go-${name}-${key}`);
  const file = executableName(name);
  await withLock(`${folder}.lock`, async () => {
    if (await stat(folder).catch(() => undefined)) return;
    await mkdir(join(folder, '..'), { recursive: true });
    const partial = await mkdtemp(`${folder}.partial-`);
    try {
      await writeModule(partial, program);
      await runGo(partial, ['build', '-mod=mod', '-o', join(partial, file), module + main]);
      await rename(partial, folder);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
  return join(folder, file);
}

/**
 * Gets a program, or what is missing for it.
 *
 * @template T
 * @param {() => Promise<T>} get
 * @returns {Promise<{ value: T } | { missing: string }>}
 */
export async function attempt(get) {
  try {
    return { value: await get() };
  } catch (error) {
    return { missing: errorMessage(error) };
  }
}
