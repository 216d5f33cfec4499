import type { Piece } from './content.js';

/** A piece of a line, at its place. */
export interface Block {
  readonly text: string;
  readonly piece: Piece;
  /** The left edge. */
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly width: number;
}

/** The area that lines of text flow into. */
export interface Area {
  readonly x: number;
  /** The first baseline. */
  readonly y: number;
  readonly width: number;
  readonly lineHeight: number;
  /** The width of a character. */
  readonly advance: number;
  /** The gap between pieces, in characters. */
  readonly gap?: number;
}

/** Where a url may break: before `?` and `&`, after `/`. */
const BREAKABLE = /[?&]?[^/?&]*\/?/g;
/** East Asian characters and emoji are as wide as two others. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3fffd}]/u;

/** The columns of a text in a font of fixed width. */
export const countColumns = (text: string): number =>
  Array.from(text).reduce((columns, character) => columns + (WIDE.test(character) ? 2 : 1), 0);

/** The part of a text that fits into a number of columns, at least one character. */
function takeColumns(text: string, columns: number): string {
  let taken = '';
  let count = 0;
  for (const character of text) {
    count += countColumns(character);
    if (count > columns && taken !== '') break;
    taken += character;
  }
  return taken;
}

/** Flows pieces into lines of a font of fixed width; returns the blocks and the last baseline. */
export function flow(
  pieces: readonly Piece[],
  area: Area,
): { readonly blocks: readonly Block[]; readonly end: number } {
  const { x, lineHeight, advance, gap = 0 } = area;
  const columns = Math.floor(area.width / advance);
  const blocks: Block[] = [];
  let column = 0;
  let { y } = area;

  const newLine = () => {
    column = 0;
    y += lineHeight;
  };
  const place = (text: string, piece: Piece) => {
    const last = blocks.at(-1);
    const count = countColumns(text);
    if (last?.piece === piece && last.y === y)
      blocks[blocks.length - 1] = { ...last, text: last.text + text, width: last.width + count * advance };
    else blocks.push({ text, piece, x: x + column * advance, y, width: count * advance });
    column += count;
  };

  for (const piece of pieces) {
    for (const [chunk] of piece.text.matchAll(BREAKABLE)) {
      if (column > 0 && column + countColumns(chunk) > columns) newLine();
      let rest = chunk;
      while (countColumns(rest) > columns) {
        const taken = takeColumns(rest, columns);
        place(taken, piece);
        rest = rest.slice(taken.length);
        newLine();
      }
      if (rest !== '') place(rest, piece);
    }
    if (column > 0) column += gap;
  }
  return { blocks, end: y };
}

/** Breaks prose into lines of at most this many characters, at spaces; longer words are broken anywhere. */
export function wrap(text: string, length: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > length) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
    while (line.length > length) {
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  return [...lines, line];
}
