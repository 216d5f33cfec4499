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
) {
  const plain = new Map<string, MatchedValue>();
  const inPath = new Map(plain);
  const inQuery = new Map(plain);
  for (const [name, value] of Object.entries(path)) {
    const isClear =
      !isOption(name) && (!names.tail.has(name) || JSON.stringify(values[name]) === JSON.stringify(value));
    (isClear ? plain : inPath).set(name, value);
  }
  for (const [name, value] of Object.entries(values)) {
    if (!isOption(name) && !names.path.has(name)) plain.set(name, value);
    else if (!plain.has(name)) inQuery.set(name, value);
  }
  for (const [name, value] of remaining) {
    const isClear = usesQuery(method) && !isOption(name) && !names.path.has(name);
    (isClear ? plain : inQuery).set(name, value);
  }
  const parameters: RouteParameters = Object.fromEntries(plain);
  if (inPath.size || inQuery.size)
    parameters[parameterLocation] = {
      ...(inPath.size && { path: Object.fromEntries(inPath) }),
      ...(inQuery.size && { query: Object.fromEntries(inQuery) }),
    };
  return parameters;
}
