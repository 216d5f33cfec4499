/**
 * The npm packages: are they there as package-lock.json says, and if not, `npm ci`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../envoy/launcher/process/processes.mjs';
import { withProgress } from '../../envoy/launcher/process/progress.mjs';

const OUT_OF_SYNC = /npm error code EUSAGE[^]*in sync/;

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [peer]
 */

/**
 * Why the packages must be installed anew, or `undefined` when they are as package-lock.json says.
 *
 * npm writes what it installed into node_modules/.package-lock.json; optional packages for other platforms aren't in it.
 *
 * @param {string} root the project's folder
 * @returns {string | undefined} a phrase
 */
export function staleReason(root) {
  const locked = readPackages(join(root, 'package-lock.json'));
  if (locked === undefined) return 'there is no package-lock.json';
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return 'nothing is installed yet';
  for (const [path, wanted] of Object.entries(locked)) {
    if (path === '') continue;
    const found = installed[path];
    if (found === undefined) {
      if (wanted.optional || wanted.devOptional) continue;
      return `${path} is missing`;
    }
    if (found.version !== wanted.version) return `${path} is ${found.version} instead of ${wanted.version}`;
    if (found.integrity !== wanted.integrity) return `${path} has other contents than package-lock.json says`;
    if (!existsSync(join(root, path, 'package.json'))) return `${path} is missing`;
  }
  // An optional one may be missing from package-lock.json, where it was written on another platform.
  const extra = Object.keys(installed).find((path) => !(path in locked) && !installed[path]?.optional);
  return extra === undefined ? undefined : `${extra} is there but not in package-lock.json`;
}

/**
 * Installs the packages when they aren't as package-lock.json says.
 *
 * @param {string} root the project's folder
 * @param {import('../../envoy/launcher/process/progress.mjs').Log} log
 * @param {string} [label] what the progress lines call it
 * @throws {Error} when npm fails, with its output
 */
export async function installPackages(root, log, label = 'Installing npm packages') {
  const reason = staleReason(root);
  if (reason === undefined) return;
  await withProgress(log, `${label} (${reason})`, async () => {
    const ci = await npm(root, ['ci']);
    if (ci.failure === undefined) return;
    if (!OUT_OF_SYNC.test(ci.output)) throw new Error(`npm ci ${ci.failure}:\n${ci.output.trim()}`);
    // `npm ci` wants to see every platform's optional packages, also where the registry has none for another platform.
    // `npm install` takes the same versions from package-lock.json without insisting, and here changes no file.
    log('npm ci finds package.json and package-lock.json out of step; using npm install …');
    const install = await npm(root, ['install', '--no-save']);
    if (install.failure !== undefined) throw new Error(`npm install ${install.failure}:\n${install.output.trim()}`);
  });
  const still = staleReason(root);
  if (still !== undefined)
    throw new Error(`npm ended well, but ${still}. Run \`npm install\` and look at package-lock.json.`);
}

/**
 * @param {string} root
 * @param {readonly string[]} args
 */
function npm(root, args) {
  const [command, ...rest] = npmCommand();
  return run(command, [...rest, ...args, '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd: root });
}

/**
 * How to run npm without a shell: by this Node, from npm's own file.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {readonly [string, ...string[]]}
 */
export function npmCommand(env = process.env) {
  const execpath = env['npm_execpath'] ?? '';
  const bin = dirname(process.execPath);
  const candidates = [
    // Set by npm when it runs us. Other package managers set it too, and don't know `ci`.
    ...(execpath.endsWith('npm-cli.js') ? [execpath] : []),
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find((path) => existsSync(path));
  return script === undefined ? ['npm'] : [process.execPath, script];
}

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    // Half written by an interrupted installation: as good as not there.
    return undefined;
  }
}
