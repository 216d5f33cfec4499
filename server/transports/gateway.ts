import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { status } from '@grpc/grpc-js';
import { Code, ConnectError, createConnectRouter, createContextKey, createContextValues } from '@connectrpc/connect';
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import { CallError, toHeaderFields } from '../service/call.js';
import { servePreflight, exposeToOrigin } from './cors.js';
import { countHeldBytes, createHoldings, type Holding } from '../service/holdings.js';
import { incomingLimits, outgoingLimits } from '../service/limits.js';
import {
  callApi,
  callApiPath,
  createResponse,
  hasTooManyFields,
  isReadByDescriptors,
  readArguments,
} from '../service/messages.js';
import { boundConnections } from './open-connections.js';
import { readTimeout } from './timeouts.js';
import type { RenewableTls } from '../service/renewable-tls.js';
import { type CallService, createMalformedError, createTooManyFieldsError } from '../service/call-service.js';

export interface GatewayOptions {
  readonly maxMessageBytes: number;
  /** Returns the origins whose pages may read responses. */
  readonly origins: () => ReadonlySet<string>;
  /** undefined: plain HTTP. */
  readonly tls: RenewableTls | undefined;
}

type Handler = ReturnType<typeof createConnectRouter>['handlers'][number];

/** A request on its way through Connect's handler. */
interface Progress {
  /** Whether it arrived while draining. */
  readonly late: boolean;
  served: boolean;
  /** The bytes of its body. */
  readonly body: Holding;
}

const progressKey = createContextKey<Progress | undefined>(undefined);

/** Makes an HTTP server that serves gRPC-Web (binary) at /api.ApiService/CallApi from the same service as gRPC. */
export function createGateway(service: CallService, options: GatewayOptions): Server {
  const respond = createResponder(service, options.maxMessageBytes);
  const listener: RequestListener = (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== callApiPath) return refuse(response, 404, `Only ${callApiPath} is served here.`);
    const origins = options.origins();
    if (request.method === 'OPTIONS') return servePreflight(request, response, origins);
    exposeToOrigin(request, response, origins);
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST, OPTIONS');
      return refuse(response, 405, 'A call is a POST.');
    }
    if (!isGrpcWeb(request.headers['content-type'])) {
      return refuse(response, 415, 'A call is gRPC-Web in binary: content-type application/grpc-web+proto.');
    }
    void respond(request, response);
  };
  const server = createWebServer(options, listener);
  const findConnection = boundConnections(server);
  return server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = findConnection(socket);
    connection.begin('calls');
    response.once('close', () => connection.end('calls'));
  });
}

function createWebServer(options: GatewayOptions, listener: RequestListener): Server {
  if (!options.tls) return createHttpServer(httpOptions, listener);
  const { tls } = options;
  const mutual = tls.current.clientCa !== undefined && { requestCert: true, rejectUnauthorized: true };
  const server = createHttpsServer({ ...httpOptions, ...mutual }, listener);
  const end = tls.follow(({ cert, key, clientCa }) =>
    server.setSecureContext({ cert, key, ...(clientCa && { ca: clientCa }) }),
  );
  return server.once('close', end);
}

const httpOptions = {
  // Slow and silent senders are cut off, as by Envoy; Node itself would wait for five minutes, and check twice a minute.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  // A call that is sent while its connection is being closed fails, so the peer should close first: browsers and proxies keep
  // connections for a minute, Node itself for five seconds.
  keepAliveTimeout: 75_000,
  // Two authorization headers aren't valid credentials; by default the second one would be dropped silently.
  joinDuplicateHeaders: true,
};

/** Whether a call is binary gRPC-Web: neither its text form nor JSON messages. */
function isGrpcWeb(contentType: string | undefined): boolean {
  return /^application\/grpc-web(\+proto)?\s*(;|$)/i.test(contentType ?? '');
}

function refuse(response: ServerResponse, statusCode: number, text: string): void {
  response.writeHead(statusCode, { 'content-type': 'text/plain' }).end(`${text}\n`);
}

