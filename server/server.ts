import { setTimeout as delay } from 'node:timers/promises';
import type { Tracer } from '@opentelemetry/api';
import { isPlainObject, rule, typed, type Rules } from '../lib/strict.js';
import type { Interceptor } from './service/call.js';
import { builtInOperations } from './operations/index.js';
import {
  type Addresses,
  bindAll,
  closeGrpc,
  closeHttp,
  type Listeners,
  type ListenOptions,
} from './transports/listen.js';
import { createGrpcServer } from './transports/grpc.js';
import { hardenHttp2 } from './transports/http2.js';
import { defaultMaxCalls, defaultMaxMessageBytes } from './service/limits.js';
import { createOverload } from './service/overload.js';
import { type Log, logBugs, type ServerLogLine, unfailing } from './observability/log.js';
import { apiService } from './service/messages.js';
import {
  createMetricsServer,
  createProcessRegistry,
  type MetricsRegistry,
  recordCalls,
} from './observability/metrics.js';
import { createTracing, type Tracing } from './observability/tracing.js';
import type { Operation } from './operations/operation.js';
import { parseOrigins } from './transports/cors.js';
import { type Allow, createRenewablePermissions } from './service/permissions.js';
import { createRegistry } from './service/registry.js';
import {
  createFindCaller,
  type FindCaller,
  listCallers,
  readBearer,
  type TlsOptions,
  type Tokens,
} from './service/credentials.js';
import { createFindJwtCaller, type JwtOptions } from './service/jwt.js';
import { createCallService, type Report } from './service/call-service.js';
import { createRenewableTls } from './service/renewable-tls.js';
import {
  BOUNDS,
  checkSettings,
  DRAIN,
  findIdleHost,
  LISTEN,
  listOf,
  SECURITY,
  withMember,
} from './service/settings.js';
import { createWorkPool } from './service/work-pool.js';

/** Settings of {@link createServer}. */
export interface ServerOptions {
  /** Custom operations, by name, beside the built-in ones, which the operation `operations` lists. */
  readonly operations?: Readonly<Record<string, Operation>>;
  /** Run around every call, the first outermost. */
  readonly interceptors?: readonly Interceptor[];
  /** The most bytes of a request or response message, 1 to 2^31 - 1; 4,194,304 by default, gRPC's own default. */
  readonly maxMessageBytes?: number;
  /**
   * The most calls in progress at once, of all operations together, 1 to 2^31 - 1; 2,000 by default. Others get RESOURCE_EXHAUSTED. Of
   * several callers ({@link ServerOptions.token}, {@link ServerOptions.jwt}), none gets more than half of this or any other bound.
   */
  readonly maxCalls?: number;
  /**
   * How long calls may wait for the serving thread in a burst, in ms; without end by default. While more calls than the server can
   * serve arrive for longer than that, a tenth of it is the bound. Others get UNAVAILABLE. Both statuses have a hint when to retry
   * (`grpc-retry-pushback-ms`).
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * The token of the `authorization: Bearer <token>` (RFC 6750) that calls must have, or the tokens of callers by their names, several
   * for one while its token is replaced; none by default.
   */
  readonly token?: Tokens;
  /** Accepts JSON Web Tokens as bearer tokens; beside {@link ServerOptions.token}, calls need one of the two. None by default. */
  readonly jwt?: JwtOptions;
  /**
   * The operations that each caller may use, by its name; `*` is every caller, or every operation. Others get PERMISSION_DENIED, and the
   * operation `operations` doesn't list them. All for everyone by default.
   */
  readonly allow?: Allow;
  /** TLS of both listeners, with `clientCa` mutual TLS; without it, they are plain text. */
  readonly tls?: TlsOptions;
  /**
   * How long a gRPC connection may stay open, in ms, give or take a tenth: then its client opens another one, maybe to another server, and
   * its calls in progress end first. Without end by default, which suits a proxy in front, since it spreads calls and not connections.
   */
  readonly maxConnectionAgeMs?: number | undefined;
  /**
   * Origins whose pages may read the gateway's responses; none by default. The entry `null` allows every opaque origin: all pages from
   * `file://` and all sandboxed frames, of any author.
   */
  readonly origins?: readonly string[];
  /** Receives a line for each call; by default, only those of bugs are written, to standard error. See {@link jsonLines}. */
  readonly log?: Log;
  /**
   * A registry of prom-client, in which the server registers its metrics: callapi_calls_total, callapi_bugs_total,
   * callapi_call_duration_seconds and callapi_calls_in_flight. None by default; with {@link ListenOptions.metricsPort} the server makes one.
   */
  readonly metrics?: MetricsRegistry;
  /**
   * A tracer of OpenTelemetry, which makes a span for each call, as a part of its caller's trace. Spans hold no arguments. None by
   * default.
   */
  readonly tracer?: Tracer | undefined;
}

