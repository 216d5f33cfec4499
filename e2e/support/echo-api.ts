import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer } from '../../dev/testing/static-server.mjs';

/** A request that was received. */
export interface Received {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request in another way than by its echo; false where it doesn't. */
type Answer = (url: string, response: ServerResponse) => boolean;

/** The headers that allow pages of any origin to send anything. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': '*',
};

/** An API that returns the requests of pages of any origin, and records them. Those to `/slow…` wait until they are released, as long as it holds them. */
export async function startEchoApi(answerOtherwise: Answer = () => false) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const state = { holds: true };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const { authorization = null } = headers;
    const entry = { method, url: `${server.url}${url}`, body: await text(request) };
    const answer = () =>
      response
        .writeHead(200, { ...CORS, 'content-type': 'application/json' })
        .end(JSON.stringify({ ...entry, authorization }));
    received.push({ ...entry, headers });
    if (answerOtherwise(url, response)) return;
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
