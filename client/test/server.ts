import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What a request held that the server received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whether the client hung up before the answer was complete. */
  hungUp: boolean;
}

/** An HTTP server that answers every request with the bytes it is told, right or wrong. */
export interface TestServer {
  readonly host: string;
  /** All requests so far, complete with their bodies. */
  readonly received: Received[];
  /** Answers the requests to come. */
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.fromEntries(
    Object.entries(request.headersDistinct).map(([k, v]) => [k, (v ?? []).join(', ')]),
  );
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers,
    body: Uint8Array.from(Buffer.concat(chunks)),
    hungUp: false,
  };
}

/** Lets pages of any origin call, and answers what their browsers ask before. Returns whether that was all. */
function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', '*');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204, { 'access-control-allow-headers': '*', 'access-control-max-age': '7200' }).end();
  return true;
}

/** Starts one on a free port of the loopback interface; `cors` for pages of other origins. */
export async function startTestServer({ cors = false } = {}): Promise<TestServer> {
  const received: Received[] = [];
  const state = {
    host: '',
    received,
    answer: (response: ServerResponse, _request: Received): void => {
      response.writeHead(500).end('no answer was set');
    },
  };
  const server = createServer((request, response) => {
    if (cors && answerPreflight(request, response)) return;
    const reply = async (): Promise<void> => {
      const whole = await receive(request);
      received.push(whole);
      response.on('close', () => {
        whole.hungUp = !response.writableFinished;
      });
      state.answer(response, whole);
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
