import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeEach } from 'vitest';
import { createCallClient, type CallClientOptions, type CallOptions, type CallResult } from 'endpoint.js-client';

/** A request that the server received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whether the client hung up before the response was complete. */
  hungUp: boolean;
}

/** An HTTP server that responds to every request with bytes from the test, valid or not. */
export interface TestServer {
  readonly host: string;
  /** All requests so far, with their bodies. */
  readonly received: Received[];
  /** Responds to the next requests. */
  respond: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers,
    body: Uint8Array.from(Buffer.concat(chunks)),
    hungUp: false,
  };
}

/** Allows calls from pages of any origin, and responds to preflights. Returns whether the request was one. */
function handleCors(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', '*');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204, { 'access-control-allow-headers': '*', 'access-control-max-age': '7200' }).end();
  return true;
}

/** Starts a server on a free port of the loopback interface; `cors` allows pages of other origins. */
export async function startTestServer({ cors = false } = {}): Promise<TestServer> {
  const received: Received[] = [];
  const state = {
    host: '',
    received,
    respond: (response: ServerResponse, _request: Received): void => {
      response.writeHead(500).end('the test has set no response');
    },
  };
  const server = createServer((request, response) => {
    if (cors && handleCors(request, response)) return;
    const reply = async (): Promise<void> => {
      const message = await receive(request);
      received.push(message);
      response.on('close', () => {
        message.hungUp = !response.writableFinished;
      });
      state.respond(response, message);
    };
    reply().catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.');
  state.host = `http://127.0.0.1:${address.port}`;
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return Object.assign(state, { close });
}

/** Starts a server for the tests of a file. It forgets received requests before each test, and closes after all. */
export async function useTestServer(options?: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  beforeEach(() => {
    server.received.length = 0;
  });
  return server;
}

/** Creates a function that calls `echo` on a server. */
export function createCaller({ host }: TestServer) {
  return (options?: CallOptions, settings?: Partial<CallClientOptions>): Promise<CallResult> =>
    createCallClient({ host, ...settings }).call({ code: 'echo' }, options);
}