function createHandler(service: CallService, maxMessageBytes: number): Handler {
  const router = createConnectRouter({
    connect: false,
    grpc: false,
    acceptCompression: [compressionGzip, compressionBrotli].map(withCheck),
    readMaxBytes: maxMessageBytes,
    binaryOptions: { readUnknownFields: false },
  });
  router.rpc(callApi, async (message, context) => {
    const progress = context.values.get(progressKey);
    if (!progress) throw new Error('The request has no progress.');
    progress.served = true;
    progress.body.release();
    const remaining = context.timeoutMs();
    const result = await service.serve({
      transport: 'grpc-web',
      late: progress.late,
      request: readArguments(message),
      metadata: (name) => readHeaderValues(context.requestHeader, name),
      deadline: remaining === undefined ? undefined : Date.now() + remaining,
      cancelled: context.signal.aborted,
      onCancelled: (listener) => {
        const { signal } = context;
        signal.addEventListener('abort', () => listener(isTimeout(signal.reason)), { once: true });
      },
    });
    if (result.code !== status.OK) {
      const code: number = result.code;
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- Connect's codes have gRPC's numbers
      throw new ConnectError(result.details, code, toHeaderFields(result.metadata));
    }
    for (const [name, value] of toHeaderFields(result.metadata)) context.responseHeader.set(name, value);
    return createResponse(result.response);
  });
  const [handler] = router.handlers;
  if (!handler) throw new Error('The router has no handler for CallApi.');
  return handler;
}

/** Whether Connect's own timer aborted a call. */
const isTimeout = (reason: unknown): boolean => reason instanceof ConnectError && reason.code === Code.DeadlineExceeded;

function readHeaderValues(headers: Headers, name: string): readonly string[] {
  // Names that metadata can't have; `Headers` throws for some of them.
  if (!/^[\w.-]+$/.test(name)) return [];
  const value = headers.get(name);
  if (value === null) return [];
  if (!name.toLowerCase().endsWith('-bin')) return [value];
  // Several may share a header, and padding may be left out (gRPC over HTTP/2, Binary-Header).
  return value.split(',').map((base64) => Buffer.from(base64, 'base64').toString('base64'));
}

/** Makes a function that passes a call on to Connect's handler, and logs it when it ends before it is served. */
function createResponder(service: CallService, maxMessageBytes: number) {
  const handler = createHandler(service, maxMessageBytes);
  // Bodies that are incomplete, or not read yet; and responses that callers have not read yet.
  const incoming = createHoldings(incomingLimits);
  const outgoing = createHoldings(outgoingLimits);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now();
    const { authorization } = request.headers;
    const caller = (): string => service.nameHolder([authorization ?? []].flat(), request.socket.remoteAddress);
    const body = incoming.hold({ end: () => request.destroy(), caller });
    const unread = outgoing.hold({ end: () => response.destroy(), caller });
    // Not when Connect is done: after a response over HTTP/1.1 it waits for an event that never occurs.
    response.once('close', () => {
      body.release();
      unread.release();
    });
    const progress: Progress = { late: service.draining, served: false, body };
    const logIfRefused = (name: string | null): void => {
      if (progress.served) return;
      progress.served = true;
      const metadata = (header: string): string[] => [request.headers[header] ?? []].flat();
      service.logRefused({ transport: 'grpc-web', status: name, ms: performance.now() - started, metadata });
    };
    try {
      const values = createContextValues().set(progressKey, progress);
      const universal = universalRequestFromNodeRequest(request, response, undefined, values);
      // Media types are compared without case (RFC 9110, section 8.3.1), but not by Connect.
      universal.header.set('content-type', 'application/grpc-web+proto');
      const timeout = universal.header.get('grpc-timeout');
      const ms = timeout === null ? undefined : readTimeout(timeout);
      // Connect sets a timer, which has to fit.
      if (ms === Infinity || ms instanceof CallError) universal.header.delete('grpc-timeout');
      const bytes = readBody(request, maxMessageBytes + frameHeadBytes, body);
      const requestBody = yieldBody(bytes, maxMessageBytes, ms);
      const handled = await collect(handler, { ...universal, body: requestBody });
      if (handled.refusal !== undefined) logIfRefused(handled.refusal);
      unread.grow(handled.bytes);
      await universalResponseToNodeResponse(handled.response, response);
    } catch {
      // The caller has gone, or sent a Host header that doesn't make a URL: there is no gRPC status.
      const { served } = progress;
      logIfRefused(null);
      if (response.headersSent) response.destroy();
      else if (served) refuse(response, 500, 'The response could not be sent.');
      else refuse(response, 400, 'The request could not be read.');
    }
  };
}

