import { startTransition, useEffect, useState, useCallback, useLayoutEffect, useRef } from 'react';

/** Safari has no idle callbacks; a moment after the first paint replaces them. */
const AFTER_PAINT_MS = 50;

/** Whether the page has been idle since it was first shown. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const onIdle = () => startTransition(() => setIdle(true));
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(onIdle, AFTER_PAINT_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(onIdle, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}

/** The value of the latest rendering, for callbacks that run later; the returned function never changes. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return useCallback(() => latest.current, []);
}
