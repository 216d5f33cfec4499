import { fail } from '../errors.js';
import type { QueryArrays } from '../options.js';
import type { Budget } from '../template/budget.js';
import { encode } from '../template/encode.js';
import { isPlainObject, toText, type Values } from '../template/values.js';
import { assertDepth } from './plain.js';

/** Of the web platform, and of every runtime that has one. */
declare const URLSearchParams: new (query: string) => { keys(): Iterable<string> };

/** The key of a list's member where each member is written by itself. */
export function memberKey(key: string, index: number, arrays: QueryArrays): string {
  if (arrays === 'repeat') return key;
  return `${key}[${arrays === 'indices' ? index : ''}]`;
}

/**
 * One parameter as `{&name}` would write it (RFC 6570 section 3.2.9), without its `&`; empty for null, undefined and empty lists.
 * Members of a plain object are written as `name[key]`, those of a list as `arrays` has it.
 */
export function expandParameter(
  name: string,
  value: unknown,
  arrays: QueryArrays,
  budget: Budget,
  key = name,
  depth = 0,
): string {
  if (value == null) {
    budget.spend(1, name);
    return '';
  }
  const list = Array.isArray(value);
  if (list ? arrays === 'brackets' || arrays === 'indices' : isPlainObject(value)) {
    assertDepth(depth, name);
    let expansion = '';
    const expandMember = (member: unknown, memberName: string): void => {
      const more = expandParameter(name, member, arrays, budget, memberName, depth + 1);
      expansion += (expansion && more && '&') + more;
    };
    if (list) value.forEach((member, index) => expandMember(member, memberKey(key, index, arrays)));
    else for (const member of Object.keys(value)) expandMember((value as Values)[member], `${key}[${member}]`);
    return expansion;
  }
  const start = encode(key, name) + '=';
  const separator = arrays === 'comma' ? ',' : '&' + start;
  let expansion = '';
  for (const member of list ? (value as unknown[]) : [value]) {
    if (member == null) budget.spend(1, name);
    else expansion += (expansion ? separator : start) + encode(toText(member, name), name);
    budget.check(expansion.length, name);
  }
  budget.spend(expansion.length + 1, name);
  return expansion;
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
