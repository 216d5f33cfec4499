import { fail } from '../errors.js';
import type { Piece } from './pieces.js';

/** The longest url or expansion by default, in UTF-16 code units. */
export const MAX_LENGTH = 1_048_576;

/** The state of an expansion. */
export interface Writer {
  /** With the bound of what remains, unless that is infinite. */
  readonly rules: { readonly maxLength?: number };
  /**
   * The number of characters that the expansion may still write for its values. Members that write nothing are charged as well, so that
   * time and memory are linear in the input plus the bound, however often a template repeats a variable.
   */
  remaining: number;
  /** The runs so far; undefined where they aren't recorded. */
  pieces?: Piece[] | undefined;
}

/** @throws EndpointError `too-long` when the parameter needs more than what remains */
export function spend(writer: Writer, amount: number, name: string): void {
  writer.remaining -= amount;
  if (writer.remaining < 0)
    fail('too-long', name, `would make it longer than ${writer.rules.maxLength} characters; shorten it`);
}
