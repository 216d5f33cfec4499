/** Folders as Kubernetes mounts secrets and ConfigMaps. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a folder whose files are links into another one, behind a link itself, which is replaced in one step.
 *
 * @template {Readonly<Record<string, string>>} Files texts by their names
 * @param {string} folder
 * @param {Files} first
 * @returns {(next: Files) => void} replaces all files
 */
export function mountFolder(folder, first) {
  mkdirSync(folder);
  let version = 0;
  const replace = (/** @type {Files} */ next) => {
    version += 1;
    mkdirSync(join(folder, `..${version}`));
    for (const [name, text] of Object.entries(next)) writeFileSync(join(folder, `..${version}`, name), text);
    symlinkSync(`..${version}`, join(folder, '..new'));
    renameSync(join(folder, '..new'), join(folder, '..data'));
  };
  replace(first);
  for (const name of Object.keys(first)) symlinkSync(join('..data', name), join(folder, name));
  return replace;
}
