/**
 * Finds the features of language and web that a built file uses, and the engines' versions that these need.
 *
 * Syntax, globals and the members of globals are exact. The object of any other member is unknown: a member counts as a feature where
 * every class of the platform with a member of that name got it later than the floor. Optional calls and operands of `typeof` don't
 * count, because they ask whether there is one.
 */
import { parse } from 'acorn';
import {
  findConstructor,
  findFeature,
  findGlobal,
  findMembers,
  findOptions,
  findStatic,
  firstVersions,
  fits,
  isBuiltinMember,
} from './data.mjs';
import { SURROGATES_IN_PAIRS, syntaxOf, syntaxOfPattern } from './syntax.mjs';

/** @typedef {import('./data.mjs').Versions} Versions */
/** @typedef {import('./data.mjs').Feature} Feature */
/**
 * @typedef {object} Use
 * @property {string} name the features that it may be, by their paths in the data
 * @property {number} line
 * @property {readonly Versions[]} versions of each of these features
 */

const GLOBAL_OBJECTS = new Set(['globalThis', 'self', 'window']);
const ITERATORS = new Set(['values', 'keys', 'entries', 'matchAll']);

/** @param {any} node @returns {any[]} */
const childNodes = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string');

/** The name of a member, if it is in the text. @param {any} node */
function propertyName({ property, key, computed }) {
  const name = property ?? key;
  if (!computed && name.type === 'Identifier') return name.name;
  return name.type === 'Literal' && typeof name.value === 'string' ? name.value : undefined;
}

/** What the program itself declares: variables, and members of its objects and classes. @param {any} program */
function readDeclarations(program) {
  const variables = new Set();
  const members = new Set();
  const superclasses = new Map();
  /** @param {any} pattern */
  const declare = (pattern) => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') variables.add(pattern.name);
    else if (pattern.type === 'ObjectPattern')
      for (const property of pattern.properties) declare(property.value ?? property.argument);
    else childNodes(pattern).forEach(declare);
  };
  /** @param {any} node */
  const visit = (node) => {
    if (node.type === 'VariableDeclarator') {
      declare(node.id);
      if (node.init?.type === 'ClassExpression') superclasses.set(node.id.name, node.init.superClass?.name);
    } else if (/Function/.test(node.type)) [node.id, ...node.params].forEach(declare);
    else if (/^Class(?:Decl|Expr)/.test(node.type)) {
      declare(node.id);
      if (node.id) superclasses.set(node.id.name, node.superClass?.name);
    } else if (/^Import.*Specifier$/.test(node.type)) declare(node.local);
    else if (node.type === 'CatchClause') declare(node.param);
    else if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type)) members.add(propertyName(node));
    childNodes(node).forEach(visit);
  };
  visit(program);
  return { variables, members, superclasses };
}

/** Walks through a program. */
class Finder {
  /** @type {Use[]} */
  uses = [];

  /** @param {any} program */
  constructor(program) {
    this.declarations = readDeclarations(program);
    this.visit(program, { type: '' }, { inFunction: false, superclass: undefined });
  }

  /** @param {any} node @param {readonly (Feature | undefined)[]} features */
  add(node, features) {
    const known = features.flatMap((feature) => feature ?? []);
    if (known.length > 0)
      this.uses.push({
        name: known.map(({ name }) => name).join(' or '),
        line: node.loc.start.line,
        versions: known.map(firstVersions),
      });
  }

  /** The name of a global variable, also as a member of the global object. @param {any} node @returns {string | undefined} */
  globalName(node) {
    if (node?.type === 'ChainExpression') return this.globalName(node.expression);
    if (node?.type === 'Identifier') return this.declarations.variables.has(node.name) ? undefined : node.name;
    const isMember = node?.type === 'MemberExpression' && GLOBAL_OBJECTS.has(this.globalName(node.object) ?? '');
    return isMember ? propertyName(node) : undefined;
  }

  /** @param {any} node @param {any} parent */
  visitMember(node, parent) {
    const name = propertyName(node);
    if (name === undefined) return;
    const isCallee = parent.type === 'CallExpression' && parent.callee === node;
    if (parent.optional && isCallee) return;
    const owner = this.globalName(node.object);
    if (owner !== undefined && GLOBAL_OBJECTS.has(owner)) return this.add(node, [findGlobal(name)]);
    const known = owner === undefined ? undefined : findStatic(owner, name);
    if (known) return this.add(node, [known]);
    const { callee } = node.object;
    const isIterator =
      callee?.type === 'MemberExpression' &&
      ITERATORS.has(propertyName(callee)) &&
      this.globalName(callee.object) !== 'Object';
    if (isCallee && isIterator) this.add(node, [findFeature(`javascript.builtins.Iterator.${name}`)]);
    if (isCallee || (isBuiltinMember(name) && !this.declarations.members.has(name))) this.add(node, findMembers(name));
  }

