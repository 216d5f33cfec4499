import { Metadata, ServerInterceptingCall, type ServerInterceptingCallInterface } from '@grpc/grpc-js';

type Listener = Parameters<ServerInterceptingCallInterface['start']>[0];
type Status = Parameters<ServerInterceptingCallInterface['sendStatus']>[0];

/**
 * A call of which one learns when it ends before its message was received. It passes everything on itself, because the way
 * of its base class, made for interceptors that take their time, costs a tenth of a short call.
 */
export class WatchedCall extends ServerInterceptingCall {
  readonly #call: ServerInterceptingCallInterface;
  readonly #onUnreceived: (headers: Metadata) => void;

  constructor(call: ServerInterceptingCallInterface, onUnreceived: (headers: Metadata) => void) {
    super(call);
    this.#call = call;
    this.#onUnreceived = onUnreceived;
  }

  override start(listener: Listener): void {
    this.#call.start(new WatchedListener(listener, this.#onUnreceived));
  }

  override sendMetadata(metadata: Metadata): void {
    this.#call.sendMetadata(metadata);
  }

  override sendMessage(message: unknown, callback: () => void): void {
    this.#call.sendMessage(message, callback);
  }

  override sendStatus(status: Status): void {
    this.#call.sendStatus(status);
  }
}

class WatchedListener implements Listener {
  readonly #listener: Listener;
  readonly #onUnreceived: (headers: Metadata) => void;
  #headers: Metadata | undefined;
  #received = false;
  #ended = false;

  constructor(listener: Listener, onUnreceived: (headers: Metadata) => void) {
    this.#listener = listener;
    this.#onUnreceived = onUnreceived;
  }

  onReceiveMetadata(metadata: Metadata): void {
    this.#headers = metadata;
    if (!this.#ended) this.#listener.onReceiveMetadata(metadata);
  }

  onReceiveMessage(message: unknown): void {
    this.#received = true;
    // What comes after the end is of no use to anybody.
    if (!this.#ended) this.#listener.onReceiveMessage(message);
  }

  onReceiveHalfClose(): void {
    if (!this.#ended) this.#listener.onReceiveHalfClose();
  }

  onCancel(): void {
    this.#ended = true;
    if (!this.#received) this.#onUnreceived(this.#headers ?? new Metadata());
    this.#listener.onCancel();
  }
}
