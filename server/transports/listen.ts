import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { experimental, type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import type { RenewableTls } from '../service/renewable-tls.js';

/** The addresses of a server. */
export interface Addresses {
  /** `host:port`. */
  readonly grpc: string;
  /** A URL without path; undefined: no gateway. */
  readonly gateway: string | undefined;
  /** The metrics' URL; undefined: none. */
  readonly metrics?: string | undefined;
  /** The health probe's URL, in plain HTTP; undefined: none. */
  readonly health?: string | undefined;
}

/** Writes `host:port`, with an IPv6 address in brackets. */
export function formatAuthority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The server can't listen on an address. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(address: string, cause: Error) {
    super(`Can't listen on ${address}: ${cause.message}. Is the port taken? Use port 0 for any free port.`, { cause });
  }
}

/** Binds the gRPC server; resolves with the port. */
function listenGrpc(server: GrpcServer, host: string, port: number, tls: RenewableTls | undefined): Promise<number> {
  const address = formatAuthority(host, port);
  const credentials = tls ? createCredentials(tls) : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error) reject(new ListenError(address, error));
      else resolve(bound);
    });
  });
}

/** The only credentials of grpc-js that can be renewed. */
function createCredentials(tls: RenewableTls): ServerCredentials {
  const ends = new Map<unknown, () => void>();
  const follow = <Update>(
    listener: (update: Update) => void,
    read: (current: RenewableTls['current']) => Update,
  ): void => {
    ends.set(
      listener,
      tls.follow((current) => listener(read(current))),
    );
    // It also has to come once the listening server is known, which is added right after this.
    queueMicrotask(() => listener(read(tls.current)));
  };
  const end = (listener: unknown): void => {
    ends.get(listener)?.();
    ends.delete(listener);
  };
  const provider: experimental.CertificateProvider = {
    addIdentityCertificateListener: (listener) =>
      follow(listener, ({ cert, key }) => ({ certificate: Buffer.from(cert), privateKey: Buffer.from(key) })),
    removeIdentityCertificateListener: end,
    addCaCertificateListener: (listener) =>
      follow(listener, ({ clientCa = '' }) => ({ caCertificate: Buffer.from(clientCa) })),
    removeCaCertificateListener: end,
  };
  // Without a custom authority, the public ones would apply: never right for clients.
  const isMutual = tls.current.clientCa !== undefined;
  // Its types name the first two arguments the other way round.
  return experimental.createCertificateProviderServerCredentials(provider, isMutual ? provider : null, isMutual);
}

/** Binds a web server; resolves with the port. */
export function listenHttp(server: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new ListenError(formatAuthority(host, port), error));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else fail(new Error('the address has no port'));
    });
  });
}

/** Settings of a server's `listen`. */
export interface ListenOptions {
  /** Name or address; 127.0.0.1 by default, reachable from this machine only. */
  readonly host?: string;
  /** The gRPC port; 50051 by default, 0 for any free port. */
  readonly port?: number;
  /** The gateway's port, 0 for any free port; undefined: no gateway. */
  readonly gatewayPort?: number | undefined;
  /** The port for GET /metrics (Prometheus), 0 for any free port; undefined: none. */
  readonly metricsPort?: number | undefined;
  /** Name or address for the metrics; 127.0.0.1 by default, whatever `host` is. */
  readonly metricsHost?: string;
  /**
   * The port for GET /healthz (200 while calls are served, 503 from the first moment of a drain) and GET /livez, 0 for any free port;
   * undefined: none. It is plain HTTP also where `tls` is set, and serves nothing else.
   */
  readonly healthPort?: number | undefined;
  /** Name or address for the health port; 127.0.0.1 by default, whatever `host` is. */
  readonly healthHost?: string;
}

/** The servers to bind; undefined where there is no port for one. */
export interface Servers {
  readonly grpc: GrpcServer;
  readonly tls: RenewableTls | undefined;
  readonly gateway: HttpServer | undefined;
  readonly metrics: HttpServer | undefined;
  readonly health: HttpServer | undefined;
}

export interface Listeners {
  readonly addresses: Addresses;
  readonly web: readonly HttpServer[];
  /** Not among `web`, because it answers until all others have ended. */
  readonly health: HttpServer | undefined;
}

