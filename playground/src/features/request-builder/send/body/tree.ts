/** A JSON value as it was written: the source text of a leaf, so that long numbers keep all digits, or a container. */
export type JsonNode = string | JsonContainer;

interface JsonContainer {
  readonly list: boolean;
  /** The source texts of an object's keys; empty for a list. */
  readonly names: string[];
  readonly nodes: JsonNode[];
}

/** The end of a string that begins at `start`: the index after its closing quote. */
function findStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * Parses a JSON text without recursion, so that its depth has no limit.
 * @throws SyntaxError if it isn't JSON
 */
export function parseTree(text: string): JsonNode {
  // Only this check knows all of the grammar; the loop below relies on it.
  JSON.parse(text);
  const root: JsonContainer = { list: true, names: [], nodes: [] };
  const open: JsonContainer[] = [root];
  const scalar = /[^\s,\]}]+/y;
  for (let at = 0; at < text.length;) {
    const parent = open.at(-1) ?? root;
    const character = text[at] ?? '';
    if (character === '{' || character === '[') {
      const container: JsonContainer = { list: character === '[', names: [], nodes: [] };
      parent.nodes.push(container);
      open.push(container);
      at += 1;
    } else if (character === '}' || character === ']') {
      open.pop();
      at += 1;
    } else if (character === '"') {
      const end = findStringEnd(text, at);
      const isName = !parent.list && parent.names.length === parent.nodes.length;
      (isName ? parent.names : parent.nodes).push(text.slice(at, end));
      at = end;
    } else if (/[\s,:]/.test(character)) at += 1;
    else {
      scalar.lastIndex = at;
      const [leaf = character] = scalar.exec(text) ?? [];
      parent.nodes.push(leaf);
      at += leaf.length;
    }
  }
  return root.nodes[0] ?? '';
}

/** A line of an unfolded tree. */
export interface TreeRow {
  readonly depth: number;
  /** The key's source text, or the index in a list; empty for the root. */
  readonly name: string;
  /** The source text of a leaf, which may be cut, or the summary of a container. */
  readonly text: string;
  readonly kind: 'string' | 'number' | 'literal' | 'container';
  /** Whether a container is unfolded; undefined for a leaf, and for an empty container. */
  readonly open: boolean | undefined;
  /** Length of a leaf that was cut. */
  readonly cutFrom: number | undefined;
}

const MAX_LEAF = 2000;

/** `[ 3 items ]`, `{ 1 member }`. */
function summarize({ list, nodes }: JsonContainer): string {
  const noun = list ? 'item' : 'member';
  const text = `${nodes.length.toLocaleString('en')} ${noun}${nodes.length === 1 ? '' : 's'}`;
  return list ? `[ ${text} ]` : `{ ${text} }`;
}

function chooseKind(leaf: string): TreeRow['kind'] {
  if (leaf.startsWith('"')) return 'string';
  return /^[-\d]/.test(leaf) ? 'number' : 'literal';
}

interface Line {
  readonly node: JsonNode;
  readonly depth: number;
  readonly name: string;
  open: boolean;
}

/** Indices from the root to a node. */
type Path = readonly number[];

/** Lines of a tree that opens with all levels: enough for one object of most APIs. */
const SMALL = 200;

/** Matches of a search at most. */
export const MAX_MATCHES = 1000;

/** A JSON value whose containers fold and unfold. Holds a line for each node in sight only. */
export class JsonTree {
  readonly root: JsonNode;
  #lines: Line[];

  constructor(root: JsonNode) {
    this.root = root;
    this.#lines = [{ node: root, depth: 0, name: '', open: false }];
    this.toggle(0);
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Unfolds all levels, unless that makes too many lines to look at. */
  unfoldSmall(): void {
    const waiting = [this.root];
    let count = 0;
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      count += 1;
      if (typeof node !== 'string') {
        if (count + waiting.length + node.nodes.length > SMALL) return;
        waiting.push(...node.nodes);
      }
    }
    for (let index = 0; index < this.#lines.length; index += 1)
      if (this.#lines[index]?.open === false) this.toggle(index);
  }

  /** Folds or unfolds the container of a line. */
  toggle(index: number): void {
    const line = this.#lines[index];
    if (line === undefined || typeof line.node === 'string') return;
    const { node, depth } = line;
    line.open = !line.open;
    if (line.open) {
      const children = node.nodes.map((child, at) => ({
        node: child,
        depth: depth + 1,
        name: node.list ? String(at) : (node.names[at] ?? ''),
        open: false,
      }));
      // Not `splice`: each line would be an argument, of which there is a maximum.
      this.#lines = [...this.#lines.slice(0, index + 1), ...children, ...this.#lines.slice(index + 1)];
      return;
    }
    let end = index + 1;
    while (end < this.#lines.length && (this.#lines[end]?.depth ?? 0) > depth) end += 1;
    this.#lines.splice(index + 1, end - index - 1);
  }

  /** The lines of a range, to show. */
  rows(start: number, end: number): TreeRow[] {
    return this.#lines.slice(start, end).map(({ node, depth, name, open }) => {
      if (typeof node !== 'string') {
        return {
          depth,
          name,
          text: summarize(node),
          kind: 'container',
          open: node.nodes.length === 0 ? undefined : open,
          cutFrom: undefined,
        };
      }
      const cut = node.length > MAX_LEAF;
      const text = cut ? `${node.slice(0, MAX_LEAF)}…` : node;
      return { depth, name, text, kind: chooseKind(node), open: undefined, cutFrom: cut ? node.length : undefined };
    });
  }

  /** The nodes whose key or text contains a text, in any case; at most {@link MAX_MATCHES}. */
  search(text: string): readonly Path[] {
    const wanted = text.toLowerCase();
    const has = (leaf: string) => leaf.toLowerCase().includes(wanted);
    const found: Path[] = [];
    const waiting: { readonly node: JsonNode; readonly name: string; readonly path: Path }[] = [
      { node: this.root, name: '', path: [] },
    ];
    for (let next = waiting.pop(); next && found.length < MAX_MATCHES; next = waiting.pop()) {
      const { node, name, path } = next;
      if (has(name) || (typeof node === 'string' && has(node))) found.push(path);
      if (typeof node === 'string') continue;
      for (let at = node.nodes.length - 1; at >= 0; at -= 1) {
        waiting.push({ node: node.nodes[at] ?? '', name: node.names[at] ?? '', path: [...path, at] });
      }
    }
    return found;
  }

  /** Unfolds everything above a node, and returns its line. */
  reveal(path: Path): number {
    let index = 0;
    for (const [depth, at] of path.entries()) {
      if (this.#lines[index]?.open === false) this.toggle(index);
      index += 1;
      for (let passed = 0; passed < at; index += 1) if (this.#lines[index + 1]?.depth === depth + 1) passed += 1;
    }
    return index;
  }
}
