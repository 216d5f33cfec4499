import type { Tracing } from '../observability/tracing.js';
import { limits } from './limits.js';
import type { MayUse } from './permissions.js';
import type { Operation, RunTask, Task } from './operation.js';

/** An operation, with a bound that only built-in ones set. */
export interface RegisteredOperation extends Operation {
  /** The most bytes of UTF-8 in `str1`, where that is less than the general limit. */
  readonly maxStr1Bytes?: number;
}

/** Operations by name, in the order in which they are listed. */
export type Registry = ReadonlyMap<string, RegisteredOperation>;

/** Resources of a server for its built-in operations. */
export interface OperationResources {
  readonly runTask: RunTask;
  /** The origins that `send` may reach; when empty, none. */
  readonly sendOrigins: readonly string[];
  /** Returns undefined where calls aren't traced. */
  readonly tracing?: (() => Tracing | undefined) | undefined;
  /** Whether a caller may use an operation, as it is set now. */
  readonly mayUse: MayUse;
  /** The registry that the operation becomes a part of. */
  readonly registry: Registry;
}

/** An operation that comes with the server. */
export interface BuiltInOperation {
  readonly name: string;
  /** Its work that can run in a worker thread. */
  readonly task?: Task;
  /** @throws {TypeError} for a setting that can't be used */
  readonly create: (resources: OperationResources) => RegisteredOperation;
}

/** A built-in operation that is a task and nothing else. */
export function taskOperation({
  name,
  isQuick,
  run,
  ...operation
}: Task<string> & Omit<RegisteredOperation, 'handler'>): BuiltInOperation {
  const task: Task<string> = { name, isQuick, run };
  return {
    name,
    task,
    create: ({ runTask }) => ({ ...operation, handler: (args, context) => runTask(task, args, context) }),
  };
}

// Printable ASCII without whitespace: a name is logged, listed in messages and typed by hand.
const validName = /^[!-~]+$/;

/**
 * Registers the built-in operations and the embedder's.
 *
 * @throws {TypeError} when a name can't be called, or is taken by a built-in operation; for a maxInFlight that isn't a number of
 * calls; for a setting of a built-in operation that can't be used
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
    ? `code is empty; it must name an operation: ${names}.`
    : `There is no operation ${JSON.stringify(code)}; the operations are: ${names}.`;
}
