import { CallError } from './errors.js';
import { Code } from './status.js';

/** Length of a frame's head: one byte of flags, four of length, big-endian (gRPC, doc/PROTOCOL-WEB.md). */
const HEAD_LENGTH = 5;
const COMPRESSED = 0x01;
const TRAILERS = 0x80;

/** One frame of a gRPC-Web body: a serialized message, or the trailers as text. */
export interface Frame {
  readonly kind: 'message' | 'trailers';
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** A frame as it is on the wire. */
export function encodeFrame({ kind, payload }: { kind: Frame['kind']; payload: Uint8Array }): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD_LENGTH + payload.length);
  bytes[0] = kind === 'trailers' ? TRAILERS : 0;
  new DataView(bytes.buffer).setUint32(1, payload.length);
  bytes.set(payload, HEAD_LENGTH);
  return bytes;
}

function broken(problem: string, hint = 'Something on the way cut or changed it.'): CallError {
  return new CallError(Code.INTERNAL, `The answer is not valid gRPC-Web: ${problem}. ${hint}`);
}

/** Cuts a response body, chunk by chunk, into frames. Every method throws {@link CallError} where the body is broken. */
export class FrameReader {
  readonly #maxMessageBytes: number;
  readonly #head = new Uint8Array(HEAD_LENGTH);
  #payload: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;
  #ended = false;

  /** Payloads longer than `maxMessageBytes` are refused before they are received. */
  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** The frames that are complete with this chunk. */
  *push(chunk: Uint8Array): Generator<Frame> {
    let offset = 0;
    while (offset < chunk.length) {
      if (this.#ended) throw broken(`${chunk.length - offset} bytes follow the trailers`);
      const target = this.#payload ?? this.#head;
      const part = chunk.subarray(offset, offset + target.length - this.#filled);
      target.set(part, this.#filled);
      offset += part.length;
      this.#filled += part.length;
      if (this.#filled < target.length) return;
      if (this.#payload === undefined) {
        this.#payload = this.#allocate();
        this.#filled = 0;
        // An empty payload is complete at once, even where the chunk ends here.
        if (this.#payload.length > 0) continue;
      }
      yield this.#complete(this.#payload);
    }
  }

  /** To be called when the body has ended: nothing may be half received. */
  end(): void {
    if (this.#payload !== undefined) {
      throw broken(`it ended inside a frame, after ${this.#filled} of ${this.#payload.length} bytes`);
    }
    if (this.#filled > 0) throw broken(`it ended inside a frame's head, after ${this.#filled} of 5 bytes`);
  }

  #allocate(): Uint8Array<ArrayBuffer> {
    const view = new DataView(this.#head.buffer);
    const flags = view.getUint8(0);
    if ((flags & ~TRAILERS) === COMPRESSED) {
      throw broken('a frame is compressed, which was not asked for', 'Turn it off in the server or the proxy.');
    }
    if ((flags & ~TRAILERS) !== 0) {
      throw broken(`a frame has the unknown flags 0x${flags.toString(16).padStart(2, '0')}`);
    }
    const length = view.getUint32(1);
    if (length > this.#maxMessageBytes) {
      throw new CallError(
        Code.RESOURCE_EXHAUSTED,
        `The answer has a frame of ${length} bytes, and at most ${this.#maxMessageBytes} are accepted (option "maxMessageBytes").`,
      );
    }
    return new Uint8Array(length);
  }

  #complete(payload: Uint8Array<ArrayBuffer>): Frame {
    const trailers = this.#head[0] === TRAILERS;
    this.#payload = undefined;
    this.#filled = 0;
    this.#ended = trailers;
    return { kind: trailers ? 'trailers' : 'message', payload };
  }
}
