import { availableParallelism } from 'node:os';
import { status } from '@grpc/grpc-js';
import { Piscina } from 'piscina';
import {
  type PoolOutcome,
  type PoolTask,
  ResultTooLarge,
  type RunTask,
  type TaskContext,
} from '../operations/built-in.js';
import { OperationError } from '../operations/operation.js';
import { CallError } from './call.js';
import { FairQueue, withCaller } from './fair-queue.js';
import { maxPoolTasks, workerLimits } from './limits.js';
import { SharedBound } from './shared-bound.js';

// The same path from the sources' folder and from the built file's.
const workerFile = new URL('../dist/pool-worker.js', import.meta.url).href;

export interface WorkPoolOptions {
  /** The most bytes that a result may take. */
  readonly maxMessageBytes: number;
  /** Tasks that may run or wait at once; others are refused. */
  readonly maxTasks?: number;
  /** Whether there are several callers, of whom none may have more than half of the tasks. */
  readonly severalCallers?: () => boolean;
  /** A task that takes longer, its wait included, is ended. */
  readonly maxTaskMs?: number;
}

export interface WorkPool {
  readonly run: RunTask;
  /** Ends the workers. */
  close(): Promise<void>;
}

/**
 * Makes a pool that runs the tasks of the built-in operations: quick ones at once on the serving thread, others in worker threads.
 * The first of these starts the first thread.
 */
export function createWorkPool(options: WorkPoolOptions): WorkPool {
  const { maxMessageBytes, maxTasks = maxPoolTasks, maxTaskMs = 10_000, severalCallers = () => false } = options;
  let pool: Piscina<PoolTask, PoolOutcome> | undefined;
  let failure: Error | undefined;
  let closed = false;
  const unfinished = new SharedBound(maxTasks, severalCallers);

  function startPool(): Piscina<PoolTask, PoolOutcome> {
    failure = undefined;
    // A worker that fails without a task couldn't start; without this Piscina would try for ever, and its tasks would wait.
    return new Piscina<PoolTask, PoolOutcome>({ ...poolOptions, taskQueue: new FairQueue() }).on(
      'error',
      (error: Error) => {
        failure = error;
        void pool?.destroy();
        pool = undefined;
      },
    );
  }

  async function runInWorker(task: PoolTask, { signal, caller = '' }: TaskContext): Promise<string> {
    const who = closed ? 'The server' : unfinished.findExhausted(caller);
    if (who) throw exhausted(`${who} has as many calls with large arguments as it can take; try again later.`);
    const timeout = AbortSignal.timeout(maxTaskMs);
    unfinished.take(caller);
    try {
      pool ??= startPool();
      return readOutcome(await pool.run(withCaller(task, caller), { signal: AbortSignal.any([signal, timeout]) }));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (timeout.aborted) throw exhausted(`Large arguments took more than ${maxTaskMs} ms; send smaller ones.`, error);
      if (isOutOfMemory(error)) throw exhausted('The arguments take too much memory; send smaller ones.', error);
      throw failure ?? error;
    } finally {
      unfinished.giveBack(caller);
    }
  }

  return {
    run: (task, args, context) => {
      if (!task.isQuick(args)) return runInWorker({ name: task.name, args, maxBytes: maxMessageBytes }, context);
      try {
        return task.run(args, maxMessageBytes);
      } catch (error) {
        throw error instanceof ResultTooLarge ? exhausted(error.message, error) : error;
      }
    },
    async close() {
      closed = true;
      await pool?.destroy();
    },
  };
}

export const workerOptions = {
  // None of the process's flags and preloaded modules: they are for the serving thread. Piscina requires the worker's file before it
  // imports it; where Node 20 and 22 can require modules, ending a worker while one is linked ends the whole process.
  execArgv: ['--no-experimental-require-module'],
  env: {},
  // So that an idle worker can be ended at any time.
  atomics: 'disabled',
  resourceLimits: { maxOldGenerationSizeMb: workerLimits.heapMiB, maxYoungGenerationSizeMb: workerLimits.youngMiB },
} as const satisfies ConstructorParameters<typeof Piscina>[0];

const poolOptions = {
  ...workerOptions,
  filename: workerFile,
  // With 0, Piscina would start no other worker for waiting tasks when the only one is ended with its task.
  minThreads: 1,
  // One core is the serving thread's; each worker has its own heap.
  maxThreads: Math.min(workerLimits.threads, Math.max(1, availableParallelism() - 1)),
  idleTimeout: 30_000,
};

function readOutcome(outcome: PoolOutcome): string {
  if ('result' in outcome) return outcome.result;
  if ('failed' in outcome) throw new OperationError(outcome.failed);
  throw exhausted(outcome.tooLarge);
}

const exhausted = (message: string, cause?: unknown): CallError =>
  Object.assign(new CallError(status.RESOURCE_EXHAUSTED, message), { cause });

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
