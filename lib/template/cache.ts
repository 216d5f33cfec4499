/** How many texts are kept, and how long one may be: together they bound the memory of a cache. */
const MAX_ENTRIES = 1000;
const MAX_TEXT_LENGTH = 2000;

/**
 * Remembers the results of `compute`; a new one replaces the oldest. Errors are not remembered, nor results after an error that was
 * recorded.
 */
export function cached<T, R extends { readonly error: unknown }>(
  compute: (text: string, record?: R) => T,
): (text: string, record?: R) => T {
  const results = new Map<string, T>();
  return (text, record) => {
    let result = results.get(text);
    if (result === undefined) {
      result = compute(text, record);
      if (text.length <= MAX_TEXT_LENGTH && !record?.error) {
        if (results.size === MAX_ENTRIES) results.delete(results.keys().next().value as string);
        results.set(text, result);
      }
    }
    return result;
  };
}
