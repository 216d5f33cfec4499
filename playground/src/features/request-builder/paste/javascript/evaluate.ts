import type {
  AnyNode,
  CallExpression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  TemplateLiteral,
} from 'acorn';
import { encodeBase64 } from '../../model/auth.js';
import { encodeKeeping, toWellFormed, writeText } from '../reading.js';
import { Client, FormDataValue, isPlain, stripUnknown, Unknown } from './values.js';
import type { ExpressionNames } from '../shells/scanner.js';

/** Names with their values, and the program's text. */
export interface Scope {
  readonly source: string;
  readonly values: Map<string, unknown>;
  readonly names: ExpressionNames;
  /** Names of `{{name}}` that texts have in place of unknown expressions. */
  readonly unset: Set<string>;
  /** Unknown members that `JSON.stringify` left out, by path. */
  readonly skipped: string[];
}

/** The names of a member chain: `octokit`, `rest`, `issues`; a call or `new` in it counts by its own name. */
export function listNames(node: AnyNode): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'ThisExpression':
      return ['this'];
    case 'MemberExpression':
      return [...listNames(node.object), memberName(node) ?? ''];
    case 'CallExpression':
    case 'NewExpression':
      return listNames(node.callee);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return listNames(node.expression);
    case 'AwaitExpression':
      return listNames(node.argument);
    case 'ImportExpression':
      return ['import'];
  }
  return [''];
}

function memberName({ property, computed }: MemberExpression): string | undefined {
  if (property.type === 'Identifier' && !computed) return property.name;
  if (property.type === 'Literal') return String(property.value);
  return undefined;
}

function unknown(node: AnyNode, scope: Scope): Unknown {
  return new Unknown(scope.source.slice(node.start, node.end), listNames(node).at(-1) || 'value');
}

/** A value as part of a text. */
function writePart(value: unknown, scope: Scope): string {
  if (value instanceof Unknown) {
    const marked = scope.names.write(value.source, value.name);
    scope.unset.add(marked.slice(2, -2));
    return marked;
  }
  if (value instanceof URLSearchParams) return value.toString();
  return writeText(value);
}

function evaluateTemplate({ quasis, expressions }: TemplateLiteral, scope: Scope): string {
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      return (value.cooked ?? value.raw) + (expression ? writePart(evaluate(expression, scope), scope) : '');
    })
    .join('');
}

/** `[endpoint.in]` is the only computed name that isn't a text. */
function evaluateKey(node: AnyNode, computed: boolean, scope: Scope): string | undefined {
  if (!computed && node.type === 'Identifier') return node.name;
  if (computed && node.type === 'MemberExpression' && memberName(node) === 'in') return '@in';
  const value = evaluate(node, scope);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function evaluateObject({ properties }: ObjectExpression, scope: Scope): unknown {
  const entries: [string, unknown][] = [];
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = evaluate(property.argument, scope);
      if (isPlain(spread)) entries.push(...Object.entries(spread));
      else if (spread instanceof Unknown) entries.push([`...${spread.source}`, spread]);
      continue;
    }
    const key = evaluateKey(property.key, property.computed, scope);
    if (key === undefined) entries.push([scope.source.slice(property.start, property.end), unknown(property, scope)]);
    else entries.push([key, property.kind === 'init' ? evaluate(property.value, scope) : unknown(property, scope)]);
  }
  return Object.fromEntries(entries);
}

function evaluateMember(node: MemberExpression, scope: Scope): unknown {
  const object = node.object.type === 'Super' ? undefined : evaluate(node.object, scope);
  const name = memberName(node);
  if (isPlain(object) && name !== undefined && Object.hasOwn(object, name)) return object[name];
  if (Array.isArray(object) && name !== undefined && Object.hasOwn(object, name))
    return (object as unknown[])[Number(name)];
  return typeof object === 'string' && name === 'href' ? object : unknown(node, scope);
}

function toParameters(value: unknown): URLSearchParams | undefined {
  if (value === undefined) return new URLSearchParams();
  if (value instanceof URLSearchParams || typeof value === 'string') return new URLSearchParams(value);
  const known = stripUnknown(value).value;
  if (Array.isArray(known)) return new URLSearchParams(known as string[][]);
  if (!isPlain(known)) return undefined;
  const parameters = new URLSearchParams();
  for (const [name, item] of Object.entries(known))
    for (const each of Array.isArray(item) ? (item as unknown[]) : [item]) parameters.append(name, writeText(each));
  return parameters;
}

/** JSON of a value; unknown members are left out and recorded. */
function stringify(value: unknown, scope: Scope): unknown {
  if (value instanceof Unknown) return value;
  const known = stripUnknown(value);
  scope.skipped.push(...known.skipped);
  return JSON.stringify(known.value);
}

type Apply = (values: readonly unknown[], scope: Scope) => unknown;

