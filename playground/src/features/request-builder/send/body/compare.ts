import type { JsonNode } from './tree.js';

/** A difference between two bodies. */
export interface BodyDifference {
  /** `items[3].name` of JSON, `line 12` of text; empty for the whole body. */
  readonly place: string;
  /** Undefined if only the other body has it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The differences of two bodies, the first ones only if there are many. */
export interface Comparison {
  readonly differences: readonly BodyDifference[];
  readonly more: boolean;
}

const MAX_DIFFERENCES = 500;
const MAX_SHOWN = 300;

/** The text of a node on one line, cut. */
function writeNode(node: JsonNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (typeof node === 'string') return node.length > MAX_SHOWN ? `${node.slice(0, MAX_SHOWN)}…` : node;
  const members: string[] = [];
  let length = 0;
  for (const [index, child] of node.nodes.entries()) {
    if (length > MAX_SHOWN) {
      members.push('…');
      break;
    }
    const text = `${node.list ? '' : `${node.names[index]}: `}${writeNode(child)}`;
    length += text.length;
    members.push(text);
  }
  return node.list ? `[${members.join(', ')}]` : `{${members.join(', ')}}`;
}

function isEqual(one: JsonNode | undefined, other: JsonNode | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined || typeof one === 'string' || typeof other === 'string') return false;
  return (
    one.list === other.list &&
    one.nodes.length === other.nodes.length &&
    one.names.every((name, index) => name === other.names[index]) &&
    one.nodes.every((node, index) => isEqual(node, other.nodes[index]))
  );
}

/** The lengths of the equal beginning and the equal end of two lists. */
function trim<Item>(before: readonly Item[], after: readonly Item[], equal: (one?: Item, other?: Item) => boolean) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && equal(before[start], after[start])) start += 1;
  let end = 0;
  while (end < most - start && equal(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;
  return { start, end };
}

function joinPlace(place: string, name: string): string {
  const plain = name.slice(1, -1);
  if (!/^[A-Za-z_]\w*$/.test(plain)) return `${place}[${name}]`;
  return place === '' ? plain : `${place}.${plain}`;
}

function* compareNodes(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  place: string,
): Generator<BodyDifference> {
  if (isEqual(before, after)) return;
  const both = typeof before === 'object' && typeof after === 'object' && before.list === after.list;
  if (!both) {
    yield { place, before: writeNode(before), after: writeNode(after) };
  } else if (before.list) {
    // An item that was inserted or removed moves the following ones, which are the same.
    const { start, end } = trim(before.nodes, after.nodes, isEqual);
    const last = Math.max(before.nodes.length, after.nodes.length) - end;
    for (let index = start; index < last; index += 1) {
      const earlier = index < before.nodes.length - end ? before.nodes[index] : undefined;
      const later = index < after.nodes.length - end ? after.nodes[index] : undefined;
      yield* compareNodes(earlier, later, `${place}[${index}]`);
    }
  } else {
    const earlier = new Map(before.names.map((name, index) => [name, before.nodes[index]]));
    const later = new Map(after.names.map((name, index) => [name, after.nodes[index]]));
    for (const name of new Set([...earlier.keys(), ...later.keys()]))
      yield* compareNodes(earlier.get(name), later.get(name), joinPlace(place, name));
  }
}

function take(differences: Iterable<BodyDifference>): Comparison {
  const first: BodyDifference[] = [];
  for (const difference of differences) {
    if (first.length === MAX_DIFFERENCES) return { differences: first, more: true };
    first.push(difference);
  }
  return { differences: first, more: false };
}

/** The differences of two JSON values, member by member. */
export function compareTrees(before: JsonNode, after: JsonNode): Comparison {
  return take(compareNodes(before, after, ''));
}

/** Beyond this product of lengths, lines are compared in their order. */
const MAX_TABLE = 4_000_000;

/** Pairs of equal lines in both texts: a longest common subsequence. */
function matchLines(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

function* compareRest(before: readonly string[], after: readonly string[], first: number): Generator<BodyDifference> {
  const most = before.length * after.length > MAX_TABLE ? [] : matchLines(before, after);
  let i = 0;
  let j = 0;
  for (const [nextI, nextJ] of [...most, [before.length, after.length] as const]) {
    while (i < nextI || j < nextJ) {
      const line = first + (j < nextJ ? j : i);
      yield {
        place: `line ${line + 1}`,
        before: i < nextI ? writeNode(before[i++]) : undefined,
        after: j < nextJ ? writeNode(after[j++]) : undefined,
      };
    }
    i += 1;
    j += 1;
  }
}

/** The differences of two texts, line by line. */
export function compareTexts(before: string, after: string): Comparison {
  const earlier = before.split('\n');
  const later = after.split('\n');
  const { start, end } = trim(earlier, later, (one, other) => one === other);
  return take(compareRest(earlier.slice(start, earlier.length - end), later.slice(start, later.length - end), start));
}
