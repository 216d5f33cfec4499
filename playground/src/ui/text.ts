// Creating one is slow, and `toLocaleString` creates one for each number.
const NUMBERS = new Intl.NumberFormat('en');

/** A number with its noun: `1 route`, `1,206 routes`. */
export function describeCount(count: number, noun: string): string {
  return `${NUMBERS.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1,234 bytes`, `12.3 kB`. */
export function writeSize(bytes: number): string {
  if (bytes < 10_000) return describeCount(bytes, 'byte');
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toFixed(amount < 100 ? 1 : 0)} ${unit}`;
}

/** `0.42 ms`, `8.1 ms`, `350 ms`, `2.50 s`; `< 1 ms`, `8 ms` if it is known to a millisecond. */
export function formatMilliseconds(ms: number, isWhole = false): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  if (isWhole && ms < 1) return '< 1 ms';
  return `${ms.toFixed(isWhole || ms >= 100 ? 0 : ms < 1 ? 2 : 1)} ms`;
}

/** The reason of a failure, as a sentence. */
export function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
