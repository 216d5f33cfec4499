/** How many texts a generation keeps, and how long one may be: together they bound the memory of a cache. */
const MAX_ENTRIES = 500;
const MAX_TEXT_LENGTH = 2000;

/**
 * Remembers the results of `compute` in two generations: new ones and those used again are in the younger, which replaces the older once
 * it is full. Removing the first key of a Map takes longer than computing most results. Errors are not remembered, nor results after an
 * error that was recorded.
 */
export function cached<T, R extends { readonly error: unknown }>(
  compute: (text: string, record?: R) => T,
): (text: string, record?: R) => T {
  let young = new Map<string, T>();
  let old = young;
  return (text, record) => {
    let result = young.get(text);
    if (result === undefined) {
      result = old.get(text) ?? compute(text, record);
      if (text.length <= MAX_TEXT_LENGTH && !record?.error) {
        if (young.size === MAX_ENTRIES) {
          old = young;
          young = new Map();
        }
        young.set(text, result);
      }
    }
    return result;
  };
}
