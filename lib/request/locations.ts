import { hasOwn } from '../template/values.js';
import { parameterLocation, type EndpointOptions, type ParameterLocations } from '../options.js';
import { usesQuery } from './route.js';
import { mergeValue } from './plain-objects.js';
import { assertKeys, isOption } from './option-checks.js';
import type { Pass, Target } from './pass.js';
import { report, tell, type Recorder } from './record.js';

type Location = 'path' | 'query' | 'body';
const LOCATIONS: readonly Location[] = ['path', 'query', 'body'];

/**
 * Whether a parameter passed by its name alone came with the one in `endpoint.in`, or later; false without one. By location and name,
 * as in `path owner`.
 */
const PLAIN = /* @__PURE__ */ Symbol('plain');
type Plain = 'with' | 'later' | false;

/** The parameters of the path that came with defaults: they count where the template names them. */
const INHERITED = /* @__PURE__ */ Symbol('inherited');

/** The parameters in `endpoint.in` of all options. */
export interface Located extends ParameterLocations {
  [PLAIN]?: Readonly<Record<string, Plain | undefined>>;
  [INHERITED]?: ReadonlySet<string>;
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
  assertKeys('in', over, LOCATIONS);
  const plain: Record<string, Plain | undefined> = {};
  const inherited = new Set<string>();
  const merged: Located = { [PLAIN]: plain, [INHERITED]: inherited };
  for (const location of LOCATIONS) {
    const later = over[location];
    const isUnset = later === undefined && hasOwn(over, location);
    if (later || isUnset) tell(record, 'located', location, later);
    const earlier = isUnset ? undefined : under?.[location];
    const values = later == null ? earlier : mergeValue(assertKeys('in.' + location, later), earlier ?? {});
    if (!values) continue;
    merged[location] = values;
    for (const name of Object.keys(values)) {
      const key = `${location} ${name}`;
      const isPlain = !isOption(name) && hasOwn(options, name);
      const isOwn = later && hasOwn(later, name);
      // Options that were merged before have both already.
      if (isOwn) plain[key] = over[PLAIN]?.[key] ?? (isPlain && 'with');
      else plain[key] = isPlain ? 'later' : under?.[PLAIN]?.[key];
      if (location === 'path' && (!isOwn || over[INHERITED]?.has(name))) inherited.add(name);
    }
  }
  return merged;
}

/**
 * The parameters in `endpoint.in` that no later plain one of the same location replaces, without defaults for paths of other routes.
 * @throws EndpointError `duplicate-parameter` if the same options have both
 */
export function settleLocations(
  { target: { variables }, method, record }: Pass,
  located: Located,
  parameters: Readonly<Record<string, unknown>>,
): ParameterLocations {
  const ofRemaining = usesQuery(method) ? 'query' : 'body';
  const settled: ParameterLocations = {};
  for (const location of LOCATIONS) {
    const values = located[location];
    if (!values) continue;
    const kept = { ...values };
    settled[location] = kept;
    for (const name of Object.keys(values)) {
      const plain = located[PLAIN]?.[`${location} ${name}`];
      const variable = variables.get(name);
      const isHere = variable ? location !== 'body' && variable[location].length > 0 : location === ofRemaining;
      if (location === 'path' && !isHere && located[INHERITED]?.has(name)) delete kept[name];
      if (!plain || !isHere) continue;
      if (plain === 'later') delete kept[name];
      else if (parameters[name] !== undefined)
        report(record, 'duplicate-parameter', name, 'is passed by itself and in endpoint.in; pass it once');
    }
  }
  return settled;
}

/** Puts parameters of `endpoint.in` into the values of a template's variables. */
export function placeValues(values: unknown[], located: ParameterLocations, { variables }: Target): void {
  for (const location of ['path', 'query'] as const)
    for (const [name, value] of Object.entries(located[location] ?? {}))
      for (const slot of variables.get(name)?.[location] ?? []) values[slot] = value;
}
