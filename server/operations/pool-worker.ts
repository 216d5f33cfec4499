/** Runs tasks in a worker of the pool: its default export is called once a task, and throws for bugs. */
import { type PoolOutcome, type PoolTask, ResultTooLarge } from './built-in.js';
import { builtInOperations } from './index.js';
import { OperationError } from './operation.js';

const tasks = new Map(builtInOperations.map(({ name, task }) => [name, task]));

export default function runTask({ name, args, maxBytes }: PoolTask): PoolOutcome {
  const task = tasks.get(name);
  if (!task) throw new Error(`The operation ${name} has no task.`);
  try {
    return { result: task.run(args, maxBytes) };
  } catch (error) {
    if (error instanceof OperationError) return { failed: error.message };
    if (error instanceof ResultTooLarge) return { tooLarge: error.message };
    throw error;
  }
}