/** Settings of {@link CallServer.drain}. */
export interface DrainOptions {
  /** How long, in ms, health reports NOT_SERVING while calls are still served, so that proxies stop using the server; 0 by default. */
  readonly delayMs?: number;
  /** How long calls may still run, in ms, before they are cut off; 10,000 by default. */
  readonly graceMs?: number;
}

/** Settings of {@link CallServer.renew}; those left out stay. */
export type Renewal = Pick<ServerOptions, 'token' | 'jwt' | 'allow' | 'tls' | 'origins'>;

const SETTINGS = {
  ...SECURITY,
  ...BOUNDS,
  operations: rule(isPlainObject, 'an object of operations by name'),
  interceptors: listOf(typed('function'), 'functions'),
  log: typed('function'),
  metrics: withMember('registerMetric', 'a registry of prom-client'),
  tracer: withMember('startSpan', 'a tracer of OpenTelemetry'),
} satisfies Rules<keyof ServerOptions>;

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
  /**
   * Replaces settings while it serves. Calls in progress keep the earlier ones, and so do open connections theirs of TLS.
   *
   * @throws {TypeError} for a setting that can't be used, with its name; nothing is replaced then. `token`, `jwt`, `allow`, `tls`
   *   and its `clientCa` must have been set before
   */
  renew(renewal: Renewal): void;
  /** Stops: calls in progress may finish, new ones get UNAVAILABLE. Another call waits for the same end. */
  drain(options?: DrainOptions): Promise<void>;
}

/**
 * Makes a server for api.ApiService: gRPC over HTTP/2 with health service and reflection and, on request, a gateway that serves
 * gRPC-Web with the same operations.
 *
 * @throws {TypeError} for a setting that can't be used, with its name
 */
export function createServer(options: ServerOptions = {}): CallServer {
  checkSettings('createServer', options, SETTINGS);
  const { maxMessageBytes = defaultMaxMessageBytes } = options;
  const prepared = prepareService(options, maxMessageBytes);
  const { log, lazy, renewable, renew, work, overload, service } = prepared;
  const { server: grpc, health } = createGrpcServer(service, maxMessageBytes, options.maxConnectionAgeMs);
  let listeners: Listeners | undefined;
  let started = false;
  let drained: Promise<void> | undefined;
  let cutOff = (): void => undefined;

  const logEvent = (event: ServerLogLine['event']): void => log({ event, time: new Date().toISOString() });

  async function listen(listenOptions: ListenOptions = {}): Promise<Addresses> {
    checkSettings('listen', listenOptions, LISTEN);
    const idle = findIdleHost(listenOptions);
    if (idle) throw new TypeError(`listen.${idle}Host: has no effect without ${idle}Port; set both.`);
    if (started) throw new Error('This server has been started already; make another one.');
    if (drained) throw new Error('This server has been drained; make another one.');
    started = true;
    const { gatewayPort, metricsPort } = listenOptions;
    // Imported on request: loading its library takes a good part of a start.
    const gateway = gatewayPort === undefined ? undefined : await import('./transports/gateway.js');
    const metrics = options.metrics ?? (metricsPort === undefined ? undefined : await createProcessRegistry());
    if (metrics) lazy.report = await countCalls(metrics, prepared, gateway !== undefined);
    if (options.tracer) lazy.tracing = await createTracing(options.tracer);
    listeners = await bindAll(listenOptions, {
      grpc,
      tls: renewable.tls,
      gateway: gateway?.createGateway(service, { maxMessageBytes, origins: renewable.origins, tls: renewable.tls }),
      metrics: metrics && metricsPort !== undefined ? createMetricsServer(metrics) : undefined,
    });
    cutOff = hardenHttp2(grpc, service, { connection: log, call: (line) => lazy.report?.(line, 'small') });
    return listeners.addresses;
  }

  async function stop({ delayMs = 0, graceMs = 10_000 }: DrainOptions): Promise<void> {
    logEvent('draining');
    listeners?.health?.stopServing();
    for (const name of ['', apiService.typeName]) health.setStatus(name, 'NOT_SERVING');
    if (delayMs > 0) await delay(delayMs);
    service.startDraining(graceMs);
    const idle = service.idle();
    await Promise.all([
      closeGrpc(grpc, idle, graceMs, cutOff),
      ...(listeners?.web ?? []).map((server) => closeHttp(server, idle, graceMs)),
    ]);
    await work.close();
    overload?.close();
    await listeners?.health?.close();
    logEvent('stopped');
  }

  return {
    listen,
    get addresses() {
      return listeners?.addresses;
    },
    renew,
    drain(drainOptions = {}) {
      checkSettings('drain', drainOptions, DRAIN);
      return (drained ??= stop(drainOptions));
    },
  };
}

