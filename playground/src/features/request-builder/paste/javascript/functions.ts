/** The functions of JavaScript whose results are read, for arguments that the text has. */
import { isContainer } from '../../../../json/json.js';
import { encodeKeeping, writeQuery } from '../reading.js';
import { listVariables, VARIABLE } from '../variables.js';
import type { Program } from './program.js';

/** The argument of `new Headers(…)`: JSON and texts don't have it. */
export class HeadersInit {
  readonly content: unknown;

  constructor(content: unknown) {
    this.content = content;
  }
}

/** Headers or parameters with what is added to them; undefined for what isn’t read. */
export function addPair(target: unknown, method: string, name: string, value: string): unknown {
  if (target instanceof URLSearchParams) {
    const parameters = new URLSearchParams(target);
    if (method === 'set') parameters.set(name, value);
    else parameters.append(name, value);
    return parameters;
  }
  if (!(target instanceof HeadersInit)) return undefined;
  const pairs = isContainer(target.content) ? (Array.isArray(target.content) ? target.content : Object.entries(target.content)) : []; // prettier-ignore
  const isOther = (pair: unknown) => !Array.isArray(pair) || String(pair[0]).toLowerCase() !== name.toLowerCase();
  return new HeadersInit([...(method === 'set' ? pairs.filter(isOther) : pairs), [name, value]]);
}

/** Parameters as their text; `{{name}}` stays. */
export function writeParameters(parameters: URLSearchParams): string {
  const pairs = [...parameters];
  return listVariables(pairs).length > 0 ? writeQuery(pairs) : parameters.toString();
}

/** Whether a value has objects that JSON and parameters write in their own ways. */
export function hasInstances(value: unknown): boolean {
  if (value instanceof URLSearchParams || value instanceof HeadersInit) return true;
  return isContainer(value) && Object.values(value).some(hasInstances);
}

/** Parameters of a text, of members, or of pairs; undefined for what the constructor refuses. */
function createParameters(value: unknown = ''): unknown {
  if (value instanceof URLSearchParams) return new URLSearchParams(value);
  if (hasInstances(value) || value === null || !['string', 'object'].includes(typeof value)) return undefined;
  const isPairs = Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2);
  return typeof value === 'string' || isPairs || !Array.isArray(value)
    ? new URLSearchParams(value as Record<string, string>)
    : undefined;
}

/** JSON with the spaces of the third argument; undefined with a replacer. */
function stringify(value: unknown, replacer?: unknown, space?: unknown): unknown {
  const isIndent = space == null || typeof space === 'string' || typeof space === 'number';
  if (hasInstances(value) || replacer != null || !isIndent) return undefined;
  return JSON.stringify(value, null, space ?? undefined);
}

function createUrl(url: unknown, base?: unknown): unknown {
  if (typeof url !== 'string' || url.search(VARIABLE) >= 0) return undefined;
  if (base !== undefined && (typeof base !== 'string' || base.search(VARIABLE) >= 0)) return undefined;
  return URL.canParse(url, base) ? new URL(url, base).href : undefined;
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** The functions by their names, with the modules that export them; they return undefined for a result that isn’t known. */
const FUNCTIONS: Readonly<Record<string, (...values: readonly unknown[]) => unknown>> = {
  'JSON.stringify': stringify,
  String: (value = '') => (isPlain(value) ? String(value) : undefined),
  encodeURIComponent: (value) =>
    isPlain(value) && !/\p{Surrogate}/u.test(String(value)) ? encodeKeeping(String(value)) : undefined,
  'new URLSearchParams': createParameters,
  'new Headers': (value = []) => (hasInstances(value) ? undefined : new HeadersInit(value)),
  'new URL': createUrl,
};

/** Modules that export the platform's classes. */
const PLATFORM = /^(?:node:)?(?:url|buffer)$|^(?:undici|node-fetch|cross-fetch)$/;

/** Whether a name is a function that is read: one of the platform, which the text doesn’t replace. */
export function isKnownFunction(name: string, root: string, { declared, imported }: Program): boolean {
  const module = imported.get(root);
  return Object.hasOwn(FUNCTIONS, name) && !declared.has(root) && (module === undefined || PLATFORM.test(module));
}

/** The result of a function for known arguments; undefined if it isn’t known. */
export function runFunction(name: string, values: readonly unknown[]): unknown {
  return FUNCTIONS[name]?.(...values);
}
