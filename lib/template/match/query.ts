import type { Part } from '../ast.js';
import { encodeName } from '../parse.js';

/** The names that a template writes before values of its query, in their order. */
export const listQueryNames = (parts: readonly Part[]) =>
  parts.flatMap(({ text = '', operator, varspecs = [], query }) => [
    ...((query && text.match(/[?&][^=&#]+/g)) || []).map((name) => name.slice(1)),
    ...(operator === '?' || operator === '&' ? varspecs.map(({ name, key = name }) => key) : []),
  ]);

/**
 * The parameters of a query by their names, those of `names` first, and spelled as there.
 * @param map the name whose group has all others
 */
export function groupParameters(names: readonly string[], query: string, map?: string) {
  const groups = new Map(names.map((name): [string, string[]] => [name, []]));
  for (const parameter of query.split('&').filter(Boolean)) {
    const [name = ''] = parameter.split('=', 1);
    const key = groups.has(name) ? name : encodeName(name);
    const group = groups.get(key) ?? groups.get(map ?? key);
    if (group) group.push(key + parameter.slice(name.length));
    else groups.set(name, [parameter]);
  }
  return groups;
}
