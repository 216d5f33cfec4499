import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';

/** The paths of a health server: `ready` reports whether calls are served, `live` whether the process responds. */
export const healthPaths = { ready: '/healthz', live: '/livez' } as const;

/** What a health server reports. */
export interface Health {
  /** Whether calls are served. */
  readonly ready: boolean;
  /** Whether the serving threads do their work, late or not. */
  readonly live: boolean;
}

// Probes are near, and ask one thing.
const limits = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };

/**
 * Makes a plain HTTP server that serves only health, for probes that support neither TLS nor gRPC: `/healthz` with 200 while calls
 * are served and 503 while draining, `/livez` with 200 as long as the serving thread responds.
 */
export function createHealthServer(read: () => Health): HttpServer {
  const server = createHttpServer(limits, ({ url = '', method = '' }, response) => {
    const [path] = url.split('?', 1);
    const isProbe = (path === healthPaths.ready || path === healthPaths.live) && ['GET', 'HEAD'].includes(method);
    const { ready, live } = read();
    const serving = live && (ready || path === healthPaths.live);
    response.writeHead(isProbe ? (serving ? 200 : 503) : 404, { 'content-type': 'text/plain' });
    if (!isProbe) response.end(`Only GET ${healthPaths.ready} and GET ${healthPaths.live} are served here.\n`);
    else response.end(serving ? 'SERVING\n' : live ? 'NOT_SERVING\n' : 'NOT_RESPONDING\n');
  });
  server.maxConnections = 100;
  return server;
}

/** Watches beats: after some intervals without one, whatever beats no longer responds. */
export function createPulse(misses = 5) {
  let missed = 0;
  return {
    beat: (): void => {
      missed = 0;
    },
    /** Called at each interval. Intervals are counted, because all threads of a process that is stopped miss the time. */
    miss: (): void => {
      missed += 1;
    },
    get live(): boolean {
      return missed < misses;
    },
  };
}

/** How often a serving thread beats, in ms. */
export const beatMs = 1000;
