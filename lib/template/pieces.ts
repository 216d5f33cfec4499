import type { Varspec } from './ast.js';

/** A run of an expansion. */
export interface Piece {
  readonly text: string;
  readonly role: 'punctuation' | 'name' | 'key' | 'value';
  readonly varspec: Varspec;
  /** The index or key of a member of a list or map. */
  member?: string | number | undefined;
  /** The path to a value in a list or object, where the names of a query are nested. */
  path?: readonly (string | number)[];
}

/** Where runs are recorded; nowhere if undefined. */
interface Holder {
  readonly pieces?: Piece[] | undefined;
}

/** The index of the next run; undefined where runs aren't recorded. */
export const mark = ({ pieces }: Holder): number | undefined => pieces?.length;

/** Records a run, after all others. */
export function addPiece({ pieces }: Holder, varspec: Varspec, role: Piece['role'], text: string): void {
  pieces?.push({ text, role, varspec });
}

/** Records punctuation before the run of an index. */
export function insertPunctuation({ pieces }: Holder, varspec: Varspec, text: string, at = 0): void {
  pieces?.splice(at, 0, { text, role: 'punctuation', varspec });
}

/** Moves the runs from an index on to another one before it. */
export function movePieces({ pieces }: Holder, from = 0, to = 0): void {
  pieces?.splice(to, 0, ...pieces.splice(from));
}

/** Adds facts to the runs from an index on: the member that they write, or the path of a nested value. */
export function amendPieces(
  { pieces = [] }: Holder,
  from: number | undefined,
  facts: Pick<Piece, 'member' | 'path'>,
): void {
  for (const piece of pieces.slice(from)) Object.assign(piece, facts);
}
