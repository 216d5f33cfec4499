import { parameterLocation } from '../options.js';
import { isOption } from '../request/option.js';
import { isOfQuery, needsText } from '../request/target.js';
import type { Operator } from '../template/ast.js';
import { isPlainObject } from '../template/values.js';
import type { ExplainedParameter, OptionPath, Place } from './explanation.js';
import type { Given } from './layers.js';
import type { ReadRoute } from './route/read-route.js';
import * as sentences from './sentences.js';
import type { Trace } from './trace.js';

type Location = 'path' | 'query' | 'body';

/** All parameters, and how the rest of the explanation finds them. */
export interface Parameters {
  readonly list: readonly ExplainedParameter[];
  /** The one that a variable under this operator takes its value from. */
  readonly ofVariable: (operator: Operator, name: string) => number;
  /** The one that was given so. */
  readonly given: (given: 'plain' | Location, name: string) => number;
}

interface Draft {
  readonly name: string;
  readonly given: ExplainedParameter['given'];
  readonly path: OptionPath;
  readonly value: unknown;
  readonly history: Given | undefined;
  readonly places: Set<Place>;
  readonly expressions: Set<number>;
  required: boolean;
}

const own = (values: object | null | undefined, name: string): boolean => !!values && Object.hasOwn(values, name);

/** Whether a value writes anything into a url: null, undefined, and what has no members but those, don't. */
function writes(value: unknown): boolean {
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

  /** Index of the parameter that is given so, or of the placeholder in `unfilled`, which nothing is given for. */
  index(given: 'plain' | Location | undefined, name: string, unfilled: Location = 'path'): number {
    const key = given ? `${given} ${name}` : `- ${isOption(name) ? unfilled : ''} ${name}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const { attribution, plain, locations } = this.#trace;
    const inLocation =
      given === undefined ? (isOption(name) ? unfilled : undefined) : given === 'plain' ? undefined : given;
    const values = given === 'plain' ? plain : given && locations[given];
    this.list.push({
      name,
      given,
      path: inLocation ? [parameterLocation, inLocation, name] : [name],
      value: own(values, name) ? values?.[name] : undefined,
      history: (inLocation ? attribution.locations[inLocation] : attribution.options).get(name),
      places: new Set(),
      expressions: new Set(),
      required: false,
    });
    this.#indices.set(key, this.list.length - 1);
    return this.list.length - 1;
  }

  get(given: 'plain' | Location, name: string): Draft {
    return this.list[this.index(given, name)] as Draft;
  }
}

/** What of the template needs which parameter. */
function addVariables({ parts }: ReadRoute, { rules }: Trace, find: (operator: Operator, name: string) => Draft): void {
  for (const { part, in: place, expression } of parts) {
    if ('malformed' in part || !part.varspecs) continue;
    for (const { name } of part.varspecs) {
      const draft = find(part.operator, name);
      draft.expressions.add(expression);
      if (writes(draft.value)) draft.places.add(place as Place);
      draft.required ||= place === 'path' && !rules.omitMissing && needsText(part.operator);
    }
  }
}

/** Where what the template doesn't name goes. */
function addRest(names: ReadonlySet<string>, queryNames: ReadonlySet<string>, trace: Trace, drafts: Drafts): void {
  const { method, plain, locations, options, attribution } = trace;
  const readable = method === 'get' || method === 'head';
  // What endpoint.in gave later takes the place of a plain parameter.
  const displacing = readable ? locations.query : locations.body;
  for (const name of Object.keys(plain)) {
    const { places, value } = drafts.get('plain', name);
    if (names.has(name) || own(displacing, name)) continue;
    if (readable && writes(value)) places.add('query');
    else if (!readable && method !== 'options' && options.data === undefined) places.add('body');
  }
  // What a layer unset.
  for (const [name, { replaced }] of attribution.options)
    if (!isOption(name) && !own(plain, name) && !names.has(name) && replaced.length) drafts.index('plain', name);
  for (const name of Object.keys(locations.path ?? {})) drafts.index('path', name);
  for (const name of Object.keys(locations.query ?? {})) {
    const { places, value } = drafts.get('query', name);
    if (!queryNames.has(name) && writes(value)) places.add('query');
  }
  for (const name of Object.keys(locations.body ?? {})) drafts.get('body', name).places.add('body');
}

/** Finds every placeholder and every parameter, and where it goes. */
export function explainParameters(route: ReadRoute, trace: Trace): Parameters {
  const { locations, plain } = trace;
  const drafts = new Drafts(trace);
  const ofVariable = (operator: Operator, name: string): number => {
    const location = isOfQuery(operator) ? 'query' : 'path';
    if (own(locations[location], name)) return drafts.index(location, name);
    return drafts.index(own(plain, name) ? 'plain' : undefined, name, location);
  };
  addVariables(route, trace, (part, name) => drafts.list[ofVariable(part, name)] as Draft);

  const names = new Set<string>();
  const queryNames = new Set<string>();
  for (const { part } of route.parts) {
    for (const { name } of ('malformed' in part ? undefined : part.varspecs) ?? []) {
      names.add(name);
      if (!('malformed' in part) && isOfQuery(part.operator)) queryNames.add(name);
    }
  }
  addRest(names, queryNames, trace, drafts);

  const list = drafts.list.map(({ name, given, path, value, required, history, places, expressions }) => {
    // Each by its name: what is left of an object without some members takes an engine several times as long.
    const parameter = {
      name,
      given,
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
  return { list, ofVariable, given: (given, name) => drafts.index(given, name) };
}
