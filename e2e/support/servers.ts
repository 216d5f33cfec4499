/** Servers that tests start: of files, and of answers by a script. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

/** Starts a server on any free port. */
export async function startServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves files as any static host would, compressed where the browser accepts it.
 * @param folders path prefix (`/play/`) → folder
 * @param pages path → text, for pages that aren't files
 * @param headers of every response
 */
export async function serveStatic(
  folders: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  async function read(path: string): Promise<Buffer | string | undefined> {
    if (pages[path] !== undefined) return pages[path];
    const prefix = Object.keys(folders).find((candidate) => path.startsWith(candidate));
    if (prefix === undefined) return undefined;
    const file = normalize(path.slice(prefix.length) || 'index.html');
    return file.startsWith('..') ? undefined : readFile(join(folders[prefix] ?? '', file)).catch(() => undefined);
  }
  const compressed = new Map<string, Buffer>();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const content = await read(pathname);
    const type = TYPES[extname(pathname)] ?? 'text/html; charset=utf-8';
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (content === undefined) {
      response.writeHead(404, { 'content-type': type }).end();
      return;
    }
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      response.writeHead(200, { 'content-type': type }).end(content);
      return;
    }
    const small = compressed.get(pathname) ?? gzipSync(content, { level: 9 });
    compressed.set(pathname, small);
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', vary: 'accept-encoding' }).end(small);
  }
  return startServer((request, response) => void answer(request, response));
}

/** A call that was received. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether the caller went away before the answer was complete. */
  aborted: boolean;
}

/** Answers a call, correctly or not; a call that it leaves open is never answered. */
export type Script = (response: ServerResponse) => void;

/** A frame of a gRPC-Web body. */
export function frame(flags: number, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** A serialized `api.Response` of less than 128 bytes. */
export function responseMessage(success: boolean, text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = bytes.length === 0 ? [] : [0x12, bytes.length];
  return Buffer.concat([Buffer.from([...(success ? [8, 1] : []), ...head]), bytes]);
}

/** An answer with a body. */
export function body(...frames: readonly Buffer[]): Script {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/grpc-web+proto' }).end(Buffer.concat(frames));
}

/** An answer without a body: its status is in the headers. */
export function trailersOnly(headers: Readonly<Record<string, string>>): Script {
  return (response) => response.writeHead(200, { 'content-type': 'application/grpc-web+proto', ...headers }).end();
}

/** Leaves every call without an answer. */
export const silence: Script = () => undefined;

/** The page's request for the list of operations. */
const ASKS = Buffer.from([0x0a, 'operations'.length, ...Buffer.from('operations')]);

function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-expose-headers', '*');
}

/**
 * An address that answers gRPC-Web by a script.
 * @param cors whether pages may read what it answers
 */
export async function startScriptedBridge(script: Script, { cors = true } = {}) {
  const state = { script, operations: trailersOnly({ 'grpc-status': '12' }) };
  const calls: ReceivedCall[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    if (cors) allow(request, response);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (bytes.includes(ASKS)) state.operations(response);
    else {
      const call: ReceivedCall = { headers: request.headers, body: bytes, aborted: false };
      calls.push(call);
      response.on('close', () => (call.aborted = !response.writableFinished));
      state.script(response);
    }
  };
  const server = await startServer((request, response) => {
    receive(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  return Object.assign(state, server, { calls });
}