/**
 * Binds all servers, or none.
 *
 * @throws {ListenError}
 */
export async function bindAll(options: ListenOptions, servers: Servers): Promise<Listeners> {
  const { host = '127.0.0.1', port = 50_051, metricsHost = '127.0.0.1', healthHost = '127.0.0.1' } = options;
  const { grpc, tls, health: healthServer } = servers;
  const web: HttpServer[] = [];
  const bindWeb = async (server: HttpServer, webHost: string, webPort = 0): Promise<string> => {
    const bound = formatAuthority(webHost, await listenHttp(server, webHost, webPort));
    web.push(server);
    return bound;
  };
  const grpcAddress = formatAuthority(host, await listenGrpc(grpc, host, port, tls));
  try {
    const gateway =
      servers.gateway && `${tls ? 'https' : 'http'}://${await bindWeb(servers.gateway, host, options.gatewayPort)}`;
    const metrics =
      servers.metrics && `http://${await bindWeb(servers.metrics, metricsHost, options.metricsPort)}/metrics`;
    const health =
      healthServer && `http://${await bindWeb(healthServer, healthHost, options.healthPort)}${healthPaths.ready}`;
    const addresses = { grpc: grpcAddress, gateway, metrics, health };
    return { addresses, web: web.filter((server) => server !== healthServer), health: healthServer };
  } catch (error) {
    grpc.forceShutdown();
    for (const server of web) server.close();
    throw error;
  }
}

/** The paths of a health server: `ready` answers whether calls are served, `live` whether the process responds. */
export const healthPaths = { ready: '/healthz', live: '/livez' } as const;

// Probes are near, and ask one thing.
const healthLimits = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };

/**
 * Makes a plain HTTP server that answers only health, for probes that support neither TLS nor gRPC: `/healthz` with 200 while calls
 * are served and 503 while draining, `/livez` with 200 as long as the process responds.
 */
export function createHealthServer(isServing: () => boolean): HttpServer {
  const server = createHttpServer(healthLimits, ({ url = '', method = '' }, response) => {
    const [path] = url.split('?', 1);
    const isProbe = (path === healthPaths.ready || path === healthPaths.live) && ['GET', 'HEAD'].includes(method);
    const serving = path === healthPaths.live || isServing();
    response.writeHead(isProbe ? (serving ? 200 : 503) : 404, { 'content-type': 'text/plain' });
    if (!isProbe) response.end(`Only GET ${healthPaths.ready} and GET ${healthPaths.live} are served here.\n`);
    else response.end(serving ? 'SERVING\n' : 'NOT_SERVING\n');
  });
  server.maxConnections = 100;
  return server;
}

/** Streams that end only with their client (a health watch) get this long, in ms, once all calls are done. */
const streamGrace = 250;

/** Waits for the work up to `ms`; returns whether it settled. */
async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([work.then(() => true), delay(ms, false, { signal: timer.signal }).catch(() => false)]);
  } finally {
    timer.abort();
  }
}

/** Waits for a server to close; cuts off the calls that still run after `graceMs`, and then the streams. */
async function waitOrCutOff(closed: Promise<void>, idle: Promise<void>, graceMs: number, cutOff: () => void) {
  const done = await settlesWithin(graceMs, Promise.race([idle, closed]));
  if (!done || !(await settlesWithin(streamGrace, closed))) cutOff();
}

/**
 * Closes the gRPC server: no new connections, GOAWAY on open ones, calls may finish.
 *
 * @param idle resolves when no call is in flight
 * @param graceMs calls that still run after this are cut off
 */
export async function closeGrpc(server: GrpcServer, idle: Promise<void>, graceMs: number): Promise<void> {
  const closed = promisify(server.tryShutdown.bind(server))();
  await waitOrCutOff(closed, idle, graceMs, () => server.forceShutdown());
}

/** Closes a web server in the same way. */
export async function closeHttp(server: HttpServer, idle: Promise<void>, graceMs: number): Promise<void> {
  // Idle keep-alive connections are closed by close() itself.
  const closed = promisify(server.close.bind(server))();
  await waitOrCutOff(closed, idle, graceMs, () => server.closeAllConnections());
  await closed;
}
