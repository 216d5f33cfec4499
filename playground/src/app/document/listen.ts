import { PREFIX } from '../../storage/prefix.js';

/** Calls a function whenever a value of this name changes on the device, by another tab or by {@link announce}. Returns its end. */
export function listen(name: string, onChange: () => void): () => void {
  // Without a key all values were removed.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === PREFIX + name) onChange();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Tells this tab of a change that it made: browsers tell only the others. */
export function announce(name: string): void {
  dispatchEvent(new StorageEvent('storage', { key: PREFIX + name }));
}
