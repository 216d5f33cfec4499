import type { Method } from '../options.js';
import type { Part } from '../template/ast.js';
import { normalizeText } from '../template/match/characters.js';
import { getLast } from '../template/values.js';
import type { RouteParameters } from './parameters.js';

/** The literal texts of a segment, or of the end of a path, with an expression between each two. */
type Texts = [string, ...string[]];

/** A route of the list. */
export interface Entry {
  readonly route: string;
  readonly method: Method;
  /** Made when it is first needed, where that can't fail. */
  read?: Read | undefined;
}

/** What a path has for expressions, from the index 1 on; undefined for an empty segment. */
export type ReadTexts = readonly (string | undefined)[];

/** What a url is without its host. */
export interface Target {
  /** Percent-encoded. */
  readonly path: string;
  /** Whether the path has neither other spellings nor commas. */
  readonly isPlain: boolean;
  /** The query and fragment. */
  readonly tail: string;
}

type Read = (texts: ReadTexts, target: Target) => RouteParameters | undefined;

/** A place in the paths of routes, after some segments. Most have little of what they may have. */
export interface Node {
  /** Routes that end here. */
  ends: Entry[] | undefined;
  literals: Map<string, Node> | undefined;
  /** By a segment that is one expression, if no other segments have expressions. */
  whole: Node | undefined;
  /** By segments with expressions. */
  segments: Shapes | undefined;
  /** By ends with `{+path}` or `{/path*}`, which may be several segments. */
  open: Shapes | undefined;
}

export const createNode = (): Node => ({
  ends: undefined,
  literals: undefined,
  whole: undefined,
  segments: undefined,
  open: undefined,
});

interface Shape {
  /** The texts between expressions. */
  readonly inner: readonly string[];
  /** All texts, with a space between two. */
  readonly key: string;
  /** The lengths of all texts, and of the first. */
  readonly lengths: readonly [all: number, first: number];
  readonly node: Node;
}

/** The least literal text first; of equal ones, the least at the start, then by the texts themselves. */
const compareShapes = ({ lengths, key }: Shape, other: Shape) =>
  lengths[0] - other.lengths[0] || lengths[1] - other.lengths[1] || (key < other.key ? 1 : -1);

const createShapes = () => ({
  /** The lengths of the first and last text, each pair once. */
  lengths: [] as { readonly first: number; readonly last: number }[],
  /** By the first and last text, with a space between them, which no path has. */
  byEnds: new Map<string, Shape[]>(),
});

/** Nodes by texts with expressions. */
type Shapes = ReturnType<typeof createShapes>;

/** Returns the node of texts, or adds one. */
function addShape({ lengths, byEnds }: Shapes, texts: Texts, node = createNode()) {
  const [first] = texts;
  const last = getLast(texts) ?? '';
  const inner = texts.slice(1, -1);
  const [ends, key] = [`${first} ${last}`, texts.join(' ')];
  const shapes = byEnds.get(ends) ?? [];
  const known = shapes.find((shape) => shape.key === key);
  if (known) return known.node;
  shapes.push({ inner, key, lengths: [texts.join('').length, first.length], node });
  byEnds.set(ends, shapes);
  if (!lengths.some((pair) => pair.first === first.length && pair.last === last.length))
    lengths.push({ first: first.length, last: last.length });
  return node;
}

/** The texts between others, where those occur first; undefined for a text without them. */
function separate(text: string, others: readonly string[]) {
  const texts: string[] = [];
  let start = 0;
  for (const other of others) {
    const end = text.indexOf(other, start);
    if (end < 0) return undefined;
    texts.push(text.slice(start, end));
    start = end + other.length;
  }
  return [...texts, text.slice(start)];
}

