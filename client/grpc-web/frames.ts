import { CallError, Code } from './status.js';

/** The length of a frame's head: one byte of flags, four of length, big-endian (gRPC, doc/PROTOCOL-WEB.md). */
const HEAD_LENGTH = 5;
const COMPRESSED = 0x01;
const TRAILERS = 0x80;

/** One frame of a gRPC-Web body: a serialized message, or the trailers as text. */
export interface Frame {
  readonly kind: 'message' | 'trailers';
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** Encodes a frame for the wire. */
export function encodeFrame({ kind, payload }: { kind: Frame['kind']; payload: Uint8Array }): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD_LENGTH + payload.length);
  bytes[0] = kind === 'trailers' ? TRAILERS : 0;
  new DataView(bytes.buffer).setUint32(1, payload.length);
  bytes.set(payload, HEAD_LENGTH);
  return bytes;
}

function broken(problem: string, hint = 'An intermediary truncated or changed it.'): CallError {
  return new CallError(Code.INTERNAL, `The response is not valid gRPC-Web: ${problem}. ${hint}`);
}

/**
 * Splits the chunks of a response body into frames. Every method throws {@link CallError} for a malformed body.
 * Its fields are TypeScript's `private`: `#` is newer than the oldest engines, and its replacement is larger.
 */
export class FrameReader {
  private readonly maxMessageBytes: number;
  private readonly isCompressionRequested: boolean;
  private readonly head = new Uint8Array(HEAD_LENGTH);
  private payload: Uint8Array<ArrayBuffer> | undefined;
  private filled = 0;
  private ended = false;

  /** Rejects payloads longer than `maxMessageBytes` before they are received. */
  constructor(maxMessageBytes: number, isCompressionRequested = false) {
    this.maxMessageBytes = maxMessageBytes;
    this.isCompressionRequested = isCompressionRequested;
  }

  /** Reads a chunk, and yields the frames that it completes. */
  *push(chunk: Uint8Array): Generator<Frame> {
    let offset = 0;
    while (offset < chunk.length) {
      if (this.ended) throw broken(`${chunk.length - offset} bytes follow the trailers`);
      const target = this.payload ?? this.head;
      const part = chunk.subarray(offset, offset + target.length - this.filled);
      target.set(part, this.filled);
      offset += part.length;
      this.filled += part.length;
      if (this.filled < target.length) return;
      if (this.payload === undefined) {
        this.payload = this.allocate();
        this.filled = 0;
        // An empty payload is complete at once, even if the chunk ends here.
        if (this.payload.length > 0) continue;
      }
      const frame: Frame = { kind: this.head[0] === TRAILERS ? 'trailers' : 'message', payload: this.payload };
      this.payload = undefined;
      this.filled = 0;
      this.ended = frame.kind === 'trailers';
      yield frame;
    }
  }

  /** Checks, at the end of the body, that no frame is incomplete. */
  end(): void {
    if (this.payload !== undefined) {
      throw broken(`it ended inside a frame, after ${this.filled} of ${this.payload.length} bytes`);
    }
    if (this.filled > 0) throw broken(`it ended inside a frame's head, after ${this.filled} of ${HEAD_LENGTH} bytes`);
  }

  private allocate(): Uint8Array<ArrayBuffer> {
    const view = new DataView(this.head.buffer);
    const flags = view.getUint8(0);
    if ((flags & ~TRAILERS) === COMPRESSED) {
      if (this.isCompressionRequested)
        throw broken('a frame is compressed', 'Remove "grpc-accept-encoding" from the metadata.');
      const hint = 'Turn compression off in the server or the proxy.';
      throw broken('a frame is compressed, which was not requested', hint);
    }
    if ((flags & ~TRAILERS) !== 0) {
      throw broken(`a frame has the unknown flags 0x${flags.toString(16).padStart(2, '0')}`);
    }
    const length = view.getUint32(1);
    if (length > this.maxMessageBytes) {
      const text = `The response has a frame of ${length} bytes; at most ${this.maxMessageBytes} are accepted (option "maxMessageBytes").`;
      throw new CallError(Code.RESOURCE_EXHAUSTED, text);
    }
    return new Uint8Array(length);
  }
}
