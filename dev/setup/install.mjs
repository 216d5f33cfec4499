/**
 * Installs the npm packages where they aren't those of package-lock.json, and builds targets.
 * By hand: `npm ci` installs everything anew, also where nothing has changed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { withProgress } from '../../process/progress.mjs';
import { build, ROOT } from '../commands/build.mjs';
import { withLock } from '../../process/lock.mjs';

const OUT_OF_SYNC = /npm error code EUSAGE[^]*in sync/;

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */

/**
 * The reason to install the packages again, or `undefined` when they are those of package-lock.json.
 *
 * npm lists what it installed in node_modules/.package-lock.json, without the optional packages for other platforms. A package of
 * this repository is in both lists twice: as its folder, and as a link to it, which has neither a version nor an integrity.
 *
 * @param {string} root the project's folder
 * @returns {string | undefined} a phrase
 */
export function staleReason(root) {
  const locked = readPackages(join(root, 'package-lock.json'));
  if (locked === undefined) return 'there is no package-lock.json';
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return 'nothing is installed yet';
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '') continue;
    const found = installed[path];
    if (found === undefined) {
      if (entry.optional || entry.devOptional) continue;
      return `${path} is missing`;
    }
    if (found.link !== entry.link)
      return `${path} is ${found.link ? 'a' : 'not a'} link to a folder of this repository`;
    if (found.version !== entry.version) return `${path} is ${found.version} instead of ${entry.version}`;
    if (found.integrity !== entry.integrity) return `${path} differs from the contents in package-lock.json`;
    if (!existsSync(join(root, path, 'package.json'))) return `${path} is missing`;
  }
  // An optional one may be missing from package-lock.json, where it was written on another platform.
  const extra = Object.keys(installed).find((path) => !(path in locked) && !installed[path]?.optional);
  return extra === undefined ? undefined : `${extra} is installed but not in package-lock.json`;
}

/**
 * Installs the packages when they aren't those of package-lock.json.
 *
 * @param {string} root the project's folder
 * @param {import('../../process/progress.mjs').Log} log
 * @param {string} [label] what the progress lines call it
 * @param {number} [everyMs] the time between progress lines
 * @throws {Error} when npm fails, with its output
 */
export async function installPackages(root, log, label = 'Installing npm packages', everyMs = 10_000) {
  const reason = staleReason(root);
  if (reason === undefined) return;
  let output = '';
  const onOutput = (/** @type {string} */ text) => (output = text);
  const work = async () => {
    const ci = await npm(root, ['ci'], onOutput);
    if (ci.failure === undefined) return;
    if (!OUT_OF_SYNC.test(ci.output)) throw new Error(`npm ci ${ci.failure}:\n${listErrors(ci.output)}`);
    // `npm ci` insists on every platform's optional packages, even where the registry lacks those of other platforms.
    // `npm install` uses the same versions of package-lock.json without them, and here changes no file.
    log('npm ci finds package.json and package-lock.json out of sync; using npm install …');
    const install = await npm(root, ['install', '--no-save'], onOutput);
    if (install.failure !== undefined)
      throw new Error(`npm install ${install.failure}:\n${listErrors(install.output)}`);
  };
  await withProgress(log, `${label} (${reason})`, work, { everyMs, hint: () => explainStall(output) });
  const still = staleReason(root);
  if (still !== undefined)
    throw new Error(`npm succeeded, but ${still}. Run \`npm install\` and look at package-lock.json.`);
}

/** @param {string} root @param {readonly string[]} args @param {(output: string) => void} onOutput */
function npm(root, args, onOutput) {
  const [command, ...rest] = npmCommand();
  return run(command, [...rest, ...args, '--no-audit', '--no-fund', '--loglevel', 'http'], { cwd: root, onOutput });
}

/** @param {string} output */
const listErrors = (output) => output.replaceAll(/^npm http .*\n/gm, '').trim();

/**
 * Explains an installation that waits for the registry; empty once its packages arrive, from there or from npm's cache.
 *
 * @param {string} output of npm so far
 */
export function explainStall(output) {
  const last = output.match(/^npm http (?:fetch|cache) .*$/gm)?.at(-1);
  if (last !== undefined && !/ failed with /.test(last)) return '';
  const what = last === undefined ? 'no response has come from the registry' : last.replace('npm http fetch ', '');
  return `; the network may be missing (${what}). Check it, or run \`npm config set registry <url>\` for a registry that you can reach.`;
}

/** npm's own file, in a folder of packages. */
const NPM = join('node_modules', 'npm', 'bin', 'npm-cli.js');

/**
 * How to run npm without a shell: by this Node, from npm's own file.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {{ platform?: NodeJS.Platform, node?: string }} [system] `node`: the path of Node's program
 * @returns {readonly [string, ...string[]]}
 * @throws {Error} on Windows where npm's file isn't found: Node runs no `npm.cmd` without a shell
 */
export function npmCommand(env = process.env, { platform = process.platform, node = process.execPath } = {}) {
  const execpath = env['npm_execpath'] ?? '';
  const onPath = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    // npm sets it for the scripts that it runs. Other package managers set it too, and don't know `ci`.
    ...(execpath.endsWith('npm-cli.js') ? [execpath] : []),
    join(dirname(node), NPM),
    join(dirname(node), '..', 'lib', NPM),
    // Where a version manager starts Node from another folder, npm.cmd and its package are beside each other.
    ...(platform === 'win32' ? onPath.map((folder) => join(folder, NPM)) : []),
  ];
  const script = candidates.find((path) => existsSync(path));
  if (script !== undefined) return [node, script];
  if (platform === 'win32') throw new Error(`npm isn't beside ${node} and not on PATH; install Node with npm.`);
  return ['npm'];
}

/** @param {string} path @returns {Record<string, LockedPackage> | undefined} */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    // Missing, or half written by an interrupted installation.
    return undefined;
  }
}

/**
 * Prepares this folder: installs packages and builds targets, never in two processes at once.
 *
 * @param {readonly string[]} targets built where they are stale; may be empty
 * @param {import('../../process/progress.mjs').Log} log
 * @throws {Error} when npm or a build fails, with its output
 */
export async function prepare(targets, log) {
  await withLock(
    join(ROOT, '.cache', 'prepare.lock'),
    async () => {
      await installPackages(ROOT, log);
      await build(targets, log);
    },
    { onWait: (holder) => log(`Another start (${holder}) is preparing this folder; waiting for it …`) },
  );
}
