import { fail } from '../errors.js';

/** The bound on a url or an expansion, in UTF-16 code units, unless the caller sets another. */
export const MAX_LENGTH = 1_048_576;

/**
 * What one expansion may still write of its values. Reading members that write nothing is charged as well, so that time and memory
 * are linear in the input plus the bound, whatever a template repeats.
 */
export class Budget {
  readonly maxLength: number;
  private left: number;

  constructor(maxLength: number) {
    this.maxLength = this.left = maxLength;
  }

  /** @throws EndpointError `too-long` where more is written for the parameter than what is left */
  spend(amount: number, name: string): void {
    if ((this.left -= amount) < 0)
      fail('too-long', name, `would make the result longer than ${this.maxLength} characters; shorten it`);
  }
}
