import { EndpointError } from '../errors.js';
import { parameterLocation, type Method } from '../options.js';
import type { Values } from '../template/values.js';
import type { Merged } from './merge.js';
import { setOwn } from './plain.js';
import type { Target } from './target.js';

/** Where each parameter goes. */
export interface Placement {
  /** What the expressions of the path are expanded with. */
  readonly pathValues: Values;
  /** What the expressions of query and fragment are expanded with. */
  readonly queryValues: Values;
  /** Parameters for the query that no expression names. */
  readonly query: Values | undefined;
  /** Parameters for the JSON body. */
  readonly body: Values | undefined;
}

const unsent = (name: string, problem: string): EndpointError =>
  new EndpointError('unsent-parameter', `${name}: ${problem}.`, name);

/** The entries that none of the expressions names; undefined where there are none. */
function withoutNames(
  values: Values,
  { pathNames, queryNames }: Target,
  path = true,
): Record<string, unknown> | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key of Object.keys(values)) {
    if (!queryNames.has(key) && !(path && pathNames.has(key))) setOwn((rest ??= {}), key, values[key]);
  }
  return rest;
}

function join(rest: Values | undefined, located: Values | undefined): Values | undefined {
  if (!rest || !located) return rest ?? located;
  const twice = Object.keys(located).find((name) => Object.hasOwn(rest, name));
  if (twice !== undefined)
    throw new EndpointError(
      'duplicate-parameter',
      `${twice}: is given by itself and in endpoint.in, give it once.`,
      twice,
    );
  return { ...rest, ...located };
}

/**
 * Decides for each parameter: expanded in the template, else query (GET, HEAD), else key of the JSON body.
 * @throws EndpointError `unsent-parameter` for what has no place, `duplicate-parameter` for what would be there twice
 */
export function placeParameters(method: Method, merged: Merged, target: Target): Placement {
  const { parameters, data, [parameterLocation]: locations } = merged;
  const { path = {}, query = {}, body } = locations ?? {};
  const bodiless = method === 'get' || method === 'head' || method === 'options';
  const rest = withoutNames(parameters, target);

  for (const name of Object.keys(path))
    if (!target.pathNames.has(name)) throw unsent(name, `the path has no {${name}} for it`);
  for (const name of Object.keys((method === 'options' && rest) || {})) {
    throw unsent(name, `OPTIONS has no place for it, write {?${name}} into the url`);
  }
  if (bodiless && (data !== undefined || body))
    throw unsent(
      body ? 'in.body' : 'data',
      `a ${method.toUpperCase()} request has no body, use query parameters or another method`,
    );
  if (body && data !== undefined)
    throw new EndpointError('duplicate-parameter', `data: endpoint.in gives a body too, give one.`, 'data');

  return {
    pathValues: locations ? { ...parameters, ...path } : parameters,
    queryValues: locations ? { ...parameters, ...query } : parameters,
    query: join(bodiless ? rest : undefined, withoutNames(query, target, false)),
    body: join(bodiless || data !== undefined ? undefined : rest, body),
  };
}
