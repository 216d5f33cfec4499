/**
 * What `@mdn/browser-compat-data` knows of the platform: the first version of each engine that has a feature.
 */
import { createRequire } from 'node:module';

/** @typedef {Readonly<Record<string, number>>} Versions by the engine's name in the data: `chrome`, `safari_ios`, … */
/** @typedef {import('@mdn/browser-compat-data').Identifier} Identifier */
/** @typedef {{ name: string, node: Identifier }} Feature `name` is its path in the data, such as `javascript.builtins.Object.hasOwn` */

const data = /** @type {import('@mdn/browser-compat-data').CompatData} */ (
  createRequire(import.meta.url)('@mdn/browser-compat-data')
);

/** The key of what the data knows of a feature, beside its parts. */
const COMPAT = '__compat';

export const ENGINES = Object.freeze(['chrome', 'edge', 'firefox', 'safari', 'safari_ios']);

/** The categories of syntax in the data. */
const SYNTAX = ['operators', 'statements', 'classes', 'functions', 'grammar', 'regular_expressions'];
const BUILTINS = 'javascript.builtins';

/** @param {Identifier} node @returns {[key: string, child: Identifier][]} */
const children = (node) =>
  Object.entries(/** @type {Record<string, Identifier>} */ (node)).filter(([key]) => key !== COMPAT);

/** @param {string} path @returns {Feature | undefined} */
export function findFeature(path) {
  /** @type {any} */
  let node = data;
  for (const key of path.split('.')) {
    if (!Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node[COMPAT] ? { name: path, node } : undefined;
}

/**
 * The first version of each engine with the feature, without flags and prefixes; Infinity where there is none.
 *
 * @param {Feature} feature
 * @returns {Versions}
 */
export function firstVersions({ node }) {
  const support = node[COMPAT]?.support ?? {};
  return Object.fromEntries(
    ENGINES.map((engine) => {
      const statements = [support[/** @type {'chrome'} */ (engine)] ?? []].flat();
      const usable = statements.filter(
        (one) => !one.flags && !one.prefix && !one.alternative_name && !one.version_removed,
      );
      const versions = usable.map((one) => Number.parseFloat(String(one.version_added).replace('≤', '')));
      return [engine, Math.min(...versions.filter((version) => !Number.isNaN(version)))];
    }),
  );
}

/** @param {Versions} versions @param {Versions} floor */
export const fits = (versions, floor) =>
  Object.entries(floor).every(([engine, version]) => (versions[engine] ?? Infinity) <= version);

/**
 * All features of syntax that some engine of the floor lacks.
 *
 * @param {Versions} floor
 */
export function listNewSyntax(floor) {
  /** @type {string[]} */
  const names = [];
  /** @param {string} path @param {Identifier} node */
  const visit = (path, node) => {
    if (node[COMPAT] && !fits(firstVersions({ name: path, node }), floor)) names.push(path);
    for (const [key, child] of children(node)) visit(`${path}.${key}`, child);
  };
  for (const category of SYNTAX) {
    const node = data.javascript[category];
    if (node) visit(`javascript.${category}`, node);
  }
  return names;
}

/** @param {string} key the key of a member, without what says that it is static or an event */
const memberName = (key) => key.replace(/_static$/, '');

/** @param {string} root @param {Identifier} node @returns {Map<string, Feature[]>} */
function indexMembers(root, node) {
  /** @type {Map<string, Feature[]>} */
  const index = new Map();
  for (const [owner, members] of children(node))
    for (const [key, member] of children(members)) {
      if (!member[COMPAT] || key === owner || /_(?:event|parameter|support)$/.test(key)) continue;
      const name = memberName(key);
      index.set(name, [...(index.get(name) ?? []), { name: `${root}.${owner}.${key}`, node: member }]);
    }
  return index;
}

const builtinMembers = indexMembers(BUILTINS, data.javascript['builtins'] ?? {});
const apiMembers = indexMembers('api', data.api);

/**
 * The features that a member of an unknown object may be: those of the language, if one of these has the name, else those of the web.
 *
 * @param {string} name
 */
export const findMembers = (name) => builtinMembers.get(name) ?? apiMembers.get(name) ?? [];

/** @param {string} name whether the language's own objects have a member of the name */
export const isBuiltinMember = (name) => builtinMembers.has(name);

/** A global variable. @param {string} name */
export const findGlobal = (name) =>
  findFeature(`${BUILTINS}.${name}`) ??
  findFeature(`api.${name}`) ??
  findFeature(`api.Window.${name}`) ??
  findFeature(`api.WorkerGlobalScope.${name}`);

/** A member of the global variable `owner`. @param {string} owner @param {string} name */
export const findStatic = (owner, name) =>
  findFeature(`${BUILTINS}.${owner}.${name}`) ??
  findFeature(`api.${owner}.${name}_static`) ??
  findFeature(`api.${owner}.${name}`);

/** The constructor of a class. @param {string} name */
export const findConstructor = (name) =>
  findFeature(`${BUILTINS}.${name}.${name}`) ?? findFeature(`api.${name}.${name}`);

/**
 * The options `key` that a function takes, at any depth of its description.
 *
 * @param {Feature} feature
 * @param {string} key
 * @returns {Feature[]}
 */
export function findOptions({ name, node }, key) {
  return children(node).flatMap(([childKey, child]) => {
    const feature = { name: `${name}.${childKey}`, node: child };
    const isOption = childKey === key || childKey.replace(/^(?:options|init)_(.*)_parameter$/, '$1') === key;
    return isOption && child[COMPAT] ? [feature] : findOptions(feature, key);
  });
}
