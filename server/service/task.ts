import type { Awaitable, OperationArguments, OperationContext } from './operation.js';

/** Work of a built-in operation that depends on its arguments alone, so that it can run in a worker thread. */
export interface Task<Result = unknown> {
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
  readonly run: (args: OperationArguments, maxBytes: number) => Result;
}

/**
 * Runs a task: at once where it is quick, else in a worker thread until the call is aborted.
 *
 * @throws {OperationError | CallError} as a rejection where it runs in a worker
 */
export type RunTask = <Result>(
  task: Task<Result>,
  args: OperationArguments,
  context: Pick<OperationContext, 'signal'>,
) => Awaitable<Result>;

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
export type PoolOutcome = { readonly result: unknown } | { readonly failed: string } | { readonly tooLarge: string };
