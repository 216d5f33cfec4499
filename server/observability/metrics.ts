import { createServer, type Server } from 'node:http';
import { status } from '@grpc/grpc-js';
import type { Registry } from 'prom-client';
import type { CallLogLine } from './log.js';

/** The members of prom-client's `Registry` that the server uses. */
export interface MetricsRegistry {
  readonly contentType: string;
  metrics(): Promise<string>;
  registerMetric(metric: never): void;
}

/** The upper bounds of the buckets, in seconds; an echo takes less than the first. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** The size of a call's arguments: a call with large ones may take long, or wait for others, through no fault of the server. */
export type ArgumentSize = 'small' | 'large';

/** The server whose calls are counted. */
export interface CountedServer {
  /** The names of its operations. */
  readonly operations: readonly string[];
  /** Its transports. */
  readonly transports: readonly CallLogLine['transport'][];
  /** Returns the number of calls in flight. */
  readonly inFlight: () => number;
}

/**
 * Registers the metrics of one server. All their series exist from the start with 0, as `increase()` of Prometheus doesn't see the first
 * value of a series.
 *
 * @returns a function that records a call by its log line
 * @throws {Error} when the registry has these metrics already
 */
export async function recordCalls(registry: MetricsRegistry, { operations, transports, inFlight }: CountedServer) {
  const { Counter, Gauge } = await import('prom-client');
  const registers = [registry as Registry];
  const series = [...new Set([...operations, none])].flatMap((operation) =>
    transports.map((transport) => new CallSeries(operation, transport)),
  );
  const find = new Map(transports.map((transport) => [transport, indexSeries(series, transport)]));
  /* oxlint-disable no-new -- they register themselves */
  new Counter({
    name: 'callapi_calls_total',
    help: 'Calls that ended; operation and status are "none" where there was none, success is for status OK.',
    labelNames: ['operation', 'status', 'success', 'transport'],
    registers,
    collect() {
      this.reset();
      for (const { operation, transport, ends } of series)
        for (const end of ends.values()) this.inc({ operation, ...end.labels, transport }, end.count);
    },
  });
  new Counter({
    name: 'callapi_bugs_total',
    help: 'Calls that ended with an unexpected error of their operation or of an interceptor.',
    labelNames: ['operation', 'transport'],
    registers,
    collect() {
      this.reset();
      for (const { operation, transport, bugs } of series) this.inc({ operation, transport }, bugs);
    },
  });
  new Gauge({
    name: 'callapi_calls_in_flight',
    help: 'Calls that are being served.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  /* oxlint-enable no-new */
  registry.registerMetric(createHistogram(series) as never);
  // Only names of the registry get here, so callers can't make series.
  return (line: CallLogLine, size: ArgumentSize): void =>
    find
      .get(line.transport)
      ?.get(line.code ?? none)
      ?.record(line, size);
}

const none = 'none';

const indexSeries = (series: readonly CallSeries[], transport: CallLogLine['transport']) =>
  new Map(series.filter((one) => one.transport === transport).map((one) => [one.operation, one]));

/** The end of a call, in labels. */
interface End {
  readonly labels: { readonly status: string; readonly success: string };
  count: number;
}

function listEnds(): Map<string, End> {
  const createEnd = (name: string, success: string): [string, End] => [
    name + success,
    { labels: { status: name, success }, count: 0 },
  ];
  const failures = Object.keys(status).filter((name) => !/^(\d+|OK)$/.test(name));
  const others = [...failures, none].map((name) => createEnd(name, ''));
  return new Map([createEnd('OK', 'true'), createEnd('OK', 'false'), ...others]);
}

/**
 * The calls of an operation by a transport, in plain numbers: prom-client hashes the labels of each count and observation, which took a
 * thirtieth of a short call.
 */
class CallSeries {
  readonly operation: string;
  readonly transport: CallLogLine['transport'];
  readonly ends = listEnds();
  readonly durations = { small: createDurations(), large: createDurations() };
  bugs = 0;

  constructor(operation: string, transport: CallLogLine['transport']) {
    this.operation = operation;
    this.transport = transport;
  }

  record({ status: name, success, ms, error }: CallLogLine, size: ArgumentSize): void {
    const end = this.ends.get(success === undefined ? (name ?? none) : success ? 'OKtrue' : 'OKfalse');
    if (end) end.count += 1;
    if (error) this.bugs += 1;
    const durations = this.durations[size];
    const seconds = ms / 1000;
    let bucket = 0;
    while (seconds > (bounds[bucket] ?? Infinity)) bucket += 1;
    durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
    durations.seconds += seconds;
  }
}

/** Makes counts of durations: `buckets` has the calls of each bucket alone, at its end those above all bounds. */
const createDurations = () => ({ buckets: bounds.map(() => 0).concat(0), seconds: 0 });

/** Makes the histogram of durations, as a registry of prom-client reads one: its own class accepts no counts. */
function createHistogram(series: readonly CallSeries[]) {
  const name = 'callapi_call_duration_seconds';
  const help = 'Time from the request message to the response; arguments of more than 2,048 characters are large.';
  const sizes: readonly ArgumentSize[] = ['small', 'large'];
  const read = ({ operation, transport, durations }: CallSeries, size: ArgumentSize) => {
    const labels = { operation, transport, arguments: size };
    const { buckets, seconds } = durations[size];
    let calls = 0;
    return [
      ...buckets.map((value, index) => ({
        metricName: `${name}_bucket`,
        labels: { le: bounds[index] ?? '+Inf', ...labels },
        value: (calls += value),
      })),
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: calls },
    ];
  };
  return {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: series.flatMap((one) => sizes.flatMap((size) => read(one, size))),
    }),
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

/** Makes an HTTP server that responds to GET /metrics. */
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
