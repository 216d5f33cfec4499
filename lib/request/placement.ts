import { EndpointError } from '../errors.js';
import type { Method } from '../options.js';
import type { Values } from '../template/values.js';
import { isOption, parametersOf, type Merged } from './merge.js';
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

/** The parameters that are not named; undefined where there are none. */
function withoutNames(values: Values, names: ReadonlySet<string>): Record<string, unknown> | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key of Object.keys(values)) {
    if (!names.has(key) && !isOption(key) && values[key] !== undefined) setOwn((rest ??= {}), key, values[key]);
  }
  return rest;
}

function join(rest: Values | undefined, located: Values | undefined): Values | undefined {
  if (!rest || !located) return rest ?? located;
  const twice = Object.keys(located).find((name) => Object.hasOwn(rest, name));
  if (twice === undefined) return { ...rest, ...located };
  throw new EndpointError(
    'duplicate-parameter',
    `${twice}: is given by itself and in endpoint.in, give it once.`,
    twice,
  );
}

/**
 * Decides for each parameter: expanded in the template, else query (GET, HEAD), else key of the JSON body.
 * @throws EndpointError `unsent-parameter` for what has no place, `duplicate-parameter` for what would be there twice
 */
export function placeParameters(method: Method, merged: Merged, target: Target): Placement {
  const { data, in: locations } = merged;
  const parameters = target.namesOption ? parametersOf(merged) : merged.parameters;
  const rest = withoutNames(parameters, target.names);
  const bodiless = method === 'get' || method === 'head' || method === 'options';
  if (method === 'options' && rest) {
    const name = Object.keys(rest)[0] as string;
    throw unsent(name, `OPTIONS has no place for it, write {?${name}} into the url`);
  }
  if (bodiless && (data !== undefined || locations?.body)) {
    throw unsent(
      data === undefined ? 'in.body' : 'data',
      `${method.toUpperCase()} has no body, use the query or another method`,
    );
  }
  const query = bodiless ? rest : undefined;
  const body = bodiless || data !== undefined ? undefined : rest;
  if (!locations) return { pathValues: parameters, queryValues: parameters, query, body };

  const astray = Object.keys(locations.path ?? {}).find((name) => !target.pathNames.has(name));
  if (astray !== undefined) throw unsent(astray, `the path has no {${astray}}`);
  if (data !== undefined && locations.body)
    throw new EndpointError('duplicate-parameter', 'data: endpoint.in gives a body too, give one.', 'data');
  const { query: located } = locations;
  const further =
    located && Object.fromEntries(Object.entries(located).filter(([name]) => !target.queryNames.has(name)));
  return {
    pathValues: { ...parameters, ...locations.path },
    queryValues: { ...parameters, ...located },
    query: join(query, further),
    body: join(body, locations.body),
  };
}
