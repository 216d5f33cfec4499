import { hasOwn, type Values } from '../template/values.js';
import { parameterLocation, type EndpointOptions, type ParameterLocations } from '../options.js';
import { usesQuery } from './route.js';
import { mergeValue } from './plain-objects.js';
import { fail } from '../errors.js';
import { assertKeys } from '../strict.js';
import { isOption } from './option-checks.js';
import type { Pass } from './pass.js';
import { findSlots } from './target.js';
import { report, tell, type Recorder } from './record.js';

const LOCATIONS = ['path', 'query', 'body'] as const;

/** How parameters were passed, by location and name, as in `path owner`: the sum of these. */
const SOURCES = /* @__PURE__ */ Symbol();
/** By its name alone too, in the same options. */
const TWICE = 1;
/** By defaults: in the path, it counts where the template names it. */
const INHERITED = 2;
/** By its name alone in later options. */
const REPLACED = 4;

/** The parameters in `endpoint.in` of all options. */
export interface Located extends ParameterLocations {
  [SOURCES]?: Readonly<Record<string, number>>;
}

/**
 * Merges the parameters in `endpoint.in` of one more layer of options over the earlier ones.
 * @throws EndpointError `invalid-option` for anything but objects of parameters
 */
export function mergeLocations(
  under: Located | undefined,
  options: EndpointOptions,
  record: Recorder | undefined,
): Located | undefined {
  const over: Located | null | undefined = hasOwn(options, parameterLocation) ? options[parameterLocation] : {};
  if (!over) {
    tell(record, 'located', undefined, undefined);
    return undefined;
  }
  assertKeys('in', over, LOCATIONS, fail);
  const sources: Record<string, number> = {};
  const merged: Located = { [SOURCES]: sources };
  for (const location of LOCATIONS) {
    const later = over[location];
    const isUnset = later === undefined && hasOwn(over, location);
    if (later || isUnset) tell(record, 'located', location, later);
    const earlier = isUnset ? undefined : under?.[location];
    // A copy, as `merge` hands it out.
    const values =
      (later ?? earlier) !== undefined &&
      mergeValue(assertKeys('in.' + location, later ?? {}, undefined, fail), earlier ?? {});
    if (!values) continue;
    merged[location] = values;
    for (const name of Object.keys(values)) {
      const key = `${location} ${name}`;
      const isPlain = !isOption(name) && hasOwn(options, name);
      sources[key] =
        later && hasOwn(later, name)
          ? // Options that were merged before have theirs already.
            (over[SOURCES]?.[key] ?? (isPlain ? TWICE : 0))
          : INHERITED | (isPlain ? REPLACED : (under?.[SOURCES]?.[key] ?? 0));
    }
  }
  return merged;
}

/**
 * The parameters in `endpoint.in` that no later plain one of the same location replaces, without defaults for paths of other routes.
 * @param values of the template's variables, which receives theirs
 * @throws EndpointError `duplicate-parameter` if the same options have both
 */
export function placeLocated(
  { target, method, record }: Pass,
  located: Located,
  parameters: Values,
  values: unknown[],
): ParameterLocations {
  const ofRemaining = usesQuery(method) ? 'query' : 'body';
  const placed: ParameterLocations = {};
  for (const location of LOCATIONS) {
    const named = located[location];
    if (!named) continue;
    const kept = { ...named };
    placed[location] = kept;
    for (const name of Object.keys(named)) {
      const source = located[SOURCES]?.[`${location} ${name}`] ?? 0;
      const slots = findSlots(target, name, location);
      const isHere = target.variables.has(name) ? slots.length : location === ofRemaining;
      if (isHere ? source & REPLACED : location === 'path' && source & INHERITED) {
        delete kept[name];
        continue;
      }
      if (isHere && source & TWICE && hasOwn(parameters, name) && parameters[name] !== undefined)
        report(record, 'duplicate-parameter', name, 'endpoint.in has it too; pass it once');
      for (const slot of slots) values[slot] = named[name];
    }
  }
  return placed;
}
