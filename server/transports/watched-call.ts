import { constants, type ServerHttp2Stream } from 'node:http2';
import {
  type Deadline,
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  status,
} from '@grpc/grpc-js';
import { getDeadline } from './timeouts.js';
import { countHeldBytes, type Holder, type Holding, type Holdings } from '../service/holdings.js';

type Listener = Parameters<ServerInterceptingCallInterface['start']>[0];
type Status = Parameters<ServerInterceptingCallInterface['sendStatus']>[0];

export interface CallWatch {
  readonly maxMessageBytes: number;
  /** The incomplete messages. */
  readonly incoming: Holdings;
  /** The messages that callers have not read yet. */
  readonly outgoing: Holdings;
  readonly nameHolder: (headers: Metadata | undefined, address: string | undefined) => string;
  /** Called when a call ends before it is completely received, with its duration in ms. */
  readonly onUnreceived: (headers: Metadata, ms: number) => void;
}

/**
 * A call that counts the bytes it holds while its caller sends or reads slowly, and reports its end before it is received. It
 * passes everything on itself, because its base class, made for asynchronous interceptors, costs a tenth of a short call. It is also the
 * listener of the call below it and the holder of its unfinished message, so that a call makes no closures.
 */
export class WatchedCall extends ServerInterceptingCall implements Listener, Holder, Decoder {
  readonly #call: ServerInterceptingCallInterface;
  readonly #watch: CallWatch;
  readonly #stream: ServerHttp2Stream | undefined;
  readonly #started = performance.now();
  readonly deadline: number | undefined;
  #decoder: Decoder | undefined;
  #listener: Listener | undefined;
  #headers: Metadata | undefined;
  #received = false;
  #reading: Holding | undefined;
  #writing: Holding | undefined;
  #compressed = false;
  #bytes = 0;
  #unsent = 0;
  #ended = false;

  constructor(call: ServerInterceptingCallInterface, watch: CallWatch) {
    super(call);
    this.#call = call;
    this.#watch = watch;
    this.#stream = findStream(call);
    this.deadline = this.#stream && getDeadline(this.#stream);
    this.#decoder = wrapDecoder(call, this);
  }

  override start(listener: Listener): void {
    this.#listener = listener;
    this.#call.start(this);
  }

  onReceiveMetadata(metadata: Metadata): void {
    this.#headers = metadata;
    if (!this.#ended) this.#listener?.onReceiveMetadata(metadata);
  }

  onReceiveMessage(message: unknown): void {
    // No one uses a message after the end.
    if (!this.#ended) this.#listener?.onReceiveMessage(message);
  }

  onReceiveHalfClose(): void {
    this.#received = true;
    this.#reading?.release();
    this.#decoder = undefined;
    if (!this.#ended) this.#listener?.onReceiveHalfClose();
  }

  onCancel(): void {
    this.#ended = true;
    this.#reading?.release();
    this.#writing?.release();
    if (!this.#received) this.#watch.onUnreceived(this.#headers ?? new Metadata(), performance.now() - this.#started);
    this.#listener?.onCancel();
  }

  override startRead(): void {
    // A unary call reads twice, its message and its end, and holds the message until the end has arrived.
    if (!this.#ended) this.#reading ??= this.#watch.incoming.hold(this);
    this.#call.startRead();
  }

  override sendMetadata(metadata: Metadata): void {
    this.#call.sendMetadata(metadata);
  }

  override sendMessage(message: unknown, callback: () => void): void {
    this.#unsent += 1;
    if (!this.#ended) this.#writing ??= this.#watch.outgoing.hold(new Writer(this, this.#stream));
    this.#call.sendMessage(message, () => {
      this.#unsent -= 1;
      if (this.#unsent === 0) {
        this.#writing?.release();
        this.#writing = undefined;
      }
      callback();
    });
    this.#writing?.grow(this.#stream?.writableLength ?? 0);
  }

  override sendStatus(callStatus: Status): void {
    this.#call.sendStatus(callStatus);
  }

  override getDeadline(): Deadline {
    return this.deadline ?? this.#call.getDeadline();
  }

  // As the holder of its unfinished message:

  caller(): string {
    return this.#watch.nameHolder(this.#headers, this.#stream?.session?.socket.remoteAddress);
  }

  end(): void {
    const details = 'The server has as many unfinished messages as it can hold; send this one again later.';
    this.#call.sendStatus({ code: status.RESOURCE_EXHAUSTED, details, metadata: null });
    // Otherwise the stream and its part of the message would remain until the caller ends it.
    this.#stream?.close(constants.NGHTTP2_NO_ERROR);
  }

  expire(): void {
    const details = 'The deadline passed before the message was received.';
    this.#call.sendStatus({ code: status.DEADLINE_EXCEEDED, details, metadata: null });
  }

  /** As the decoder of its messages: counts their bytes first. */
  write(chunk: Buffer): Buffer[] {
    this.#arrived(chunk);
    return this.#decoder?.write(chunk) ?? [];
  }

  #arrived(chunk: Buffer): void {
    // The first byte of a message states whether it is compressed.
    if (this.#bytes === 0) this.#compressed = chunk[0] !== 0;
    const bytes = countHeldBytes(chunk.length, this.#compressed, this.#watch.maxMessageBytes - this.#bytes);
    this.#bytes += bytes;
    this.#reading?.grow(bytes);
  }
}

/** The holder of a call's responses. */
class Writer implements Holder {
  readonly #call: WatchedCall;
  readonly #stream: ServerHttp2Stream | undefined;

  constructor(call: WatchedCall, stream: ServerHttp2Stream | undefined) {
    this.#call = call;
    this.#stream = stream;
  }

  caller(): string {
    return this.#call.caller();
  }

  end(): void {
    this.#stream?.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }
}

/**
 * Finds the HTTP/2 stream of a call. grpc-js doesn't publish it, but nothing else shows the bytes of an unfinished message; with a
 * version that keeps it elsewhere, the bounds that count calls remain.
 */
function findStream(call: ServerInterceptingCallInterface): ServerHttp2Stream | undefined {
  return 'stream' in call ? (call.stream as ServerHttp2Stream) : undefined;
}

/** Splits what arrives into messages. */
interface Decoder {
  write(chunk: Buffer): Buffer[];
}

/**
 * Replaces the decoder of a call, which isn't published either, and returns it. A listener of the stream's data would cost more. The
 * decoder must go once the call is received: grpc-js keeps it, and it keeps the bytes of the message, until the stream ends, as long as its
 * caller doesn't read the response.
 */
function wrapDecoder(call: ServerInterceptingCallInterface, wrapper: Decoder): Decoder | undefined {
  if (!('decoder' in call)) return undefined;
  const { decoder } = call;
  call.decoder = wrapper;
  return decoder as Decoder;
}
