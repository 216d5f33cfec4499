import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus where the work is: a row that is added by a button beside the list gets it, and when one is removed by its own
 * button it goes to the last that is left. Rows that come and go by other means, such as undo, leave the focus alone.
 * The ref goes to the list, which takes the focus itself (`tabIndex={-1}`) when it is empty.
 */
export function useRowFocus(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const last = list.current?.lastElementChild;
    const { activeElement } = document;
    const added = count > before.current && list.current?.parentElement?.contains(activeElement) === true;
    // What had the focus is gone with its row.
    const removed = count < before.current && activeElement === document.body;
    if (added) last?.querySelector('input')?.focus();
    // A row of the template has no button to remove it.
    if (removed) (last?.querySelector('button') ?? last?.querySelector('textarea') ?? list.current)?.focus();
    before.current = count;
  }, [count]);
  return list;
}
