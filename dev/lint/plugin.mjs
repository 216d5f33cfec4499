/**
 * The linter's rules that only this repository needs.
 *
 * `no-restricted-imports` compares the text of an import, which depends on the depth of the importing folder; `arrows` resolves it first.
 */
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { AREAS, IMPORTS_OF_TESTS } from './arrows.mjs';

/** @typedef {Exclude<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { createOnce: unknown }>} Rule */
/** @typedef {Parameters<Rule['create']>[0]} Context */
/** @typedef {NonNullable<Parameters<Context['report']>[0]['node']>} Place */
/** @typedef {(specifier: string, node: Place) => void} Visit */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const JSDOC_IMPORT = /\bimport\s*\(\s*(['"])(?<call>[^'"\n]+)\1|@import\b[^'"]*(['"])(?<tag>[^'"\n]+)\3/g;

/** @type {Rule} */
const arrows = {
  create(context) {
    const file = relative(ROOT, context.filename).split(sep).join('/');
    /** @type {Visit} */
    const visit = (specifier, node) => {
      const message = findViolation(file, specifier);
      if (message !== undefined) context.report({ message, node });
    };
    return { ...visitImports(visit), Program: () => visitJsdocImports(context, visit) };
  },
};

/** @type {Rule} */
const noJsdocCycle = {
  create: (context) => ({
    Program: () =>
      visitJsdocImports(context, (specifier, node) => {
        if (specifier.startsWith('.') && isCircular(context.filename, specifier))
          context.report({
            message: `"${specifier}" leads back to this file; move the type to a separate file.`,
            node,
          });
      }),
  }),
};

export default { meta: { name: 'borders' }, rules: { arrows, 'no-jsdoc-cycle': noJsdocCycle } };

/**
 * @param {Visit} visit gets each import, re-export, and type, static or dynamic
 * @returns {ReturnType<Rule['create']>}
 */
function visitImports(visit) {
  /** @param {{ type: string, value?: unknown, quasis?: readonly { value: { cooked: string | null } }[] } & Place | null} source */
  const visitSource = (source) => {
    const text =
      source?.type === 'TemplateLiteral' && source.quasis?.length === 1
        ? source.quasis[0]?.value.cooked
        : source?.value;
    if (typeof text === 'string' && source) visit(text, source);
  };
  return {
    ImportDeclaration: ({ source }) => visitSource(source),
    ExportNamedDeclaration: ({ source }) => visitSource(source),
    ExportAllDeclaration: ({ source }) => visitSource(source),
    ImportExpression: ({ source }) => visitSource(source),
    TSImportType: ({ source }) => visitSource(source),
    TSExternalModuleReference: ({ expression }) => visitSource(expression),
    CallExpression({ callee, arguments: [specifier] }) {
      if (callee.type === 'Identifier' && callee.name === 'require') visitSource(specifier ?? null);
    },
  };
}

/** @param {Context} context @param {Visit} visit */
function visitJsdocImports({ filename, sourceCode }, visit) {
  // In TypeScript a statement imports a type, and a comment only shows code.
  if (!/\.[cm]?js$/.test(filename)) return;
  for (const comment of sourceCode.getAllComments()) {
    if (!comment.value.startsWith('*')) continue;
    for (const { groups } of comment.value.matchAll(JSDOC_IMPORT)) visit(groups?.call ?? groups?.tag ?? '', comment);
  }
}

/** The linter's own `import/no-cycle` doesn't read `import('./x.mjs').X` in comments. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(?<specifier>\.{1,2}\/[^'"\n]+)\1/g;

/** @param {string} path of a module as an import names it, which for TypeScript's is the name of its output */
const findFile = (path) =>
  [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((name) => existsSync(name));

/** @type {Map<string, readonly string[]>} */
const importsByFile = new Map();

/** @param {string} file */
function readImports(file) {
  let targets = importsByFile.get(file);
  if (targets === undefined) {
    const specifiers = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(({ groups }) => groups?.specifier ?? '');
    targets = specifiers.flatMap((specifier) => findFile(resolve(dirname(file), specifier)) ?? []);
    importsByFile.set(file, targets);
  }
  return targets;
}

/**
 * @param {string} file
 * @param {string} specifier of one of its imports
 * @returns {boolean} whether the import leads back to the file
 */
function isCircular(file, specifier) {
  const pending = [findFile(resolve(dirname(file), specifier))];
  const seen = new Set(pending);
  for (const next of pending) {
    if (next === file) return true;
    for (const target of next === undefined ? [] : readImports(next)) {
      if (!seen.has(target)) pending.push(target);
      seen.add(target);
    }
  }
  return false;
}

const MODULE_EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;
const TEST = /\.(?:test|test-d|cases)\.[a-z]+$|\/test\//;
const VITE_CONFIG = /\/vite\.config\.ts$/;

/**
 * @param {string} path
 * @returns {{ name: string, instance: string } | undefined} the area's name in the table, and the path that it matched
 */
function findArea(path) {
  const segments = path.replace(MODULE_EXTENSION, '').split('/');
  for (let length = segments.length; length > 0; length--) {
    const instance = segments.slice(0, length).join('/');
    for (const name of [instance, posix.join(posix.dirname(instance), '*')]) {
      if (Object.hasOwn(AREAS, name)) return { name, instance };
    }
  }
  return undefined;
}

/**
 * `dev/commands/test/` holds a command, and nothing in `dev/` is published.
 *
 * @param {string} path
 */
const isTest = (path) => TEST.test(path) && !path.startsWith('dev/');

/** @param {string} specifier */
function findPackageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param {string} folder with a `package.json` @returns {Record<string, string>} */
function readDependencies(folder) {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).dependencies ?? {};
}

/**
 * @param {string} file path from the project's folder
 * @param {string} areaName the name of its area
 * @returns {readonly string[]}
 */
function listImports(file, areaName) {
  const { imports, tests = [] } = /** @type {import('./arrows.mjs').Area} */ (AREAS[areaName]);
  if (isTest(file)) return [...imports, ...IMPORTS_OF_TESTS, ...tests];
  return VITE_CONFIG.test(file) ? [...imports, ...IMPORTS_OF_TESTS] : imports;
}

/**
 * @param {string} file
 * @param {string} specifier of a package or a module of Node
 * @param {readonly string[]} imports
 */
function mayImportPackage(file, specifier, imports) {
  if (isBuiltin(specifier)) return imports.includes('node:');
  const name = findPackageName(specifier);
  if (imports.includes('packages') || imports.includes(name)) return true;
  return imports.includes('dependencies') && Object.hasOwn(readDependencies(file.slice(0, file.indexOf('/'))), name);
}

/**
 * @param {string} file path from the project's folder
 * @param {string} specifier as the import has it
 * @returns {string | undefined} the reason why the import is forbidden
 */
function findViolation(file, specifier) {
  const area = findArea(file);
  if (area === undefined) return `${file} is in no area; add its folder to dev/lint/arrows.mjs.`;
  const imports = listImports(file, area.name);
  if (imports.includes('anything')) return undefined;
  /** @param {string} name */
  const refuse = (name) => `"${specifier}": ${area.instance} doesn't import ${name}; see dev/lint/arrows.mjs.`;
  if (!/^[./]/.test(specifier)) return mayImportPackage(file, specifier, imports) ? undefined : refuse(specifier);
  const target = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
  if (isTest(target))
    return isTest(file) ? undefined : `"${specifier}": only tests import files of tests; move it beside the sources.`;
  const targetArea = findArea(target);
  if (targetArea === undefined) return refuse(target);
  return targetArea.instance === area.instance || imports.includes(targetArea.name)
    ? undefined
    : refuse(targetArea.instance);
}
