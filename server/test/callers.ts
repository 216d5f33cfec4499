import { type ChannelOptions, Client, credentials, Metadata, type StatusObject } from '@grpc/grpc-js';
import { Request, Response } from '../../proto/gen/node/api.js';
import { once } from 'node:events';
import { connect } from 'node:net';
import { callApiPath } from '../service/messages.js';

// Two callers over the real wire. Their codec, the generated classes, isn't the server's.

const path = '/api.ApiService/CallApi';

/** Fields of an api.Request; those left out are empty. */
export interface RequestFields {
  code?: string;
  str1?: string;
  str2?: string;
  int_value?: number;
}

export interface CallSettings {
  metadata?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** A call's end as the caller sees it. */
export interface Result {
  /** gRPC status. */
  code: number;
  details: string;
  response: { success: boolean; message: string } | undefined;
  headers: Record<string, string>;
  trailers: Record<string, string>;
}

export interface Caller {
  call(request: RequestFields | Uint8Array, settings?: CallSettings): Promise<Result>;
  close(): void;
}

const encode = (request: RequestFields | Uint8Array): Uint8Array =>
  request instanceof Uint8Array ? request : new Request(request).serialize();

const identity = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

function decode(bytes: Uint8Array): Result['response'] {
  const { success, message } = Response.deserialize(bytes);
  return { success, message };
}

/** Converts metadata to text, bytes in base64 as they travel. */
function toText(metadata: Metadata | undefined): Record<string, string> {
  const values = Object.entries(metadata?.getMap() ?? {});
  return Object.fromEntries(values.map(([name, value]) => [name, value.toString('base64')]));
}

/** A client's certificate. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

function createChannel(cert: string | undefined, own: Identity | undefined) {
  if (cert === undefined) return credentials.createInsecure();
  if (!own) return credentials.createSsl(Buffer.from(cert));
  return credentials.createSsl(Buffer.from(cert), Buffer.from(own.key), Buffer.from(own.cert));
}

/** A grpc-js client of `host:port`; with the certificates of servers for localhost, by TLS; with more options of its channel. */
export function grpcCaller(
  address: string,
  cert?: string,
  more: { identity?: Identity | undefined; options?: ChannelOptions } = {},
): Caller {
  const channel = createChannel(cert, more.identity);
  const client = new Client(address, channel, {
    'grpc.max_receive_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
    ...(cert !== undefined && { 'grpc.ssl_target_name_override': 'localhost' }),
    ...more.options,
  });
  return {
    close: () => client.close(),
    call: (request, { metadata = {}, timeoutMs, signal } = {}) =>
      new Promise((resolve) => {
        const sent = new Metadata();
        for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
        const limits = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
        let response: Result['response'];
        let headers: Metadata | undefined;
        const call = client.makeUnaryRequest(path, identity, identity, encode(request), sent, limits, (_, bytes) => {
          if (bytes) response = decode(bytes);
        });
        call.on('metadata', (received) => {
          headers = received;
        });
        call.on('status', ({ code, details, metadata: trailers }: StatusObject) => {
          resolve({ code, details, response, headers: toText(headers), trailers: toText(trailers) });
        });
        signal?.addEventListener('abort', () => call.cancel());
      }),
  };
}

/** A frame of gRPC and gRPC-Web: flags, length, bytes. */
export function frame(bytes: Uint8Array, flags = 0): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function parseFrames(body: Buffer): { flags: number; bytes: Buffer }[] {
  const frames = [];
  for (let at = 0; at < body.length;) {
    const length = body.readUInt32BE(at + 1);
    if (at + 5 + length > body.length) throw new Error('A frame is cut off.');
    frames.push({ flags: body.readUInt8(at), bytes: body.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return frames;
}

function parseTrailers(text: string): Record<string, string> {
  const lines = text.split('\r\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** POSTs a body as gRPC-Web does. */
export function post(
  gateway: string,
  body: Uint8Array,
  init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
) {
  return fetch(gateway + path, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1', ...init.headers },
    signal: init.signal ?? null,
  });
}

/** Reads a gRPC-Web response. */
export async function readResult(response: globalThis.Response): Promise<Result> {
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
  const frames = parseFrames(Buffer.from(await response.arrayBuffer()));
  const headers = Object.fromEntries(response.headers);
  const messages = frames.filter(({ flags }) => flags === 0);
  const trailerFrames = frames.filter(({ flags }) => flags === 0x80);
  if (messages.length + trailerFrames.length !== frames.length) throw new Error('A frame has other flags.');
  // A response without content is its trailers, which arrive as headers.
  const trailers =
    frames.length === 0 ? headers : parseTrailers(trailerFrames.map(({ bytes }) => bytes.toString('latin1')).join(''));
  const [message] = messages;
  return {
    code: Number(trailers['grpc-status']),
    details: decodeURIComponent(trailers['grpc-message'] ?? ''),
    response: message && decode(message.bytes),
    headers,
    trailers,
  };
}

/** gRPC-Web by fetch to a gateway's URL. An aborted call ends as CANCELLED, as in other clients. */
export function grpcWebCaller(gateway: string): Caller {
  return {
    close: () => undefined,
    async call(request, { metadata = {}, timeoutMs, signal } = {}) {
      const headers = { ...metadata, ...(timeoutMs !== undefined && { 'grpc-timeout': `${timeoutMs}m` }) };
      try {
        return await readResult(await post(gateway, frame(encode(request)), { headers, ...(signal && { signal }) }));
      } catch (error) {
        if (!signal?.aborted) throw error;
        return { code: 1, details: String(error), response: undefined, headers: {}, trailers: {} };
      }
    },
  };
}

/** Frames of HTTP/2 as a client may send them, whether or not a library would. */

const types = { data: 0, headers: 1, rstStream: 3, settings: 4, goaway: 7, continuation: 9 } as const;
const flags = { endStream: 1, endHeaders: 4 } as const;
const http2FrameBytes = 16_384;

/** A string literal of HPACK (RFC 7541, section 5.2), not compressed. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text);
  const prefix = [Math.min(bytes.length, 127)];
  if (bytes.length >= 127) {
    let remainder = bytes.length - 127;
    for (; remainder >= 128; remainder = Math.floor(remainder / 128)) prefix.push((remainder % 128) + 128);
    prefix.push(remainder);
  }
  return Buffer.concat([Buffer.from(prefix), bytes]);
}

const field = (name: string, value: string): Buffer => Buffer.concat([Buffer.of(0), literal(name), literal(value)]);

/** The end of a call that was sent as frames. */
export interface FramesEnd {
  /** Whether headers with END_STREAM came: a response, or its trailers. */
  ended: boolean;
  /** Error code of RST_STREAM. */
  reset?: number;
  /** Error code of GOAWAY. */
  goaway?: number;
}

/**
 * Sends one call with these header fields as well; resolves when its connection has ended.
 *
 * @param hangUp whether to close the connection once the call has ended; otherwise the server has to
 */
export async function sendFrames(
  address: string,
  fields: readonly (readonly [name: string, value: string])[],
  { hangUp = true } = {},
): Promise<FramesEnd> {
  const { hostname, port } = new URL(`http://${address}`);
  const socket = connect(Number(port), hostname);
  const end: FramesEnd = { ended: false };
  let received = Buffer.alloc(0);
  // A connection that is reset is closed, too.
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 9 && received.length >= 9 + received.readUIntBE(0, 3)) {
      const length = received.readUIntBE(0, 3);
      note(end, received.readUInt8(3), received.readUInt8(4), received.subarray(9, 9 + length));
      received = received.subarray(9 + length);
    }
    const isOver = end.ended || end.reset !== undefined || end.goaway !== undefined;
    if (isOver && hangUp) socket.destroy();
  });
  socket.write(requestFrames(address, fields));
  await once(socket, 'close');
  return end;
}

/** Encodes a frame (RFC 9113, 4.1). */
function encodeHttp2Frame(type: number, frameFlags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(frameFlags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function requestFrames(address: string, fields: readonly (readonly [name: string, value: string])[]): Buffer {
  const pseudoHeaders = {
    ':method': 'POST', ':scheme': 'http', ':path': callApiPath, ':authority': address, 'content-type': 'application/grpc', te: 'trailers',
  }; // prettier-ignore
  const block = Buffer.concat([...Object.entries(pseudoHeaders), ...fields].map(([name, value]) => field(name, value)));
  const blockFrames = Array.from({ length: Math.ceil(block.length / http2FrameBytes) }, (_, at) => {
    const isLast = (at + 1) * http2FrameBytes >= block.length;
    const payload = block.subarray(at * http2FrameBytes, (at + 1) * http2FrameBytes);
    return encodeHttp2Frame(at === 0 ? types.headers : types.continuation, isLast ? flags.endHeaders : 0, 1, payload);
  });
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const settings = encodeHttp2Frame(types.settings, 0, 0, Buffer.alloc(0));
  // A message of no bytes, in its gRPC frame.
  return Buffer.concat([
    preface,
    settings,
    ...blockFrames,
    encodeHttp2Frame(types.data, flags.endStream, 1, Buffer.alloc(5)),
  ]);
}

function note(end: FramesEnd, type: number, frameFlags: number, payload: Buffer): void {
  if (type === types.headers && (frameFlags & flags.endStream) !== 0) end.ended = true;
  if (type === types.rstStream) end.reset = payload.readUInt32BE(0);
  if (type === types.goaway) end.goaway = payload.readUInt32BE(4);
}
