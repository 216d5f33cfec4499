import type { Awaitable, Operation, OperationArguments, OperationContext } from './operation.js';

/** An operation, with a bound that only built-in ones set. */
export interface RegisteredOperation extends Operation {
  /** The most bytes of UTF-8 in `str1`, where that is less than the general limit. */
  readonly maxStr1Bytes?: number;
}

/** Operations by name, in the order in which they are listed. */
export type Registry = ReadonlyMap<string, RegisteredOperation>;

/** Whether a caller may use an operation; a caller without a name is empty or undefined. */
export type MayUse = (caller: string | undefined, code: string) => boolean;

/** Resources of a server for its built-in operations. */
export interface OperationResources {
  readonly runTask: RunTask;
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
  readonly create: (resources: OperationResources) => RegisteredOperation;
}

/** A built-in operation that is a task and nothing else. */
export function taskOperation({
  name,
  isQuick,
  run,
  ...operation
}: Task & Omit<RegisteredOperation, 'handler'>): BuiltInOperation {
  const task: Task = { name, isQuick, run };
  return {
    name,
    task,
    create: ({ runTask }) => ({ ...operation, handler: (args, context) => runTask(task, args, context) }),
  };
}

/** Work of a built-in operation that depends on its arguments alone, so that it can run in a worker thread. */
export interface Task {
  /** The operation's name. */
  readonly name: string;
  /** Whether it takes less than 50 ms of CPU, whatever its arguments hold: judged by their sizes in characters. */
  readonly isQuick: (args: OperationArguments) => boolean;
  /**
   * Does the work.
   *
   * @param maxBytes the most bytes of UTF-8 that the result may take
   * @throws {OperationError} for what the caller can correct
   * @throws {ResultTooLarge}
   */
  readonly run: (args: OperationArguments, maxBytes: number) => string;
}

/**
 * Runs a task: at once where it is quick, else in a worker thread until the call is aborted.
 *
 * @throws {OperationError | CallError} as a rejection where it runs in a worker
 */
export type RunTask = (task: Task, args: OperationArguments, context: TaskContext) => Awaitable<string>;

/** What a task needs of its call. */
export type TaskContext = Pick<OperationContext, 'signal'> & Partial<Pick<OperationContext, 'caller'>>;

/** A result above the message limit, found before it was made: the call ends with RESOURCE_EXHAUSTED. */
export class ResultTooLarge extends Error {
  override readonly name = 'ResultTooLarge';
}

/** A task as it is passed to a worker. */
export interface PoolTask {
  readonly name: string;
  readonly args: OperationArguments;
  readonly maxBytes: number;
}

/** How a task ended. Classes of errors are lost between threads, so those that callers read are plain objects. */
export type PoolOutcome = { readonly result: string } | { readonly failed: string } | { readonly tooLarge: string };
