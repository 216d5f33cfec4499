/** HTTP/1.1 byte by byte, for requests that no well-behaved client sends and responses as received. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A response to a request. */
export interface WireResponse {
  readonly status: number;
  /** By lowercase name; repeated fields are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The gRPC status in the headers, or in the trailers in the body. */
  readonly grpcStatus: number | undefined;
  readonly grpcMessage: string | undefined;
}

/** An HTTP/1.1 connection. */
export interface Wire {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** The next response; rejects if the connection ends before it is complete. */
  response(): Promise<WireResponse>;
  /** Resolves once the connection is closed. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Opens a connection to a URL's host; any certificate is accepted, as only the sent bytes matter here. */
export function openWire(url: string, localAddress?: string): Promise<Wire> {
  const { protocol, hostname, port } = new URL(url);
  const to = { host: hostname, port: Number(port), ...(localAddress !== undefined && { localAddress }) };
  const socket = protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      resolve(createWire(socket));
    });
  });
}

function createWire(socket: Socket): Wire {
  let received = Buffer.alloc(0);
  let ended = false;
  let changed = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      ended = true;
      changed();
      resolve();
    });
  });
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    changed();
  });
  // A reset is an end like any other; the missing response is the error.
  socket.on('error', () => undefined);
  socket.on('end', () => socket.end());
  const response = async (): Promise<WireResponse> => {
    for (;;) {
      const parsed = parse(received);
      if (parsed) {
        received = received.subarray(parsed.length);
        if (parsed.response.status >= 200) return parsed.response;
        continue;
      }
      if (ended) throw new Error(`The connection ended after ${JSON.stringify(received.toString('latin1'))}.`);
      await new Promise<void>((resolve) => (changed = resolve));
    }
  };
  return { socket, closed, response, send: (bytes) => void socket.write(bytes), close: () => socket.destroy() };
}

/** The first response in the bytes, and its length; undefined while it is incomplete. */
function parse(bytes: Buffer): { response: WireResponse; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (!status) throw new Error(`"${first}" isn't the first line of a response.`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const afterHead = bytes.subarray(headEnd + 4);
  const chunked = headers['transfer-encoding'] === 'chunked';
  const content = chunked ? readChunked(afterHead) : readCounted(afterHead, headers['content-length']);
  if (!content) return undefined;
  const { body } = content;
  // Trailers are at the end, and fit into it.
  const end = body.subarray(-65_536).toString('latin1');
  const trailer = (name: string): string | undefined =>
    headers[name] ?? new RegExp(`(?:^|[^a-z-])${name}: *([^\\r]*)\\r\\n`, 'i').exec(end)?.[1];
  const code = trailer('grpc-status');
  const response = {
    status,
    headers,
    body,
    grpcStatus: code === undefined ? undefined : Number(code),
    grpcMessage: trailer('grpc-message'),
  };
  return { response, length: headEnd + 4 + content.length };
}

interface Content {
  readonly body: Buffer;
  readonly length: number;
}

function readCounted(bytes: Buffer, declared = '0'): Content | undefined {
  const length = Number(declared);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), length };
}

function readChunked(bytes: Buffer): Content | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), length: next };
    parts.push(bytes.subarray(lineEnd + 2, next - 2));
    at = next;
  }
}

export const CALL_PATH = '/api.ApiService/CallApi';

/** Encodes a frame of gRPC or gRPC-Web: flags, length, bytes. */
export function frame(bytes: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Encodes a request; `null` omits a default header. */
export function requestBytes(request: {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: Uint8Array;
}): Buffer {
  const { method = 'POST', path = CALL_PATH, headers = {}, body = frame(new Uint8Array()) } = request;
  const all = {
    host: 'localhost',
    'content-type': 'application/grpc-web+proto',
    'x-grpc-web': '1',
    'content-length': String(body.length),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), body]);
}

/** Sends one request on a new connection. */
export async function requestOnce(
  url: string,
  request: Parameters<typeof requestBytes>[0] = {},
): Promise<WireResponse> {
  const wire = await openWire(url);
  try {
    wire.send(requestBytes(request));
    return await wire.response();
  } finally {
    wire.close();
  }
}

/** Text that no response may contain: stack traces, and places in files of this project or Node. */
export const INTERNALS =
  /\n\s*at |\bat \S+ \(|:\d+:\d+\)|\.[cm]?[jt]s\b|node:|node_modules|\/(home|root|usr|work|src)\//;
