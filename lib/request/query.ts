import { fail } from '../errors.js';
import type { QueryArrays } from '../options.js';
import type { Budget } from '../template/budget.js';
import { encode } from '../template/encode.js';
import { expandVarspec } from '../template/expand.js';
import { OPERATORS } from '../template/ast.js';
import { isPlainObject, type Values } from '../template/values.js';
import { assertDepth } from './plain-objects.js';

/** Both queries, with `&` between them unless one is empty. */
export const joinQuery = (query: string, added: string): string =>
  query && added ? `${query}&${added}` : query + added;

/** The key of a list's member, when lists are written with brackets. */
export const memberKey = (key: string, index: number, arrays: QueryArrays): string =>
  `${key}[${arrays === 'indices' ? index : ''}]`;

/**
 * One parameter as `{&name}` would write it (RFC 6570 section 3.2.9), without its `&`; empty for null, undefined and empty lists.
 * Members of a plain object are written as `name[key]`, those of a list as `arrays` states.
 */
export function expandParameter(
  name: string,
  value: unknown,
  arrays: QueryArrays,
  budget: Budget,
  key = name,
  depth = 0,
): string {
  const isList = Array.isArray(value);
  if (isList ? arrays === 'brackets' || arrays === 'indices' : isPlainObject(value)) {
    assertDepth(depth, name);
    let expansion = '';
    for (const member of Object.keys(value as object)) {
      budget.spend(1, name);
      const nestedKey = isList ? memberKey(key, Number(member), arrays) : `${key}[${member}]`;
      const nested = expandParameter(name, (value as Values)[member], arrays, budget, nestedKey, depth + 1);
      expansion = joinQuery(expansion, nested);
    }
    return expansion;
  }
  if (value == null) return '';
  const encodedKey = encode(key, name);
  budget.spend(encodedKey.length, name);
  const varspec = { name, explode: arrays === 'repeat', prefix: 0, start: 0 };
  return expandVarspec(OPERATORS['&'], varspec, value, budget, encodedKey) ?? '';
}

/**
 * Adds `query` after the query that a reference may have and before its fragment.
 * @throws EndpointError `duplicate-parameter` for a name in both queries
 */
export function appendQuery(reference: string, query: string): string {
  if (!query) return reference;
  return reference.replace(/(?:\?[^#]*)?(?=#|$)/, (ownQuery) => {
    const names = new Set(new URLSearchParams(ownQuery).keys());
    for (const name of names.size ? new URLSearchParams(query).keys() : []) {
      if (names.has(name)) fail('duplicate-parameter', name, "the url's own query has it already");
    }
    return (ownQuery || '?') + (/[^?&]$/.test(ownQuery) ? '&' : '') + query;
  });
}
