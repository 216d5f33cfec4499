import { fail } from '../errors.js';
import type { Method, QueryArrays } from '../options.js';
import { isOption, type Merged } from './merge.js';
import { setOwn } from './plain.js';
import { expandParameter } from './query.js';
import type { Target } from './target.js';

/**
 * Decides for each parameter that no expression of the template names: to the query (GET, HEAD), expanded, or to the body.
 * @throws EndpointError `unsent-parameter` for what has no place, `duplicate-parameter` for what would be there twice
 */
export function placeParameters(
  method: Method,
  { parameters, mixed, data, in: locations }: Merged,
  { names, pathNames, queryNames }: Target,
  arrays: QueryArrays,
): [query: string, body: unknown] {
  const readable = method === 'get' || method === 'head';
  const isRest = (name: string): boolean =>
    !names.has(name) && !(mixed && isOption(name)) && parameters[name] !== undefined;
  const content: Record<string, unknown> = {};
  let query = '';
  const addToQuery = (name: string, value: unknown): void => {
    const text = expandParameter(name, value, arrays);
    if (text) query += query ? '&' + text : text;
  };
  let first = data === undefined ? undefined : 'data';
  for (const name of Object.keys(parameters)) {
    if (!isRest(name)) continue;
    if (readable) addToQuery(name, parameters[name]);
    else {
      first ??= name;
      setOwn(content, name, parameters[name]);
    }
  }

  if (locations) {
    const { path = {}, query: located = {}, body } = locations;
    for (const name of Object.keys(path))
      if (!pathNames.has(name)) fail('unsent-parameter', name, `the path has no {${name}}`);
    const twice = Object.keys(readable ? located : (body ?? {})).find(
      (name) => Object.hasOwn(parameters, name) && isRest(name),
    );
    if (twice !== undefined) fail('duplicate-parameter', twice, 'is given by itself and in endpoint.in, give it once');
    for (const name of Object.keys(located)) if (!queryNames.has(name)) addToQuery(name, located[name]);
    if (body) {
      if (data !== undefined) fail('duplicate-parameter', 'data', 'endpoint.in gives a body too, give one');
      for (const name of Object.keys(body)) setOwn(content, name, body[name]);
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
  for (const name of Object.keys(content)) {
    const type = typeof content[name];
    if (type === 'function' || type === 'symbol') fail('invalid-value', name, `JSON can't hold a ${type}`);
  }
  return [query, data === undefined && first !== undefined ? content : data];
}
