import type { Part } from '../template/ast.js';
import { listNames } from '../template/parse.js';
import { encode } from '../template/encode.js';
import { compileMatcher } from '../template/match/compile.js';
import type { MatchedValues } from '../template/match/match.js';
import { groupParameters, listQueryNames } from '../template/match/query.js';
import { isShort } from '../template/match/simple.js';

/**
 * Makes a function that separates the parameters of a query by their names, the template's `own` ones from others; it returns undefined for
 * text that can't be decoded.
 */
function createSeparation(tail: readonly Part[]) {
  const names = listQueryNames(tail);
  const known = new Set([...names, ...listNames(tail)]);
  const first = tail[0]?.text?.[0] === '?' ? '?' : '';
  return (text: string) => {
    const [, query = '', fragment = ''] = /^(\?[^#]*)?([^]*)$/.exec(encode(text, 'url', true)) ?? [];
    const others = groupParameters(names, query.slice(1));
    const own = [];
    for (const name of names) {
      own.push(...(others.get(name) ?? []));
      others.delete(name);
    }
    const remaining = decodeParameters(others);
    // The template would write it in its own place.
    if (!remaining || [...remaining.keys()].some((name) => known.has(name))) return undefined;
    const kept = own.length ? '?' + own.join('&') : first;
    return { own: kept + fragment, remaining };
  };
}

/** The decoded parameters; undefined for text that isn't percent-encoded UTF-8. */
function decodeParameters(written: ReadonlyMap<string, readonly string[]>) {
  const parameters = new Map<string, string | string[]>();
  try {
    for (const [name, texts] of written) {
      // A server that splits at commas does so after it decoded them: text keeps its meaning.
      const values = texts.map((text) => decodeURIComponent(text.slice(name.length + 1)));
      parameters.set(decodeURIComponent(name), values.length > 1 ? values : (values[0] ?? ''));
    }
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  return parameters.size === written.size ? parameters : undefined;
}

/** The values of a query and fragment, and the parameters that remain. */
export interface Tail {
  readonly values: MatchedValues;
  readonly remaining: ReadonlyMap<string, string | string[]>;
}

const NONE: Tail['remaining'] = /* @__PURE__ */ new Map();

/**
 * A query of one expression without its exploded variables, if there are several: only one could be a map of any names. The others are lists,
 * which their names tell from other parameters.
 */
function withoutLists(tail: readonly Part[]) {
  const [only, second] = tail;
  if (second || only?.operator !== '?') return tail;
  const varspecs = only.varspecs.filter(({ explode }) => !explode);
  if (only.varspecs.length - varspecs.length < 2) return tail;
  return varspecs.length ? [{ ...only, varspecs }] : [];
}

/**
 * Makes a function that reads a query and fragment: with the template alone, which may have a map of any names, else without parameters
 * that it doesn't name.
 * @throws EndpointError `ambiguous-template`
 */
export function createTailReader(tail: readonly Part[]): (text: string) => Tail | undefined {
  const own = withoutLists(tail);
  const separate = createSeparation(own);
  const [only, second] = own;
  const varspecs = only?.varspecs ?? [];
  // The names of one expression separate its values, and those of one list or map from others.
  const isNamed =
    !second &&
    (!only || only.operator === '?') &&
    new Set(varspecs.map(({ name }) => name)).size === varspecs.length &&
    varspecs.filter(({ explode }) => explode).length <= 1;
  const compile = () => compileMatcher(own, { lenient: true });
  // The proof of a template that can't be ambiguous takes a millisecond, and few of many routes need it.
  let read = isNamed && isShort(own) ? undefined : compile();
  return (text) => {
    const match = (part: string) => (part || !isNamed ? (read ??= compile())(part) : {});
    const whole = (only || !text) && match(text);
    if (whole) return { values: whole, remaining: NONE };
    const separated = separate(text);
    const values = separated && match(separated.own);
    return values && { values, remaining: separated.remaining };
  };
}
