import { queueOptionsSymbol, type TaskQueue } from 'piscina';

type Task = Parameters<TaskQueue['push']>[0];

/** Adds to a task of a pool the caller for whom it runs. */
export const withCaller = <T extends object>(task: T, caller: string): T => ({
  ...task,
  [queueOptionsSymbol]: { caller },
});

/** The waiting tasks of a pool, of which each caller's come in turn, so that one who sends many delays no other by more than one. */
export class FairQueue implements TaskQueue {
  readonly #waiting = new Map<string, Task[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(task: Task): void {
    const caller = readCaller(task);
    const tasks = this.#waiting.get(caller);
    if (tasks) tasks.push(task);
    else this.#waiting.set(caller, [task]);
    this.#size += 1;
  }

  shift(): Task | null {
    for (const [caller, tasks] of this.#waiting) {
      const task = tasks.shift();
      // Last among the callers, or gone.
      this.#waiting.delete(caller);
      if (tasks.length > 0) this.#waiting.set(caller, tasks);
      if (!task) continue;
      this.#size -= 1;
      return task;
    }
    return null;
  }

  remove(task: Task): void {
    const caller = readCaller(task);
    const tasks = this.#waiting.get(caller) ?? [];
    const left = tasks.filter((waiting) => waiting !== task);
    this.#size -= tasks.length - left.length;
    if (left.length > 0) this.#waiting.set(caller, left);
    else this.#waiting.delete(caller);
  }
}

const readCaller = (task: Task): string => (task[queueOptionsSymbol] as { caller: string }).caller;
