import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus where the work is: a row that is added gets it, and when one is removed it goes to the last that is left.
 * The ref goes to the list, which takes the focus itself (`tabIndex={-1}`) when it is empty.
 */
export function useRowFocus(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const last = list.current?.lastElementChild;
    if (count > before.current) last?.querySelector('input')?.focus();
    // A row of the template has no button to remove it.
    if (count < before.current)
      (last?.querySelector('button') ?? last?.querySelector('textarea') ?? list.current)?.focus();
    before.current = count;
  }, [count]);
  return list;
}
