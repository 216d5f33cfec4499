import type { Server as HttpServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { experimental, type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import type { RenewableTls } from '../service/renewable-tls.js';
import { healthPaths } from './health.js';
import { type HealthPort, openHealthPort } from './health-port.js';
import { shutDown } from './http2.js';
import { formatAuthority, ListenError, listenHttp } from './listen-http.js';

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
   * undefined: none. It is plain HTTP also where `tls` is set, and serves nothing else. A thread of its own responds at once however
   * busy the server is, and 503 once the server has not responded for 5 s.
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
}

export interface Listeners {
  readonly addresses: Addresses;
  readonly web: readonly HttpServer[];
  /** Not among `web`, because it responds until all others have ended. */
  readonly health: HealthPort | undefined;
}

/**
 * Binds all servers, or none.
 *
 * @throws {ListenError}
 */
export async function bindAll(options: ListenOptions, servers: Servers): Promise<Listeners> {
  const { host = '127.0.0.1', port = 50_051, metricsHost = '127.0.0.1', healthHost = '127.0.0.1' } = options;
  const { grpc, tls } = servers;
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
    const health = options.healthPort === undefined ? undefined : await openHealthPort(healthHost, options.healthPort);
    const healthUrl = health && `http://${health.address}${healthPaths.ready}`;
    return { addresses: { grpc: grpcAddress, gateway, metrics, health: healthUrl }, web, health };
  } catch (error) {
    grpc.forceShutdown();
    for (const server of web) server.close();
    throw error;
  }
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
 * @param cutOff ends all connections at once
 */
export async function closeGrpc(
  server: GrpcServer,
  idle: Promise<void>,
  graceMs: number,
  cutOff: () => void,
): Promise<void> {
  const closed = shutDown(server);
  await waitOrCutOff(closed, idle, graceMs, cutOff);
  await closed;
}

/** Closes a web server in the same way. */
export async function closeHttp(server: HttpServer, idle: Promise<void>, graceMs: number): Promise<void> {
  // Idle keep-alive connections are closed by close() itself.
  const closed = promisify(server.close.bind(server))();
  await waitOrCutOff(closed, idle, graceMs, () => server.closeAllConnections());
  await closed;
}
