import { EndpointError } from '../../errors.js';
import {
  accepts,
  MAX_NODES,
  tooLargeError,
  type Automaton,
  type Edge,
  type Item,
  type Node,
  toAutomaton,
} from './automaton.js';
import { toCharacters, type Character, type Normalize } from './characters.js';
import { type Part, OPERATORS } from '../ast.js';
import { encode } from '../encode.js';
import { compileToText } from '../compile.js';
import { getLast, hasOwn } from '../values.js';

/** The text of each item; undefined for an undefined variable. */
type Reading = readonly (string | undefined)[];

/** A url that a template writes for different values. */
interface Ambiguity {
  readonly url: string;
  readonly readings: readonly [Reading, Reading];
}

/** The most pairs of nodes to visit, and of edges to compare: some tenths of a second's work. */
const MAX_PAIRS = 100_000;
const MAX_COMPARISONS = 2_000_000;

/** Sorts the texts of a path, from the last to the first, by their items. */
function toReading(items: readonly Item[], path: Iterable<{ edge: Edge; text: string }>) {
  const reading = Array.from<string | undefined>({ length: items.length });
  for (const { edge, text } of path) {
    const { item, opens } = edge;
    if (item >= 0) reading[item] = (opens ? '' : text) + (reading[item] ?? '');
  }
  // Variables before a positional one with a value have one too, if only an empty one.
  for (let index = items.length - 1; index > 0; index--) {
    if (reading[index] !== undefined && items[index]?.positional && items[index]?.index) reading[index - 1] ??= '';
  }
  return reading;
}

interface PathStep {
  readonly edge: Edge;
  readonly text: Character;
  readonly previous: PathStep | undefined;
}

interface Pair {
  readonly left: PathStep | undefined;
  readonly right: PathStep | undefined;
  readonly nodes: readonly [Node, Node];
  /** Whether the two paths that lead here differ. */
  readonly differs: boolean;
  readonly length: number;
}

/** Finds the shortest url that two paths lead to, following both at once. */
export function findAmbiguity({ start, reach, normalize, items }: Automaton): Ambiguity | undefined {
  const seen = new Set<number>();
  const pairs: Pair[] = [{ left: undefined, right: undefined, nodes: [start, start], differs: false, length: 0 }];
  let comparisons = 0;

  // The loop extends the list.
  for (const { left, right, nodes, differs, length } of pairs) {
    const [leftReach, rightReach] = [reach(nodes[0]), reach(nodes[1])];
    if (differs && leftReach.final && rightReach.final) {
      const paths = [toSteps(left), toSteps(right)] as const;
      const url = paths[0].reduceRight((text, step) => text + step.text, '');
      return { url, readings: [toReading(items, paths[0]), toReading(items, paths[1])] };
    }

    comparisons += leftReach.edges.length * rightReach.edges.length;
    if (comparisons > MAX_COMPARISONS || pairs.length > MAX_PAIRS) throw tooLargeError();
    for (const leftEdge of leftReach.edges) {
      for (const rightEdge of rightReach.edges) {
        const text = commonCharacter(leftEdge, rightEdge, length, normalize);
        if (text === undefined) continue;
        const differ = differs || leftEdge !== rightEdge;
        const [one, other] = [leftEdge.to.id, rightEdge.to.id];
        const key = (Math.min(one, other) * MAX_NODES + Math.max(one, other)) * 2 + Number(differ);
        if (seen.has(key)) continue;
        seen.add(key);
        pairs.push({
          left: { edge: leftEdge, text, previous: left },
          right: { edge: rightEdge, text, previous: right },
          nodes: [leftEdge.to, rightEdge.to],
          differs: differ,
          length: length + 1,
        });
      }
    }
  }
  return undefined;
}

function toSteps(last: PathStep | undefined) {
  const steps: PathStep[] = [];
  for (let step = last; step; step = step.previous) steps.push(step);
  return steps;
}

/** A character that both edges read. Of many, it differs from place to place, so that the keys of a map differ. */
function commonCharacter(left: Edge, right: Edge, place: number, normalize: Normalize) {
  if (typeof left.on === 'string') return accepts(right, left.on, normalize) ? left.on : undefined;
  if (typeof right.on === 'string') return accepts(left, right.on, normalize) ? right.on : undefined;
  const common: Character[] = [];
  for (const character of left.on) {
    if (accepts(left, character, normalize) && accepts(right, character, normalize)) common.push(character);
    if (common.length > place % 26) break;
  }
  return getLast(common);
}

/** The error with the url, its two readings, and the place in the template where they differ. */
function ambiguityError(items: readonly Item[], { url, readings: [one, other] }: Ambiguity) {
  const differing = items
    .map((item, index) => ({ ...item.varspec, texts: [one[index], other[index]] }))
    .filter(({ texts }) => texts[0] !== texts[1]);
  const describe = (which: 0 | 1) =>
    differing.map(({ name, texts }) => `${name} from ${JSON.stringify(texts[which]) ?? 'nothing'}`).join(', ');

  const [first] = differing;
  if (first)
    return new EndpointError(
      'ambiguous-template',
      `url: can't be matched, because ${JSON.stringify(url)} can be read in two ways: ${describe(0)}, or ${describe(1)}.`,
      first.name,
      first.start,
    );
  // One text can be different lists only if its separator is a character of members too.
  const exploded = items.find(({ varspec, positional }) => varspec.explode && positional)?.varspec;
  return new EndpointError(
    'ambiguous-template',
    `${exploded?.name}: can't be matched, because "${url}" can be one member or several.`,
    exploded?.name,
    exploded?.start,
  );
}

/** @throws EndpointError `ambiguous-template` with a url that can be read in two ways */
export function assertUnambiguous(automaton: Automaton) {
  const ambiguity = findAmbiguity(automaton);
  if (ambiguity) throw ambiguityError(automaton.items, ambiguity);
}

