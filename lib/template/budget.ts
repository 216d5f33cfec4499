import { fail } from '../errors.js';

/** The bound on a url or an expansion, in UTF-16 code units, unless the caller sets another. */
export const MAX_LENGTH = 1_048_576;

/**
 * What one expansion may still write. Reading members that write nothing is charged as well, so that time and memory are linear in
 * the input plus the bound, whatever a template repeats.
 */
export class Budget {
  left: number;
  private readonly maxLength: number;

  constructor(maxLength: number) {
    this.maxLength = this.left = maxLength;
  }

  /** @throws EndpointError `too-long` where the parameter would write more than what is left */
  spend(amount: number, name: string): void {
    if ((this.left -= amount) < 0) this.refuse(name);
  }

  /** Throws as {@link spend}, and charges nothing. */
  check(amount: number, name: string): void {
    if (amount > this.left) this.refuse(name);
  }

  /** Literals are not charged: the whole is measured at the end. */
  checkLength(result: string, name: string): void {
    if (result.length > this.maxLength) this.refuse(name);
  }

  private refuse(name: string): never {
    return fail('too-long', name, `would make the result longer than ${this.maxLength} characters; shorten it`);
  }
}
