import type { Part } from '../template/ast.js';
import { NORMALIZED } from '../template/match/characters.js';
import { getLast } from '../template/values.js';

/** A path with each percent-encoded character in its one normal spelling. */
export const normalizePath = (path: string) => path.replace(/%[\da-f]{2}/gi, NORMALIZED);

/** The literal texts of a segment, or of the end of a path, with an expression between each two. */
type Texts = [string, ...string[]];

interface Shape<T> {
  /** The texts between expressions. */
  readonly inner: readonly string[];
  /** All texts, with a space between two. */
  readonly key: string;
  /** The lengths of all texts, and of the first. */
  readonly lengths: readonly [all: number, first: number];
  readonly value: T;
}

/** The least literal text first; of equal ones, the least at the start, then by the texts themselves. */
const compareShapes = <T>({ lengths, key }: Shape<T>, other: Shape<T>) =>
  lengths[0] - other.lengths[0] || lengths[1] - other.lengths[1] || (key < other.key ? 1 : -1);

/** Values by texts with expressions. */
interface Shapes<T> {
  /** The lengths of the first and last text, each pair once. */
  readonly lengths: { readonly first: number; readonly last: number }[];
  /** By the first and last text, with a space between them, which no path has. */
  readonly byEnds: Map<string, Shape<T>[]>;
}

/** A place in the paths of routes, after some segments. */
export interface Node<T> {
  /** Routes that end here. */
  readonly ends: T[];
  readonly literals: Map<string, Node<T>>;
  /** By segments with expressions. */
  readonly segments: Shapes<Node<T>>;
  /** Routes that go on with `{+path}` or `{/path*}`, which may be several segments. */
  readonly open: Shapes<T[]>;
}

const createShapes = <T>(): Shapes<T> => ({ lengths: [], byEnds: new Map() });

export const createNode = <T>(): Node<T> => ({
  ends: [],
  literals: new Map(),
  segments: createShapes(),
  open: createShapes(),
});

/** Returns the value of texts; `create` makes it for new ones. */
function addShape<T>({ lengths, byEnds }: Shapes<T>, texts: Texts, create: () => T) {
  const [first] = texts;
  const last = getLast(texts) ?? '';
  const inner = texts.slice(1, -1);
  const [ends, key] = [`${first} ${last}`, texts.join(' ')];
  const shapes = byEnds.get(ends) ?? [];
  const known = shapes.find((shape) => shape.key === key);
  if (known) return known.value;
  const value = create();
  shapes.push({ inner, key, lengths: [texts.join('').length, first.length], value });
  byEnds.set(ends, shapes);
  if (!lengths.some((pair) => pair.first === first.length && pair.last === last.length))
    lengths.push({ first: first.length, last: last.length });
  return value;
}

/** Whether a text has others in their order. */
function hasInOrder(text: string, others: readonly string[]) {
  let end = 0;
  return others.every((other) => {
    const start = text.indexOf(other, end);
    end = start + other.length;
    return start >= 0;
  });
}

/** The values of the texts that a text has, those with the least literal text first. */
function findShapes<T>({ lengths, byEnds }: Shapes<T>, text: string) {
  const found = [];
  for (const { first, last } of lengths) {
    const end = text.length - last;
    if (first > end) continue;
    for (const shape of byEnds.get(`${text.slice(0, first)} ${text.slice(end)}`) ?? [])
      if (hasInOrder(text.slice(first, end), shape.inner)) found.push(shape);
  }
  return found.sort(compareShapes).map(({ value }) => value);
}

function addSegment<T>(node: Node<T>, texts: Texts) {
  if (texts.length > 1) return addShape(node.segments, texts, createNode<T>);
  const next = node.literals.get(texts[0]) ?? createNode();
  node.literals.set(texts[0], next);
  return next;
}

const isOpen = ({ operator }: Part) => operator === '+' || operator === '/';

/**
 * Adds a route.
 * @param parts of its path, which begins with a slash
 */
export function addRoute<T>(root: Node<T>, parts: readonly Part[], route: T) {
  // Before the first slash there is no segment.
  let node: Node<T> | undefined;
  let texts: Texts = [''];
  const append = (text: string | undefined) => {
    if (text === undefined) texts.push('');
    else texts[texts.length - 1] += normalizePath(text);
  };
  const endSegment = () => (node = node ? addSegment(node, texts) : root);

  const openAt = parts.findIndex(isOpen);
  for (const part of openAt < 0 ? parts : parts.slice(0, openAt)) {
    const [text, ...others] = part.text?.split('/') ?? [];
    append(text);
    for (const other of others) {
      endSegment();
      texts = [normalizePath(other)];
    }
  }
  if (openAt < 0) {
    endSegment().ends.push(route);
    return;
  }
  // `{/path*}` begins a segment.
  if (parts[openAt]?.operator === '/') {
    endSegment();
    texts = [''];
  } else texts[0] = '/' + texts[0];
  for (const { text } of parts.slice(openAt)) append(text);
  addShape<T[]>((node ?? root).open, texts, () => []).push(route);
}

/**
 * The routes whose literal text a path has, in the order of the decision: from the left, in each segment the literal one, then those with
 * the most literal text beside expressions, then those of several segments. Visits each node once at most.
 */
export function* findRoutes<T>(root: Node<T>, path: string) {
  const stack: (T[] | { readonly node: Node<T>; readonly start: number })[] = [{ node: root, start: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (Array.isArray(next)) {
      yield* next;
      continue;
    }
    const { node, start } = next;
    const isEnd = start === path.length;
    if (isEnd) yield* node.ends;
    // The last one is the next one.
    stack.push(...findShapes(node.open, path.slice(start)));
    if (isEnd) continue;
    const slash = path.indexOf('/', start + 1);
    const end = slash < 0 ? path.length : slash;
    const segment = path.slice(start + 1, end);
    for (const child of findShapes(node.segments, segment)) stack.push({ node: child, start: end });
    const literal = node.literals.get(segment);
    if (literal) stack.push({ node: literal, start: end });
  }
}
