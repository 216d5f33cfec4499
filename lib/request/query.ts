import { EndpointError } from '../errors.js';
import type { QueryArrays } from '../options.js';
import { encodeUnreserved } from '../template/encode.js';
import { compileVarspec } from '../template/expand.js';
import { isPlainObject } from '../template/values.js';
import { assertDepth } from './plain.js';

/** Of the web platform, and of every runtime that has one. */
declare const URLSearchParams: new (query: string) => { keys(): Iterable<string> };

/**
 * One parameter as `{&name}` would write it (RFC 6570 section 3.2.9), with its `&`; empty for null and empty lists. Members of a
 * plain object are written as `name[key]`.
 */
export function expandParameter(name: string, value: unknown, arrays: QueryArrays, key = name, depth = 0): string {
  if (isPlainObject(value)) {
    assertDepth(depth, name);
    const expand = (member: string): string =>
      expandParameter(name, value[member], arrays, `${key}[${member}]`, depth + 1);
    return Object.keys(value).map(expand).join('');
  }
  const list = Array.isArray(value);
  const varspec = { name, explode: list && arrays !== 'comma', prefix: 0, start: 0 };
  const text = compileVarspec(
    '&',
    varspec,
    encodeUnreserved(list && arrays === 'brackets' ? key + '[]' : key, name),
  )(value);
  return text === undefined ? '' : '&' + text;
}

const namesOf = (query: string): string[] => [...new URLSearchParams(query).keys()];

/**
 * Adds `query`, each parameter with its `&`, behind the query that a reference may have and before its fragment.
 * @throws EndpointError `duplicate-parameter` for a name that the reference's own query has
 */
export function appendQuery(reference: string, query: string): string {
  if (!query) return reference;
  const fragmentStart = reference.indexOf('#');
  const target = fragmentStart < 0 ? reference : reference.slice(0, fragmentStart);
  const fragment = reference.slice(target.length);
  const queryStart = target.indexOf('?');
  if (queryStart < 0) return `${target}?${query.slice(1)}${fragment}`;

  const own = new Set(namesOf(target.slice(queryStart)));
  const twice = namesOf(query).find((name) => own.has(name));
  if (twice !== undefined)
    throw new EndpointError('duplicate-parameter', `${twice}: the url's own query has it already.`, twice);
  return target + ('?&'.includes(target.slice(-1)) ? query.slice(1) : query) + fragment;
}
