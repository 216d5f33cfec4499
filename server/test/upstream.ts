import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** An HTTP server for `send`, which may be allowed to reach it or not. */
export interface Upstream {
  readonly origin: string;
  /** `METHOD url` of the received requests. */
  readonly requests: string[];
  /** `METHOD url` of those whose connection closed before the answer was complete. */
  readonly cut: string[];
  close(): Promise<void>;
}

type Page = (request: IncomingMessage, response: ServerResponse) => unknown;

const pages: Readonly<Record<string, Page>> = {
  '/echo': async (request, response) => {
    const { method, url, rawHeaders } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, rawHeaders, body: await text(request) }));
  },
  '/status/404': (_, response) => response.writeHead(404).end('not here'),
  '/redirect': (_, response) => response.writeHead(302, { location: '/echo' }).end(),
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/twice': (_, response) => {
    response.setHeader('set-cookie', ['a=1, 2', 'b=2']);
    response.setHeader('vary', ['accept', 'origin']);
    response.setHeader('x-latin', 'é');
    // Node writes header fields in the encoding of a text body after them.
    response.end(Buffer.from('ok'));
  },
  '/size': (request, response) => response.end('x'.repeat(Number(request.url?.split('?')[1]))),
  '/wide': (_, response) => response.end(`x${'é'.repeat(1_048_576)}`),
  '/endless': (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('y'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/quoted': (_, response) => response.end('"\\\n\t\u2028😀\uFEFF'),
  '/binary': (_, response) => response.end(Buffer.from([0x89, 0x50, 0xff, 0x00])),
  '/control': (_, response) => response.end('a\0b'),
  '/silent': () => undefined,
  '/half': (_, response) => response.writeHead(200, { 'content-length': '10' }).write('half'),
  '/broken': (_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half');
    setTimeout(() => response.destroy(), 20);
  },
  '/reset': (request) => request.socket.resetAndDestroy(),
};

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts an upstream on a free port of loopback. */
export async function startUpstream(): Promise<Upstream> {
  const requests: string[] = [];
  const cut: string[] = [];
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    requests.push(name);
    response.on('close', () => response.writableFinished || cut.push(name));
    void pages[request.url?.split('?')[0] ?? '']?.(request, response);
  });
  const origin = `http://${await listen(server)}`;
  return {
    origin,
    requests,
    cut,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A port that answers every connection with the same bytes. */
export async function startRawUpstream(answer: string): Promise<{ origin: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  const origin = `http://${await listen(server)}`;
  return {
    origin,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
