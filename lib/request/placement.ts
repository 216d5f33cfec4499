import { fail } from '../errors.js';
import type { Method, ParameterLocations, QueryArrays } from '../options.js';
import type { Budget } from '../template/budget.js';
import { setOwn, thaw } from './plain.js';
import { expandParameter, joinQuery } from './query.js';
import { isBodiless } from './route.js';
import type { Target } from './target.js';

/**
 * Decides for each parameter that no expression of the template names: to the query (GET, HEAD), expanded, or to the body.
 * @throws EndpointError `unsent-parameter` for what has no place, `duplicate-parameter` for two bodies, `too-long`
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
  const bodiless = isBodiless(method);
  const path = locations?.path;
  const toQuery = locations?.query;
  const toBody = locations?.body;
  // A located one that came later takes the place of a plain one.
  const displaced = bodiless ? toQuery : toBody;
  let query = '';
  let content: Record<string, unknown> | undefined;
  // The first thing that needs a body.
  let needsBody = data === undefined ? undefined : 'data';

  for (const name in parameters) {
    const value = parameters[name];
    if (value === undefined || names.has(name) || !Object.hasOwn(parameters, name)) continue;
    if (displaced && Object.hasOwn(displaced, name)) continue;
    if (bodiless) query = joinQuery(query, expandParameter(name, value, arrays, budget));
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

  if (needsBody !== undefined && (bodiless || method === 'options')) {
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
