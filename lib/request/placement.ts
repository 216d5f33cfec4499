import { EndpointError } from '../errors.js';
import type { Method, ParameterLocations } from '../options.js';
import type { Values } from '../template/values.js';
import type { MergedParameters } from './merge.js';
import { setOwn } from './plain.js';
import type { Target } from './target.js';

/** Where each parameter goes. */
export interface Placement {
  /** What the expressions of the path are expanded with. */
  readonly pathValues: Values;
  /** What the expressions of query and fragment are expanded with. */
  readonly queryValues: Values;
  /** Parameters that the template does not name, for the query. */
  readonly query: Values | undefined;
  /** Parameters that the template does not name, for the JSON body. */
  readonly body: Values | undefined;
}

function unsent(parameter: string, message: string): EndpointError {
  return new EndpointError('unsent-parameter', message, { parameter });
}

/** The entries whose names `skip` does not have; undefined where none is left. */
function without(values: Values, ...skip: ReadonlySet<string>[]): Record<string, unknown> | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key of Object.keys(values)) {
    if (!skip.some((names) => names.has(key))) setOwn((rest ??= {}), key, values[key]);
  }
  return rest;
}

/** Adds what was given by location to what was placed by the rules. */
function locate(placement: Placement, { path = {}, query = {}, body }: ParameterLocations, target: Target): Placement {
  for (const name of Object.keys(path)) {
    if (!target.pathNames.has(name)) throw unsent(name, `The path has no placeholder "${name}": write {${name}} into the url, or give it elsewhere.`);
  }
  const add = (values: Values | undefined, more: Values | undefined): Values | undefined => {
    const twice = more && values && Object.keys(more).find((name) => Object.hasOwn(values, name));
    if (twice === undefined) return more ? { ...values, ...more } : values;
    throw new EndpointError('duplicate-parameter', `"${twice}" is given twice for the same place: by itself and in endpoint.in.`, { parameter: twice });
  };
  return {
    pathValues: { ...placement.pathValues, ...path },
    queryValues: { ...placement.queryValues, ...query },
    query: add(placement.query, without(query, target.queryNames)),
    body: add(placement.body, body),
  };
}

/**
 * Decides for each parameter: expanded in the template, else query (GET, HEAD), else key of the JSON body.
 * @throws EndpointError `unsent-parameter` for what the method or the template has no place for, `duplicate-parameter` for what would be there twice
 */
export function placeParameters(method: Method, merged: MergedParameters, target: Target): Placement {
  const { parameters, locations, data } = merged;
  const rest = without(parameters, target.pathNames, target.queryNames);
  const hasQuery = method === 'get' || method === 'head';
  const placed: Placement = {
    pathValues: parameters,
    queryValues: parameters,
    query: hasQuery ? rest : undefined,
    body: hasQuery || method === 'options' || data !== undefined ? undefined : rest,
  };
  const placement = locations ? locate(placed, locations, target) : placed;

  const METHOD = method.toUpperCase();
  if (method === 'options' && rest) {
    const [name = ''] = Object.keys(rest);
    throw unsent(name, `"${name}" has no place in an OPTIONS request: write {?${name}} into the url, or give it in endpoint.in's query.`);
  }
  if (hasQuery || method === 'options') {
    const name = data !== undefined ? 'data' : placement.body ? 'in.body' : undefined;
    if (name) throw unsent(name, `"${name}" is a body, and a ${METHOD} request has none: use another method, or query parameters.`);
  } else if (data !== undefined && placement.body) {
    throw new EndpointError('duplicate-parameter', '"data" and endpoint.in\'s body both give the body: use one of them.', { parameter: 'data' });
  }
  return placement;
}
