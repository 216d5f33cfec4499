/** The members of a value that an explanation examines, or shows, at most. */
export const MAX_MEMBERS = 1000;

/** The first keys of larger objects, as they were when first explained: listing all keys takes longer than everything else. */
const firstKeys = new WeakMap<object, readonly string[]>();

/** The first keys of an object. */
export function listFirstKeys(value: object): readonly string[] {
  const known = firstKeys.get(value);
  if (known) return known;
  const keys = Object.keys(value);
  const first = keys.slice(0, MAX_MEMBERS);
  if (first.length < keys.length) firstKeys.set(value, first);
  return first;
}
