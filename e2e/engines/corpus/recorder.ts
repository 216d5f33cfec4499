/** Records the calls of a package's public functions as expressions, which can be evaluated again elsewhere. */
import { toSource } from './to-source.js';

/** A longer expression is left out: the tests of bounds build urls of a megabyte. */
const MAX_LENGTH = 20_000;

/** The recorded calls by kind, each once. */
export const calls = { builds: new Set<string>(), explanations: new Set<string>(), others: new Set<string>() };

/** Functions of the builder and of `explain` that neither build nor explain a request. */
const OTHER = /\.(?:merge|applyFix)$/;

/** The expressions of functions and instances that recorded calls have made. */
const made = new WeakMap<WeakKey, string>();

let location: unknown;

function known(value: unknown): string | undefined {
  if (value === location) return 'IN';
  return (typeof value === 'object' && value !== null) || typeof value === 'function' ? made.get(value) : undefined;
}

/**
 * Wraps an export, so that calls of it, and of what it returns, are recorded. Those of `toFetch` are not: it differs between a page and
 * Node on purpose.
 */
export function recorded(entry: string, name: string, value: unknown): unknown {
  if (typeof value !== 'function' || name === 'EndpointError' || name === 'toFetch') return value;
  if ('in' in value) location = value.in;
  const kind = KINDS.get(entry) ?? 'others';
  return wrap(value as Callable, `modules[${JSON.stringify(entry)}].${name}`, kind);
}

const KINDS = new Map<string, Kind>([
  ['endpoint.js', 'builds'],
  ['endpoint.js/explain', 'explanations'],
]);

type Kind = keyof typeof calls;
type Callable = ((...args: unknown[]) => unknown) & Record<PropertyKey, unknown>;

function wrap(target: Callable, expression: string, kind: Kind): unknown {
  const list = calls[OTHER.test(expression) ? 'others' : kind];
  /** The call as an expression; undefined for arguments that can't be written. */
  const write = (prefix: string, args: readonly unknown[]): string | undefined => {
    try {
      const text = `${prefix}${expression}(${args.map((argument) => toSource(argument, known)).join(', ')})`;
      return text.length > MAX_LENGTH ? undefined : text;
    } catch {
      // The values of a hostile test throw when they are read, which is its subject.
      return undefined;
    }
  };
  const isClass = /^class\b/.test(Function.prototype.toString.call(target));
  // What is frozen could not be wrapped itself.
  const proxy: unknown = new Proxy(isClass ? target : () => undefined, {
    apply(_, __, args: unknown[]) {
      const text = write('', args);
      let isRecorded = text !== undefined;
      try {
        const result = target(...args);
        if (typeof result !== 'function') return result;
        isRecorded = false;
        return text === undefined ? result : wrap(result as Callable, text, kind);
      } finally {
        if (isRecorded) list.add(text ?? '');
      }
    },
    construct(_, args: unknown[]) {
      const text = write('new ', args);
      const instance = Reflect.construct(target, args) as object;
      if (text !== undefined) made.set(instance, text);
      return instance;
    },
    get(_, key) {
      const value = target[key];
      return typeof value === 'function' &&
        typeof key === 'string' &&
        key !== 'prototype' &&
        !(key in Function.prototype)
        ? wrap(value as Callable, `${expression}.${key}`, kind)
        : value;
    },
    has: (_, key) => key in target,
  });
  made.set(proxy as WeakKey, expression);
  return proxy;
}
