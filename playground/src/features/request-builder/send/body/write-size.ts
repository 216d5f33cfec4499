/** `1,234 bytes`, `12.3 kB`. */
export function writeSize(bytes: number): string {
  if (bytes < 10_000) return `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toFixed(amount < 100 ? 1 : 0)} ${unit}`;
}
