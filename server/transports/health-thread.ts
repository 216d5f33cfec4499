/** The thread of the health port. A thread of its own responds to probes at once while the serving thread is busy, and sees if that hangs. */
import { parentPort, workerData } from 'node:worker_threads';
import { createHealthServer, createPulse } from './health.js';
import { ListenError, listenHttp } from './listen-http.js';
import { type HealthMessage, type HealthThreadData, slots } from './health-port.js';

const { host, port, shared, beatMs } = workerData as HealthThreadData;
const state = new Int32Array(shared);
const pulse = createPulse();
let beats = 0;
setInterval(() => {
  const current = Atomics.load(state, slots.beats);
  if (current === beats) pulse.miss();
  else pulse.beat();
  beats = current;
}, beatMs);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
const report = (message: HealthMessage): void => parentPort?.postMessage(message);
const server = createHealthServer(() => ({ ready: Atomics.load(state, slots.ready) === 1, live: pulse.live }));
try {
  report({ port: await listenHttp(server, host, port) });
} catch (error) {
  const cause = error instanceof ListenError ? error.cause : error;
  report({ failure: cause instanceof Error ? cause.message : String(cause) });
}
