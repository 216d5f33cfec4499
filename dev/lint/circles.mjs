/**
 * Finds circles through the types of JSDoc comments, `import('./x.mjs').X`. The linter's own `import/no-cycle` reads no comments.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

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
export function isCircular(file, specifier) {
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
