import { readFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { bearerCheck } from '../service/bearer-token.js';
import { type CommandLine, UsageError } from './command-line.js';
import { authority, listenHttp } from '../transports/listen.js';
import { type Log, lineWriter } from '../observability/log.js';
import { createMetricsServer, type MetricsRegistry, processRegistry, promClient } from '../observability/metrics.js';
import type { CallServer } from '../server.js';
import { checkTls, type TlsOptions } from '../transports/tls.js';
import { drainOnUncaught } from './uncaught.js';
import { onDrainMessage, startWorkers, tellListening, workerNumber } from './workers.js';

/** What to do with an error that comes later. */
type Fail = (error: unknown) => never;

/** Serves in this process until a signal. */
export async function serveAlone(commandLine: CommandLine, fail: Fail): Promise<void> {
  const print = lineWriter(process.stdout);
  const server = await serverOf(commandLine, { log: print });
  endWith(server, commandLine, print, fail);
  const { host, port, gatewayPort, metricsPort, metricsHost, healthPort, healthHost } = commandLine;
  const ports = { host, port, gatewayPort, metricsPort, metricsHost, healthPort, healthHost };
  print({ event: 'listening', ...(await server.listen(ports)) });
}

/** Serves in this process until the primary one says so. */
export async function serveWorker(commandLine: CommandLine, fail: Fail): Promise<void> {
  const { host, port, gatewayPort, metricsPort, healthPort, healthHost } = commandLine;
  const metrics = metricsPort === undefined ? undefined : await workerRegistry();
  const print = lineWriter(process.stdout, { worker: workerNumber() });
  const server = await serverOf(commandLine, { log: print, metrics });
  const drain = (): Promise<void> => drained(server, commandLine);
  const stop = (): void => void drain().then(() => exit(0), fail);
  onDrainMessage(stop);
  // A terminal or a service manager may signal every process of the group: the primary's word and a signal are one.
  for (const signal of stopSignals) process.on(signal, stop);
  drainOnUncaught(print, drain);
  tellListening(await server.listen({ host, port, gatewayPort, healthPort, healthHost }));
}

/** Serves by worker processes until a signal. */
export async function servePrimary(commandLine: CommandLine, workers: number, fail: Fail): Promise<void> {
  const { drainDelayMs, drainGraceMs, metricsPort } = commandLine;
  const print = lineWriter(process.stdout);
  const starting = startWorkers({
    count: workers || availableParallelism(),
    // Health streams and the exit itself take a moment beyond the grace.
    drainMs: drainDelayMs + drainGraceMs + 2000,
    log: print,
  });
  const drain = async (): Promise<void> => (await starting).drain();
  onStopSignal(drain, fail);
  drainOnUncaught(print, drain);
  const { addresses } = await starting;
  const metrics = metricsPort === undefined ? undefined : await listenMetrics(commandLine.metricsHost, metricsPort);
  print({ event: 'listening', ...addresses, ...(metrics !== undefined && { metrics }) });
}

async function serverOf(
  { origins, sendOrigins, maxMessageBytes, tls, tokenFile }: CommandLine,
  { log, metrics }: { log: Log; metrics?: MetricsRegistry | undefined },
): Promise<CallServer> {
  const token = tokenOf(tokenFile, process.env['CALL_SERVER_TOKEN']);
  const settings = {
    origins,
    sendOrigins,
    maxMessageBytes,
    log,
    ...(token !== undefined && { token }),
    ...(metrics && { metrics }),
    ...(tls && { tls: tlsOptions(tls) }),
  };
  // The primary process serves no calls, and needs none of it.
  const { createServer } = await import('../server.js');
  return createServer(settings);
}

/** The token; an empty one is refused, as a server that was meant to ask for a token must not serve without. */
function tokenOf(file: string | undefined, environment: string | undefined): string | undefined {
  if (file !== undefined && environment !== undefined) {
    throw new UsageError('The token is given twice, by --token-file and CALL_SERVER_TOKEN; leave one of them out.');
  }
  const token = file === undefined ? environment : contents('--token-file', file).toString().trim();
  if (token !== undefined) {
    usable(file === undefined ? 'CALL_SERVER_TOKEN' : `--token-file ${file}`, () => bearerCheck(token));
  }
  return token;
}

function tlsOptions({ cert, key, clientCa }: NonNullable<CommandLine['tls']>): TlsOptions {
  const tls = {
    cert: contents('--tls-cert', cert),
    key: contents('--tls-key', key),
    ...(clientCa !== undefined && { clientCa: contents('--tls-client-ca', clientCa) }),
  };
  usable('--tls-cert, --tls-key, --tls-client-ca', () => checkTls(tls));
  return tls;
}

function contents(flag: string, path: string): Buffer {
  return usable(flag, () => readFileSync(path));
}

/** The result, or an error of the flag that it comes from. */
function usable<T>(flag: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw new UsageError(`${flag}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const drained = (server: CallServer, { drainDelayMs, drainGraceMs }: CommandLine): Promise<void> =>
  server.drain({ delayMs: drainDelayMs, graceMs: drainGraceMs });

function endWith(server: CallServer, commandLine: CommandLine, log: Log, fail: Fail): void {
  const drain = (): Promise<void> => drained(server, commandLine);
  onStopSignal(drain, fail);
  drainOnUncaught(log, drain);
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

function onStopSignal(drain: () => Promise<void>, fail: Fail): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal doesn't wait; 128 plus the signal's number is what shells expect.
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    void drain().then(() => exit(0), fail);
  };
  for (const signal of stopSignals) process.on(signal, stop);
}

const longestFlushMs = 1000;

/** Ends the process once the log is written, or after a moment where nobody reads it. */
function exit(code: number): void {
  const end = (): never => process.exit(code);
  setTimeout(end, longestFlushMs);
  process.stdout.write('', end);
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
