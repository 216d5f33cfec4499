import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The file beside the bundle with the licences of the packages in it. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** The folder of a module's package, and the package's name. */
const PACKAGE = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;

/** Writes the licences of all packages that the bundle contains. */
export const thirdPartyNotices: Plugin = {
  name: 'third-party-notices',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
    const folders = modules.flatMap((module) => PACKAGE.exec(module.replace(/^\0/, ''))?.[0] ?? []);
    const notices = [...new Set(folders)].sort().map(writeNotice);
    this.emitFile({ type: 'asset', fileName: NOTICES, source: notices.join(`\n${'-'.repeat(80)}\n\n`) });
  },
};

/** @throws Error where a package has no licence file */
function writeNotice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(candidate));
  if (file === undefined) throw new Error(`${name}: has no licence file; it can't be bundled.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
