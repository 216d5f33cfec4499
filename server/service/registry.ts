import type { BuiltInOperation, OperationResources, RegisteredOperation, Registry } from '../operations/built-in.js';
import type { Operation } from '../operations/operation.js';
import { limits } from './limits.js';

// Printable ASCII without whitespace: a name is logged, listed in messages and typed by hand.
const validName = /^[!-~]+$/;

/**
 * Registers the built-in operations and the embedder's.
 *
 * @throws {TypeError} when a name can't be called, or is taken by a built-in operation; for a maxInFlight that isn't a number of
 * calls
 */
export function createRegistry(
  builtInOperations: readonly BuiltInOperation[],
  customOperations: Readonly<Record<string, Operation>>,
  resources: Omit<OperationResources, 'registry'>,
): Registry {
  const registry = new Map<string, RegisteredOperation>();
  for (const { name, create } of builtInOperations) registry.set(name, create({ ...resources, registry }));
  for (const [name, operation] of Object.entries(customOperations)) {
    if (!validName.test(name) || name.length > limits.code) {
      throw new TypeError(
        `The operation name ${JSON.stringify(name)} can't be used; use 1 to ${limits.code} printable ASCII characters without whitespace.`,
      );
    }
    if (registry.has(name)) {
      throw new TypeError(`The operation ${JSON.stringify(name)} is built in; register yours under another name.`);
    }
    const { maxInFlight = 1 } = operation;
    if (!Number.isInteger(maxInFlight) || maxInFlight < 1) {
      throw new TypeError(`maxInFlight of ${JSON.stringify(name)} must be an integer from 1, not ${maxInFlight}.`);
    }
    registry.set(name, operation);
  }
  return registry;
}

/** The message for a caller that names an operation that doesn't exist. */
export function describeUnknownOperation(code: string, registry: Registry): string {
  const names = [...registry.keys()].join(', ');
  return code === ''
    ? `code is empty; use one of ${names}.`
    : `There is no operation ${JSON.stringify(code)}; use one of ${names}.`;
}
