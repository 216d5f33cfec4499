/** Projects of users: each folder here is one, with its own package-lock.json, and gets the packed packages of this repository. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, ROOT } from '../../dev/commands/build.mjs';
import { listTargets, packPackage, type PackageFolder } from '../../dev/commands/pack.mjs';
import { installPackages, npmCommand } from '../../dev/setup/install.mjs';
import { withLock } from '../../process/lock.mjs';
import { run } from '../../process/processes.mjs';

/** Outside of this repository, whose node_modules would replace what a project lacks; one folder for each clone. */
const PROJECTS = join(tmpdir(), `endpoint.js-consumers-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);

/**
 * Installs a project: what its package-lock.json says, then the tarballs of our packages as npm would get them from its registry.
 *
 * @param name its folder in `e2e/consumers`
 * @returns the folder of the installed copy, which nothing else uses
 * @throws {Error} when npm fails, with its output
 */
export async function installProject(name: string, packages: readonly PackageFolder[]): Promise<string> {
  const folder = join(PROJECTS, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'e2e', 'consumers', name), folder, { recursive: true });
  const tarballs = await withLock(join(ROOT, '.cache', 'consumers.lock'), () => pack(packages));
  writeFileSync(join(folder, '.npmrc'), 'ignore-scripts=true\n');
  await installPackages(folder, console.error, `Installing the npm packages of e2e/consumers/${name}`);
  await npm(folder, ['install', '--no-save', '--no-package-lock', ...tarballs]);
  return folder;
}

async function pack(packages: readonly PackageFolder[]): Promise<string[]> {
  const folder = join(ROOT, '.cache', 'tarballs');
  mkdirSync(folder, { recursive: true });
  await build([...new Set(packages.flatMap(listTargets))], console.error);
  const packed: string[] = [];
  for (const one of packages) packed.push((await packPackage(one, folder)).tarball);
  return packed;
}

async function npm(folder: string, args: readonly string[]): Promise<void> {
  const [command, ...rest] = npmCommand();
  const all = [...rest, ...args, '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { failure, output } = await run(command, all, { cwd: folder });
  if (failure !== undefined) throw new Error(`npm ${args.join(' ')} in ${folder} ${failure}:\n${output}`);
}
