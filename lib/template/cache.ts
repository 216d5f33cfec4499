/** How many texts are kept, and how long one may be: together they bound the memory of a cache. */
const MAX_ENTRIES = 1000;
const MAX_TEXT_LENGTH = 2000;

/** Remembers the results of `compute`; a new one replaces the oldest. Errors are not remembered. */
export function cached<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    let result = results.get(text);
    if (result === undefined) {
      result = compute(text);
      if (text.length <= MAX_TEXT_LENGTH) {
        if (results.size === MAX_ENTRIES) results.delete(results.keys().next().value as string);
        results.set(text, result);
      }
    }
    return result;
  };
}
