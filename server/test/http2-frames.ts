import { once } from 'node:events';
import { connect } from 'node:net';
import { callApiPath } from '../service/messages.js';

/** Frames of HTTP/2 as a client may send them, whether or not a library would. */

const types = { data: 0, headers: 1, rstStream: 3, settings: 4, goaway: 7, continuation: 9 } as const;
const flags = { endStream: 1, endHeaders: 4 } as const;
const frameBytes = 16_384;

function frame(type: number, frameFlags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(frameFlags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A string literal of HPACK (RFC 7541, section 5.2), not compressed. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text);
  const prefix = [Math.min(bytes.length, 127)];
  if (bytes.length >= 127) {
    let rest = bytes.length - 127;
    for (; rest >= 128; rest = Math.floor(rest / 128)) prefix.push((rest % 128) + 128);
    prefix.push(rest);
  }
  return Buffer.concat([Buffer.from(prefix), bytes]);
}

const field = (name: string, value: string): Buffer => Buffer.concat([Buffer.of(0), literal(name), literal(value)]);

/** How a call ended that was sent as frames. */
export interface FramesEnd {
  /** Whether headers with END_STREAM came: an answer, or its trailers. */
  answered: boolean;
  /** Error code of RST_STREAM. */
  reset?: number;
  /** Error code of GOAWAY. */
  goaway?: number;
}

/**
 * Sends one call with these further header fields; resolves when its connection has ended.
 *
 * @param hangUp end it oneself once the call has ended; otherwise that is left to the server
 */
export async function sendFrames(
  address: string,
  fields: readonly (readonly [name: string, value: string])[],
  { hangUp = true } = {},
): Promise<FramesEnd> {
  const { hostname, port } = new URL(`http://${address}`);
  const socket = connect(Number(port), hostname);
  const end: FramesEnd = { answered: false };
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
    const isOver = end.answered || end.reset !== undefined || end.goaway !== undefined;
    if (isOver && hangUp) socket.destroy();
  });
  socket.write(requestFrames(address, fields));
  await once(socket, 'close');
  return end;
}

function requestFrames(address: string, fields: readonly (readonly [name: string, value: string])[]): Buffer {
  const own = {
    ':method': 'POST', ':scheme': 'http', ':path': callApiPath, ':authority': address, 'content-type': 'application/grpc', te: 'trailers',
  }; // prettier-ignore
  const block = Buffer.concat([...Object.entries(own), ...fields].map(([name, value]) => field(name, value)));
  const parts = Array.from({ length: Math.ceil(block.length / frameBytes) }, (_, at) => {
    const isLast = (at + 1) * frameBytes >= block.length;
    const payload = block.subarray(at * frameBytes, (at + 1) * frameBytes);
    return frame(at === 0 ? types.headers : types.continuation, isLast ? flags.endHeaders : 0, 1, payload);
  });
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const settings = frame(types.settings, 0, 0, Buffer.alloc(0));
  // A message of no bytes, in its gRPC frame.
  return Buffer.concat([preface, settings, ...parts, frame(types.data, flags.endStream, 1, Buffer.alloc(5))]);
}

function note(end: FramesEnd, type: number, frameFlags: number, payload: Buffer): void {
  if (type === types.headers && (frameFlags & flags.endStream) !== 0) end.answered = true;
  if (type === types.rstStream) end.reset = payload.readUInt32BE(0);
  if (type === types.goaway) end.goaway = payload.readUInt32BE(4);
}
