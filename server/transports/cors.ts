import type { IncomingMessage, ServerResponse } from 'node:http';

/** The text of every opaque origin: of pages from `file://`, and of sandboxed frames (HTML, "serialization of an origin"). */
const opaque = 'null';

/**
 * Reads a list of origins (RFC 6454: scheme, host and port, nothing else), as browsers send them, or {@link opaque}.
 *
 * @throws {TypeError} naming the first entry that no browser sends, and how to write it
 */
export function parseOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    if (origin === opaque) continue;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || url.origin === opaque) {
      throw new TypeError(
        `${JSON.stringify(origin)} is not an origin; write scheme, host and port, such as http://localhost:5173.`,
      );
    }
    if (url.origin !== origin) {
      throw new TypeError(`${JSON.stringify(origin)} is not how browsers send this origin; write ${url.origin}.`);
    }
  }
  return new Set(origins);
}

// Any metadata name may be sent; authorization must be named, the wildcard does not cover it (Fetch, CORS protocol).
const allowedHeaders = '*, authorization';
// On errors gRPC's trailers arrive as headers; a page reads only exposed ones.
const exposedHeaders = [
  'grpc-status',
  'grpc-message',
  'grpc-status-details-bin',
  'grpc-retry-pushback-ms',
  'server-timing',
  'x-envoy-upstream-service-time',
  'x-request-id',
].join(', ');
// Chromium's cap, in seconds.
const maxAge = '7200';

/** Lets a page of a listed origin read the response. Others get no header, and the browser keeps the response. */
export function exposeToOrigin(request: IncomingMessage, response: ServerResponse, origins: ReadonlySet<string>): void {
  response.setHeader('vary', 'origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', exposedHeaders);
}

/** Responds to OPTIONS without running anything: a preflight of a listed origin with the allowed method and headers. */
export function servePreflight(request: IncomingMessage, response: ServerResponse, origins: ReadonlySet<string>): void {
  response.setHeader('vary', 'origin, access-control-request-method');
  const { origin } = request.headers;
  if (origin !== undefined && !origins.has(origin)) {
    response
      .writeHead(403, { 'content-type': 'text/plain' })
      .end('This origin is not on the list of allowed origins.\n');
    return;
  }
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', 'POST');
    response.setHeader('access-control-allow-headers', allowedHeaders);
    response.setHeader('access-control-max-age', maxAge);
  }
  response.writeHead(204, { allow: 'POST, OPTIONS' }).end();
}
