import { useCallback, useLayoutEffect, useRef } from 'react';

/** The value of the latest rendering, for callbacks that run later; the returned function never changes. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return useCallback(() => latest.current, []);
}
