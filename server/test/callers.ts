import { Client, credentials, Metadata, type StatusObject } from '@grpc/grpc-js';
import { Request, Response } from '../../proto/gen/node/api.js';

// Two callers over the real wire, with the generated classes as codec: another one than the server's.

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

const encoded = (request: RequestFields | Uint8Array): Uint8Array =>
  request instanceof Uint8Array ? request : new Request(request).serialize();

const identity = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

function decoded(bytes: Uint8Array): Result['response'] {
  const { success, message } = Response.deserialize(bytes);
  return { success, message };
}

/** Bytes in base64, as they travel. */
function texts(metadata: Metadata | undefined): Record<string, string> {
  const values = Object.entries(metadata?.getMap() ?? {});
  return Object.fromEntries(values.map(([name, value]) => [name, value.toString('base64')]));
}

/** A grpc-js client of `host:port`. */
export function grpcCaller(address: string): Caller {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
  return {
    close: () => client.close(),
    call: (request, { metadata = {}, timeoutMs, signal } = {}) =>
      new Promise((resolve) => {
        const sent = new Metadata();
        for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
        const options = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
        let response: Result['response'];
        let headers: Metadata | undefined;
        const call = client.makeUnaryRequest(path, identity, identity, encoded(request), sent, options, (_, bytes) => {
          if (bytes) response = decoded(bytes);
        });
        call.on('metadata', (received) => {
          headers = received;
        });
        call.on('status', ({ code, details, metadata: trailers }: StatusObject) => {
          resolve({ code, details, response, headers: texts(headers), trailers: texts(trailers) });
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

function framesOf(body: Buffer): { flags: number; bytes: Buffer }[] {
  const frames = [];
  for (let at = 0; at < body.length;) {
    const length = body.readUInt32BE(at + 1);
    if (at + 5 + length > body.length) throw new Error('A frame is cut off.');
    frames.push({ flags: body.readUInt8(at), bytes: body.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return frames;
}

function trailersOf(text: string): Record<string, string> {
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
  const frames = framesOf(Buffer.from(await response.arrayBuffer()));
  const headers = Object.fromEntries(response.headers);
  const messages = frames.filter(({ flags }) => flags === 0);
  const trailerFrames = frames.filter(({ flags }) => flags === 0x80);
  if (messages.length + trailerFrames.length !== frames.length) throw new Error('A frame has other flags.');
  // An answer without content is its trailers: they come as headers then.
  const trailers =
    frames.length === 0 ? headers : trailersOf(trailerFrames.map(({ bytes }) => bytes.toString('latin1')).join(''));
  const [message] = messages;
  return {
    code: Number(trailers['grpc-status']),
    details: decodeURIComponent(trailers['grpc-message'] ?? ''),
    response: message && decoded(message.bytes),
    headers,
    trailers,
  };
}

/** gRPC-Web by fetch to a gateway's URL. An aborted call ends as CANCELLED, as clients have it. */
export function grpcWebCaller(gateway: string): Caller {
  return {
    close: () => undefined,
    async call(request, { metadata = {}, timeoutMs, signal } = {}) {
      const headers = { ...metadata, ...(timeoutMs !== undefined && { 'grpc-timeout': `${timeoutMs}m` }) };
      try {
        return await readResult(await post(gateway, frame(encoded(request)), { headers, ...(signal && { signal }) }));
      } catch (error) {
        if (!signal?.aborted) throw error;
        return { code: 1, details: String(error), response: undefined, headers: {}, trailers: {} };
      }
    },
  };
}
