/** Installs packages of this repository into a project, as npm would from its registry. */
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, ROOT } from '../commands/build.mjs';
import { listPackageFiles } from '../commands/pack.mjs';

/** The targets of `dev/commands/build.mjs` that write each package. */
const TARGETS = {
  lib: ['lib', 'script-tag', 'cli'],
  client: ['client'],
  server: ['server'],
} as const;

/** The folder of a published package. */
export type PackageFolder = keyof typeof TARGETS;

/** A published package, with the files that npm would publish. */
export interface PackedPackage {
  readonly folder: PackageFolder;
  /** Paths from `folder`. */
  readonly files: readonly string[];
}

/**
 * Builds a package and lists the files that npm would publish.
 *
 * @returns paths from `folder`
 */
export async function packPackage(folder: PackageFolder): Promise<readonly string[]> {
  await build(TARGETS[folder], console.error);
  return listPackageFiles(folder);
}

/**
 * Installs packages into a project, with their executables in `node_modules/.bin`.
 *
 * @param project the project's folder; it exists
 * @param contents `packages` are copied, `dependencies` of this repository are linked, `scripts` are the project's
 * @returns the project's folder
 */
export function install(
  project: string,
  contents: {
    readonly packages: readonly PackedPackage[];
    readonly dependencies?: readonly string[];
    readonly scripts?: Readonly<Record<string, string>>;
  },
): string {
  const { packages, dependencies = [], scripts = {} } = contents;
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', scripts }));
  for (const { folder, files } of packages) installPackage(modules, folder, files);
  for (const dependency of dependencies) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(realpathSync(join(ROOT, 'node_modules', dependency)), join(modules, dependency), 'junction');
  }
  return project;
}

function installPackage(modules: string, folder: PackageFolder, files: readonly string[]): void {
  const { name, bin = {} }: { name: string; bin?: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  );
  for (const file of files) {
    mkdirSync(dirname(join(modules, name, file)), { recursive: true });
    cpSync(join(ROOT, folder, file), join(modules, name, file));
  }
  for (const [command, path] of Object.entries(bin)) {
    const program = join(modules, name, path);
    chmodSync(program, 0o755);
    symlinkSync(program, join(modules, '.bin', command));
  }
}
