import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { CallLogLine } from './log.js';

/** The members of prom-client's `Registry` that the server uses. */
export interface MetricsRegistry {
  readonly contentType: string;
  metrics(): Promise<string>;
  registerMetric(metric: never): void;
}

// Seconds; an echo takes less than the first.
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/**
 * Registers the metrics of one server.
 *
 * @returns a function that records a call by its log line
 * @throws {Error} when the registry has these metrics already
 */
export async function recordCalls(registry: MetricsRegistry, inFlight: () => number) {
  const { Counter, Gauge, Histogram } = await import('prom-client');
  const registers = [registry as Registry];
  const calls = new Counter({
    name: 'callapi_calls_total',
    help: 'Calls that ended; operation and status are "none" where there was none, success is that of status OK.',
    labelNames: ['operation', 'status', 'success', 'transport'],
    registers,
  });
  const durations = new Histogram({
    name: 'callapi_call_duration_seconds',
    help: 'Time from the request message to the answer.',
    labelNames: ['operation', 'transport'],
    buckets,
    registers,
  });
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'callapi_calls_in_flight',
    help: 'Calls that are being served.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  return ({ code, status, success, transport, ms }: CallLogLine): void => {
    // Only names of the registry get here, so callers can't make more series.
    const operation = code ?? 'none';
    calls.inc({ operation, status: status ?? 'none', success: String(success ?? ''), transport });
    durations.observe({ operation, transport }, ms / 1000);
  };
}

/** Makes a registry of process metrics: memory, CPU, event loop, garbage collection. */
export async function createProcessRegistry(): Promise<Registry> {
  const { Registry: PromRegistry, collectDefaultMetrics } = await import('prom-client');
  const register = new PromRegistry();
  // By default it wakes the process 100 times a second, which took most of the time of an idle server.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 50 });
  return register;
}

/** Makes an HTTP server that answers GET /metrics. */
export function createMetricsServer(registry: Pick<MetricsRegistry, 'contentType' | 'metrics'>): Server {
  // A custom registry may throw at once.
  const collect = async (): Promise<string> => registry.metrics();
  return createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is served here.\n');
      return;
    }
    collect().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503, { 'content-type': 'text/plain' }).end('The metrics could not be collected.\n'),
    );
  });
}
