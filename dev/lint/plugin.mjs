/**
 * The linter's rules that only this repository needs.
 *
 * `no-restricted-imports` compares the text of an import, which depends on the depth of the importing folder; `arrows` resolves it first.
 */
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync, readFileSync } from 'node:fs';
import { findViolation } from './borders.mjs';

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
            message: `"${specifier}" leads back to this file; move the type to a file of its own.`,
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

/**
 * @param {Context} context
 * @param {Visit} visit
 */
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
const imports = new Map();

/** @param {string} file */
function readImports(file) {
  let targets = imports.get(file);
  if (targets === undefined) {
    const specifiers = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(({ groups }) => groups?.specifier ?? '');
    targets = specifiers.flatMap((specifier) => findFile(resolve(dirname(file), specifier)) ?? []);
    imports.set(file, targets);
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
