import { isContainer } from './json.js';

/** Values whose JSON is longer than this are folded where they are shown: laying them out takes long, and hides everything else. */
export const FOLDED_LENGTH = 20_000;

interface Size {
  readonly length: number;
  /** The number of members or items. */
  readonly count: number;
}

const sizes = new WeakMap<object, Size>();

/** The size of a container, which must not change later: it is counted once. */
function measureContainer(container: object): Size {
  const known = sizes.get(container);
  if (known !== undefined) return known;
  const size = { length: JSON.stringify(container).length, count: Object.keys(container).length };
  sizes.set(container, size);
  return size;
}

/** The length of a value's JSON. */
export function measureJson(value: unknown): number {
  if (isContainer(value)) return measureContainer(value).length;
  return typeof value === 'string' ? value.length + 2 : String(value).length;
}

/** The size of a text in decimal units of memory: `20 kB`, `1.2 MB`. */
function describeLength(length: number): string {
  return length < 1_000_000 ? `${Math.round(length / 1000)} kB` : `${(length / 1_000_000).toFixed(1)} MB`;
}

/** The size of a folded value: `1.2 MB, 12,000 members`. */
export function describeSize(value: unknown, length: number): string {
  if (!isContainer(value)) return `${describeLength(length)} of text`;
  const { count } = measureContainer(value);
  const noun = Array.isArray(value) ? 'item' : 'member';
  return `${describeLength(length)}, ${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
