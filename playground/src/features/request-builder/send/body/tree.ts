import { MAX_MATCHES, type TreeRow } from './tree-row.js';

/** A JSON value in a list of all values, in which those of a container follow it. */
interface Node {
  /** The key's source text, or the index in a list; empty for the root. */
  readonly name: string;
  /** The source text of a leaf, so that long numbers keep all digits; `{` or `[` of a container. */
  readonly text: string;
  readonly depth: number;
  /** Index of the container; -1 for the root. */
  readonly parent: number;
  /** Members or items. */
  count: number;
  /** Index after the last value inside. */
  end: number;
  isOpen: boolean;
}

const isContainer = ({ text }: Node): boolean => text === '{' || text === '[';

/** The end of a string that begins at `start`: the index after its closing quote. */
function findStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

const SCALAR = /[^\s,\]}]+/y;

/** The end of a leaf, or of the bracket of a container, that begins at `start`. */
function findEnd(text: string, start: number): number {
  if (text[start] === '"') return findStringEnd(text, start);
  if (text[start] === '{' || text[start] === '[') return start + 1;
  SCALAR.lastIndex = start;
  return SCALAR.test(text) ? SCALAR.lastIndex : start + 1;
}

/** The values of a JSON text, without recursion, so that its depth has no limit. */
function parseNodes(text: string): Node[] {
  const nodes: Node[] = [];
  let parent = -1;
  let key: string | undefined;
  for (let at = 0; at < text.length;) {
    const start = at;
    const character = text[start] ?? '';
    const around = nodes[parent];
    at = start + 1;
    if (/[\s,:]/.test(character)) continue;
    if (around && (character === '}' || character === ']')) {
      around.end = nodes.length;
      parent = around.parent;
      continue;
    }
    at = findEnd(text, start);
    const token = text.slice(start, at);
    if (around?.text === '{' && key === undefined) {
      key = token;
      continue;
    }
    const name = key ?? (around === undefined ? '' : String(around.count));
    const depth = around === undefined ? 0 : around.depth + 1;
    const node = { name, text: token, depth, parent, count: 0, end: nodes.length + 1, isOpen: false };
    if (around) around.count += 1;
    if (isContainer(node)) parent = nodes.length;
    nodes.push(node);
    key = undefined;
  }
  return nodes;
}

const MAX_LEAF = 2000;

function createRow(node: Node): TreeRow {
  const { depth, name, text, count, isOpen } = node;
  if (isContainer(node)) {
    const amount = `${count.toLocaleString('en')} ${text === '[' ? 'item' : 'member'}${count === 1 ? '' : 's'}`;
    const summary = text === '[' ? `[ ${amount} ]` : `{ ${amount} }`;
    return {
      depth,
      name,
      text: summary,
      kind: 'container',
      open: count === 0 ? undefined : isOpen,
      cutFrom: undefined,
    };
  }
  const isCut = text.length > MAX_LEAF;
  return {
    depth,
    name,
    text: isCut ? `${text.slice(0, MAX_LEAF)}…` : text,
    kind: text.startsWith('"') ? 'string' : /^[-\d]/.test(text) ? 'number' : 'literal',
    open: undefined,
    cutFrom: isCut ? text.length : undefined,
  };
}

/** Lines of a tree that opens with all levels: enough for one object of most APIs. */
const SMALL = 200;

/** A JSON value whose containers fold and unfold. */
export class JsonTree {
  readonly #nodes: readonly Node[];
  /** Indices of the nodes in sight. */
  #lines: number[] = [];

  /** @throws SyntaxError if the text isn't JSON */
  constructor(text: string) {
    // Only this check knows all of the grammar.
    JSON.parse(text);
    this.#nodes = parseNodes(text);
    for (const node of this.#nodes) node.isOpen = node.depth === 0 || this.#nodes.length <= SMALL;
    this.#unfold();
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Whether the value is neither an object nor a list. */
  get isLeaf(): boolean {
    const [root] = this.#nodes;
    return root === undefined || !isContainer(root);
  }

  /** Folds or unfolds the container of a line. */
  toggle(line: number): void {
    const node = this.#nodes[this.#lines[line] ?? -1];
    if (node) node.isOpen = !node.isOpen;
    this.#unfold();
  }

  /** The lines of a range, to show. */
  rows(start: number, end: number): TreeRow[] {
    return this.#lines
      .slice(start, end)
      .flatMap((index) => this.#nodes[index] ?? [])
      .map(createRow);
  }

  /** The nodes whose key or text contains a text, in any case; at most {@link MAX_MATCHES}. */
  search(text: string): readonly number[] {
    const wanted = text.toLowerCase();
    const found: number[] = [];
    for (const [index, node] of this.#nodes.entries()) {
      // An index of a list is no key.
      const key = node.name.startsWith('"') ? node.name : '';
      const leaf = isContainer(node) ? '' : node.text;
      if (key.toLowerCase().includes(wanted) || leaf.toLowerCase().includes(wanted)) found.push(index);
      if (found.length === MAX_MATCHES) break;
    }
    return found;
  }

  /** Unfolds everything above a node, and returns its line. */
  reveal(index: number): number {
    for (let node = this.#nodes[this.#nodes[index]?.parent ?? -1]; node; node = this.#nodes[node.parent])
      node.isOpen = true;
    this.#unfold();
    return this.#lines.indexOf(index);
  }

  #unfold(): void {
    this.#lines = [];
    for (let index = 0; index < this.#nodes.length;) {
      const node = this.#nodes[index];
      this.#lines.push(index);
      index = node?.isOpen === false ? node.end : index + 1;
    }
  }
}
