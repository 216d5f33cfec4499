import { fail } from '../errors.js';
import { parameterLocation, type EndpointOptions, type Method, type ParameterLocations } from '../options.js';
import { assertKeys, isOption } from './option.js';
import { mergeValue } from './plain.js';
import { isBodiless } from './route.js';
import type { Target } from './target.js';

type Place = 'path' | 'query' | 'body';
const PLACES: readonly Place[] = ['path', 'query', 'body'];

/**
 * Whether what a place gives for a name came before, together with, or after a plain parameter of that name: by place and name, as
 * in `path owner`.
 */
const ORDER = Symbol('order');

/** What `endpoint.in` gives, over all layers of options. */
export interface Located extends ParameterLocations {
  [ORDER]?: Readonly<Record<string, 'before' | 'with' | 'after'>>;
}

/**
 * One more layer of options over the earlier ones.
 * @throws EndpointError `invalid-option` for anything but objects of parameters
 */
export function mergeLocations(under: Located | undefined, options: EndpointOptions): Located | undefined {
  const over: Located | null | undefined = Object.hasOwn(options, parameterLocation) ? options[parameterLocation] : {};
  if (!over) return undefined;
  assertKeys('in', over, PLACES);
  const merged: Located = {};
  const order: Record<string, 'before' | 'with' | 'after'> = {};
  for (const place of PLACES) {
    const given = over[place] ?? undefined;
    const unset = over[place] === undefined && Object.hasOwn(over, place);
    const earlier = unset ? undefined : under?.[place];
    if (!given && !earlier) continue;
    const values = mergeValue(given && assertKeys('in.' + place, given), earlier ?? {}) ?? earlier;
    merged[place] = values as Record<string, unknown>;
    for (const name of Object.keys(merged[place])) {
      const key = `${place} ${name}`;
      const plain = !isOption(name) && Object.hasOwn(options, name);
      const located = given && Object.hasOwn(given, name);
      // Options that were merged before know it.
      order[key] =
        over[ORDER]?.[key] ??
        (located ? (plain ? 'with' : 'after') : ((plain ? 'before' : under?.[ORDER]?.[key]) ?? 'after'));
    }
  }
  merged[ORDER] = order;
  return merged;
}

/** Whether a plain parameter of that name goes to the place. */
function isFor(place: Place, name: string, { names }: Target, method: Method): boolean {
  const places: { [P in Place]?: boolean } = names.get(name) ?? { [isBodiless(method) ? 'query' : 'body']: true };
  return !!places[place];
}

/**
 * What of the located parameters counts: where a plain one is for the same place, the later wins.
 * @throws EndpointError `duplicate-parameter` where the same options give both
 */
export function settleLocations(
  located: Located,
  parameters: Readonly<Record<string, unknown>>,
  target: Target,
  method: Method,
): ParameterLocations {
  const settled: Located = {};
  for (const place of PLACES) {
    const values = located[place];
    if (!values) continue;
    const kept: Record<string, unknown> = { ...values };
    for (const name of Object.keys(values)) {
      const order = located[ORDER]?.[`${place} ${name}`];
      if (order === 'after' || !isFor(place, name, target, method)) continue;
      if (order === 'before') delete kept[name];
      else if (parameters[name] !== undefined)
        fail('duplicate-parameter', name, 'is passed by itself and in endpoint.in; pass it once');
    }
    settled[place] = kept;
  }
  return settled;
}
