/** Values for the arguments of tools: those that fit a schema, and those that try to escape. */
import type { Tool } from 'endpoint.js/tools';
import { parameterLocation } from '../../options.js';
import { Maker } from './make.js';
import { asObject, Source, type Json } from './source.js';

/**
 * Makes arguments that fit the schema of a tool.
 *
 * @returns by turns; another one has other arguments
 */
export function makeArguments({ inputSchema }: Tool): (turn: number) => Json {
  const source = new Source({ ...inputSchema, openapi: '3.1.0' });
  const made = new Maker(source).list(source.root);
  return (turn) => asObject(made[turn % made.length]?.value);
}

const ATTACKS = [
  '..', '.', '../..', '../../admin', '%2e%2e', '%2e%2e%2f', '..%2f', '..%5c..', '\\..\\', '/..', './', '/', '//', '//evil.example', '///evil.example',
  'https://evil.example', 'https:evil.example', '@evil.example', ':80@evil.example', '\\\\evil.example', '?admin=1', '#', '#fragment', '&admin=1', 'a&admin=1', 'a=1&b=2', ';admin=1',
  'a?b#c', '%23', '%3f', '%26admin=1', '%00', '\0', '\r\nx-admin: 1', '\nauthorization: x', '\t/evil', ' ', '', '{admin}', '{+admin}', ':admin', '*', '💥', '\ud800', '\udc00x',
  'x'.repeat(3000), '__proto__', 'constructor', '[admin]', ']&admin[', 'a]=1&admin', 'text;type=1', '..;', '.%252e', '․․', '．．',
]; // prettier-ignore

class Instance {
  readonly text = '..';
  toString(): string {
    return '../admin';
  }
}

const STRUCTURES: readonly (() => unknown)[] = [
  ...[null, true, 0, -1, 1.5, 1e21, NaN, Infinity, 10n, Symbol('x'), () => '..', [], {}].map((value) => () => value),
  ...ATTACKS.slice(0, 40).flatMap((text) => [() => [text], () => ({ admin: text }), () => ({ [text]: 'x' }), () => [[text]], () => ({ a: { [text]: text } })]),
  () => new Instance(),
  () => new Date(0),
  () => new Map([['admin', 1]]),
  () => new URL('https://evil.example'),
  () => new URLSearchParams('admin=1'),
  () => ({ toJSON: () => '../admin' }),
  () => ({ toString: () => '../admin' }),
  () => ({ get admin() { return '..'; } }),
  () => JSON.parse('{"__proto__":{"admin":1},"constructor":{"prototype":{"admin":1}}}') as unknown,
  () => Object.create({ admin: 1 }) as unknown,
  () => ({ [parameterLocation]: { path: { id: '../..' }, query: { admin: 1 }, body: { admin: 1 } } }),
  () => new Proxy({}, { ownKeys: () => ['admin'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: '..' }), get: () => '..' }),
  () => { const loop: Json = {}; loop['loop'] = loop; return loop; },
  () => Array.from({ length: 3 }, () => ({ admin: '&admin=1' })),
]; // prettier-ignore

/** Values that try to escape their place. */
export const HOSTILE: readonly (() => unknown)[] = [...ATTACKS.map((text) => () => text), ...STRUCTURES];

/** Argument objects that try to pass more than arguments. */
export const INTRUDERS: readonly ((args: Json) => unknown)[] = [
  (args) => ({ ...args, [parameterLocation]: { path: { id: '../..' }, query: { admin: 1 } } }),
  (args) => ({ ...args, baseUrl: 'https://evil.example' }),
  (args) => ({ ...args, url: '/admin', method: 'DELETE' }),
  (args) => ({ ...args, headers: { authorization: 'stolen' } }),
  (args) => ({ ...args, authorization: 'stolen', cookie: 'a=1' }),
  (args) => Object.create(args) as unknown,
  (args) => JSON.parse(`{"__proto__":{"admin":1},${JSON.stringify(args).slice(1)}`.replace(',}', '}')) as unknown,
  (args) =>
    new Proxy(args, {
      get: (target, key) => (typeof key === 'string' ? target[key] : { query: { admin: 1 } }),
      has: () => true,
    }),
];
