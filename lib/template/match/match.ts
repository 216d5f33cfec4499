import type { Part } from '../ast.js';
import { ambiguityError, findAmbiguity, toReading, type Reading } from './ambiguity.js';
import { accepts, toAutomaton, toCharacters, type Automaton, type Edge, type Item, type Node } from './automaton.js';
import { encode } from '../encode.js';
import { OPERATORS } from '../operators.js';

/** The value of a variable: text, a list, or (with the modifier `*`) a map. */
export type MatchedValue = string | string[] | Record<string, string>;

/** Variables by name; undefined ones are absent. */
export type MatchedValues = Record<string, MatchedValue>;

/**
 * Makes the inverse of a template's expansion.
 * @param expand the expansion itself: values that it does not expand to the url are rejected
 * @throws EndpointError `ambiguous-template` if different values give the same url, with such a url
 */
export function createMatcher(
  parts: readonly Part[],
  expand: (values: MatchedValues) => string,
): (url: string) => MatchedValues | undefined {
  const automaton = toAutomaton(parts);
  const ambiguity = findAmbiguity(automaton);
  if (ambiguity) throw ambiguityError(automaton.items, ambiguity);

  return (url) => {
    const reading = read(automaton, url);
    const values = reading && toValues(automaton.items, reading);
    return values && expand(values) === url ? values : undefined;
  };
}

/** Consecutive characters that one edge reads: from `start` to the start of the next run. */
interface Run {
  readonly edge: Edge;
  readonly start: number;
  readonly previous: Run | undefined;
}

/** Follows all paths at once; at most one leads to each node, because the template is not ambiguous. */
function read({ start, reach, items }: Automaton, url: string): Reading | undefined {
  const characters = toCharacters(url);
  if (!characters) return undefined;
  let paths: { node: Node; last: Run | undefined }[] = [{ node: start, last: undefined }];
  let offset = 0;
  for (const character of characters) {
    const next: typeof paths = [];
    for (const { node, last } of paths) {
      for (const edge of reach(node).edges) {
        if (!accepts(edge, character)) continue;
        next.push({ node: edge.to, last: last?.edge === edge ? last : { edge, start: offset, previous: last } });
      }
    }
    if (!next.length) return undefined;
    paths = next;
    offset += character.length;
  }
  const path = paths.find(({ node }) => reach(node).final);
  return path && toReading(items, readTexts(path.last, url));
}

/** The runs of a path with their texts, from the last to the first. */
function* readTexts(last: Run | undefined, url: string): Generator<{ edge: Edge; text: string }> {
  let end = url.length;
  for (let run = last; run; run = run.previous) {
    yield { edge: run.edge, text: url.slice(run.start, end) };
    end = run.start;
  }
}

/** The values of a reading, or undefined if a text is not percent-encoded UTF-8. */
export function toValues(items: readonly Item[], reading: Reading): MatchedValues | undefined {
  // A variable in several places has the value of the most complete one: with `*`, in full, with the longest prefix.
  const completeness = ({ varspec: { explode, prefix } }: Item): number => (explode ? 20_000 : prefix || 10_000);
  const found = new Map<string, { item: Item; text: string }>();
  items.forEach((item, index) => {
    const text = reading[index];
    const known = found.get(item.varspec.name);
    if (text !== undefined && (!known || completeness(item) > completeness(known.item)))
      found.set(item.varspec.name, { item, text });
  });
  try {
    return Object.fromEntries([...found].map(([name, { item, text }]) => [name, toValue(item, text)]));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function toValue({ operator, varspec: { name, explode } }: Item, text: string): MatchedValue {
  const { separator, named, allowReserved } = OPERATORS[operator];
  if (explode) {
    const members = text.split(separator);
    const pairs = members.map((member): [string, string] => {
      const [key = '', value = ''] = member.split('=');
      return [key, decodeURIComponent(value)];
    });
    if (named ? pairs.every(([key]) => key === name) : !text.includes('='))
      return named ? pairs.map(([, value]) => value) : members.map(decodeURIComponent);
    return Object.fromEntries(pairs.map(([key, value]) => [decodeURIComponent(key), value]));
  }
  const value = named ? text.slice(name.length + 1) : text;
  if (allowReserved) return decodeReserved(value);
  return value.includes(',') ? value.split(',').map(decodeURIComponent) : decodeURIComponent(value);
}

/** One character in UTF-8, percent-encoded. */
const ENCODED = /%(?:[0-7]|[cd].%[89ab]|e.%[89ab].%[89ab]|f.%[89ab].%[89ab].%[89ab])./gi;

/** Decodes the characters that `+` and `#` would encode again, and keeps the triplets that they would keep. */
function decodeReserved(text: string): string {
  return text.replace(ENCODED, (encoded, index: number) => {
    let character: string;
    try {
      character = decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
    const isKept = encode(character, 'url', true) !== encoded;
    const beginsTriplet = character === '%' && /^[\da-f]{2}/i.test(text.slice(index + 3, index + 5));
    return isKept || beginsTriplet ? encoded : character;
  });
}
