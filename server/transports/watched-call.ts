import { constants, type ServerHttp2Stream } from 'node:http2';
import { Metadata, ServerInterceptingCall, type ServerInterceptingCallInterface, status } from '@grpc/grpc-js';
import { heldBytes, type Holding, type Holdings } from '../service/holdings.js';

type Listener = Parameters<ServerInterceptingCallInterface['start']>[0];
type Status = Parameters<ServerInterceptingCallInterface['sendStatus']>[0];

/** How calls are watched. */
export interface CallWatch {
  readonly maxMessageBytes: number;
  /** What has arrived of messages that are not complete. */
  readonly incoming: Holdings;
  /** Messages that the caller has not read yet. */
  readonly outgoing: Holdings;
  /** Called when a call ends before it was received to its end. */
  readonly onUnreceived: (headers: Metadata) => void;
}

/**
 * A call that is watched: what it holds while its caller sends or reads slowly, and whether it ends before it was received. It
 * passes everything on itself, because the way of its base class, made for interceptors that take their time, costs a tenth of
 * a short call.
 */
export class WatchedCall extends ServerInterceptingCall {
  readonly #call: ServerInterceptingCallInterface;
  readonly #watch: CallWatch;
  readonly #stream: ServerHttp2Stream | undefined;
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
    this.#stream = streamOf(call);
    this.#stream?.on('data', (chunk: Buffer) => this.#arrived(chunk));
  }

  override start(listener: Listener): void {
    const received = (): void => this.#reading?.release();
    const ended = (): void => {
      this.#ended = true;
      this.#reading?.release();
      this.#writing?.release();
    };
    this.#call.start(new WatchedListener(listener, { received, ended, onUnreceived: this.#watch.onUnreceived }));
  }

  override startRead(): void {
    // A unary call reads twice, its message and its end, and holds what it has read until both are there.
    if (!this.#ended) this.#reading ??= this.#watch.incoming.hold(() => this.#refuse());
    this.#call.startRead();
  }

  override sendMetadata(metadata: Metadata): void {
    this.#call.sendMetadata(metadata);
  }

  override sendMessage(message: unknown, callback: () => void): void {
    this.#unsent += 1;
    if (!this.#ended) this.#writing ??= this.#watch.outgoing.hold(() => this.#cutOff());
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

  override sendStatus(sent: Status): void {
    this.#call.sendStatus(sent);
  }

  #arrived(chunk: Buffer): void {
    // The first byte of a message states whether it is compressed.
    if (this.#bytes === 0) this.#compressed = chunk[0] !== 0;
    const bytes = heldBytes(chunk.length, this.#compressed, this.#watch.maxMessageBytes - this.#bytes);
    this.#bytes += bytes;
    this.#reading?.grow(bytes);
  }

  #cutOff(): void {
    this.#stream?.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }

  #refuse(): void {
    const details = 'The server has as many unfinished messages as it can hold; send this one again later.';
    this.#call.sendStatus({ code: status.RESOURCE_EXHAUSTED, details, metadata: null });
    // Without it the stream, and what came of the message, would stay until the caller ends it.
    this.#stream?.close(constants.NGHTTP2_NO_ERROR);
  }
}

/**
 * The HTTP/2 stream of a call. grpc-js doesn't publish it, and no other way leads to the bytes of an unfinished message; a
 * version that has it elsewhere leaves the bounds that count calls.
 */
function streamOf(call: ServerInterceptingCallInterface): ServerHttp2Stream | undefined {
  return 'stream' in call ? (call.stream as ServerHttp2Stream) : undefined;
}

interface Progress {
  readonly received: () => void;
  readonly ended: () => void;
  readonly onUnreceived: (headers: Metadata) => void;
}

class WatchedListener implements Listener {
  readonly #listener: Listener;
  readonly #progress: Progress;
  #headers: Metadata | undefined;
  #received = false;
  #ended = false;

  constructor(listener: Listener, progress: Progress) {
    this.#listener = listener;
    this.#progress = progress;
  }

  onReceiveMetadata(metadata: Metadata): void {
    this.#headers = metadata;
    if (!this.#ended) this.#listener.onReceiveMetadata(metadata);
  }

  onReceiveMessage(message: unknown): void {
    // What comes after the end is of no use to anybody.
    if (!this.#ended) this.#listener.onReceiveMessage(message);
  }

  onReceiveHalfClose(): void {
    this.#received = true;
    this.#progress.received();
    if (!this.#ended) this.#listener.onReceiveHalfClose();
  }

  onCancel(): void {
    this.#ended = true;
    this.#progress.ended();
    if (!this.#received) this.#progress.onUnreceived(this.#headers ?? new Metadata());
    this.#listener.onCancel();
  }
}
