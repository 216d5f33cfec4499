import { fail } from '../errors.js';
import type { Method, ParameterLocations, QueryArrays } from '../options.js';
import type { Budget } from '../template/budget.js';
import { isSafe, usesQuery } from './method.js';
import { thaw, setOwn } from './plain-objects.js';
import { expandParameter, joinQuery } from './query.js';
import type { Target } from './target.js';

/**
 * Places the remaining parameters, which no expression of the template names: in the query, expanded, or in the body.
 * @throws EndpointError `unsent-parameter` for a parameter without a place, `duplicate-parameter` for two bodies, `too-long`
 */
export function placeParameters(
  method: Method,
  parameters: Readonly<Record<string, unknown>>,
  locations: ParameterLocations | undefined,
  data: unknown,
  { names }: Target,
  arrays: QueryArrays,
  budget: Budget,
): [query: string, body: unknown] {
  const inQuery = usesQuery(method);
  const path = locations?.path;
  const toQuery = locations?.query;
  const toBody = locations?.body;
  // A later one in `endpoint.in` replaces a plain one.
  const replacing = inQuery ? toQuery : toBody;
  let query = '';
  let content: Record<string, unknown> | undefined;
  // The first parameter or option that needs a body.
  let needsBody = data === undefined ? undefined : 'data';

  for (const name in parameters) {
    const value = parameters[name];
    if (value === undefined || names.has(name) || !Object.hasOwn(parameters, name)) continue;
    if (replacing && Object.hasOwn(replacing, name)) continue;
    if (inQuery) query = joinQuery(query, expandParameter(name, value, arrays, budget));
    else {
      needsBody ??= name;
      addContent((content ??= {}), name, value);
    }
  }
  for (const name in path)
    if (!names.get(name)?.path)
      fail('unsent-parameter', name, `the path has no {${name}}; name it there, or leave it out`);
  for (const name in toQuery)
    if (!names.get(name)?.query) query = joinQuery(query, expandParameter(name, toQuery[name], arrays, budget));
  if (toBody) {
    if (data !== undefined) fail('duplicate-parameter', 'data', 'endpoint.in gives a body too; pass one');
    needsBody ??= 'in.body';
    content ??= {};
    for (const name in toBody) addContent(content, name, toBody[name]);
  }

  if (needsBody !== undefined && isSafe(method)) {
    const problem = `${method.toUpperCase()} has no body; use endpoint.in.query or another method`;
    fail('unsent-parameter', needsBody, problem);
  }
  return [query, data === undefined ? content : data];
}

function addContent(content: Record<string, unknown>, name: string, value: unknown): void {
  const type = typeof value;
  if (type === 'function' || type === 'symbol') fail('invalid-value', name, `JSON can't hold a ${type}`);
  if (value !== undefined) setOwn(content, name, type === 'object' ? thaw(value) : value);
}
