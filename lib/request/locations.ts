import { fail } from '../errors.js';
import { parameterLocation, type EndpointOptions, type Method, type ParameterLocations } from '../options.js';
import { assertKeys, isOption } from './option.js';
import { mergeValue } from './plain.js';
import { isBodiless } from './route.js';
import type { Target } from './target.js';

type Place = 'path' | 'query' | 'body';
type Places = { readonly [P in Place]?: boolean };
const PLACES: readonly Place[] = ['path', 'query', 'body'];

/**
 * Whether a plain parameter came with what a place gives for that name, or later; false where none did. By place and name, as in
 * `path owner`.
 */
const PLAIN = Symbol('plain');
type Plain = 'with' | 'later' | false;

/** What `endpoint.in` gives, over all layers of options. */
export interface Located extends ParameterLocations {
  [PLAIN]?: Readonly<Record<string, Plain | undefined>>;
}

/**
 * One more layer of options over the earlier ones.
 * @throws EndpointError `invalid-option` for anything but objects of parameters
 */
export function mergeLocations(under: Located | undefined, options: EndpointOptions): Located | undefined {
  const over: Located | null | undefined = Object.hasOwn(options, parameterLocation) ? options[parameterLocation] : {};
  if (!over) return undefined;
  assertKeys('in', over, PLACES);
  const plain: Record<string, Plain | undefined> = {};
  const merged: Located = { [PLAIN]: plain };
  for (const place of PLACES) {
    const given = over[place];
    const earlier = given === undefined && Object.hasOwn(over, place) ? undefined : under?.[place];
    const values = given == null ? earlier : mergeValue(assertKeys('in.' + place, given), earlier ?? {});
    if (!values) continue;
    merged[place] = values;
    for (const name of Object.keys(values)) {
      const key = `${place} ${name}`;
      const isPlain = !isOption(name) && Object.hasOwn(options, name);
      // Options that were merged before know it.
      if (given && Object.hasOwn(given, name)) plain[key] = over[PLAIN]?.[key] ?? (isPlain && 'with');
      else plain[key] = isPlain ? 'later' : under?.[PLAIN]?.[key];
    }
  }
  return merged;
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
  // Where a plain parameter goes that the template doesn't name.
  const rest: Places = { [isBodiless(method) ? 'query' : 'body']: true };
  const settled: ParameterLocations = {};
  for (const place of PLACES) {
    const values = located[place];
    if (!values) continue;
    const kept = { ...values };
    settled[place] = kept;
    for (const name of Object.keys(values)) {
      const plain = located[PLAIN]?.[`${place} ${name}`];
      const places: Places = target.names.get(name) ?? rest;
      if (!plain || !places[place]) continue;
      if (plain === 'later') delete kept[name];
      else if (parameters[name] !== undefined)
        fail('duplicate-parameter', name, 'is passed by itself and in endpoint.in; pass it once');
    }
  }
  return settled;
}
