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
import type { FailureStatus } from './call.js';
import { answerPreflight, exposeToOrigin } from './cors.js';
import { argumentsOf, callApi, callApiPath, responseMessage } from './messages.js';
import { headerFields } from './metadata.js';
import type { TlsOptions } from './tls.js';
import type { UnaryCallService } from './unary-call.js';

/** What the gateway needs beside the operations. */
export interface GatewayOptions {
  readonly maxMessageBytes: number;
  /** Origins whose pages may read responses. */
  readonly origins: ReadonlySet<string>;
  /** undefined: plain HTTP. */
  readonly tls: TlsOptions | undefined;
}

type Handler = ReturnType<typeof createConnectRouter>['handlers'][number];

// A request on its way through Connect's handler: whether it came while draining, whether its message was served.
const progressKey = createContextKey({ late: false, served: false });

/** An HTTP server that answers gRPC-Web (binary) at /api.ApiService/CallApi from the same service as gRPC. */
export function createGateway(service: UnaryCallService, options: GatewayOptions): Server {
  const handler = callApiHandler(service, options.maxMessageBytes);
  const listener: RequestListener = (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== callApiPath) return refuse(response, 404, `Only ${callApiPath} is served here.`);
    if (request.method === 'OPTIONS') return answerPreflight(request, response, options.origins);
    exposeToOrigin(request, response, options.origins);
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST, OPTIONS');
      return refuse(response, 405, 'A call is a POST.');
    }
    if (!isGrpcWeb(request.headers['content-type'])) {
      return refuse(response, 415, 'A call is gRPC-Web in binary: content-type application/grpc-web+proto.');
    }
    void respond(handler, service, options.maxMessageBytes, request, response);
  };
  if (!options.tls) return createHttpServer(timeLimits, listener);
  const { cert, key, clientCa } = options.tls;
  const mutual = clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  return createHttpsServer({ ...timeLimits, cert, key, ...mutual }, listener);
}

const timeLimits = {
  // Who sends slowly or nothing is cut off, as by Envoy; Node itself would wait for five minutes, and look twice a minute.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  // A call that is sent while its connection is being closed fails. So whoever is in front should close first: browsers and
  // proxies keep connections for a minute, Node itself for five seconds.
  keepAliveTimeout: 75_000,
};

/** Neither the text form nor JSON messages. */
function isGrpcWeb(contentType: string | undefined): boolean {
  return /^application\/grpc-web(\+proto)?\s*(;|$)/i.test(contentType ?? '');
}

function refuse(response: ServerResponse, statusCode: number, text: string): void {
  response.writeHead(statusCode, { 'content-type': 'text/plain' }).end(`${text}\n`);
}

function callApiHandler(service: UnaryCallService, maxMessageBytes: number): Handler {
  const router = createConnectRouter({
    connect: false,
    grpc: false,
    acceptCompression: [compressionGzip, compressionBrotli],
    readMaxBytes: maxMessageBytes,
  });
  router.rpc(callApi, async (message, context) => {
    const progress = context.values.get(progressKey);
    progress.served = true;
    const remaining = context.timeoutMs();
    const answer = await service.serve({
      transport: 'grpc-web',
      late: progress.late,
      request: argumentsOf(message),
      metadata: (name) => headerValues(context.requestHeader, name),
      deadline: remaining === undefined ? undefined : Date.now() + remaining,
      cancelled: context.signal.aborted,
      onCancelled: (listener) => {
        context.signal.addEventListener('abort', listener, { once: true });
      },
    });
    if (answer.code !== status.OK) {
      throw new ConnectError(answer.details, connectCodes[answer.code], headerFields(answer.metadata));
    }
    for (const [name, value] of headerFields(answer.metadata)) context.responseHeader.set(name, value);
    return responseMessage(answer.response);
  });
  const [handler] = router.handlers;
  if (!handler) throw new Error('The router has no handler for CallApi.');
  return handler;
}

