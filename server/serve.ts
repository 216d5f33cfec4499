import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type CommandLine, UsageError } from './command-line.js';
import { authority, listenHttp } from './listen.js';
import { jsonLines } from './log.js';
import { createMetricsServer, type MetricsRegistry, processRegistry, promClient } from './metrics.js';
import { type CallServer, createServer } from './server.js';
import type { TlsOptions } from './tls.js';
import { onDrainMessage, startWorkers, tellListening, workerNumber, type WorkerLogLine } from './workers.js';

/** What to do with an error that comes later. */
type Fail = (error: unknown) => never;

/** Serves in this process until a signal. */
export async function serveAlone(commandLine: CommandLine, fail: Fail): Promise<void> {
  const server = serverOf(commandLine, {});
  onStopSignal(() => drained(server, commandLine), fail);
  const { host, port, gatewayPort, metricsPort, metricsHost } = commandLine;
  print({ event: 'listening', ...(await server.listen({ host, port, gatewayPort, metricsPort, metricsHost })) });
}

/** Serves in this process until the primary one says so. */
export async function serveWorker(commandLine: CommandLine, fail: Fail): Promise<void> {
  const { host, port, gatewayPort, metricsPort } = commandLine;
  const metrics = metricsPort === undefined ? undefined : await workerRegistry();
  const server = serverOf(commandLine, { worker: workerNumber(), metrics });
  const stop = (): void => void drained(server, commandLine).then(() => process.exit(0), fail);
  onDrainMessage(stop);
  // A terminal or a service manager may signal every process of the group: the primary's word and a signal are one.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  tellListening(await server.listen({ host, port, gatewayPort }));
}

/** Serves by worker processes until a signal. */
export async function servePrimary(commandLine: CommandLine, workers: number, fail: Fail): Promise<void> {
  const { drainDelayMs, drainGraceMs, metricsPort } = commandLine;
  const starting = startWorkers({
    count: workers || availableParallelism(),
    // Health streams and the exit itself take a moment beyond the grace.
    drainMs: drainDelayMs + drainGraceMs + 2000,
    log: print,
  });
  onStopSignal(async () => (await starting).drain(), fail);
  const { addresses } = await starting;
  const metrics = metricsPort === undefined ? undefined : await listenMetrics(commandLine.metricsHost, metricsPort);
  print({ event: 'listening', ...addresses, ...(metrics !== undefined && { metrics }) });
}

function serverOf(
  { origins, sendOrigins, maxMessageBytes, tls, tokenFile }: CommandLine,
  { worker, metrics }: { worker?: number; metrics?: MetricsRegistry | undefined },
): CallServer {
  const token = tokenOf(tokenFile, process.env['CALL_SERVER_TOKEN'] || undefined);
  return createServer({
    origins,
    sendOrigins,
    maxMessageBytes,
    log: jsonLines(process.stdout, worker === undefined ? {} : { worker }),
    ...(token !== undefined && { token }),
    ...(metrics && { metrics }),
    ...(tls && { tls: tlsOptions(tls) }),
  });
}

function tokenOf(file: string | undefined, environment: string | undefined): string | undefined {
  if (file === undefined) return environment;
  if (environment === undefined) return contents('--token-file', file).toString().trim();
  throw new UsageError('The token is given twice, by --token-file and CALL_SERVER_TOKEN; leave one of them out.');
}

function tlsOptions({ cert, key, clientCa }: NonNullable<CommandLine['tls']>): TlsOptions {
  return {
    cert: contents('--tls-cert', cert),
    key: contents('--tls-key', key),
    ...(clientCa !== undefined && { clientCa: contents('--tls-client-ca', clientCa) }),
  };
}

function contents(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${flag}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const drained = (server: CallServer, { drainDelayMs, drainGraceMs }: CommandLine): Promise<void> =>
  server.drain({ delayMs: drainDelayMs, graceMs: drainGraceMs });

function onStopSignal(drain: () => Promise<void>, fail: Fail): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal doesn't wait; 128 plus the signal's number is what shells expect.
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    void drain().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** This worker's registry, which the primary process asks for. */
async function workerRegistry(): Promise<MetricsRegistry> {
  const { AggregatorRegistry } = await promClient();
  const registry = await processRegistry();
  AggregatorRegistry.setRegistries([registry]);
  // oxlint-disable-next-line no-new -- it answers the primary process from now on
  new AggregatorRegistry();
  return registry;
}

/** The metrics of all workers, summed up. */
async function listenMetrics(host: string, port: number): Promise<string> {
  const { AggregatorRegistry } = await promClient();
  const registry = new AggregatorRegistry();
  const server = createMetricsServer(async () => ({
    contentType: registry.contentType,
    text: await registry.clusterMetrics(),
  }));
  return `http://${authority(host, await listenHttp(server, host, port))}/metrics`;
}

function print(line: WorkerLogLine | { event: 'listening' }): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
