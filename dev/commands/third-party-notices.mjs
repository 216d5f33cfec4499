/**
 * The licences of the packages of others that ship in a bundle or an image: `THIRD-PARTY-NOTICES.txt`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** The folder of a module's package, and the package's name. */
const PACKAGE = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;
const LICENCE = /^licen[cs]e(?:-\w+)?(?:\.(?:md|txt))?$/i;

/**
 * For packages that ship no licence file: those beside them whose files have the same texts.
 *
 * @type {readonly (readonly [package: RegExp, same: readonly string[]])[]}
 */
const SAME_TEXTS = [
  // Other packages of the same authors.
  [/^@improbable-eng\/grpc-web$/, ['browser-headers']],
  [/^@napi-rs\/nice-/, ['@napi-rs/nice']],
  // The Apache License 2.0 is one text; files of Protocol Buffers have that of Google.
  [/^@connectrpc\/connect(?:-node)?$/, ['@grpc/grpc-js']],
  [/^@bufbuild\/protobuf$/, ['@grpc/grpc-js', 'google-protobuf']],
];

/**
 * Finds the packages that a bundle contains.
 *
 * @param {Iterable<string>} modules their ids
 * @returns {string[]} the packages' folders
 */
function findPackages(modules) {
  return [...modules].flatMap((module) => PACKAGE.exec(module.replace(/^\0/, ''))?.[0] ?? []);
}

/**
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @returns {string[]} the ids of the modules in it
 */
function listModules(bundle) {
  return Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
}

/**
 * Makes a plugin of Vite that writes the notices beside a bundle.
 *
 * @param {ReadonlySet<string>} [inWorkers] the packages of its workers, which {@link collectPackages} has found
 * @returns {import('vite').Plugin}
 */
export function thirdPartyNotices(inWorkers = new Set()) {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const folders = [...findPackages(listModules(bundle)), ...inWorkers];
      this.emitFile({ type: 'asset', fileName: NOTICES, source: formatNotices(folders) });
    },
  };
}

/**
 * Makes a plugin for the bundles of workers, which are apart from the page's and made before it.
 *
 * @param {Set<string>} found gets the packages' folders
 * @returns {import('vite').Plugin}
 */
export function collectPackages(found) {
  return {
    name: 'third-party-notices-of-workers',
    generateBundle(_options, bundle) {
      for (const folder of findPackages(listModules(bundle))) found.add(folder);
    },
  };
}

/**
 * Formats the licences of packages.
 *
 * @param {Iterable<string>} folders of the packages
 * @throws {Error} for a package without a licence file
 */
export function formatNotices(folders) {
  const notices = new Map([...folders].map((folder) => [describePackage(folder), folder]));
  return [...notices]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, folder]) => [`${title}\n`, ...readLicences(folder)].join('\n'))
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} folder @returns {string} the same for copies of one package */
function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})`;
}

/**
 * @param {string} folder
 * @returns {string[]} the texts
 * @throws {Error} where there is no licence file
 */
function readLicences(folder) {
  /** @type {{ name: string }} */
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [, same] = SAME_TEXTS.find(([pattern]) => pattern.test(name)) ?? [];
  const sources = same?.map((other) => join(folder.slice(0, -name.length), other)) ?? [folder];
  return sources.flatMap((source) => {
    const files = readdirSync(source).filter((file) => LICENCE.test(file));
    if (files.length === 0)
      throw new Error(`${name}: has no licence file; name a package with its text in SAME_TEXTS.`);
    return files.map((file) => `${readFileSync(join(source, file), 'utf8').trim()}\n`);
  });
}

/**
 * Lists the packages that notices name.
 *
 * @param {string} notices
 * @returns {{ name: string, version: string, license: string }[]}
 */
export function parseNotices(notices) {
  const titles = notices.split(`\n${'-'.repeat(80)}\n\n`).map((notice) => notice.split('\n', 1)[0] ?? '');
  return titles.flatMap((title) => {
    const [, name, version, license] = /^(\S+) (\d\S*) \((.+)\)$/.exec(title) ?? [];
    return name === undefined || version === undefined || license === undefined ? [] : [{ name, version, license }];
  });
}