/** The nodes of the texts that a text has, those with the least literal text first. */
function findShapes({ lengths, byEnds }: Shapes, text: string) {
  const found = [];
  for (const { first, last } of lengths) {
    const end = text.length - last;
    if (first > end) continue;
    for (const shape of byEnds.get(`${text.slice(0, first)} ${text.slice(end)}`) ?? []) {
      const texts = separate(text.slice(first, end), shape.inner);
      // An empty text that is all of a segment, or of several ones.
      const isEmpty = texts?.join('') === '' && /^(\S*\/)? (\/\S*)?$/.test(shape.key);
      if (texts) found.push({ ...shape, texts: isEmpty ? [undefined] : texts });
    }
  }
  return found.sort(compareShapes);
}

function addSegment(node: Node, texts: Texts) {
  const [text] = texts;
  if (texts.length === 1) {
    const literals = (node.literals ??= new Map<string, Node>());
    const next = literals.get(text) ?? createNode();
    literals.set(text, next);
    return next;
  }
  if (!node.segments && texts.join(' ') === ' ') return (node.whole ??= createNode());
  node.segments ??= createShapes();
  if (node.whole) addShape(node.segments, ['', ''], node.whole);
  node.whole = undefined;
  return addShape(node.segments, texts);
}

type Piece = Pick<Part, 'operator' | 'text'>;

const isOpen = ({ operator }: Piece) => operator === '+' || operator === '/';

/**
 * Adds a route.
 * @param parts of its path, which begins with a slash
 */
export function addRoute(root: Node, parts: readonly Piece[], entry: Entry) {
  // Before the first slash there is no segment.
  let node: Node | undefined;
  let texts: Texts = [''];
  const append = (text: string | undefined) => {
    if (text === undefined) texts.push('');
    else texts[texts.length - 1] += normalizeText(text);
  };
  const endSegment = () => (node = node ? addSegment(node, texts) : root);

  const openAt = parts.findIndex(isOpen);
  for (const part of openAt < 0 ? parts : parts.slice(0, openAt)) {
    const [text, ...others] = part.text?.split('/') ?? [];
    append(text);
    for (const other of others) {
      endSegment();
      texts = [normalizeText(other)];
    }
  }
  // `{/path*}` begins a segment.
  if (parts[openAt]?.operator !== '+') {
    endSegment();
    texts = [''];
  } else texts[0] = '/' + texts[0];
  let end = node ?? root;
  if (openAt >= 0) {
    for (const { text } of parts.slice(openAt)) append(text);
    end = addShape((end.open ??= createShapes()), texts);
  }
  (end.ends ??= []).push(entry);
}

/** Where a path goes on: at which node, at which index, after how many texts for expressions, and the last of them. */
type Place = [node: Node | undefined, start: number, count: number, last: ReadTexts];

/**
 * Finds what `read` first returns for the routes whose literal text a path has, in the order of the decision: from the left, in each
 * segment the literal one, then those with the most literal text beside expressions, then those of several segments. Visits each node
 * once at most.
 */
export function findRoute<R>(
  root: Node,
  path: string,
  read: (entries: readonly Entry[], texts: ReadTexts) => R | undefined,
) {
  const texts: (string | undefined)[] = [];
  const places: Place[] = [];
  // The last place is the next one.
  for (let place: Place | undefined = [root, 0, 1, []]; place; place = places.pop()) {
    let [node, start, count] = place;
    for (const text of place[3]) texts[count++] = text;
    while (node) {
      const isEnd = start === path.length;
      const result = isEnd && node.ends && read(node.ends, texts);
      if (result) return result;
      if (node.open)
        for (const found of findShapes(node.open, path.slice(start)))
          places.push([found.node, path.length, count, found.texts]);
      if (isEnd) break;
      const slash = path.indexOf('/', start + 1);
      const end = slash < 0 ? path.length : slash;
      const segment = path.slice(start + 1, end);
      start = end;
      if (node.segments)
        for (const found of findShapes(node.segments, segment)) places.push([found.node, start, count, found.texts]);
      const { whole }: Node = node;
      node = node.literals?.get(segment);
      if (node && whole) places.push([whole, start, count, [segment || undefined]]);
      else if (whole) {
        node = whole;
        texts[count++] = segment || undefined;
      }
    }
  }
  return undefined;
}
