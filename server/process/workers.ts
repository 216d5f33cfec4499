import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { beatMs, createPulse, type Health } from '../transports/health.js';
import type { Addresses } from '../transports/listen.js';

interface WorkersOptions {
  readonly count: number;
  /** How long a worker may drain, in ms, before it is killed. */
  readonly drainMs: number;
  readonly log: (line: WorkerLogLine) => void;
}

/** The start or the end of a worker. */
export interface WorkerLogLine {
  readonly event: 'worker-started' | 'worker-exited';
  readonly time: string;
  /** The worker's number, as in its own log lines. */
  readonly worker: number;
  readonly pid: number | undefined;
  /** Its end. */
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  /** In how many ms another one replaces it. */
  readonly restartMs?: number;
}

/** The first worker ended before it could serve, and has printed its reason. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('The first worker process ended before it listened.');
    this.exitCode = exitCode;
  }
}

/** A message from a worker to the primary process, or back. */
type Message =
  | { readonly event: 'listening'; readonly addresses: Addresses }
  | { readonly event: 'beat' }
  | { readonly event: 'drain' };

const firstRestartMs = 100;
const maxRestartMs = 10_000;
// A worker that has run this long has not failed at its start.
const steadyMs = 10_000;

/** Computes the delay, in ms, before a worker is replaced that has failed at its start this many times in a row. */
export function computeRestartDelay(failures: number): number {
  return Math.min(firstRestartMs * 2 ** failures, maxRestartMs);
}

/**
 * Starts worker processes of this script, which share its ports (node:cluster), and replaces those that end.
 *
 * @throws {WorkerFailure} when the first one can't serve: the others couldn't either
 */
export async function startWorkers({ count, drainMs, log }: WorkersOptions) {
  let draining = false;
  let listening = false;
  // One worker that responds is enough.
  const pulse = createPulse();
  setInterval(pulse.miss, beatMs).unref();

  function start(failures: number): Worker {
    const worker = cluster.fork();
    const { id, process: { pid } } = worker; // prettier-ignore
    const started = performance.now();
    const line = { worker: id, pid, get time() { return new Date().toISOString(); } }; // prettier-ignore
    log({ event: 'worker-started', ...line });
    worker.on('message', pulse.beat);
    worker.on('exit', (exitCode, signal) => {
      if (draining || !listening) return log({ event: 'worker-exited', ...line, exitCode, signal });
      const failed = performance.now() - started < steadyMs ? failures : 0;
      const restartMs = computeRestartDelay(failed);
      log({ event: 'worker-exited', ...line, exitCode, signal, restartMs });
      setTimeout(() => draining || start(failed + 1), restartMs);
    });
    return worker;
  }

  const addresses = await waitForAddresses(start(0));
  listening = true;
  // Each of these is replaced when it ends.
  await Promise.allSettled(Array.from({ length: count - 1 }, () => waitForAddresses(start(0))));
  return {
    /** The same for all workers. */
    addresses,
    health: (): Health => ({ ready: !draining, live: pulse.live }),
    /** Lets all workers finish their calls; resolves when the last has ended. */
    async drain(): Promise<void> {
      draining = true;
      const running = Object.values(cluster.workers ?? {}).flatMap((worker) =>
        worker?.isDead() === false ? [worker] : [],
      );
      await Promise.all(running.map((worker) => drainWorker(worker, drainMs)));
    },
  };
}

function waitForAddresses(worker: Worker): Promise<Addresses> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.event === 'listening') resolve(message.addresses);
    });
    worker.once('exit', (exitCode) => reject(new WorkerFailure(exitCode || 1)));
  });
}

async function drainWorker(worker: Worker, drainMs: number): Promise<void> {
  const exited = once(worker, 'exit');
  // The send fails where it is just ending; its exit follows.
  worker.send({ event: 'drain' } satisfies Message, () => undefined);
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), drainMs);
  await exited;
  clearTimeout(timer);
}

/** Reports this worker's addresses to the primary process, and from then on that it responds. */
export function reportListening(addresses: Addresses): void {
  process.send?.({ event: 'listening', addresses } satisfies Message);
  setInterval(() => process.send?.({ event: 'beat' } satisfies Message), beatMs).unref();
}

/** Calls back when the primary process asks this worker to drain. */
export function onDrainMessage(listener: () => void): void {
  process.on('message', (message: Message) => {
    if (message.event === 'drain') listener();
  });
}
