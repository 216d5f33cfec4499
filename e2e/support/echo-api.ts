import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer } from '../../dev/testing/static-server.mjs';

/** A request that was received. */
export interface Received {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly body: string;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
};

/** An API that returns the requests of pages of any origin, and records them. Those to `/slow…` wait until they are released, as long as it holds them. */
export async function startEchoApi() {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const state = { holds: true };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const { authorization = null } = request.headers;
    const entry = { method, url: `${server.url}${url}`, body: await text(request) };
    const answer = () =>
      response
        .writeHead(200, { ...CORS, 'content-type': 'application/json' })
        .end(JSON.stringify({ ...entry, authorization }));
    received.push(entry);
    if (state.holds && url.startsWith('/slow')) waiting.push(answer);
    else answer();
  };
  const server = await startServer((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(204, CORS).end();
    else receive(request, response).catch((error: Error) => response.destroy(error));
  });
  const release = () => {
    for (const each of waiting.splice(0)) each();
  };
  return Object.assign(state, server, { received, release });
}
