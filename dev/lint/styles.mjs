/** Classes of the playground's styles that no component has: oxlint and knip read no styles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = /^playground\/src\/.*\.css$/;
const COMPONENT = /^playground\/src\/(?!.*\.test\.).*\.tsx?$/;

/**
 * @param {string} root the project's folder
 * @param {readonly string[]} files the project's files
 * @returns {string[]} a line for each class without a component
 */
export function findUnusedClasses(root, files) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const code = files
    .filter((file) => COMPONENT.test(file))
    .map(read)
    .join('\n');
  const texts = code.match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g)?.join(' ') ?? '';
  const words = new Set(texts.match(/[a-z][\w-]*/g));
  // `state-${tone}`
  const prefixes = Array.from(code.matchAll(/([a-z][\w-]*-)\$\{/g), ([, prefix = '']) => prefix);
  const isUsed = (/** @type {string} */ name) => words.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
  return files
    .filter((file) => STYLE.test(file))
    .flatMap((file) => {
      const selectors = read(file).match(/^[^\n{}]*(?=[{,]$)/gm) ?? [];
      const names = selectors.flatMap((selector) =>
        Array.from(selector.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name),
      );
      return [...new Set(names)].filter((name) => !isUsed(name)).map((name) => `${file}: no component has .${name}`);
    });
}
