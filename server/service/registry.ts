import { typed, type Rules } from '../../lib/strict.js';
import type { BuiltInOperation, OperationResources, RegisteredOperation, Registry } from '../operations/built-in.js';
import type { Operation } from '../operations/operation.js';
import { limits } from './limits.js';
import { checkSettings, count, required } from './settings.js';

// Printable ASCII without whitespace: a name is logged, listed in messages and typed by hand.
const validName = /^[!-~]+$/;

const label = typed('string');

const OPERATION = {
  description: label,
  arguments: undefined,
  maxInFlight: count,
  handler: required(typed('function')),
} satisfies Rules<keyof Operation>;

const LABELS = { str1: label, str2: label, int_value: label };

/**
 * Registers the built-in operations and the embedder's.
 *
 * @throws {TypeError} when a name can't be called, or is taken by a built-in operation; for an operation that can't be used
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
    const owner = `operations.${name}`;
    checkSettings(owner, { ...operation }, OPERATION);
    const { arguments: labels = {} } = operation;
    checkSettings(`${owner}.arguments`, labels, LABELS);
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
