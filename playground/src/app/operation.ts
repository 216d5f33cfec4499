import type { Operation } from '../features/catalogue/catalogue.js';
import { readOperation } from '../features/catalogue/operation-json.js';
import { load, OPERATION, readStored, save } from './document/storage.js';

export { fillBody, fillFormFromOperation } from './fill-form.js';

/** The operation that was chosen last, kept without its catalogue, which is large. */
export function loadOperation(): Operation | undefined {
  return readStored(load(OPERATION), readOperation);
}

export function saveOperation(operation: Operation): void {
  save(OPERATION, operation);
}
