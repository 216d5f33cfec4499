import { readOperation, type Operation } from '../../features/catalogue/operation.js';
import { load, save } from '../document/storage.js';

const NAME = 'operation';

/** The catalogue's entry of the route that was chosen last, kept without the catalogue, which is large. */
export function keptOperation(): Operation | undefined {
  const stored = load(NAME);
  if (stored === undefined) return undefined;
  try {
    return readOperation(stored);
  } catch {
    // The stored entry is damaged: the route works without it, and the catalogue still has it.
    return undefined;
  }
}

export function keepOperation(operation: Operation): void {
  save(NAME, operation);
}
