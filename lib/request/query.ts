import { fail } from '../errors.js';
import type { QueryArrays } from '../options.js';
import { encode } from '../template/encode.js';
import { isPlainObject, toText } from '../template/values.js';
import { assertDepth } from './plain.js';

/** Of the web platform, and of every runtime that has one. */
declare const URLSearchParams: new (query: string) => { keys(): Iterable<string> };

/**
 * One parameter as `{&name}` would write it (RFC 6570 section 3.2.9), without its `&`; empty for null, undefined and empty lists.
 * Members of a plain object are written as `name[key]`.
 */
export function expandParameter(name: string, value: unknown, arrays: QueryArrays, key = name, depth = 0): string {
  if (value == null) return '';
  if (typeof value === 'object' && isPlainObject(value)) {
    assertDepth(depth, name);
    const members = Object.keys(value).map((member) =>
      expandParameter(name, value[member], arrays, `${key}[${member}]`, depth + 1),
    );
    return members.filter(Boolean).join('&');
  }
  if (!Array.isArray(value)) return `${encode(key, name)}=${encode(toText(value, name), name)}`;
  const start = encode(arrays === 'brackets' ? key + '[]' : key, name) + '=';
  const texts = value.flatMap((member) => (member == null ? [] : encode(toText(member, name), name)));
  return texts.length ? start + texts.join(arrays === 'comma' ? ',' : '&' + start) : '';
}

/**
 * Adds `query` behind the query that a reference may have and before its fragment.
 * @throws EndpointError `duplicate-parameter` for a name that the reference's own query has
 */
export function appendQuery(reference: string, query: string): string {
  if (!query) return reference;
  return reference.replace(/(?:\?[^#]*)?(?=#|$)/, (own) => {
    const names = new Set(new URLSearchParams(own).keys());
    for (const name of names.size ? new URLSearchParams(query).keys() : []) {
      if (names.has(name)) fail('duplicate-parameter', name, "the url's own query has it already");
    }
    return (own || '?') + (/[^?&]$/.test(own) ? '&' : '') + query;
  });
}
