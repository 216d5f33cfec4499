import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of a module's package, and the package's name. */
const PACKAGE = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;
const LICENCE = /^licen[cs]e(?:-\w+)?(?:\.(?:md|txt))?$/i;

/**
 * Makes a plugin of Vite that writes `THIRD-PARTY-NOTICES.txt` beside a bundle, with the licences of all packages that it contains.
 *
 * @param {Readonly<Record<string, string>>} [sameText] for a package that ships no licence file, the package whose file has the text
 * @returns {import('vite').Plugin}
 */
export function thirdPartyNotices(sameText = {}) {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
      const folders = modules.flatMap((module) => PACKAGE.exec(module.replace(/^\0/, ''))?.[0] ?? []);
      const notices = [...new Set(folders)].sort().map((folder) => writeNotice(folder, sameText));
      const source = notices.join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
    },
  };
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} sameText
 * @throws {Error} where there is no licence file
 */
function writeNotice(folder, sameText) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const other = sameText[name];
  const source = other === undefined ? folder : join(folder.slice(0, -name.length), other);
  const files = readdirSync(source).filter((file) => LICENCE.test(file));
  if (files.length === 0) throw new Error(`${name}: has no licence file; it can't be bundled.`);
  const texts = files.map((file) => `${readFileSync(join(source, file), 'utf8').trim()}\n`);
  return [`${name} ${version} (${license})\n`, ...texts].join('\n');
}
