/** Decides whether an import crosses a border of the architecture in arrows.mjs. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { AREAS, IMPORTS_OF_TESTS } from './arrows.mjs';

const ROOT = new URL('../../', import.meta.url);
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

/** @type {Map<string, Set<string>>} */
const dependencies = new Map();

/** @param {string} folder with a `package.json` */
function readDependencies(folder) {
  let names = dependencies.get(folder);
  if (names === undefined) {
    const manifest = JSON.parse(readFileSync(new URL(`${folder}/package.json`, ROOT), 'utf8'));
    names = new Set(Object.keys(manifest.dependencies ?? {}));
    dependencies.set(folder, names);
  }
  return names;
}

/**
 * @param {string} file path from the project's folder
 * @returns {readonly string[] | undefined} `undefined` for a file in no area
 */
function listImports(file) {
  const area = findArea(file);
  if (area === undefined) return undefined;
  const { imports, tests = [] } = /** @type {import('./arrows.mjs').Area} */ (AREAS[area.name]);
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
  return imports.includes('dependencies') && readDependencies(file.slice(0, file.indexOf('/'))).has(name);
}

/**
 * @param {string} file path from the project's folder
 * @param {string} specifier as the import has it
 * @returns {string | undefined} the reason why the import is forbidden
 */
export function findViolation(file, specifier) {
  const imports = listImports(file);
  if (imports === undefined) return `${file} is in no area; add its folder to dev/lint/arrows.mjs.`;
  if (imports.includes('anything')) return undefined;
  const area = findArea(file);
  /** @param {string} name */
  const refuse = (name) => `"${specifier}": ${area?.instance} doesn't import ${name}; see dev/lint/arrows.mjs.`;
  if (!/^[./]/.test(specifier)) return mayImportPackage(file, specifier, imports) ? undefined : refuse(specifier);
  const target = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
  if (isTest(target))
    return isTest(file) ? undefined : `"${specifier}": only tests import files of tests; move it beside the sources.`;
  const targetArea = findArea(target);
  if (targetArea === undefined) return refuse(target);
  return targetArea.instance === area?.instance || imports.includes(targetArea.name)
    ? undefined
    : refuse(targetArea.instance);
}
