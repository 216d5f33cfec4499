import type { Part } from '../ast.js';
import { encodeName } from '../parse.js';
import { normalizeText } from './characters.js';

/** The variables that a part writes as parameters of a query. */
export const listVariables = ({ operator, varspecs }: Part) => (operator === '?' || operator === '&' ? varspecs : []);

/** The names that a template writes before values of its query, in their order. */
export const listQueryNames = (parts: readonly Part[]) =>
  parts.flatMap((part) => [
    ...((part.query && part.text?.match(/[?&][^=&#]+/g)) || []).map((name) => name.slice(1)),
    ...listVariables(part).map(({ name, key = name }) => key),
  ]);

/**
 * The parameters of a query by their names, in one spelling of each: that of `names`, whose groups are the first ones.
 * @param map the name whose group has all others
 */
export function groupParameters(names: readonly string[], query: string, map?: string) {
  const groups = new Map(names.map((name): [string, string[]] => [name, []]));
  for (const parameter of query.split('&').filter(Boolean)) {
    const [name = ''] = parameter.split('=', 1);
    const key = groups.has(name) ? name : encodeName(normalizeText(name));
    const written = key + parameter.slice(name.length);
    const group = groups.get(key) ?? groups.get(map ?? key);
    if (group) group.push(written);
    else groups.set(key, [written]);
  }
  return groups;
}
