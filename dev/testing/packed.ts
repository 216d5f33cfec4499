/** Packs a package of this repository as npm would publish it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../envoy/launcher/process/processes.mjs';
import { ROOT } from '../commands/build.mjs';
import { npmCommand } from '../setup/install.mjs';

/** The folders of the published packages. */
export const PACKAGES = ['lib', 'client', 'server'] as const;

/** A packed package. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  /** The path of the tarball. */
  readonly tarball: string;
}

/**
 * Packs a package that is built.
 *
 * @param folder the package's
 * @param destination the folder for the tarball; it exists
 * @throws {Error} when npm fails, with its output
 */
export async function packPackage(folder: (typeof PACKAGES)[number], destination: string): Promise<Packed> {
  const [npm, ...args] = npmCommand();
  const pack = [...args, 'pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const { stdout, output, failure } = await run(npm, pack, { cwd: join(ROOT, folder) });
  if (failure !== undefined) throw new Error(`npm pack in ${folder} ${failure}:\n${output}`);
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return { name, version, tarball: join(destination, filename) };
}