/** Constructors and functions by their full names; `undefined` for a result that isn't known. */
const FUNCTIONS: Readonly<Record<string, Apply>> = {
  'JSON.stringify': ([value], scope) => stringify(value, scope),
  'qs.stringify': ([value]) => toParameters(value)?.toString(),
  'querystring.stringify': ([value]) => toParameters(value)?.toString(),
  'new URLSearchParams': ([value]) => toParameters(value),
  'new Headers': ([value]) => (value === undefined ? {} : isPlain(value) ? { ...value } : undefined),
  'new FormData': () => new FormDataValue(),
  'new URL': ([url, base]) => resolveUrl(url, base),
  'new Request': ([url, init]) =>
    typeof url === 'string' ? { '@request': url, ...(isPlain(init) ? init : {}) } : undefined,
  'new Octokit': ([settings]) => new Client('octokit', settings),
  'axios.create': ([settings]) => new Client('axios', settings),
  encodeURIComponent: ([value], scope) => (value instanceof Unknown ? value : encodeKeeping(writePart(value, scope))),
  encodeURI: ([value]) => (typeof value === 'string' ? encodeURI(toWellFormed(value)) : value),
  String: ([value], scope) => (value instanceof Unknown ? value : writePart(value, scope)),
  btoa: ([value]) => (typeof value === 'string' && !value.includes('{{') ? encodeBase64(value) : undefined),
};

function resolveUrl(url: unknown, base: unknown): unknown {
  if (typeof url !== 'string') return undefined;
  if (typeof base !== 'string' || /^[a-z]+:\/\//i.test(url)) return url;
  return (
    base.replace(/(:\/\/[^/]+)\/.*$/, url.startsWith('/') ? '$1' : '$&').replace(/\/$/, '') +
    (url.startsWith('/') ? url : `/${url}`)
  );
}

function evaluateCall(node: CallExpression | NewExpression, scope: Scope): unknown {
  const names = listNames(node.callee);
  const values = node.arguments.map((argument) =>
    argument.type === 'SpreadElement' ? unknown(argument, scope) : evaluate(argument, scope),
  );
  const full = `${node.type === 'NewExpression' ? 'new ' : ''}${names.join('.')}`;
  const short = names.at(-1) ?? '';
  const apply =
    FUNCTIONS[full] ??
    (node.type === 'NewExpression' && short.endsWith('Octokit') ? FUNCTIONS['new Octokit'] : undefined);
  if (apply) return apply(values, scope) ?? unknown(node, scope);
  if (
    node.callee.type === 'MemberExpression' &&
    /^(?:toString|trim|href)$/.test(short) &&
    node.callee.object.type !== 'Super'
  ) {
    const encoded = evaluateBuffer(node, scope);
    const object = encoded ?? evaluate(node.callee.object, scope);
    if (typeof object === 'string' || object instanceof URLSearchParams) return object;
  }
  return unknown(node, scope);
}

/** `Buffer.from(text).toString('base64')`. */
function evaluateBuffer(
  { callee, arguments: [format] }: CallExpression | NewExpression,
  scope: Scope,
): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'CallExpression') return undefined;
  if (listNames(callee.object.callee).join('.') !== 'Buffer.from' || format === undefined) return undefined;
  const [argument] = callee.object.arguments;
  if (argument === undefined || argument.type === 'SpreadElement' || evaluate(format, scope) !== 'base64')
    return undefined;
  const text = evaluate(argument, scope);
  return typeof text === 'string' && !text.includes('{{') ? encodeBase64(text) : undefined;
}

/** The value of an expression, without running it; {@link Unknown} if the text doesn't have it. */
export function evaluate(node: AnyNode, scope: Scope): unknown {
  switch (node.type) {
    case 'Literal':
      if (node.regex !== undefined && node.regex !== null) return unknown(node, scope);
      return typeof node.value === 'bigint' ? Number(node.value) : node.value;
    case 'TemplateLiteral':
      return evaluateTemplate(node, scope);
    case 'Identifier':
      if (node.name === 'undefined') return undefined;
      return scope.values.has(node.name) ? scope.values.get(node.name) : unknown(node, scope);
    case 'ObjectExpression':
      return evaluateObject(node, scope);
    case 'ArrayExpression':
      return node.elements.map((item) => (item === null ? null : evaluate(item, scope)));
    case 'MemberExpression':
      return evaluateMember(node, scope);
    case 'CallExpression':
    case 'NewExpression':
      return evaluateCall(node, scope);
    case 'AwaitExpression':
      return evaluate(node.argument, scope);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return evaluate(node.expression, scope);
    case 'BinaryExpression': {
      if (node.operator !== '+' || node.left.type === 'PrivateIdentifier') return unknown(node, scope);
      const [left, right] = [evaluate(node.left, scope), evaluate(node.right, scope)];
      if (typeof left !== 'string' && typeof right !== 'string') return unknown(node, scope);
      return writePart(left, scope) + writePart(right, scope);
    }
    case 'LogicalExpression': {
      const left = evaluate(node.left, scope);
      return left instanceof Unknown && node.operator !== '&&' ? evaluate(node.right, scope) : left;
    }
    case 'UnaryExpression': {
      const value = evaluate(node.argument, scope);
      if (node.operator === '-' && typeof value === 'number') return -value;
      return node.operator === '!' && !(value instanceof Unknown)
        ? !value
        : node.operator === 'void'
          ? undefined
          : unknown(node, scope);
    }
  }
  return unknown(node, scope);
}
