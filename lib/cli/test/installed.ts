import { chmodSync, cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../../dev/commands/build.mjs';
import { npmCommand } from '../../../dev/setup/install.mjs';
import { run } from '../../../envoy/launcher/process/processes.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the package; the files of it that npm would publish. */
export async function packedFiles(): Promise<readonly string[]> {
  await build(['lib', 'server', 'cli'], console.error);
  const [npm, ...args] = npmCommand();
  const { stdout } = await run(npm, [...args, 'pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT });
  const [packed]: [{ files: { path: string }[] }] = JSON.parse(stdout);
  return packed.files.map(({ path }) => path);
}

/**
 * Installs the package into a project of its own, with these packages beside it, as npm would.
 *
 * @param scripts of the project's package.json
 * @returns the program
 */
export function install(
  project: string,
  { files, packages, scripts = {} }: { files: readonly string[]; packages: readonly string[]; scripts?: object },
): string {
  const modules = join(project, 'node_modules');
  for (const file of files) {
    mkdirSync(dirname(join(modules, 'endpoint.js', file)), { recursive: true });
    cpSync(join(ROOT, file), join(modules, 'endpoint.js', file));
  }
  for (const dependency of packages) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(realpathSync(join(ROOT, 'node_modules', dependency)), join(modules, dependency), 'junction');
  }
  const program = join(modules, 'endpoint.js', 'dist', 'cli.js');
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', scripts }));
  mkdirSync(join(modules, '.bin'));
  chmodSync(program, 0o755);
  symlinkSync(program, join(modules, '.bin', 'endpoint.js'));
  return program;
}
