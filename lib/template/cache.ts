/** How many texts a generation has, and how long one may be: together they bound the memory of a cache. */
const MAX_ENTRIES = 500;
const MAX_TEXT_LENGTH = 2000;

/**
 * Remembers the results of `compute`, each from its second computation on: most texts that come once never come again, and what is kept
 * takes longer to collect than to compute. Has two generations: new texts and those used again are in the younger, which replaces the
 * older once it is full. Removing the first key of a Map takes longer than computing most results. Errors are not remembered.
 */
export function cached<T>(compute: (text: string) => T): (text: string) => T {
  // Null after the first computation.
  let young = new Map<string, T | null>();
  let old = young;
  return (text) => {
    let result = young.get(text);
    if (result == null) {
      const earlier = result === null ? result : old.get(text);
      result = earlier ?? compute(text);
      if (text.length <= MAX_TEXT_LENGTH) {
        if (young.size === MAX_ENTRIES) {
          old = young;
          young = new Map();
        }
        young.set(text, earlier === undefined ? null : result);
      }
    }
    return result;
  };
}