  /** @param {any} node @param {any} superclass */
  visitCall(node, superclass) {
    const { callee, type } = node;
    const keys = node.arguments.flatMap((/** @type {any} */ argument) =>
      argument.type === 'ObjectExpression' ? argument.properties.map(propertyNameOf) : [],
    );
    const name = this.globalName(callee) ?? (callee.type === 'Super' ? superclass : undefined);
    const isClass = type === 'NewExpression' || callee.type === 'Super' || name?.endsWith('Error');
    /** @type {(Feature | undefined)[]} */
    let functions = [];
    if (name !== undefined) functions = [isClass ? findConstructor(name) : findGlobal(name)];
    else if (callee.type === 'MemberExpression') {
      const member = propertyName(callee) ?? '';
      const known = findStatic(this.globalName(callee.object) ?? '', member);
      functions = known ? [known] : findMembers(member);
    }
    // The data has the options of all errors with their base class.
    if (isClass && /.Error$/.test(name ?? '')) functions.push(findConstructor('Error'));
    for (const key of keys)
      this.add(node, key === undefined ? [] : functions.flatMap((one) => (one ? findOptions(one, key) : [])));
    if (name === 'RegExp') {
      const [pattern, flags] = node.arguments.map((/** @type {any} */ one) => one.value);
      if (typeof pattern === 'string') this.addPattern(node, pattern, typeof flags === 'string' ? flags : '');
    }
  }

  /** @param {any} node @param {string} pattern @param {string} flags */
  addPattern(node, pattern, flags) {
    for (const name of syntaxOfPattern(pattern, flags)) {
      if (name === SURROGATES_IN_PAIRS) this.uses.push({ name, line: node.loc.start.line, versions: [] });
      else this.add(node, [findFeature(name)]);
    }
  }

  /** The global class that a class extends, also through classes of the program. @param {any} superclass */
  findBase(superclass) {
    let name = superclass?.name;
    while (this.declarations.superclasses.has(name)) name = this.declarations.superclasses.get(name);
    return name;
  }

  /** @param {any} node @param {any} parent @param {{ inFunction: boolean, superclass: unknown }} context */
  visit(node, parent, context) {
    for (const name of syntaxOf(node, context.inFunction)) this.add(node, [findFeature(name)]);
    if (node.regex) this.addPattern(node, node.regex.pattern, node.regex.flags);
    else if (node.type === 'MemberExpression' && parent.operator !== 'typeof') this.visitMember(node, parent);
    else if (/^(?:Call|New)Expression$/.test(node.type)) this.visitCall(node, context.superclass);
    else if (node.type === 'Identifier' && isReference(node, parent) && !this.declarations.variables.has(node.name))
      this.add(node, [findGlobal(node.name)]);
    else if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && this.globalName(node.init))
      for (const property of node.id.properties)
        this.add(property, [findStatic(this.globalName(node.init) ?? '', propertyNameOf(property))]);
    const inside = {
      inFunction: context.inFunction || /Function/.test(node.type),
      superclass: /^Class(?:Decl|Expr)/.test(node.type) ? this.findBase(node.superClass) : context.superclass,
    };
    for (const child of childNodes(node)) this.visit(child, node, inside);
  }
}

/**
 * The features that a program uses, in the order of its text.
 *
 * @param {string} code a module or a script
 * @returns {Use[]}
 */
export const findUses = (code) =>
  new Finder(parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true })).uses;

/** @param {any} property of a literal or pattern, which may also be spread */
const propertyNameOf = (property) => (property.key ? propertyName(property) : undefined);

/** Whether an identifier reads a variable. @param {any} node @param {any} parent */
function isReference(node, parent) {
  if (parent.operator === 'typeof') return false;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed;
  if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(parent.type))
    return parent.value === node || parent.computed;
  return !/^(?:Label|Break|Continue|Export|Import|MetaProperty)/.test(parent.type);
}

/**
 * The uses of features that an engine of the floor lacks.
 *
 * @param {string} code
 * @param {Versions} floor
 */
export const findNewFeatures = (code, floor) =>
  findUses(code).filter(({ versions }) => !versions.some((one) => fits(one, floor)));

/**
 * The lowest versions of engines with all features of the uses.
 *
 * @param {readonly Use[]} uses
 * @returns {Versions}
 */
export function computeFloor(uses) {
  /** @type {Record<string, number>} */
  const floor = {};
  for (const { versions } of uses)
    for (const engine of Object.keys(versions[0] ?? {})) {
      const first = Math.min(...versions.map((one) => one[engine] ?? Infinity));
      floor[engine] = Math.max(floor[engine] ?? 0, first);
    }
  return floor;
}
