import { describeCount } from '../../../../ui/text.js';
import { AFTER, COUNT, isBracket, KEY, KEY_END, PARENT, SIZE, START } from './parse-nodes.js';

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

/** Lines of a tree that opens with all levels: enough for one object of most APIs. */
const SMALL = 200;

/** Matches of a search at most. */
export const MAX_MATCHES = 1000;

/** A JSON value whose containers fold and unfold. */
export class JsonTree {
  readonly #text: string;
  readonly #nodes: Int32Array;
  readonly #open: Uint8Array;
  /** Positions of the values in sight. */
  #lines: number[] = [];

  constructor(text: string, nodes: Int32Array) {
    this.#text = text;
    this.#nodes = nodes;
    const count = nodes.length / SIZE;
    this.#open = new Uint8Array(count).fill(1, 0, count <= SMALL ? count : 1);
    this.#unfold();
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Whether the value is neither an object nor a list. */
  get isLeaf(): boolean {
    return !isBracket(this.#slice(0, START));
  }

  /** Folds or unfolds the container of a line. */
  toggle(line: number): void {
    const node = this.#lines[line] ?? 0;
    this.#open[node] = this.#open[node] === 1 ? 0 : 1;
    this.#unfold();
  }

  /** The line of a line's container; of the root its own. */
  findParent(line: number): number {
    return Math.max(0, this.#lines.indexOf(this.#get(this.#lines[line] ?? 0, PARENT)));
  }

  /** The lines of a range, to show. */
  rows(start: number, end: number): TreeRow[] {
    return this.#lines.slice(start, end).map((node) => this.#createRow(node));
  }

  /** The positions of the values whose key or text contains a text, in any case; at most {@link MAX_MATCHES}. */
  search(text: string): readonly number[] {
    const lower = text.toLowerCase();
    const found: number[] = [];
    for (let node = 0; node < this.#open.length && found.length < MAX_MATCHES; node += 1) {
      const leaf = isBracket(this.#text[this.#get(node, START)]) ? '' : this.#slice(node, START);
      const texts = this.#get(node, KEY) === -1 ? [leaf] : [this.#slice(node, KEY), leaf];
      if (texts.some((each) => each.toLowerCase().includes(lower))) found.push(node);
    }
    return found;
  }

  /** Unfolds everything above a value, and returns its line. */
  reveal(node: number): number {
    for (let at = this.#get(node, PARENT); at !== -1; at = this.#get(at, PARENT)) this.#open[at] = 1;
    this.#unfold();
    return this.#lines.indexOf(node);
  }

  #get(node: number, field: number): number {
    return this.#nodes[node * SIZE + field] ?? -1;
  }

  /** A source text, by the field of its beginning. */
  #slice(node: number, field: number): string {
    return this.#text.slice(this.#get(node, field), this.#get(node, field + 1));
  }

  #createRow(node: number): TreeRow {
    let depth = 0;
    for (let at = this.#get(node, PARENT); at !== -1; at = this.#get(at, PARENT)) depth += 1;
    const name =
      this.#get(node, KEY) !== -1 ? this.#slice(node, KEY) : depth > 0 ? String(this.#get(node, KEY_END)) : '';
    const text = this.#slice(node, START);
    const row = { depth, name, open: undefined, cutFrom: undefined };
    if (isBracket(text)) {
      const count = this.#get(node, COUNT);
      const amount = describeCount(count, text === '[' ? 'item' : 'member');
      const open = count === 0 ? undefined : this.#open[node] === 1;
      return { ...row, text: text === '[' ? `[ ${amount} ]` : `{ ${amount} }`, kind: 'container', open };
    }
    const kind = text.startsWith('"') ? 'string' : /^[-\d]/.test(text) ? 'number' : 'literal';
    if (text.length <= MAX_LEAF) return { ...row, text, kind };
    return { ...row, text: `${text.slice(0, MAX_LEAF)}…`, kind, cutFrom: text.length };
  }

  #unfold(): void {
    this.#lines = [];
    for (let node = 0; node < this.#open.length;) {
      this.#lines.push(node);
      node = this.#open[node] === 1 ? node + 1 : this.#get(node, AFTER);
    }
  }
}
