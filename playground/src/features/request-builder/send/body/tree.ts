import { describeCount } from '../../../../ui/text.js';
import { AFTER, COUNT, isBracket, KEY, KEY_END, PARENT, SIZE, START } from './parse-nodes.js';

/** A line of an unfolded tree. */
export interface TreeRow {
  readonly depth: number;
  /** The key's source text, or the index in a list; empty for the root. */
  readonly name: string;
  /** The source text of a leaf, whose length follows where it is cut, or the summary of a container. */
  readonly text: string;
  readonly kind: 'string' | 'number' | 'literal' | 'container';
  /** Whether a container is unfolded; undefined for a leaf, and for an empty container. */
  readonly open: boolean | undefined;
}

const MAX_LEAF = 2000;

/** Lines of a tree that opens with all levels: enough for one object of most APIs. */
const SMALL = 200;

/** Matches of a search at most. */
export const MAX_MATCHES = 1000;

/** The values of a JSON text, by their positions. */
function createReader(text: string, nodes: Int32Array) {
  const get = (node: number, field: number): number => nodes[node * SIZE + field] ?? -1;
  /** A source text, by the field of its beginning. */
  const slice = (node: number, field: number): string => text.slice(get(node, field), get(node, field + 1));
  const listAbove = (node: number): readonly number[] => {
    const above: number[] = [];
    for (let at = get(node, PARENT); at !== -1; at = get(at, PARENT)) above.push(at);
    return above;
  };
  return { get, slice, listAbove };
}

/** A JSON value whose containers fold and unfold. */
export type JsonTree = ReturnType<typeof createTree>;

/** The tree of a JSON text, from its {@link parseNodes}. */
export function createTree(text: string, nodes: Int32Array) {
  const { get, slice, listAbove } = createReader(text, nodes);
  const count = nodes.length / SIZE;
  const opened = new Uint8Array(count).fill(1, 0, count <= SMALL ? count : 1);
  /** Positions of the values in sight. */
  let lines: number[] = [];

  const unfold = (): void => {
    lines = [];
    for (let node = 0; node < count;) {
      lines.push(node);
      node = opened[node] === 1 ? node + 1 : get(node, AFTER);
    }
  };

  const createRow = (node: number): TreeRow => {
    const { length: depth } = listAbove(node);
    const index = depth > 0 ? String(get(node, KEY_END)) : '';
    const name = get(node, KEY) === -1 ? index : slice(node, KEY);
    const source = slice(node, START);
    if (!isBracket(source)) {
      const kind = source.startsWith('"') ? 'string' : /^[-\d]/.test(source) ? 'number' : 'literal';
      const cut = `${source.slice(0, MAX_LEAF)}… ${describeCount(source.length, 'character')}`;
      return { depth, name, text: source.length <= MAX_LEAF ? source : cut, kind, open: undefined };
    }
    const size = get(node, COUNT);
    const amount = describeCount(size, source === '[' ? 'item' : 'member');
    const open = size === 0 ? undefined : opened[node] === 1;
    return { depth, name, text: source === '[' ? `[ ${amount} ]` : `{ ${amount} }`, kind: 'container', open };
  };

  unfold();
  return {
    get length(): number {
      return lines.length;
    },
    /** Whether the value is neither an object nor a list. */
    isLeaf: !isBracket(slice(0, START)),
    /** Folds or unfolds the container of a line. */
    toggle: (line: number): void => {
      const node = lines[line] ?? 0;
      opened[node] = opened[node] === 1 ? 0 : 1;
      unfold();
    },
    /** The line of a line's container; of the root its own. */
    findParent: (line: number): number => Math.max(0, lines.indexOf(get(lines[line] ?? 0, PARENT))),
    /** The lines of a range, to show. */
    rows: (start: number, end: number): TreeRow[] => lines.slice(start, end).map(createRow),
    /** The positions of the values whose key or text contains a text, in any case; at most {@link MAX_MATCHES}. */
    search: (searched: string): readonly number[] => {
      const lower = searched.toLowerCase();
      const found: number[] = [];
      for (let node = 0; node < count && found.length < MAX_MATCHES; node += 1) {
        const leaf = isBracket(text[get(node, START)]) ? '' : slice(node, START);
        const texts = get(node, KEY) === -1 ? [leaf] : [slice(node, KEY), leaf];
        if (texts.some((each) => each.toLowerCase().includes(lower))) found.push(node);
      }
      return found;
    },
    /** Unfolds everything above a value, and returns its line. */
    reveal: (node: number): number => {
      for (const above of listAbove(node)) opened[above] = 1;
      unfold();
      return lines.indexOf(node);
    },
  };
}
