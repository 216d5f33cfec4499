/**
 * Writes the project's addresses into every file that has them, for `npm run generate`.
 *
 * `repository` and `homepage` of the root package.json are the one setting. `lib/package.json` has the addresses that were written
 * last, so that this finds them in other files once the setting has changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../commands/pack.mjs';
import { listFiles } from '../commands/tracked-files.mjs';

/** The page of the site for each package. */
const PAGES = { lib: '', client: 'guides/client.html', server: 'guides/server.html' };
/** Owners of other projects that are called endpoint.js, too. */
const PEERS = ['octokit'];
const BINARY = /\.(png|ico|woff2|jar|binpb|gz)$/;

/**
 * @typedef {object} Addresses
 * @property {string} repository as a browser opens it, without a slash at its end
 * @property {string} homepage with a slash at its end
 */

/** @typedef {{ repository?: { type: string, url: string, directory?: string }, homepage?: string, bugs?: { url: string } }} Manifest */

/** @typedef {{ path: string, text: string, committed: string }} File */

/**
 * Reads the addresses in a package.json.
 *
 * @param {Manifest} manifest
 * @returns {Addresses}
 * @throws {Error} for an address of another form
 */
export function readAddresses({ repository, homepage }) {
  const [, address] = /^git\+(https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+)\.git$/.exec(repository?.url ?? '') ?? [];
  if (address === undefined)
    throw new Error(`package.json: repository.url is ${repository?.url}; use git+https://<host>/<owner>/<name>.git.`);
  if (homepage === undefined || !/^https:\/\/[\w.-]+\/(?:[\w.-]+\/)*$/.test(homepage))
    throw new Error(`package.json: homepage is ${homepage}; use https://<host>/…/, with a slash at its end.`);
  return { repository: address, homepage };
}

/**
 * Reads the setting: the addresses in the root package.json.
 *
 * @param {string} root the project's folder
 * @throws {Error} for an address of another form
 */
export function readSetting(root) {
  return readAddresses(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
}

/**
 * The texts by which files name the addresses, without the scheme. The same place in two lists has the same meaning.
 *
 * @param {Addresses} addresses
 * @param {string} path of the file: workflows name the repository without its host
 */
function listForms({ repository, homepage }, path) {
  const slug = new URL(repository).pathname.slice(1);
  const [owner] = slug.split('/');
  const site = homepage.slice('https://'.length, -1);
  const forms = [site, repository.slice('https://'.length), `raw.githubusercontent.com/${slug}`, `ghcr.io/${slug}`];
  return path.startsWith('.github/') ? [...forms, slug, `@${owner}`] : forms;
}

/** @param {string} text */
const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Replaces each address in the text of a file, in one pass: a new address may contain a former one.
 *
 * @param {string} path
 * @param {string} text
 * @param {Addresses} from
 * @param {Addresses} to
 */
function replaceAddresses(path, text, from, to) {
  const [former, current] = [listForms(from, path), listForms(to, path)];
  const pattern = new RegExp(`(?<![\\w.-])(?:${former.map(escapePattern).join('|')})(?![\\w-])`, 'g');
  return text.replaceAll(pattern, (form) => current[former.indexOf(form)] ?? form);
}

/**
 * @param {string} text a package.json
 * @param {Addresses} addresses
 * @param {keyof typeof PAGES} [folder] of a published package
 */
function fillManifest(text, { repository, homepage }, folder) {
  const manifest = JSON.parse(text);
  manifest.bugs = { url: `${repository}/issues` };
  if (folder !== undefined) {
    manifest.homepage = homepage + PAGES[folder];
    manifest.repository = { type: 'git', url: `git+${repository}.git`, directory: folder };
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/**
 * Lists the tracked text files.
 *
 * @param {string} root
 * @returns {{ path: string, committed: string }[]}
 */
function readTracked(root) {
  return listFiles(root)
    .filter((path) => !BINARY.test(path))
    .map((path) => ({ path, committed: readFileSync(join(root, path), 'utf8') }));
}

/**
 * Generates the files that name the addresses.
 *
 * @param {string} root
 * @returns {File[]} those that would change
 */
function generateProject(root) {
  const setting = readSetting(root);
  const written = JSON.parse(readFileSync(join(root, 'lib/package.json'), 'utf8'));
  const former = written.repository === undefined ? setting : readAddresses(written);
  const folders = new Map(PACKAGES.map((folder) => [`${folder}/package.json`, folder]));
  return readTracked(root)
    .map(({ path, committed }) => {
      const manifest = path === 'package.json' || folders.has(path);
      const text = manifest
        ? fillManifest(committed, setting, folders.get(path))
        : replaceAddresses(path, committed, former, setting);
      return { path, text, committed };
    })
    .filter(({ text, committed }) => text !== committed);
}

/**
 * Writes the setting's addresses everywhere.
 *
 * @param {string} root
 * @returns {string[]} the paths of the files that changed
 */
export function writeProject(root) {
  const files = generateProject(root);
  // The last one has the former addresses: an interrupted run is repeated.
  files.sort((a, b) => Number(a.path === 'lib/package.json') - Number(b.path === 'lib/package.json'));
  for (const { path, text } of files) writeFileSync(join(root, path), text);
  return files.map(({ path }) => path);
}

/**
 * Finds addresses that aren't the setting's.
 *
 * @param {string} root
 * @returns {string[]} one sentence for each
 */
export function checkProject(root) {
  const { repository, homepage } = readSetting(root);
  const [, name] = new URL(repository).pathname.slice(1).split('/');
  const pattern = new RegExp(
    `https://(?:[\\w-]+\\.github\\.io|github\\.com/(?!(?:${PEERS.join('|')})/)[\\w.-]+)/${escapePattern(name ?? '')}(?![\\w-])`,
    'g',
  );
  const stray = readTracked(root).flatMap(({ path, committed }) =>
    [...committed.matchAll(pattern)]
      .filter(([address]) => address !== repository && `${address}/` !== homepage)
      .map(([address]) => `${path}: has ${address}, which isn't the setting's.`),
  );
  return [...stray, ...generateProject(root).map(({ path }) => `${path}: differs from a fresh run.`)];
}
