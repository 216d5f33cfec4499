import { useEffect, useRef, type RefObject } from 'react';
import { Icon, ICONS } from './buttons.js';

/** Adds a row at the end of a list. */
export function AddButton({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <button type="button" className="button button-quiet" onClick={onAdd}>
      <Icon path={ICONS.add} />
      {label}
    </button>
  );
}

/** Removes the row that `label` names. */
export function RemoveButton({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <button type="button" className="button button-icon" aria-label={label} title={label} onClick={onRemove}>
      <Icon path={ICONS.close} />
    </button>
  );
}

/**
 * Keeps the focus in the list: a row added by the button beside it gets the focus, and after a row is removed by its own button
 * the last remaining row gets it. Other changes of the rows, such as undo, leave the focus alone.
 * Attach the ref to the list, which receives the focus itself (`tabIndex={-1}`) when it is empty.
 */
export function useRowFocus(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const last = list.current?.lastElementChild;
    const { activeElement } = document;
    const added = count > before.current && list.current?.parentElement?.contains(activeElement) === true;
    // The focused control is gone with its row.
    const removed = count < before.current && activeElement === document.body;
    if (added) last?.querySelector('input')?.focus();
    // The row of a template variable has no remove button.
    if (removed) (last?.querySelector('button') ?? last?.querySelector('textarea') ?? list.current)?.focus();
    before.current = count;
  }, [count]);
  return list;
}
