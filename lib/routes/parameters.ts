import { parameterLocation, type Method } from '../options.js';
import { isOption } from '../request/option-checks.js';
import { usesQuery } from '../request/route.js';
import type { MatchedValue, MatchedValues } from '../template/match/match.js';
import type { Tail } from './tail.js';

/** Values that build a url again with its route: those of the template, and the parameters of the query that it doesn't name. */
export interface RouteParameters extends MatchedValues {
  /** Values that their name alone would put elsewhere: under an option's name, for instance. */
  [parameterLocation]?: { path?: MatchedValues; query?: MatchedValues };
}

/** Puts the values of a url under the names with which the builder writes them to the same places. */
export function placeParameters(
  method: Method,
  names: { readonly path: ReadonlySet<string>; readonly tail: ReadonlySet<string> },
  path: MatchedValues,
  { values, remaining }: Tail,
): RouteParameters {
  const plain: [string, MatchedValue][] = [];
  const located = { path: [] as typeof plain, query: [] as typeof plain };
  for (const entry of Object.entries(path)) {
    const [name, value] = entry;
    const isClear =
      !isOption(name) && (!names.tail.has(name) || JSON.stringify(values[name]) === JSON.stringify(value));
    (isClear ? plain : located.path).push(entry);
  }
  for (const entry of Object.entries(values)) {
    const isClear = !isOption(entry[0]) && !names.path.has(entry[0]);
    if (isClear) plain.push(entry);
    else if (!plain.some(([name]) => name === entry[0])) located.query.push(entry);
  }
  for (const entry of remaining) {
    const isClear = usesQuery(method) && !isOption(entry[0]) && !names.path.has(entry[0]);
    (isClear ? plain : located.query).push(entry);
  }
  const parameters: RouteParameters = Object.fromEntries(plain);
  if (located.path.length || located.query.length) {
    parameters[parameterLocation] = {
      ...(located.path.length && { path: Object.fromEntries(located.path) }),
      ...(located.query.length && { query: Object.fromEntries(located.query) }),
    };
  }
  return parameters;
}
