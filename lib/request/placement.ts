import { fail } from '../errors.js';
import type { Method, ParameterLocations, QueryArrays } from '../options.js';
import type { Merged } from './merge.js';
import { setOwn } from './plain.js';
import { expandParameter } from './query.js';
import type { Target } from './target.js';

/**
 * Decides for each parameter that no expression of the template names: to the query (GET, HEAD), expanded, or to the body.
 * @throws EndpointError `unsent-parameter` for what has no place, `duplicate-parameter` for what would be there twice
 */
export function placeParameters(
  method: Method,
  merged: Merged,
  target: Target,
  arrays: QueryArrays,
): [query: string, body: unknown] {
  const { parameters, data, in: locations } = merged;
  const { names } = target;
  const readable = method === 'get' || method === 'head';
  let query = '';
  let content: Record<string, unknown> | undefined;
  let first = data === undefined ? undefined : 'data';
  for (const name in parameters) {
    if (names.has(name) || !Object.hasOwn(parameters, name)) continue;
    const value = parameters[name];
    if (value === undefined) continue;
    if (readable) query = joinQuery(query, expandParameter(name, value, arrays));
    else {
      first ??= name;
      content = addContent(content, name, value);
    }
  }

  if (locations) {
    checkLocations(readable, merged, target, locations);
    const { query: located = {}, body } = locations;
    for (const name of Object.keys(located))
      if (!target.queryNames.has(name)) query = joinQuery(query, expandParameter(name, located[name], arrays));
    if (body) {
      content ??= {};
      for (const name of Object.keys(body)) addContent(content, name, body[name]);
      first ??= 'in.body';
    }
  }

  if (first !== undefined && (readable || method === 'options')) {
    fail(
      'unsent-parameter',
      first,
      `${method.toUpperCase()} has no body for it, use the query ({?${first}} or endpoint.in) or another method`,
    );
  }
  return [query, data === undefined ? content : data];
}

function checkLocations(
  readable: boolean,
  { parameters, data }: Merged,
  { names, pathNames }: Target,
  { path = {}, query = {}, body }: ParameterLocations,
): void {
  const misplaced = Object.keys(path).find((name) => !pathNames.has(name));
  if (misplaced !== undefined) fail('unsent-parameter', misplaced, `the path has no {${misplaced}}`);
  const twice = Object.keys(readable ? query : (body ?? {})).find(
    (name) => Object.hasOwn(parameters, name) && !names.has(name) && parameters[name] !== undefined,
  );
  if (twice !== undefined) fail('duplicate-parameter', twice, 'is given by itself and in endpoint.in, give it once');
  if (body && data !== undefined) fail('duplicate-parameter', 'data', 'endpoint.in gives a body too, give one');
}

const joinQuery = (query: string, more: string): string => (query && more ? `${query}&${more}` : query + more);

function addContent(content: Record<string, unknown> = {}, name: string, value: unknown): Record<string, unknown> {
  const type = typeof value;
  if (type === 'function' || type === 'symbol') fail('invalid-value', name, `JSON can't hold a ${type}`);
  if (value !== undefined) setOwn(content, name, value);
  return content;
}
