import { fail } from '../errors.js';
import { parameterLocation, type EndpointOptions, type Method, type ParameterLocations } from '../options.js';
import { assertKeys, isOption } from './option.js';
import { freeze, mergeValue, setOwn } from './plain.js';
import { isBodiless } from './route.js';
import type { Target } from './target.js';

type Place = keyof ParameterLocations;
const PLACES = ['path', 'query', 'body'] as const;

/** A value that `endpoint.in` gives, and whether it came before, together with, or after a plain parameter of that name. */
interface Entry {
  readonly value: unknown;
  readonly order: 'older' | 'same' | 'newer';
}

/** What `endpoint.in` gave, over all layers of options. */
export type Located = ReadonlyMap<Place, ReadonlyMap<string, Entry>>;

/** Parameters whose places are certain: plain ones, and those by location. */
export interface Settled {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly in?: ParameterLocations | undefined;
}

/**
 * One more layer of options over the earlier ones.
 * @throws EndpointError `invalid-option` for anything but objects of parameters
 */
export function mergeLocated(under: Located | undefined, options: EndpointOptions): Located | undefined {
  const isGiven = (name: string): boolean => !isOption(name) && Object.hasOwn(options, name);
  let given: ParameterLocations = {};
  if (Object.hasOwn(options, parameterLocation)) {
    const own = options[parameterLocation];
    if (!own) return undefined;
    given = assertKeys('in', own, PLACES);
  }
  const merged = new Map<Place, ReadonlyMap<string, Entry>>();
  for (const place of PLACES) {
    const over = given[place];
    const earlier = over === undefined && Object.hasOwn(given, place) ? undefined : under?.get(place);
    if (!over && !earlier) continue;
    const entries = new Map<string, Entry>();
    for (const [name, entry] of earlier ?? []) entries.set(name, isGiven(name) ? { ...entry, order: 'older' } : entry);
    for (const [name, value] of Object.entries(assertKeys('in.' + place, over ?? {}))) {
      if (value === undefined) entries.delete(name);
      else {
        const order = isGiven(name) ? 'same' : 'newer';
        entries.set(name, { value: mergeValue(value, entries.get(name)?.value), order });
      }
    }
    merged.set(place, entries);
  }
  return merged;
}

/** The same with frozen copies of the values, which no caller can change any more. */
export function freezeLocated(located: Located): Located {
  const frozen = new Map<Place, Map<string, Entry>>();
  for (const [place, entries] of located) {
    const copies = new Map<string, Entry>();
    for (const [name, { value, order }] of entries) copies.set(name, { value: freeze(value), order });
    frozen.set(place, copies);
  }
  return frozen;
}

/** As options write them, whatever came first. */
export function toLocations(located: Located): ParameterLocations {
  const locations: Record<string, object> = {};
  for (const [place, entries] of located) {
    const values = (locations[place] = {});
    for (const [name, { value }] of entries) setOwn(values, name, value);
  }
  return locations;
}

/** Where a plain parameter goes. */
function placesOf(name: string, { names, pathNames, queryNames }: Target, method: Method): Place[] {
  if (!names.has(name)) return [isBodiless(method) ? 'query' : 'body'];
  return (['path', 'query'] as const).filter((place) => (place === 'path' ? pathNames : queryNames).has(name));
}

/**
 * Decides between plain parameters and those by location where both are for the same place: the later wins.
 * @throws EndpointError `duplicate-parameter` where the same options give both
 */
export function settleLocations(
  parameters: Readonly<Record<string, unknown>>,
  located: Located | undefined,
  target: Target,
  method: Method,
): Settled {
  if (!located) return { parameters };
  const plain = { ...parameters };
  const locations = toLocations(located) as Record<Place, Record<string, unknown>>;
  for (const [place, entries] of located) {
    for (const [name, { order }] of entries) {
      const places = placesOf(name, target, method);
      if (!places.includes(place)) continue;
      if (order === 'older') delete locations[place][name];
      else if (Object.hasOwn(parameters, name) && parameters[name] !== undefined) {
        if (order === 'same') fail('duplicate-parameter', name, 'is passed by itself and in endpoint.in; pass it once');
        delete plain[name];
        // The other place that it is for keeps it, unless that is replaced as well.
        for (const other of places)
          if (other !== place && (located.get(other)?.get(name)?.order ?? 'older') === 'older')
            setOwn((locations[other] ??= {}), name, parameters[name]);
      }
    }
  }
  return { parameters: plain, in: locations };
}
