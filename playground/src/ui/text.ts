/** A number with its noun: `1 route`, `1,206 routes`. */
export function describeCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The reason of a failure, as a sentence. */
export function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
