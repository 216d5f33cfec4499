/**
 * Installs and finds programs that the tests use.
 */
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../commands/build.mjs';
import { errorMessage } from '../../process/error-message.mjs';
import { run } from '../../process/processes.mjs';
import { withProgress } from '../../process/progress.mjs';

const INSTALL_MS = 300_000;

/**
 * The name of a skipped test of dev/execution/ begins so; the sentence after it says which program is missing, and how to get it. Such a
 * test alone isn't counted as failed, and the summary has its name.
 */
export const NOT_RUN = 'Snippets were not run: ';

/** The same for the skipped tests of deploy/ and of what it runs. */
export const NOT_CHECKED = 'Not checked: ';

/** The same for dev/clients/ and dev/examples/. */
export const EXAMPLE_NOT_RUN = 'An example was not run: ';

/**
 * Installs packages of a Debian-like system, as root.
 *
 * @param {readonly string[]} packages
 * @param {string} label what the progress line calls them
 * @param {object} options
 * @param {import('../../process/progress.mjs').Log} options.log
 * @param {NodeJS.Platform} options.platform
 * @param {NodeJS.ProcessEnv} options.env
 * @returns {Promise<string | undefined>} the reason why it failed
 */
export async function installDebianPackages(packages, label, { log, platform, env }) {
  const command = `apt-get install ${packages.join(' ')}`;
  if (platform !== 'linux' || process.getuid?.() !== 0) return `${command}: only as root on Linux`;
  if ((await findOnPath(['apt-get'], env)) === undefined) return `${command}: apt-get is missing`;
  const apt = (/** @type {string} */ title, /** @type {string} */ name, /** @type {readonly string[]} */ args) =>
    attempt(log, title, { name, command: 'apt-get', args, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return (
    (await apt('Updating the list of packages', 'apt-get update', ['update'])) ??
    (await apt(label, command, ['install', '-y', '--no-install-recommends', ...packages]))
  );
}

/**
 * The name of a program's file.
 *
 * @param {string} name
 * @param {NodeJS.Platform} [platform]
 */
export function executableName(name, platform = process.platform) {
  return platform === 'win32' ? `${name}.exe` : name;
}

/**
 * Finds a program in the folders of PATH.
 *
 * @param {readonly string[]} names the preferred first, without the ending that Windows needs
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<string | undefined>} its path
 */
export async function findOnPath(names, env, platform = process.platform) {
  // Windows spells it Path, and a copy of the environment keeps that spelling.
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
  return findExecutable(names.flatMap((name) => folders.map((folder) => join(folder, executableName(name, platform)))));
}

/**
 * @param {readonly string[]} paths
 * @returns {Promise<string | undefined>} the first that is a program
 */
export async function findExecutable(paths) {
  const executable = await Promise.all(paths.map(isExecutable));
  return paths[executable.indexOf(true)];
}

/**
 * Runs a command that installs something.
 *
 * @param {import('../../process/progress.mjs').Log} log
 * @param {string} label
 * @param {{ name: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv }} installer `name`: the command as typed
 * @returns {Promise<string | undefined>} the reason why it failed
 */
export async function attempt(log, label, { name, command, args, env }) {
  try {
    await withProgress(log, label, async () => {
      const { failure, output } = await run(command, args, { cwd: ROOT, env, timeoutMs: INSTALL_MS });
      if (failure !== undefined) throw new Error(`${name}: ${[failure, ...findCauses(output)].join(': ')}`);
    });
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** The start of a line with an error; `AggregateError [ECONNREFUSED]:` lists its errors in the lines after it. */
const ERROR = /^(?:\w*Error(?: \[\w+\])?|(?:E|Err|W|fatal|error)\b) ?[:\d]/;
/** The lines by which Playwright passes on an error that it has printed before. */
const PASSED_ON = /, caused by$|^Error: Download failure, code=\d+$/;

/**
 * Finds the lines of an installer's output with the cause of its failure, each once: Playwright repeats its error, with a stack, at
 * each attempt, and ends with one that has no cause.
 *
 * @param {string} output
 * @returns {string[]} at most three
 */
export function findCauses(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim());
  const all = lines.filter((line) => ERROR.test(line));
  const causes = all.filter((line) => !PASSED_ON.test(line));
  const errors = new Set(causes.length > 0 ? causes : all);
  const last = lines.findLast((line) => line !== '');
  return errors.size > 0 ? [...errors].slice(0, 3) : last === undefined ? [] : [last];
}

/** @param {string} path @returns {Promise<boolean>} */
export async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Missing or not ours: either way it can't be run.
    return false;
  }
}

/**
 * Finds a program of this system, or installs it.
 *
 * @param {object} program
 * @param {string} program.command
 * @param {readonly string[]} program.probe arguments with which it does no more than to start
 * @param {readonly string[]} program.packages of Debian 12, which are installed where that is possible
 * @param {string} program.advice the way to get it, in the imperative
 * @returns {Promise<string | undefined>} the reason why it is missing, and how to install it
 */
export async function findMissing({ command, probe, packages, advice }) {
  const isThere = async () => (await run(command, probe)).failure === undefined;
  if (await isThere()) return undefined;
  const { platform, env } = process;
  const failure = await installDebianPackages(packages, `Installing ${command}`, { log: console.error, platform, env });
  if (failure === undefined && (await isThere())) return undefined;
  return `there is no ${command}. ${advice}. Tried: ${failure ?? 'the packages lack it'}.`;
}
