/** HTTP/2 frame by frame (RFC 9113): a client that goes on after GOAWAY, as Node's own doesn't. */
import { connect, type TLSSocket } from 'node:tls';
import { CALL_PATH, frame } from './wire.js';

const TYPE = { data: 0, headers: 1, settings: 4, goaway: 7 } as const;
const END_STREAM = 1;
const ACK = 1;
const END_HEADERS = 4;

/** An HTTP/2 connection. */
export interface Frames {
  /** Starts a call on a stream with this number: odd, and higher than all before it. */
  call(stream: number): void;
  /** The streams that the peer has ended. */
  readonly ended: readonly number[];
  /** The last stream that each GOAWAY allows. */
  readonly goaways: readonly number[];
  readonly closed: boolean;
  close(): void;
}

function encodeHttp2Frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Encodes fields as literals without indexing (RFC 7541, 6.2.2). */
function encodeLiterals(headers: Readonly<Record<string, string>>): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  return Buffer.concat(Object.entries(headers).flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

const CALL = encodeLiterals({
  ':method': 'POST',
  ':scheme': 'https',
  ':authority': 'localhost',
  ':path': CALL_PATH,
  'content-type': 'application/grpc',
  te: 'trailers',
});

/** Opens a connection; any certificate is accepted. */
export function openFrames(port: number): Promise<Frames> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      socket.off('error', reject);
      resolve(createFrames(socket));
    });
  });
}

function createFrames(socket: TLSSocket): Frames {
  const ended: number[] = [];
  const goaways: number[] = [];
  let closed = false;
  let received = Buffer.alloc(0);
  const handle = (type: number, flags: number, stream: number, payload: Buffer): void => {
    if (type === TYPE.settings && (flags & ACK) === 0)
      socket.write(encodeHttp2Frame(TYPE.settings, ACK, 0, Buffer.alloc(0)));
    if (type === TYPE.goaway) goaways.push(payload.readUInt32BE(0));
    if ((type === TYPE.data || type === TYPE.headers) && (flags & END_STREAM) !== 0) ended.push(stream);
  };
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 9 && received.length >= 9 + received.readUIntBE(0, 3)) {
      const end = 9 + received.readUIntBE(0, 3);
      handle(received.readUInt8(3), received.readUInt8(4), received.readUInt32BE(5), received.subarray(9, end));
      received = received.subarray(end);
    }
  });
  // A reset is an end like any other.
  socket.on('error', () => undefined);
  socket.once('close', () => (closed = true));
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(encodeHttp2Frame(TYPE.settings, 0, 0, Buffer.alloc(0)));
  return {
    call: (stream) => {
      socket.write(encodeHttp2Frame(TYPE.headers, END_HEADERS, stream, CALL));
      socket.write(encodeHttp2Frame(TYPE.data, END_STREAM, stream, frame(new Uint8Array())));
    },
    ended,
    goaways,
    get closed() {
      return closed;
    },
    close: () => void socket.destroy(),
  };
}
