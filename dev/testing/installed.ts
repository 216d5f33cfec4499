import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, ROOT } from '../commands/build.mjs';
import { listTargets, packPackage, readManifest, type PackageFolder } from '../commands/pack.mjs';

/** A project that uses packages of this repository. */
interface Project {
  /** Built, packed and unpacked, with their executables in `node_modules/.bin`. */
  readonly packages: readonly PackageFolder[];
  /** Packages of the repository's node_modules, as links. */
  readonly dependencies?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
}

/**
 * Installs packages of this repository into a project, as npm would from its registry.
 *
 * @param folder the project's folder; it exists
 */
export async function install(folder: string, { packages, dependencies = [], scripts = {} }: Project): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', scripts }));
  for (const packageFolder of packages) await installPackage(modules, packageFolder);
  for (const dependency of dependencies) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(realpathSync(join(ROOT, 'node_modules', dependency)), join(modules, dependency), 'junction');
  }
}

async function installPackage(modules: string, folder: PackageFolder): Promise<void> {
  const { name, bin = {} } = readManifest(folder);
  await build(listTargets(folder), console.error);
  const { tarball } = await packPackage(folder, modules);
  mkdirSync(join(modules, name));
  // By relative paths: to GNU tar, which Git brings to Windows, the name before a colon is another machine's.
  execFileSync('tar', ['-xzf', basename(tarball), '--strip-components', '1', '-C', name], { cwd: modules });
  // A link to a file needs a privilege on Windows, where npm writes scripts instead, and where no test starts these.
  if (process.platform === 'win32') return;
  for (const [command, path] of Object.entries(bin)) {
    const program = join(modules, name, path);
    chmodSync(program, 0o755);
    symlinkSync(program, join(modules, '.bin', command));
  }
}
