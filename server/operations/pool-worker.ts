/** What a worker of the pool runs: its default export, once a task. */
import { type OperationArguments, OperationError } from './operation.js';
import { type TaskName, type TaskResult, tasks } from '../operations/tasks.js';
import { ResultTooLarge } from '../operations/too-large.js';

/** A task as it is passed to a worker. */
export interface PoolTask {
  readonly name: TaskName;
  readonly args: OperationArguments;
  readonly maxBytes: number;
}

/** How a task ended. A class of errors doesn't survive the way between threads, so those that callers read are plain. */
export type PoolOutcome = { readonly result: TaskResult } | { readonly failed: string } | { readonly tooLarge: string };

/** Runs a task; rejects for what counts as a bug. */
export default function runTask({ name, args, maxBytes }: PoolTask): PoolOutcome {
  try {
    return { result: tasks[name](args, maxBytes) };
  } catch (error) {
    if (error instanceof OperationError) return { failed: error.message };
    if (error instanceof ResultTooLarge) return { tooLarge: error.message };
    throw error;
  }
}
