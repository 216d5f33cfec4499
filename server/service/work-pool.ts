import { availableParallelism } from 'node:os';
import { status } from '@grpc/grpc-js';
import { Piscina } from 'piscina';
import { CallError } from './call.js';
import { type OperationArguments, type OperationContext, OperationError } from './operation.js';
import { isQuick, type TaskName, type TaskResult, tasks, type Workbench } from '../operations/tasks.js';
import { ResultTooLarge } from '../operations/too-large.js';
import type { PoolOutcome, PoolTask } from './pool-worker.js';

// One folder deep, both in the sources and as built.
const workerFile = new URL('../dist/pool-worker.js', import.meta.url).href;

/** Settings of {@link createWorkPool}. */
export interface WorkPoolOptions {
  /** The most bytes that a result may take. */
  readonly maxMessageBytes: number;
  /** Tasks that run or wait; a further one is refused. */
  readonly maxTasks?: number;
  /** A task that has not ended after this, its wait included, is ended. */
  readonly maxTaskMs?: number;
}

// One core is the serving thread's; each worker has a heap of its own.
const threads = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * Runs the tasks of the built-in operations: quick ones at once, on the serving thread, the others in worker threads. The first of
 * these starts the first thread.
 */
export function createWorkPool({ maxMessageBytes, maxTasks = 32, maxTaskMs = 10_000 }: WorkPoolOptions): Workbench {
  let pool: Piscina<PoolTask, PoolOutcome> | undefined;
  let failure: Error | undefined;
  let closed = false;
  let unfinished = 0;

  // A worker that fails without a task couldn't be started; without this Piscina would try for ever, and its tasks would wait.
  function discard(error: Error): void {
    failure = error;
    void pool?.destroy();
    pool = undefined;
  }

  function started(): Piscina<PoolTask, PoolOutcome> {
    failure = undefined;
    return createPool(discard);
  }

  async function inWorker(task: PoolTask, { signal }: Pick<OperationContext, 'signal'>): Promise<TaskResult> {
    if (unfinished >= maxTasks || closed) throw busy();
    const tooLong = AbortSignal.timeout(maxTaskMs);
    unfinished += 1;
    try {
      pool ??= started();
      return resultOf(await pool.run(task, { signal: AbortSignal.any([signal, tooLong]) }));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (tooLong.aborted) throw exhausted(`Large arguments took more than ${maxTaskMs} ms; send smaller ones.`, error);
      if (isOutOfMemory(error)) throw exhausted('The arguments take too much memory; send smaller ones.', error);
      throw failure ?? error;
    } finally {
      unfinished -= 1;
    }
  }

  return {
    run<Name extends TaskName>(name: Name, args: OperationArguments, context: Pick<OperationContext, 'signal'>) {
      // A name has one type of result, which TypeScript can't follow through a table of functions.
      if (!isQuick(name, args)) {
        return inWorker({ name, args, maxBytes: maxMessageBytes }, context) as Promise<TaskResult<Name>>;
      }
      return orExhausted(() => tasks[name](args, maxMessageBytes) as TaskResult<Name>);
    },
    async close() {
      closed = true;
      await pool?.destroy();
    },
  };
}

/** How each worker is started. */
export const workerOptions = {
  // Nothing of the process but its code: flags and preloaded modules are for the serving thread. Piscina requires the worker's file
  // before it imports it; where Node 20 and 22 can require modules, ending a worker while one is linked ends the whole process.
  execArgv: ['--no-experimental-require-module'],
  env: {},
  // So that an idle worker can be ended at any time.
  atomics: 'disabled',
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
} as const satisfies ConstructorParameters<typeof Piscina>[0];

function createPool(onError: (error: Error) => void): Piscina<PoolTask, PoolOutcome> {
  const pool = new Piscina<PoolTask, PoolOutcome>({
    ...workerOptions,
    filename: workerFile,
    // With none, Piscina would start no other worker for those who wait when the only one is ended with its task.
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 30_000,
  });
  return pool.on('error', onError);
}

function resultOf(outcome: PoolOutcome): TaskResult {
  if ('result' in outcome) return outcome.result;
  if ('failed' in outcome) throw new OperationError(outcome.failed);
  throw exhausted(outcome.tooLarge);
}

function orExhausted<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ResultTooLarge) throw exhausted(error.message, error);
    throw error;
  }
}

const exhausted = (message: string, cause?: unknown): CallError => {
  const error = new CallError(status.RESOURCE_EXHAUSTED, message);
  error.cause = cause;
  return error;
};

const busy = (): CallError =>
  exhausted('The server has as many calls with large arguments as it can take; try again later.');

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
