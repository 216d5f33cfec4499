import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beatMs as usualBeatMs } from './health.js';
import { formatAuthority, ListenError } from './listen-http.js';

// The same path from the sources' folder and from the built file's.
const threadFile = new URL('../dist/health-thread.js', import.meta.url);

/** Where the shared memory has what the serving thread reports: whether calls are served, and how often it has beaten. */
export const slots = { ready: 0, beats: 1 } as const;

/** What the thread needs to start. */
export interface HealthThreadData {
  readonly host: string;
  readonly port: number;
  /** Two 32-bit integers, see {@link slots}. */
  readonly shared: SharedArrayBuffer;
  readonly beatMs: number;
}

/** The thread's message: its port, or why it has none. */
export type HealthMessage = { readonly port: number } | { readonly failure: string };

/** The health port of a process that serves calls. */
export interface HealthPort {
  /** `host:port`. */
  readonly address: string;
  /** From now on it reports that calls are not served. */
  stopServing(): void;
  close(): Promise<void>;
}

/**
 * Starts a thread that responds to health probes for this one.
 *
 * @throws {ListenError}
 */
export async function openHealthPort(host: string, port: number, beatMs = usualBeatMs): Promise<HealthPort> {
  const shared = new SharedArrayBuffer(8);
  const state = new Int32Array(shared);
  state[slots.ready] = 1;
  const workerData: HealthThreadData = { host, port, shared, beatMs };
  // None of the process's flags and preloaded modules: they are for the serving thread.
  const thread = new Worker(threadFile, { workerData, execArgv: [], env: {}, name: 'health' });
  const [message] = (await once(thread, 'message')) as [HealthMessage];
  if ('failure' in message) {
    await thread.terminate();
    throw new ListenError(formatAuthority(host, port), new Error(message.failure));
  }
  // Only the other ports keep the process.
  thread.unref();
  const timer = setInterval(() => Atomics.add(state, slots.beats, 1), beatMs).unref();
  return {
    address: formatAuthority(host, message.port),
    stopServing: () => void Atomics.store(state, slots.ready, 0),
    async close() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
