import { parameterLocation } from '../options.js';
import { usesQuery } from '../request/method.js';
import { isOption } from '../request/option-checks.js';
import { isOfQuery, needsText } from '../request/target.js';
import type { Operator } from '../template/ast.js';
import { isPlainObject } from '../template/values.js';
import type { ExplainedParameter, OptionPath, Place } from './explanation.js';
import type { Attributed } from './layers.js';
import type { ReadRoute } from './route.js';
import * as sentences from './sentences.js';
import type { Trace } from './trace.js';

type Location = 'path' | 'query' | 'body';

/** All parameters, and the ways to find one. */
export interface Parameters {
  readonly list: readonly ExplainedParameter[];
  /** Index of the one that gives a variable under this operator its value. */
  readonly ofVariable: (operator: Operator, name: string) => number;
  /** Index of the one that was given in this way. */
  readonly find: (way: 'plain' | Location, name: string) => number;
}

interface Draft {
  readonly name: string;
  readonly given: ExplainedParameter['given'];
  readonly path: OptionPath;
  readonly value: unknown;
  readonly history: Attributed | undefined;
  readonly places: Set<Place>;
  readonly expressions: Set<number>;
  required: boolean;
}

const has = (values: object | null | undefined, name: string): boolean => !!values && Object.hasOwn(values, name);

/** Whether a value writes anything into a url, unlike null, undefined, and lists and maps of nothing else. */
export function writes(value: unknown): boolean {
  if (value == null) return false;
  const members = Array.isArray(value) ? value : isPlainObject(value) ? Object.values(value) : [value];
  return members.some((member) => member != null);
}

/** The parameters so far, one for each name and way of giving it. */
class Drafts {
  readonly list: Draft[] = [];
  readonly #indices = new Map<string, number>();
  readonly #trace: Trace;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** Index of the parameter that is given in this way, or of the placeholder in `unfilled` that has no value. */
  index(way: 'plain' | Location | undefined, name: string, unfilled: Location = 'path'): number {
    const key = way ? `${way} ${name}` : `- ${isOption(name) ? unfilled : ''} ${name}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const { attribution, plain, locations } = this.#trace;
    const inLocation = way === undefined ? (isOption(name) ? unfilled : undefined) : way === 'plain' ? undefined : way;
    const values = way === 'plain' ? plain : way && locations[way];
    this.list.push({
      name,
      given: way,
      path: inLocation ? [parameterLocation, inLocation, name] : [name],
      value: has(values, name) ? values?.[name] : undefined,
      history: (inLocation ? attribution.locations[inLocation] : attribution.options).get(name),
      places: new Set(),
      expressions: new Set(),
      required: false,
    });
    this.#indices.set(key, this.list.length - 1);
    return this.list.length - 1;
  }

  get(way: 'plain' | Location, name: string): Draft {
    return this.list[this.index(way, name)] as Draft;
  }
}

/** Adds the parameters that the template doesn't name. */
function addRemaining(names: ReadonlySet<string>, queryNames: ReadonlySet<string>, trace: Trace, drafts: Drafts): void {
  const { method, plain, locations, options, attribution } = trace;
  const inQuery = usesQuery(method);
  // A later one in endpoint.in replaces a plain parameter.
  const displacing = inQuery ? locations.query : locations.body;
  for (const name of Object.keys(plain)) {
    const { places, value } = drafts.get('plain', name);
    if (names.has(name) || has(displacing, name)) continue;
    if (inQuery && writes(value)) places.add('query');
    else if (!inQuery && method !== 'options' && options.data === undefined) places.add('body');
  }
  // Those that a layer unset.
  for (const [name, { replaced }] of attribution.options)
    if (!isOption(name) && !has(plain, name) && !names.has(name) && replaced.length) drafts.index('plain', name);
  for (const name of Object.keys(locations.path ?? {})) drafts.index('path', name);
  for (const name of Object.keys(locations.query ?? {})) {
    const { places, value } = drafts.get('query', name);
    if (!queryNames.has(name) && writes(value)) places.add('query');
  }
  for (const name of Object.keys(locations.body ?? {})) drafts.get('body', name).places.add('body');
}

/** Finds every placeholder and every parameter, and its places. */
export function explainParameters(route: ReadRoute, trace: Trace): Parameters {
  const { locations, plain } = trace;
  const drafts = new Drafts(trace);
  const ofVariable = (operator: Operator, name: string): number => {
    const location = isOfQuery(operator) ? 'query' : 'path';
    if (has(locations[location], name)) return drafts.index(location, name);
    return drafts.index(has(plain, name) ? 'plain' : undefined, name, location);
  };
  const names = new Set<string>();
  const queryNames = new Set<string>();
  for (const { part, in: place, expression } of route.parts) {
    if ('malformed' in part || part.kind === 'literal') continue;
    const { operator, varspecs } = part;
    for (const { name } of varspecs) {
      const draft = drafts.list[ofVariable(operator, name)] as Draft;
      draft.expressions.add(expression);
      if (writes(draft.value)) draft.places.add(place as Place);
      draft.required ||= place === 'path' && !trace.rules.omitMissing && needsText(operator);
      names.add(name);
      if (isOfQuery(operator)) queryNames.add(name);
    }
  }
  addRemaining(names, queryNames, trace, drafts);

  const list = drafts.list.map(({ name, given: way, path, value, required, history, places, expressions }) => {
    // Copied name by name: a rest pattern takes engines several times as long.
    const parameter = {
      name,
      given: way,
      path,
      value,
      required,
      layer: history?.layer,
      replaced: history?.replaced ?? [],
      places: [...places],
      expressions: [...expressions],
    };
    return { ...parameter, sentence: sentences.parameterPlace(parameter, trace) };
  });
  return { list, ofVariable, find: (way, name) => drafts.index(way, name) };
}
