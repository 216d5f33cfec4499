/**
 * Writes the API reference from the docstrings: a page for each entry of each package, into docs/reference/api/.
 * TypeDoc does the work; by hand is what it has no setting for: one page for each entry, and links that work on the site.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFresh, ROOT, writeStamp } from '../commands/build.mjs';
import { PACKAGES, readManifest } from '../commands/pack.mjs';
import { withProgress } from '../../process/progress.mjs';
import { sortSignatures } from './signatures.mjs';

const FOLDER = join(ROOT, 'docs', 'reference', 'api');
const PROJECT = join(ROOT, '.cache', 'reference');
const require = createRequire(join(ROOT, 'docs', 'package.json'));

/** Warnings about types that no caller names: the compiler computes the types of these sources. */
const COMPUTED = /, defined in \S+\/(?:types\/[\w-]+|grpc-web\/error-details)\.ts, is referenced by /;

/**
 * @typedef {object} Module
 * @property {string} source from the project's folder
 * @property {string} name as it is imported
 * @property {string} page the name of its page
 */

/** The entries of the packages. @returns {Module[]} */
export function listModules() {
  return PACKAGES.flatMap((folder) => {
    const { name, exports } = readManifest(folder);
    return Object.entries(exports).flatMap(([path, entry]) => {
      if (typeof entry === 'string') return [];
      const source = `${folder}/${entry['endpoint.js-source'].replace(/^\.\//, '')}`;
      const page = path === '.' ? name.replaceAll('.js', '') : path.slice(2);
      return [{ source, name: path === '.' ? name : `${name}/${path.slice(2)}`, page }];
    });
  });
}

/** As `TARGETS` of `dev/commands/build.mjs`. */
const TARGET = {
  command: [],
  sources: [
    ...PACKAGES,
    'proto',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'docs/package-lock.json',
    'dev/docs/reference.mjs',
    'dev/docs/signatures.mjs',
  ],
  outputs: ['docs/reference/api/index.md', 'docs/reference/api/sidebar.json'],
};

/**
 * Writes the reference, where it isn't that of the sources.
 *
 * @param {import('../../process/progress.mjs').Log} log
 * @throws {Error} for a source that can't be read, and for every warning of TypeDoc
 */
export async function generateReference(log) {
  if (isFresh(ROOT, 'reference', TARGET)) return;
  await withProgress(log, 'Writing the API reference', async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    const modules = listModules();
    await convert(modules);
    writeFileSync(join(FOLDER, 'index.md'), writeIndex(modules));
    const items = modules.map(({ name, page }) => ({ text: name, link: `/reference/api/${page}` }));
    writeFileSync(join(FOLDER, 'sidebar.json'), `${JSON.stringify(items, undefined, 2)}\n`);
    writeStamp(ROOT, 'reference', TARGET);
  });
}

/** @param {readonly Module[]} modules */
function writeIndex(modules) {
  const rows = modules.map(({ name, page }) => `- [\`${name}\`](${page}.md)`);
  return `# API\n\nAll exports of the packages, from the comments in their sources.\n\n${rows.join('\n')}\n`;
}

/**
 * The compiler's settings: those of the sources, with the types of Node and of browsers.
 *
 * @param {readonly Module[]} modules
 * @returns {string} the path of the file
 */
function writeProject(modules) {
  mkdirSync(PROJECT, { recursive: true });
  const path = join(PROJECT, 'tsconfig.json');
  const settings = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: ['node'], rootDir: '../..' },
    files: modules.map(({ source }) => `../../${source}`),
  };
  writeFileSync(path, JSON.stringify(settings));
  return path;
}

/** The name that TypeDoc gives the module of a source. @param {string} source */
const typedocName = (source) => source.replace(/(?:\/index)?\.ts$/, '');

/** @param {readonly Module[]} modules */
async function convert(modules) {
  const tsconfig = writeProject(modules);
  const typedoc = await import(pathToFileURL(require.resolve('typedoc')).href);
  /** @type {string[]} */
  const remarks = [];
  const settings = {
    ...OPTIONS,
    tsconfig,
    plugin: [require.resolve('typedoc-plugin-markdown')],
    entryPoints: modules.map(({ source }) => join(ROOT, source)),
    outputs: [{ name: 'markdown', path: FOLDER }],
    pageTitleTemplates: {
      index: 'API',
      member: '{name}',
      module: (/** @type {{ rawName: string }} */ { rawName }) =>
        modules.find(({ page }) => page === rawName)?.name ?? rawName,
    },
  };
  // No reader of other files: the settings are these alone.
  const application = await typedoc.Application.bootstrapWithPlugins(settings, [new typedoc.TSConfigReader()]);
  application.logger = createLogger(typedoc, remarks);
  const project = await application.convert();
  if (project !== undefined) {
    renameModules(project, modules);
    sortSignatures(project.getReflectionsByKind(typedoc.ReflectionKind.All));
    validate(application, project);
    await application.generateOutputs(project);
  }
  if (remarks.length > 0) throw new Error(`TypeDoc:\n${[...new Set(remarks)].join('\n')}`);
  if (project === undefined) throw new Error('TypeDoc found nothing to convert.');
}

/**
 * Validates the project as each package in turn: TypeDoc asks for the exports of one package alone, which it takes to be that of the
 * nearest package.json above all entries, the repository's.
 *
 * @param {{ validate: (project: unknown) => void }} application
 * @param {{ packageName?: string }} project
 */
function validate(application, project) {
  for (const folder of PACKAGES) {
    project.packageName = readManifest(folder).name;
    application.validate(project);
  }
}

/** @param {{ children?: { name: string }[] }} project @param {readonly Module[]} modules */
function renameModules({ children = [] }, modules) {
  for (const child of children) {
    const module = modules.find(({ source }) => typedocName(source) === child.name);
    if (module === undefined) throw new Error(`TypeDoc names a module "${child.name}", which isn’t an entry.`);
    child.name = module.page;
  }
}

/**
 * A logger that keeps warnings and errors, which end the generation.
 *
 * @param {{ Logger: new () => Logger, LogLevel: { Warn: number } }} typedoc
 * @param {string[]} remarks
 */
function createLogger({ Logger, LogLevel }, remarks) {
  const logger = new Logger();
  const count = logger.log.bind(logger);
  logger.log = (message, level) => {
    count(message, level);
    if (level >= LogLevel.Warn && !COMPUTED.test(message)) remarks.push(message);
  };
  return logger;
}

/** @typedef {{ log: (message: string, level: number) => void }} Logger */

const OPTIONS = {
  name: 'API',
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  sort: ['source-order'],
  groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases'],
  // Of types that aren't exported, `COMPUTED` are the exceptions.
  validation: { notExported: true, invalidLink: true, invalidPath: true, rewrittenLink: true, notDocumented: false },
  // Of typedoc-plugin-markdown.
  outputFileStrategy: 'modules',
  entryFileName: 'index.md',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGenerator: true,
  useCodeBlocks: true,
  expandObjects: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  enumMembersFormat: 'table',
  useHTMLEncodedBrackets: true,
};