const connectCodes: Readonly<Record<FailureStatus, Code>> = {
  [status.CANCELLED]: Code.Canceled,
  [status.UNKNOWN]: Code.Unknown,
  [status.INVALID_ARGUMENT]: Code.InvalidArgument,
  [status.DEADLINE_EXCEEDED]: Code.DeadlineExceeded,
  [status.NOT_FOUND]: Code.NotFound,
  [status.ALREADY_EXISTS]: Code.AlreadyExists,
  [status.PERMISSION_DENIED]: Code.PermissionDenied,
  [status.RESOURCE_EXHAUSTED]: Code.ResourceExhausted,
  [status.FAILED_PRECONDITION]: Code.FailedPrecondition,
  [status.ABORTED]: Code.Aborted,
  [status.OUT_OF_RANGE]: Code.OutOfRange,
  [status.UNIMPLEMENTED]: Code.Unimplemented,
  [status.INTERNAL]: Code.Internal,
  [status.UNAVAILABLE]: Code.Unavailable,
  [status.DATA_LOSS]: Code.DataLoss,
  [status.UNAUTHENTICATED]: Code.Unauthenticated,
};

function headerValues(headers: Headers, name: string): readonly string[] {
  const value = headers.get(name);
  if (value === null) return [];
  if (!name.endsWith('-bin')) return [value];
  // Several may share a header, and padding may be left out (gRPC over HTTP/2, Binary-Header).
  return value.split(',').map((base64) => Buffer.from(base64, 'base64').toString('base64'));
}

async function respond(
  handler: Handler,
  service: UnaryCallService,
  maxMessageBytes: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const progress = { late: service.draining, served: false };
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
    if (isBeyondTimers(universal.header.get('grpc-timeout'))) universal.header.delete('grpc-timeout');
    const body = await readBody(request, maxMessageBytes + frameHeadBytes);
    const answer = await handler({ ...universal, body: oneChunk(body) });
    await universalResponseToNodeResponse({ ...answer, body: watched(answer.body, logIfRefused) }, response);
  } catch {
    // The caller has gone, or sent a Host header that makes no URL: there is no gRPC status to give.
    logIfRefused(null);
    if (response.headersSent) response.destroy();
    else refuse(response, 400, 'The request could not be read.');
  }
}

const longUnitsInMs = new Map([
  ['H', 3_600_000],
  ['M', 60_000],
  ['S', 1000],
]);

/** Whether a grpc-timeout is longer than a timer can be (24 days), which would fire at once: as good as no deadline. */
function isBeyondTimers(timeout: string | null): boolean {
  const [, digits = '', unit = ''] = /^(\d{1,8})([HMS])$/.exec(timeout ?? '') ?? [];
  return Number(digits) * (longUnitsInMs.get(unit) ?? 0) > 2 ** 31 - 1;
}

/**
 * Reads a request to its end, keeping no more than one byte over `maxBytes`. Without reading all of it, a connection that
 * is kept alive would hang: its next request waits behind the unread rest.
 */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let kept = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (kept > maxBytes) continue;
    chunks.push(chunk);
    kept += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes + 1);
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

type Body = Awaited<ReturnType<Handler>>['body'];

/** The same body; tells the status once if it begins with trailers, that is, without a message. */
async function* watched(body: Body, tell: (status: string | null) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) {
    if (((chunk[0] ?? 0) & trailerFlag) !== 0) tell(statusName(chunk));
    yield chunk;
  }
}

/** Flags and length of a gRPC frame. */
const frameHeadBytes = 5;
const trailerFlag = 0x80;

/** The name of the status in a frame of trailers; null where it says none, or is compressed. */
function statusName(frame: Uint8Array): string | null {
  const code = /grpc-status: *(\d+)/i.exec(Buffer.from(frame).toString('latin1'))?.[1];
  return code === undefined ? null : (status[Number(code)] ?? null);
}
