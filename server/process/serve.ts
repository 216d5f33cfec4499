import cluster from 'node:cluster';
import { availableParallelism, constants } from 'node:os';
import { type CommandLine, withFlag } from './command-line.js';
import { type Allow, createPermissions } from '../service/permissions.js';
import { createHealthServer, type Health, healthPaths } from '../transports/health.js';
import { formatAuthority, listenHttp } from '../transports/listen-http.js';
import { lineWriter, type FailureLogLine, type LogLine, toLogError, type TracesLogLine } from '../observability/log.js';
import { createMetricsServer, createProcessRegistry, type MetricsRegistry } from '../observability/metrics.js';
import type { CallServer } from '../server.js';
import { readSettings, renewOnChange } from './settings.js';
import { maxCloseMs, readTracing, startTracing } from './tracing.js';
import { onDrainMessage, reportListening, startWorkers } from './workers.js';

/** Ends the process for an error that occurs later. */
type Fail = (error: unknown) => never;

/** Serves in this process until a signal. */
export async function serveAlone(commandLine: CommandLine, fail: Fail): Promise<void> {
  const print = lineWriter(process.stdout);
  const { server, drain } = await createConfiguredServer(commandLine, { log: print });
  onStopSignal(drain, fail);
  drainOnUncaught(print, drain);
  renewOnChange(server, commandLine, print);
  print({ event: 'listening', ...(await server.listen(commandLine)) });
}

/** Serves in this process until the primary one asks it to drain. */
export async function serveWorker(commandLine: CommandLine, fail: Fail): Promise<void> {
  const metrics = commandLine.metricsPort === undefined ? undefined : await createWorkerRegistry();
  const print = lineWriter(process.stdout, { worker: cluster.worker?.id });
  const { server, drain } = await createConfiguredServer(commandLine, { log: print, metrics });
  const stop = (): void => void drain().then(() => exit(0), fail);
  onDrainMessage(stop);
  // A terminal or a service manager may signal every process of the group: this equals the primary's message.
  for (const signal of stopSignals) process.on(signal, stop);
  drainOnUncaught(print, drain);
  renewOnChange(server, commandLine, print);
  // The primary process serves metrics and health of all.
  reportListening(await server.listen({ ...commandLine, metricsPort: undefined, healthPort: undefined }));
}

/** Serves by worker processes until a signal. */
export async function servePrimary(commandLine: CommandLine, workers: number, fail: Fail): Promise<void> {
  const { drain: { delayMs, graceMs }, metricsHost, metricsPort, healthHost, healthPort } = commandLine; // prettier-ignore
  const print = lineWriter(process.stdout);
  const starting = startWorkers({
    count: workers || availableParallelism(),
    // Health streams, the last traces and the exit take a moment beyond the grace.
    drainMs: delayMs + graceMs + (readTracing(commandLine, process.env) ? maxCloseMs : 0) + 2000,
    log: print,
  });
  const drain = async (): Promise<void> => (await starting).drain();
  onStopSignal(drain, fail);
  drainOnUncaught(print, drain);
  const { addresses, health: readHealth } = await starting;
  const metrics = metricsPort === undefined ? undefined : await listenMetrics(metricsHost, metricsPort);
  const health = healthPort === undefined ? undefined : await listenHealth(readHealth, healthHost, healthPort);
  print({ event: 'listening', ...addresses, ...(metrics !== undefined && { metrics }), ...(health && { health }) });
}

async function createConfiguredServer(
  commandLine: CommandLine,
  { log, metrics }: { log: (line: LogLine | TracesLogLine) => void; metrics?: MetricsRegistry | undefined },
): Promise<{ server: CallServer; drain: () => Promise<void> }> {
  const { sendOrigins, maxMessageBytes, maxCalls, maxWaitMs, maxConnectionAgeMs } = commandLine;
  const tracingSettings = readTracing(commandLine, process.env);
  const settings = {
    ...readSettings(commandLine),
    sendOrigins,
    maxMessageBytes,
    maxCalls,
    log,
    ...(maxWaitMs !== undefined && { maxWaitMs }),
    ...(maxConnectionAgeMs !== undefined && { maxConnectionAgeMs }),
    ...(metrics && { metrics }),
  };
  // Imported here: the primary process serves no calls and doesn't need it.
  const { createServer } = await import('../server.js');
  if (settings.allow) await checkAllow(settings.allow, `--allow-file ${commandLine.allowFile}`);
  const tracing = tracingSettings && (await startTracing(tracingSettings, log));
  const server = createServer({ ...settings, ...(tracing && { tracer: tracing.tracer }) });
  return {
    server,
    async drain() {
      await server.drain(commandLine.drain);
      await tracing?.close();
    },
  };
}

/** Checks that the operations of permissions exist. */
async function checkAllow(allow: Allow, flag: string): Promise<void> {
  const { builtInOperations } = await import('../operations/index.js');
  withFlag(flag, () => createPermissions(allow, new Map(builtInOperations.map(({ name }) => [name, undefined]))));
}

/** Checks the settings without serving; throws as serving does. */
export async function checkSettings(commandLine: CommandLine): Promise<void> {
  await createConfiguredServer(commandLine, { log: () => undefined });
  process.stdout.write('The flags and their files can be used.\n');
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

function onStopSignal(drain: () => Promise<void>, fail: Fail): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal ends it at once; shells expect 128 plus the signal's number.
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    void drain().then(() => exit(0), fail);
  };
  for (const signal of stopSignals) process.on(signal, stop);
}

const maxFlushMs = 1000;

/** Ends the process once the log is written, or after a moment where no one reads it. */
function exit(code: number): void {
  const end = (): never => process.exit(code);
  setTimeout(end, maxFlushMs);
  process.stdout.write('', end);
}

/** Makes this worker's registry, which the primary process reads. */
async function createWorkerRegistry(): Promise<MetricsRegistry> {
  const { AggregatorRegistry } = await import('prom-client');
  const registry = await createProcessRegistry();
  AggregatorRegistry.setRegistries([registry]);
  // oxlint-disable-next-line no-new -- it answers the primary process from now on
  new AggregatorRegistry();
  return registry;
}

/** Serves the metrics of all workers, summed up; returns their URL. */
async function listenMetrics(host: string, port: number): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  const registry = new AggregatorRegistry();
  const { contentType } = registry;
  const server = createMetricsServer({ contentType, metrics: () => registry.clusterMetrics() });
  return `http://${formatAuthority(host, await listenHttp(server, host, port))}/metrics`;
}

/** Serves the health of all workers; returns its URL. The thread of the primary process has no other work. */
async function listenHealth(read: () => Health, host: string, port: number): Promise<string> {
  return `http://${formatAuthority(host, await listenHttp(createHealthServer(read), host, port))}${healthPaths.ready}`;
}

/**
 * Handles uncaught errors and rejections: each is logged, calls in progress may finish, and the process ends with 1, for its
 * supervisor to start a new one. Each such error is a bug to fix at its source.
 *
 * @param drain resolves when the process may end
 */
function drainOnUncaught(log: (line: FailureLogLine) => void, drain: () => Promise<void>): void {
  let ending: Promise<never> | undefined;
  const end = async (): Promise<never> => {
    await drain();
    process.exit(1);
  };
  // An unhandled rejection is one, too; so is a failure of the drain.
  process.on('uncaughtException', (error) => {
    log({ event: 'failure', time: new Date().toISOString(), error: toLogError(error) });
    ending ??= end();
  });
}
