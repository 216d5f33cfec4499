import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../../dev/commands/pack.mjs';

const execute = promisify(execFile);

/** The builder's package as npm would publish it, installed in a project of its own. */
export interface PackedProject {
  readonly folder: string;
  /** The package's folder in it. */
  readonly packageFolder: string;
  readonly version: string;
  /** Runs code in a file of the project, and returns its output. */
  run(file: string, code: string, command?: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the built package and installs it in an empty project. */
export async function packProject(): Promise<PackedProject> {
  const folder = await mkdtemp(join(tmpdir(), 'endpoint.js-packed-'));
  const { tarball, version } = await packPackage('lib', folder);
  await execute('tar', ['-xzf', tarball], { cwd: folder });
  const packageFolder = join(folder, 'node_modules', 'endpoint.js');
  await mkdir(join(folder, 'node_modules'));
  await rename(join(folder, 'package'), packageFolder);
  return {
    folder,
    packageFolder,
    version,
    async run(file, code, command = [process.execPath]) {
      await writeFile(join(folder, file), code);
      const [program = '', ...before] = command;
      return (await execute(program, [...before, file], { cwd: folder })).stdout.trim();
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The entries of the builder, which need nothing else, and the file of each. */
export async function builderEntries({ packageFolder }: PackedProject): Promise<ReadonlyMap<string, string>> {
  const { exports } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  return new Map(
    Object.entries(exports).flatMap(([entry, target]) =>
      typeof target === 'string' ? [] : [[`endpoint.js${entry.slice(1)}`, target.default] as const],
    ),
  );
}
