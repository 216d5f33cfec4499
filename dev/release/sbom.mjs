/** Software bills of materials, in the format of CycloneDX: one for each package, and one for the server's image. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { ROOT } from '../commands/build.mjs';
import { PACKAGES, readManifest } from '../commands/pack.mjs';
import { NOTICES, parseNotices } from '../commands/third-party-notices.mjs';
import { npmCommand } from '../setup/install.mjs';
import { git } from './checks.mjs';
import { RELEASE } from './packed.mjs';

/** @typedef {{ 'bom-ref': string, type: string, name: string, version: string, purl?: string, licenses?: unknown[] | undefined, scope?: string }} Component */

/**
 * @typedef {object} Bom
 * @property {string} bomFormat
 * @property {string} specVersion
 * @property {string} serialNumber
 * @property {number} version of the bill
 * @property {{ timestamp: string, component: Component }} metadata
 * @property {Component[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */

const SERIAL = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Asks npm for the bill of a package: what it depends on, as installed here.
 *
 * @param {import('../commands/pack.mjs').PackageFolder} folder
 * @returns {Promise<Bom>}
 * @throws {Error} when npm fails, with its output
 */
async function askNpm(folder) {
  const [npm, ...args] = npmCommand();
  const sbom = [...args, 'sbom', '--sbom-format', 'cyclonedx', '--workspace', folder];
  const { stdout, output, failure } = await run(npm, sbom, { cwd: ROOT });
  if (failure !== undefined) throw new Error(`npm sbom for ${folder} ${failure}:\n${output}`);
  /** @type {Bom} */
  const bom = JSON.parse(stdout);
  // npm calls the packages of a repository by their folders.
  const names = new Map(PACKAGES.map(readManifest).map(({ name, version }) => [`${name}@${version}`, name]));
  const components = bom.components.map((each) => ({ ...each, name: names.get(each['bom-ref']) ?? each.name }));
  return { ...bom, components };
}

/**
 * The packages of others in a package's bundles.
 *
 * @param {string} folder
 * @returns {Component[]}
 */
function listBundled(folder) {
  const path = join(ROOT, folder, 'dist', NOTICES);
  const notices = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return parseNotices(notices).map(({ name, version, license }) => ({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
  }));
}

/**
 * Makes a bill about one of its components instead of the repository.
 *
 * @param {Bom} bom
 * @param {Component} subject
 * @param {readonly Component[]} added components, unless they are among those of the bill
 * @returns {Bom}
 */
function describe(bom, subject, added) {
  const repository = bom.metadata.component['bom-ref'];
  const kept = bom.components.filter((each) => each['bom-ref'] !== subject['bom-ref']);
  const more = added.filter((each) => kept.every((other) => other['bom-ref'] !== each['bom-ref']));
  const components = [...kept, ...more];
  const known = bom.dependencies.filter(({ ref }) => ref !== repository);
  const own =
    known.find(({ ref }) => ref === subject['bom-ref'])?.dependsOn ?? components.map((each) => each['bom-ref']);
  const dependsOn = [...new Set([...own, ...more.map((each) => each['bom-ref'])])];
  const dependencies = [
    { ref: subject['bom-ref'], dependsOn },
    ...known.filter(({ ref }) => ref !== subject['bom-ref']),
    ...more.map((each) => ({ ref: each['bom-ref'], dependsOn: [] })),
  ];
  // Of the commit, so that the same commit gives the same bill.
  const timestamp = new Date(git(ROOT, ['log', '-1', '--format=%cI'])).toISOString();
  const metadata = { ...bom.metadata, timestamp, component: subject };
  return { ...bom, serialNumber: deriveSerial({ metadata, components }), metadata, components, dependencies };
}

/** @param {unknown} content */
function deriveSerial(content) {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // Version 8 of RFC 9562: an identifier by a rule of one's own.
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

/** @returns {Component} the image that the server's one is built from */
function readBaseImage() {
  const containerfile = readFileSync(join(ROOT, 'deploy', 'Containerfile'), 'utf8');
  const [, name = '', version = ''] = /^FROM ([\w./-]+):([\w.-]+)$/m.exec(containerfile) ?? [];
  if (version === '') throw new Error('deploy/Containerfile: no line `FROM <image>:<version>`; write one.');
  const purl = `pkg:docker/${name}@${version}`;
  return {
    'bom-ref': purl,
    type: 'container',
    name,
    version,
    purl,
    licenses: [{ license: { name: 'as in the image' } }],
  };
}

/**
 * Creates the bills of the built packages and of the image.
 *
 * @returns {Promise<Map<string, Bom>>} by the name of the package, or `calls-image`
 */
export async function createSboms() {
  /** @type {Map<string, Bom>} */
  const bills = new Map();
  for (const folder of PACKAGES) {
    const { name, version } = readManifest(folder);
    const bom = await askNpm(folder);
    const subject = bom.components.find((each) => each.name === name && each.version === version);
    if (subject === undefined) throw new Error(`npm sbom for ${folder} lists no ${name} ${version}.`);
    bills.set(name, describe(bom, subject, listBundled(folder)));
    if (folder !== 'server') continue;
    const image = {
      'bom-ref': `calls@${version}`,
      type: 'container',
      name: 'calls',
      version,
      licenses: subject.licenses,
    };
    bills.set('calls-image', describe(bom, image, [readBaseImage()]));
  }
  return bills;
}

/**
 * Validates a bill: the members that the format requires, and that every reference leads to a component with a licence.
 *
 * @param {Bom} bom
 * @returns {string[]} its problems, a sentence each
 */
export function validateSbom(bom) {
  const subject = bom.metadata?.component;
  const all = [...(subject === undefined ? [] : [subject]), ...(bom.components ?? [])];
  const refs = all.map((each) => each['bom-ref']);
  const known = new Set(refs);
  const used = new Set((bom.dependencies ?? []).flatMap(({ ref, dependsOn }) => [ref].concat(dependsOn)));
  const isMissing = (/** @type {Component} */ each) =>
    [each['bom-ref'], each.type, each.name, each.version].some((member) => typeof member !== 'string' || member === '');
  return [
    ...(bom.bomFormat === 'CycloneDX' ? [] : [`bomFormat is ${bom.bomFormat}.`]),
    ...(/^1\.\d+$/.test(bom.specVersion) ? [] : [`specVersion is ${bom.specVersion}.`]),
    ...(SERIAL.test(bom.serialNumber) ? [] : [`serialNumber is ${bom.serialNumber}.`]),
    ...(bom.version === 1 ? [] : [`version is ${bom.version}.`]),
    ...(Number.isNaN(Date.parse(bom.metadata?.timestamp)) ? [`timestamp is ${bom.metadata?.timestamp}.`] : []),
    ...(subject === undefined ? ['metadata.component is missing.'] : []),
    ...all.filter(isMissing).map((each) => `${each.name}: has no type, name, version or bom-ref.`),
    ...all.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => `${name}: has no licence.`),
    ...refs.filter((ref, index) => refs.indexOf(ref) !== index).map((ref) => `${ref}: is listed twice.`),
    ...[...used].filter((ref) => !known.has(ref)).map((ref) => `${ref}: is needed and not listed.`),
  ];
}

/**
 * Writes the bills into the folder of the release.
 *
 * @returns {Promise<string[]>} their problems
 */
export async function writeSboms() {
  const folder = join(RELEASE, 'sbom');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bills = [...(await createSboms())];
  for (const [name, bom] of bills)
    writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(bom, undefined, 2)}\n`);
  return bills.flatMap(([name, bom]) => validateSbom(bom).map((problem) => `The bill of ${name}: ${problem}`));
}
