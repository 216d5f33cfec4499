// Creating one is slow, and `toLocaleString` creates one for each number.
const NUMBERS = new Intl.NumberFormat('en');

/** A number with its noun: `1 route`, `1,206 routes`. */
export function describeCount(count: number, noun: string): string {
  return `${NUMBERS.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The reason of a failure, as a sentence. */
export function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
