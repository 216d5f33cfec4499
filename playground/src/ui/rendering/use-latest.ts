import { useCallback, useLayoutEffect, useRef } from 'react';

/** The value as it was last shown, for what happens later than rendering; the function is the same for good. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return useCallback(() => latest.current, []);
}