/**
 * Reads a request to its end, and keeps no more than one byte over `maxBytes`. A connection that is kept alive would hang
 * otherwise: its next request waits for the remaining bytes.
 */
async function readBody(request: IncomingMessage, maxBytes: number, holding: Holding): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let kept = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (kept > maxBytes) continue;
    const compressed = ((chunks[0] ?? chunk)[0] ?? 0) !== 0;
    holding.grow(countHeldBytes(chunk.length, compressed, maxBytes - kept));
    chunks.push(chunk);
    kept += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes + 1);
}

/** Yields a body of gRPC-Web in one piece. */
async function* yieldBody(
  body: Promise<Uint8Array>,
  maxMessageBytes: number,
  timeout: number | CallError | undefined,
): AsyncGenerator<Uint8Array> {
  const bytes = await body;
  if (timeout instanceof CallError) throw new ConnectError(timeout.message, Code.InvalidArgument);
  // Connect reads the first message, and refuses others; a compressed one is checked when it is decompressed.
  if (bytes[0] === 0) checkMessage(readFirstMessage(bytes, maxMessageBytes));
  if (bytes.length > 0) yield bytes;
}

/** Reads the first message of a body; empty for one that is incomplete or too large, which Connect reports. */
function readFirstMessage(bytes: Uint8Array, maxMessageBytes: number): Uint8Array {
  const length = bytes.length < frameHeadBytes ? 0 : Buffer.from(bytes.buffer, bytes.byteOffset).readUInt32BE(1);
  const end = frameHeadBytes + length;
  return bytes.length < end || length > maxMessageBytes ? bytes.subarray(0, 0) : bytes.subarray(frameHeadBytes, end);
}

/** Connect would respond with INTERNAL for bytes that aren't a message. */
function checkMessage(message: Uint8Array): void {
  const tooMany = hasTooManyFields(message);
  if (!tooMany && isReadByDescriptors(message)) return;
  const { message: details } = tooMany ? createTooManyFieldsError() : createMalformedError();
  throw new ConnectError(details, Code.InvalidArgument);
}

function withCheck(compression: typeof compressionGzip): typeof compressionGzip {
  return {
    ...compression,
    async decompress(bytes, maxBytes) {
      const message = await compression.decompress(bytes, maxBytes);
      checkMessage(message);
      return message;
    },
  };
}

/**
 * Runs Connect's handler to its end, and collects the response: while it yields, it holds the response three times, and the request.
 *
 * @returns also the status of trailers without a message, undefined for a response with one
 */
async function collect(handler: Handler, request: Parameters<Handler>[0]) {
  const { body, ...response } = await handler(request);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  const trailers = chunks.find(([flags = 0]) => (flags & trailerFlag) !== 0);
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return { response: { ...response, body: yieldAll(chunks) }, bytes, refusal: trailers && readStatusName(trailers) };
}

async function* yieldAll(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** The bytes of flags and length in a gRPC frame. */
const frameHeadBytes = 5;
const trailerFlag = 0x80;

/** Reads the name of the status in a frame of trailers; null without one, or where it is compressed. */
function readStatusName(frame: Uint8Array): string | null {
  const code = /grpc-status: *(\d+)/i.exec(Buffer.from(frame).toString('latin1'))?.[1];
  return code === undefined ? null : (status[Number(code)] ?? null);
}