/** Registers the metrics; returns a function that records a call in them, and reports it as before. */
async function countCalls(
  metrics: MetricsRegistry,
  { registry, service, log }: ReturnType<typeof prepareService>,
  hasGateway: boolean,
): Promise<Report> {
  const record = await recordCalls(metrics, {
    operations: [...registry.keys()],
    transports: hasGateway ? ['grpc', 'grpc-web'] : ['grpc'],
    inFlight: () => service.inFlight,
  });
  return (line, size) => {
    record(line, size);
    log(line);
  };
}

/** Makes the service with its log, and the settings that can be replaced. */
function prepareService(options: ServerOptions, maxMessageBytes: number) {
  const log = unfailing(options.log ?? logBugs);
  // Completed once it listens, as loading their libraries takes time.
  const lazy: { report: Report | undefined; tracing?: Tracing } = { report: options.log && log };
  const tracing = (): Tracing | undefined => lazy.tracing;
  const renewable = createRenewable(options, (reason) =>
    log({ event: 'keys-failed', time: new Date().toISOString(), reason }),
  );
  const permissions = createRenewablePermissions(options);
  const { findCaller, severalCallers } = renewable;
  const { mayUse } = permissions;
  const report = (isBug: boolean) => lazy.report ?? (isBug ? log : undefined);
  const common = { maxMessageBytes, findCaller, severalCallers, tracing, report };
  const { operations = {}, interceptors = [], maxCalls = defaultMaxCalls, maxWaitMs } = options;
  const work = createWorkPool(common);
  const registry = createRegistry(builtInOperations, operations, { runTask: work.run, mayUse });
  const overload = maxWaitMs === undefined ? undefined : createOverload(maxWaitMs);
  const service = createCallService({ ...common, registry, interceptors, maxCalls, overload, mayUse });
  permissions.start(registry);
  const renew = (renewal: Renewal): void => {
    checkSettings<Renewal>('renew', renewal, SECURITY);
    for (const name of ['token', 'jwt', 'allow', 'tls'] as const) {
      if (renewal[name] === undefined || options[name] !== undefined) continue;
      throw new TypeError(
        `The setting ${name} can only be replaced, and the server was made without it; start another server.`,
      );
    }
    const renewPermissions = permissions.prepare(renewal);
    renewable.renew(renewal);
    renewPermissions();
  };
  return { log, lazy, registry, renewable, renew, work, overload, service };
}

/** Holds the settings that can be replaced. */
function createRenewable(first: Renewal, reportKeysFailure: (reason: string) => void) {
  const tls = first.tls && createRenewableTls(first.tls);
  const makeFindJwtCaller = (options: JwtOptions) => createFindJwtCaller(options, reportKeysFailure);
  let { token } = first;
  let findToken = token === undefined ? undefined : createFindCaller(token);
  let findJwt = first.jwt && makeFindJwtCaller(first.jwt);
  let origins = parseOrigins(first.origins ?? []);
  const findCaller: FindCaller = (authorization) => {
    const caller = findToken?.(authorization);
    if (caller !== undefined || !findJwt) return caller;
    const jwt = readBearer(authorization);
    return jwt === undefined ? undefined : findJwt(jwt);
  };
  return {
    tls: tls?.tls,
    origins: () => origins,
    findCaller: findToken || findJwt ? findCaller : undefined,
    severalCallers: () => findJwt !== undefined || listCallers(token).length > 1,
    renew(renewal: Renewal): void {
      // All are made before one is replaced.
      if (renewal.tls) tls?.check(renewal.tls);
      const nextFindToken = renewal.token === undefined ? findToken : createFindCaller(renewal.token);
      const nextOrigins = renewal.origins && parseOrigins(renewal.origins);
      const nextFindJwt = renewal.jwt && makeFindJwtCaller(renewal.jwt);
      findToken = nextFindToken;
      token = renewal.token ?? token;
      if (renewal.tls) tls?.renew(renewal.tls);
      findJwt = nextFindJwt ?? findJwt;
      origins = nextOrigins ?? origins;
    },
  };
}
