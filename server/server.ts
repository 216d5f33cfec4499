import { setTimeout as delay } from 'node:timers/promises';
import type { Interceptor } from './service/call.js';
import { builtInOperations } from './operations/index.js';
import {
  type Addresses,
  bindAll,
  closeGrpc,
  closeHttp,
  createHealthServer,
  type Listeners,
  type ListenOptions,
} from './transports/listen.js';
import { createGrpcServer } from './transports/grpc.js';
import { hardenHttp2 } from './transports/http2.js';
import { defaultMaxMessageBytes } from './service/limits.js';
import { type CallLogLine, type Log, type ServerLogLine, unfailing } from './observability/log.js';
import { apiService } from './service/messages.js';
import {
  createMetricsServer,
  createProcessRegistry,
  type MetricsRegistry,
  recordCalls,
} from './observability/metrics.js';
import type { Operation } from './service/operation.js';
import { parseOrigins } from './transports/cors.js';
import { createRegistry } from './service/registry.js';
import { checkTls, type TlsOptions } from './service/credentials.js';
import { createCallService } from './service/call-service.js';
import { createWorkPool } from './service/work-pool.js';

/** Settings of {@link createServer}. */
export interface ServerOptions {
  /** Custom operations, by name, beside the built-in ones, which the operation `operations` lists. */
  readonly operations?: Readonly<Record<string, Operation>>;
  /** Run around every call, the first outermost. */
  readonly interceptors?: readonly Interceptor[];
  /**
   * The origins that the operation `send` may reach; none by default. An entry is an origin, `https://api.example.com`, or one with
   * a wildcard for names, `https://*.example.com`, or for all hosts, `https://*`. A host that only a wildcard allows must have a public
   * address; an origin without a wildcard may have any, also a private or loopback one.
   */
  readonly sendOrigins?: readonly string[];
  /** The most bytes of a request or response message, 1 to 2^31 - 1; 4,194,304 by default, gRPC's own default. */
  readonly maxMessageBytes?: number;
  /** The token of the `authorization: Bearer <token>` (RFC 6750) that calls must have; none by default. */
  readonly token?: string;
  /** TLS of both listeners, with `clientCa` mutual TLS; without it, they are plain text. */
  readonly tls?: TlsOptions;
  /**
   * Origins whose pages may read the gateway's responses; none by default. The entry `null` allows every opaque origin: all pages from
   * `file://` and all sandboxed frames, of any author.
   */
  readonly origins?: readonly string[];
  /** Receives a line for each call; nothing is logged by default. See {@link jsonLines}. */
  readonly log?: Log;
  /**
   * A registry of prom-client, in which the server registers its metrics: callapi_calls_total, callapi_call_duration_seconds and
   * callapi_calls_in_flight. None by default; with {@link ListenOptions.metricsPort} the server makes one.
   */
  readonly metrics?: MetricsRegistry;
}

/** Settings of {@link CallServer.drain}. */
export interface DrainOptions {
  /** How long, in ms, health reports NOT_SERVING while calls are still served, so that proxies stop using the server; 0 by default. */
  readonly delayMs?: number;
  /** How long calls may still run, in ms, before they are cut off; 10,000 by default. */
  readonly graceMs?: number;
}

/** A call service. */
export interface CallServer {
  /**
   * Starts serving; once only.
   *
   * @throws {ListenError} when a port can't be listened on
   */
  listen(options?: ListenOptions): Promise<Addresses>;
  /** Its addresses; undefined before {@link CallServer.listen} is done. */
  readonly addresses: Addresses | undefined;
  /** Stops: calls in progress may finish, new ones get UNAVAILABLE. Another call waits for the same end. */
  drain(options?: DrainOptions): Promise<void>;
}

/**
 * Makes a server for api.ApiService: gRPC over HTTP/2 with health service and reflection and, on request, a gateway that answers
 * gRPC-Web with the same operations.
 *
 * @throws {TypeError} for a setting that can't be used, with its name
 */
export function createServer(options: ServerOptions = {}): CallServer {
  const { maxMessageBytes = defaultMaxMessageBytes, interceptors = [], tls, token } = options;
  const log = unfailing(options.log ?? (() => undefined));
  const origins = checkSettings(options, maxMessageBytes);
  const work = createWorkPool({ maxMessageBytes });
  const registry = createRegistry(builtInOperations, options.operations ?? {}, {
    runTask: work.run,
    sendOrigins: options.sendOrigins ?? [],
  });
  let record: ((line: CallLogLine) => void) | undefined;
  const logCall = (line: CallLogLine): void => {
    record?.(line);
    log(line);
  };
  const service = createCallService({ registry, interceptors, maxMessageBytes, token, log: logCall });
  const { server: grpc, health } = createGrpcServer(service, maxMessageBytes);
  let serving = true;
  let listeners: Listeners | undefined;
  let started = false;
  let drained: Promise<void> | undefined;

  const logEvent = (event: ServerLogLine['event']): void => log({ event, time: new Date().toISOString() });

  async function listen(listenOptions: ListenOptions = {}): Promise<Addresses> {
    if (started) throw new Error('This server was started before; make another one.');
    started = true;
    const { gatewayPort, metricsPort, healthPort } = listenOptions;
    const metrics = options.metrics ?? (metricsPort === undefined ? undefined : await createProcessRegistry());
    if (metrics) record = await recordCalls(metrics, () => service.inFlight);
    // Imported on request: loading its library takes a good part of a start.
    const gateway = gatewayPort === undefined ? undefined : await import('./transports/gateway.js');
    listeners = await bindAll(listenOptions, {
      grpc,
      tls,
      gateway: gateway?.createGateway(service, { maxMessageBytes, origins, tls }),
      metrics: metrics && metricsPort !== undefined ? createMetricsServer(metrics) : undefined,
      health: healthPort === undefined ? undefined : createHealthServer(() => serving),
    });
    hardenHttp2(grpc, log, logCall);
    return listeners.addresses;
  }

  async function stop({ delayMs = 0, graceMs = 10_000 }: DrainOptions): Promise<void> {
    logEvent('draining');
    serving = false;
    for (const name of ['', apiService.typeName]) health.setStatus(name, 'NOT_SERVING');
    if (delayMs > 0) await delay(delayMs);
    service.startDraining();
    const idle = service.idle();
    const web = listeners?.web ?? [];
    await Promise.all([closeGrpc(grpc, idle, graceMs), ...web.map((server) => closeHttp(server, idle, graceMs))]);
    await work.close();
    if (listeners?.health) await closeHttp(listeners.health, Promise.resolve(), 0);
    logEvent('stopped');
  }

  return {
    listen,
    get addresses() {
      return listeners?.addresses;
    },
    drain: (drainOptions = {}) => (drained ??= stop(drainOptions)),
  };
}

/** Checks what can be checked before anything listens; returns the origins. */
function checkSettings({ tls, origins = [] }: ServerOptions, maxMessageBytes: number) {
  if (!Number.isInteger(maxMessageBytes) || maxMessageBytes < 1 || maxMessageBytes > 2 ** 31 - 1) {
    throw new TypeError(`maxMessageBytes must be an integer from 1 to ${2 ** 31 - 1}, not ${maxMessageBytes}.`);
  }
  if (tls) checkTls(tls);
  return parseOrigins(origins);
}
