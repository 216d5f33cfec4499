import { createServer, type Server } from 'node:http';

/** The paths of a health server: `ready` answers whether calls are served, `live` whether the process responds. */
export const healthPaths = { ready: '/healthz', live: '/livez' } as const;

// Probes are near, and ask one thing.
const limits = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };
const maxConnections = 100;

/**
 * Makes a plain HTTP server that answers only health, for probes that support neither TLS nor gRPC: `/healthz` with 200 while calls
 * are served and 503 while draining, `/livez` with 200 as long as the process responds.
 */
export function createHealthServer(isServing: () => boolean): Server {
  const server = createServer(limits, ({ url = '', method = '' }, response) => {
    const [path] = url.split('?', 1);
    const isProbe = (path === healthPaths.ready || path === healthPaths.live) && ['GET', 'HEAD'].includes(method);
    const serving = path === healthPaths.live || isServing();
    response.writeHead(isProbe ? (serving ? 200 : 503) : 404, { 'content-type': 'text/plain' });
    if (!isProbe) response.end(`Only GET ${healthPaths.ready} and GET ${healthPaths.live} are served here.\n`);
    else response.end(serving ? 'SERVING\n' : 'NOT_SERVING\n');
  });
  server.maxConnections = maxConnections;
  return server;
}
