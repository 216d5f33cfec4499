/** A number with its noun: `1 route`, `1,206 routes`. */
export function describeCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
