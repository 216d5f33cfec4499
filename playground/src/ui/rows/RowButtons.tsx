import { Icon, ICONS } from '../controls/Icon.js';

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
