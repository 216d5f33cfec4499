import { readOperation, type Operation } from '../../features/catalogue/operation.js';
import { load, save } from '../document/storage.js';

const NAME = 'operation';

/** What the catalogue said about the route that was chosen last: without the catalogue, which is large. */
export function keptOperation(): Operation | undefined {
  const kept = load(NAME);
  if (kept === undefined) return undefined;
  try {
    return readOperation(kept);
  } catch {
    // Damaged on the device: the route works without it, and the catalogue still has it.
    return undefined;
  }
}

export function keepOperation(operation: Operation): void {
  save(NAME, operation);
}
