import { fail } from '../errors.js';

/** The longest url or expansion by default, in UTF-16 code units. */
export const MAX_LENGTH = 1_048_576;

/**
 * The number of characters that an expansion may still write for its values. Members that write nothing are charged as well, so that
 * time and memory are linear in the input plus the bound, however often a template repeats a variable.
 */
export class Budget {
  readonly maxLength: number;
  private remaining: number;

  constructor(maxLength: number) {
    this.maxLength = maxLength;
    this.remaining = maxLength;
  }

  /** @throws EndpointError `too-long` when the parameter needs more than what remains */
  spend(amount: number, name: string): void {
    this.remaining -= amount;
    if (this.remaining < 0)
      fail('too-long', name, `would make the result longer than ${this.maxLength} characters; shorten it`);
  }
}