/** The value of a variable: text, a list, or (with the modifier `*`) a map. */
export type MatchedValue = string | string[] | Record<string, string>;

/** Variables by name; undefined ones are absent. */
export type MatchedValues = Record<string, MatchedValue>;

/**
 * Makes a function that adds empty text to the values of a url for variables that the builder requires: those of simple and reserved
 * expressions in the path. It returns undefined where that would leave a segment empty, which no builder writes, and for values that don't
 * expand to the url.
 */
function createCompletion(parts: readonly Part[], omitMissing: boolean) {
  const writers = parts.map((part) => [part, compileToText([part], Infinity)] as const);
  // Without a query, `routes/path.ts` has another meaning for one of them.
  const ends = parts.some(({ query }) => query) ? '/?#' : '/';
  return (values: MatchedValues, url: string) => {
    let written = '';
    let isPath = !omitMissing;
    for (const [{ operator, varspecs = [], text, query }, write] of writers) {
      for (const { name } of isPath && (operator === '' || operator === '+') ? varspecs : []) {
        if (hasOwn(values, name)) continue;
        // Every text includes the empty one.
        if ('/'.includes(written.slice(-1)) && ends.includes(url.charAt(written.length))) return undefined;
        // An assignment to `__proto__` would change the prototype.
        Object.defineProperty(values, name, { value: '', writable: true, enumerable: true, configurable: true });
      }
      const expansion = text ?? write(values);
      isPath &&= text === undefined ? !/[?#]/.test(expansion) : !query;
      written += expansion;
    }
    return written === url ? values : undefined;
  };
}

/**
 * Makes the inverse of a template's expansion.
 * @param omitMissing whether variables of a path that the builder requires may be undefined
 * @throws EndpointError `ambiguous-template` if different values give the same url, with such a url
 */
export function createMatcher(parts: readonly Part[], omitMissing: boolean) {
  const automaton = toAutomaton(parts);
  assertUnambiguous(automaton);
  const complete = createCompletion(parts, omitMissing);

  return (url: string) => {
    const path = readPath(automaton, url);
    const read = path && toValues(automaton.items, toReading(automaton.items, readTexts(path.last, url)));
    return read && complete(read, url);
  };
}

/** Consecutive characters that one edge reads: from `start` to the start of the next run. */
interface Run {
  readonly edge: Edge;
  readonly start: number;
  readonly previous: Run | undefined;
}

/** Follows all paths at once; at most one leads to each node, because the template is not ambiguous. */
export function readPath({ start, reach, normalize }: Automaton, url: string) {
  const characters = toCharacters(url);
  if (!characters) return undefined;
  let paths = [{ node: start, last: undefined as Run | undefined }];
  let offset = 0;
  for (const character of characters) {
    const next: typeof paths = [];
    for (const { node, last } of paths) {
      for (const edge of reach(node).edges) {
        if (!accepts(edge, character, normalize)) continue;
        next.push({ node: edge.to, last: last?.edge === edge ? last : { edge, start: offset, previous: last } });
      }
    }
    if (!next.length) return undefined;
    paths = next;
    offset += character.length;
  }
  return paths.find(({ node }) => reach(node).final);
}

/** The runs of a path with their texts, from the last to the first. */
export function* readTexts(last: Run | undefined, url: string) {
  let end = url.length;
  for (let run = last; run; run = run.previous) {
    yield { edge: run.edge, text: url.slice(run.start, end) };
    end = run.start;
  }
}

/** The values of a reading, or undefined if a text is not percent-encoded UTF-8. */
export function toValues(items: readonly Item[], reading: Reading) {
  // A variable in several places has the value of the most complete one: with `*`, in full, with the longest prefix.
  const completeness = ({ varspec: { explode, prefix } }: Item) => (explode ? 20_000 : prefix || 10_000);
  const found = new Map<string, { item: Item; text: string }>();
  items.forEach((item, index) => {
    const text = reading[index];
    const known = found.get(item.varspec.name);
    if (text !== undefined && (!known || completeness(item) > completeness(known.item)))
      found.set(item.varspec.name, { item, text });
  });
  // A prefix has no list or map.
  const single = new Set(items.flatMap(({ varspec: { name, prefix } }) => (prefix ? [name] : [])));
  try {
    return Object.fromEntries(
      [...found].map(([name, { item, text }]) => [name, toValue(item, text, single.has(name))]),
    );
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function toValue({ operator, varspec: { name, key: written = name, explode } }: Item, text: string, isSingle: boolean) {
  const { separator, named, allowReserved } = OPERATORS[operator];
  if (explode && !isSingle) {
    const members = text.split(separator);
    const pairs = members.map((member): [string, string] => {
      const [key = '', value = ''] = member.split('=');
      return [key, decodeURIComponent(value)];
    });
    if (named ? pairs.every(([key]) => key === written) : !text.includes('='))
      return named ? pairs.map(([, value]) => value) : members.map(decodeURIComponent);
    return Object.fromEntries(pairs.map(([key, value]) => [decodeURIComponent(key), value]));
  }
  const value = named ? text.slice(written.length + 1) : text;
  if (allowReserved) return decodeReserved(value);
  return value.includes(',') && !isSingle ? value.split(',').map(decodeURIComponent) : decodeURIComponent(value);
}

/** One character in UTF-8, percent-encoded. */
const ENCODED = /%(?:[0-7]|[cd].%[89ab]|e.%[89ab].%[89ab]|f.%[89ab].%[89ab].%[89ab])./gi;

/** Decodes the characters that `+` and `#` would encode again, and keeps the triplets that they would keep. */
export function decodeReserved(text: string) {
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
