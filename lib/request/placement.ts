import { fail } from '../errors.js';
import type { Method, ParameterLocations, QueryArrays } from '../options.js';
import type { Budget } from '../template/budget.js';
import { setOwn, thaw } from './plain.js';
import { expandParameter } from './query.js';
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
  const displaced = bodiless ? locations?.query : locations?.body;
  let query = '';
  let content: Record<string, unknown> | undefined;
  // What needs a body, and how else it could be sent.
  let needsBody = data === undefined ? undefined : 'data';
  let instead = '';
  for (const name in parameters) {
    if (names.has(name) || !Object.hasOwn(parameters, name)) continue;
    const value = parameters[name];
    // A located one that came later takes its place.
    if (value === undefined || (displaced && Object.hasOwn(displaced, name))) continue;
    if (bodiless) query = joinQuery(query, expandParameter(name, value, arrays, budget));
    else {
      if (!needsBody) instead = `name it in the url ({?${name}}), `;
      needsBody ??= name;
      content = addContent(content, name, value);
    }
  }

  if (locations) {
    const { path, query: located, body } = locations;
    for (const name in path)
      if (!names.get(name)?.path)
        fail('unsent-parameter', name, `the path has no {${name}}; name it there, or leave it out`);
    for (const name in located)
      if (!names.get(name)?.query) query = joinQuery(query, expandParameter(name, located[name], arrays, budget));
    if (body) {
      if (data !== undefined) fail('duplicate-parameter', 'data', 'endpoint.in gives a body too; pass one');
      content ??= {};
      for (const name in body) addContent(content, name, body[name]);
      needsBody ??= 'in.body';
    }
  }

  if (needsBody !== undefined && (bodiless || method === 'options')) {
    if (needsBody === 'in.body') instead = 'use endpoint.in.query, ';
    fail('unsent-parameter', needsBody, `${method.toUpperCase()} has no body; ${instead}or use another method`);
  }
  return [query, data === undefined ? content : data];
}

const joinQuery = (query: string, more: string): string => (query && more ? `${query}&${more}` : query + more);

function addContent(content: Record<string, unknown> = {}, name: string, value: unknown): Record<string, unknown> {
  const type = typeof value;
  if (type === 'function' || type === 'symbol') fail('invalid-value', name, `JSON can't hold a ${type}`);
  if (value !== undefined) setOwn(content, name, type === 'object' ? thaw(value) : value);
  return content;
}
