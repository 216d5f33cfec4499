import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { portOf } from './port-of.js';

/** A call that was received and never answered. */
export interface SilentCall {
  readonly headers: IncomingHttpHeaders;
  /** Whether the caller has gone away. */
  aborted: boolean;
}

/** An address that lets pages call it (CORS) and never answers. */
export async function startSilentBridge() {
  const calls: SilentCall[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      });
      response.end();
      return;
    }
    const call: SilentCall = { headers: request.headers, aborted: false };
    calls.push(call);
    response.on('close', () => (call.aborted = true));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    calls,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
