import { fail } from '../errors.js';
import type { Piece } from './pieces.js';

/** The longest url or expansion by default, in UTF-16 code units. */
export const MAX_LENGTH = 1_048_576;

/** Bounds an expansion, and records its runs for an explanation. */
export class Writer {
  /**
   * The number of characters that the expansion may still write for its values. Members that write nothing are charged as well, so that
   * time and memory are linear in the input plus the bound, however often a template repeats a variable.
   */
  declare private remaining: number;
  declare readonly maxLength: number;
  /** The runs so far; undefined where they aren't recorded. */
  declare pieces: Piece[] | undefined;

  constructor(maxLength: number) {
    this.maxLength = this.remaining = maxLength;
  }

  /** @throws EndpointError `too-long` when the parameter needs more than what remains */
  spend(amount: number, name: string): void {
    this.remaining -= amount;
    if (this.remaining < 0)
      fail('too-long', name, `would make the result longer than ${this.maxLength} characters; shorten it`);
  }
}
