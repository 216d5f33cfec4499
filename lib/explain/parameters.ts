import { parameterLocation } from '../options.js';
import { isOption } from '../request/option-checks.js';
import { needsValues } from '../request/path.js';
import { isOfQuery } from '../template/ast.js';
import type { Passed } from '../request/record.js';
import type { Expression, Varspec } from '../template/ast.js';
import { hasOwn, type Values } from '../template/values.js';
import type { ExplainedParameter, Place } from './explanation.js';
import type { Recording } from './recording.js';
import type { PlacedPart } from './route.js';
import { parameterPlace } from './sentences.js';

/** All parameters, and the ways to find the index of one. */
export type Parameters = ReturnType<typeof explainParameters>;

/** A parameter whose places are yet to be found. */
interface Draft extends ExplainedParameter {
  readonly places: Place[];
  readonly expressions: number[];
  required: boolean;
  sentence: string;
}

/** Adds a place, of which there are four, or the index of an expression, which come in their order, unless the list has it. */
function addOnce<T>(list: T[], item: T) {
  if (!list.includes(item, -4)) list.push(item);
}

/** The parameters so far, one for each name and way of passing it. */
function createDrafts({ results: { merged, located }, attribution, plain }: Recording) {
  const { path, query, body } = located ?? merged?.options.in ?? {};
  const values: Readonly<Record<Passed, Values>> = {
    plain,
    path: path ?? {},
    query: query ?? {},
    body: body ?? {},
  };
  const list: Draft[] = [];
  const indices: Partial<Record<string, Map<string, number>>> = {};
  // Index of the parameter that was passed in this way, or of the placeholder in `unfilled` that has no value.
  const find = (passed: Passed | undefined, name: string, unfilled: 'path' | 'query' = 'path') => {
    const location = passed ?? (isOption(name) ? unfilled : 'plain');
    const ofWay = (indices[passed ?? `no ${location}`] ??= new Map());
    const known = ofWay.get(name);
    if (known !== undefined) return known;
    const history = attribution[location]?.get(name);
    ofWay.set(name, list.length);
    list.push({
      name,
      given: passed,
      path: location === 'plain' ? [name] : [parameterLocation, location, name],
      value: passed && hasOwn(values[passed], name) ? values[passed][name] : undefined,
      required: false,
      layer: history?.layer,
      replaced: history?.replaced ?? [],
      places: [],
      expressions: [],
      sentence: '',
    });
    return list.length - 1;
  };
  return { list, values, find };
}

/** Finds every placeholder and every parameter, and its places. */
export function explainParameters(parts: readonly PlacedPart[], recording: Recording, omitMissing: boolean) {
  const { list, values, find } = createDrafts(recording);
  const ofVariable = (expression: Expression, name: string) => {
    const location = isOfQuery(expression.operator) ? 'query' : 'path';
    const isPlain = hasOwn(values.plain, name);
    return find(hasOwn(values[location], name) ? location : isPlain ? 'plain' : undefined, name, location);
  };

  for (const { part, in: place, index, written } of parts) {
    if (part.kind === 'literal') continue;
    const defined = new Set<Varspec>();
    for (const { varspec } of written?.pieces ?? []) defined.add(varspec);
    for (const varspec of part.varspecs) {
      const draft = list[ofVariable(part, varspec.name)] as Draft;
      addOnce(draft.expressions, index);
      if (defined.has(varspec)) addOnce(draft.places, place as Place);
      draft.required ||= place === 'path' && !omitMissing && needsValues(part.operator);
    }
  }
  for (const passed of ['plain', 'path', 'query', 'body'] as const) {
    for (const name of Object.keys(values[passed])) find(passed, name);
    // Those that a layer unset.
    if (passed === 'plain')
      for (const [name, { replaced }] of recording.attribution.plain ?? [])
        if (!isOption(name) && !hasOwn(values.plain, name) && replaced.length) find('plain', name);
  }
  for (const { name, passed, place, pieces } of recording.placedParameters)
    if (place === 'body' || pieces.length) addOnce((list[find(passed, name)] as Draft).places, place);

  for (const draft of list) draft.sentence = parameterPlace(draft, recording);
  return { list, ofVariable, find };
}
