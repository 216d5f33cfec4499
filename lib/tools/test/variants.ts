import { isObject, type Json } from './source.js';

/** An integer that a number of JavaScript can't hold; `!` is after it in what is expected, where it is a number in JSON. */
export const BIG = '1917043659912705296';

/** A value, with the alternatives that it is made of. */
export interface Variant {
  readonly value: unknown;
  readonly labels: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
export const plain = (value: unknown): Variant => ({ value, labels: none });
export const join = (variants: readonly Variant[]): ReadonlySet<string> =>
  new Set(variants.flatMap(({ labels }) => [...labels]));
export const label = ({ value, labels }: Variant, name: string): Variant => ({
  value,
  labels: new Set([...labels, name]),
});

/** A value that is all of several; of objects, their members. */
export function merge(variants: readonly Variant[]): Variant {
  const [first = plain(undefined)] = variants;
  if (variants.length === 1) return first;
  const objects = variants.filter(({ value }) => isObject(value));
  const labels = join(variants);
  if (objects.length > 0) return { value: Object.assign({}, ...objects.map(({ value }) => value)) as Json, labels };
  return { value: first.value, labels };
}
