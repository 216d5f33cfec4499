/** Reads JSON outside of the page's thread: parsing 10 MB would stop it for a tenth of a second. */
import { getReason } from '../../../../ui/text.js';
import { decode } from './decode.js';
import { findJsonMistake, type JsonMistake } from './json-mistake.js';
import { JsonTree } from './tree.js';
import type { TreeRow } from './tree-row.js';

/** Lines of a tree that the page gets at once: those in sight, and some around them. */
const LINES = 120;

/** A change of what the page shows; the first one opens a body. */
export type Change =
  | { readonly open: Blob; readonly charset: string }
  /** Shows other lines. */
  | { readonly start: number }
  /** Folds or unfolds a line. */
  | { readonly toggle: number }
  /** Unfolds the first match of a text; of the same text, the next or the previous one. */
  | { readonly find: string; readonly step: 1 | -1 };

/** The part of a tree that the page shows. */
export interface TreeView {
  /** Lines of the tree. */
  readonly length: number;
  readonly start: number;
  readonly rows: readonly TreeRow[];
  /** The line that was changed or found. */
  readonly active?: number | undefined;
  /** The last search; its text is empty before the first one. */
  readonly found: { readonly text: string; readonly count: number; readonly index: number };
}

/** The view after a change; of a body that isn't JSON its mistake, of a single value nothing. */
export type Reply = TreeView | { readonly mistake?: JsonMistake } | { readonly failure: string };

let tree: JsonTree | undefined;
let start = 0;
let text = '';
let matches: readonly number[] = [];
let index = 0;

/** The mistake of a body that isn't JSON. */
async function open(body: Blob, charset: string): Promise<JsonMistake | undefined> {
  const json = await decode(body, charset);
  try {
    tree = new JsonTree(json);
    return undefined;
  } catch (error) {
    const mistake = error instanceof SyntaxError ? findJsonMistake(json) : undefined;
    if (mistake === undefined) throw error;
    return mistake;
  }
}

/** The line of a match; undefined without one. */
function find(shown: JsonTree, searched: string, step: number): number | undefined {
  if (searched === text) index = (index + step + matches.length) % matches.length;
  else [text, matches, index] = [searched, shown.search(searched), 0];
  const match = matches[index];
  return match === undefined ? undefined : shown.reveal(match);
}

async function apply(change: Change): Promise<Reply> {
  const mistake = 'open' in change ? await open(change.open, change.charset) : undefined;
  if (tree === undefined || tree.isLeaf) return mistake === undefined ? {} : { mistake };
  let active: number | undefined;
  if ('start' in change) ({ start } = change);
  if ('toggle' in change) tree.toggle((active = change.toggle));
  if ('find' in change) active = find(tree, change.find, change.step);
  const found = { text, count: matches.length, index };
  return { length: tree.length, start, rows: tree.rows(start, start + LINES), active, found };
}

addEventListener('message', ({ data }: MessageEvent<Change>) => {
  apply(data).then(postMessage, (error: unknown) => postMessage({ failure: getReason(error) }));
});
