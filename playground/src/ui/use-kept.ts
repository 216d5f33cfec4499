import { useState } from 'react';
import { PREFIX } from '../storage/prefix.js';

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    // The storage is blocked: nothing was kept.
    return null;
  }
}

/** A choice that is kept on this device, and restored unless it is no longer one of the `values`. */
export function useKept<Value extends string>(
  name: string,
  values: readonly Value[],
  initial: Value,
): [value: Value, keep: (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const kept = read(name);
    return values.find((each) => each === kept) ?? initial;
  });
  const keep = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(PREFIX + name, next);
    } catch {
      // The storage is blocked or full: the choice lasts until the page is left.
    }
  };
  return [value, keep];
}
