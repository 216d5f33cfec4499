import type { grpc as types } from '@improbable-eng/grpc-web';
import { CallError } from './grpc-web/errors.js';
import { encodeFrame, FrameReader } from './grpc-web/frames.js';
import { libraryMetadata } from './grpc-web/improbable.js';
import { brokenConnection, networkFailure } from './failures/network-failure.js';
import { readHead } from './grpc-web/response-head.js';
import { Code, type Status } from './grpc-web/status.js';
import {
  encodeMessage,
  encodeTrailers,
  parseTrailers,
  readStatus,
  trailersFromHeaders,
  type Trailers,
} from './grpc-web/trailers.js';

/** What went over the wire, in order and for each attempt anew: one `request`, at most one `response`, its body in chunks. */
export type WireEvent =
  | {
      readonly type: 'request';
      /** Absolute where `host` is. */
      readonly url: string;
      /** The headers that the client sets; the browser adds its own. */
      readonly headers: Headers;
      /** The whole body: frames as sent. */
      readonly bytes: Uint8Array;
    }
  | { readonly type: 'response'; readonly httpStatus: number; readonly headers: Headers }
  | {
      readonly type: 'chunk';
      /** Part of the response body as received, before any check. */
      readonly bytes: Uint8Array;
    };

/** Settings of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** Whether cookies go along (as for `fetch`); default `same-origin`. */
  readonly credentials?: RequestCredentials | undefined;
  /** The largest message accepted, in bytes; default 16 MiB. */
  readonly maxMessageBytes?: number | undefined;
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Is told the true bytes and headers. They are copies. What it throws ends the call. */
  readonly onWire?: ((event: WireEvent) => void) | undefined;
  /** Is told the error that the transport found, with its cause, before the status it comes down to is handed on. */
  readonly onFailure?: ((error: CallError) => void) | undefined;
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

const UNSEEN =
  'Its body is empty too. Across origins a page sees only the headers that access-control-expose-headers names.';

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * One call over `fetch`. It hands on only what it has checked, and puts every ending into a form that grpc-web reads
 * as it is meant: that library takes a header's status for final, doesn't look at flags, and drops transport errors.
 */
class FetchTransport implements types.Transport {
  readonly #call: types.TransportOptions;
  readonly #options: FetchTransportOptions;
  readonly #controller = new AbortController();
  readonly #parts: Uint8Array[] = [];
  #requestHeaders = new Headers();
  #responseHeaders = new Headers();
  #headersGiven = false;

  constructor(call: types.TransportOptions, options: FetchTransportOptions) {
    this.#call = call;
    this.#options = options;
  }

  start(metadata: types.Metadata): void {
    this.#requestHeaders = metadata.toHeaders();
  }

  sendMessage(frame: Uint8Array): void {
    this.#parts.push(frame);
  }

  finishSend(): void {
    // Never rejects: every failure becomes a status.
    void this.#run();
  }

  cancel(): void {
    this.#controller.abort();
  }

  async #run(): Promise<void> {
    try {
      const response = await this.#request();
      const head = readHead(response, this.#call.url);
      if (head === 'body') await this.#receive(response);
      else this.#endTrailersOnly(head);
    } catch (error) {
      if (this.#controller.signal.aborted) return;
      this.#fail(error);
    }
    // Lets go of a body that was not read to its end.
    this.#controller.abort();
  }

  async #request(): Promise<Response> {
    const { credentials = 'same-origin', fetch = globalThis.fetch } = this.#options;
    const body = concatenate(this.#parts);
    const headers = this.#requestHeaders;
    this.#tell(() => ({ type: 'request', url: this.#call.url, headers: new Headers(headers), bytes: body.slice() }));
    let response: Response;
    try {
      const { signal } = this.#controller;
      // A followed redirect would turn POST into GET, or take the metadata to another server.
      response = await fetch(this.#call.url, {
        method: 'POST',
        headers,
        body,
        signal,
        credentials,
        redirect: 'manual',
      });
    } catch (error) {
      throw networkFailure(error, { url: this.#call.url });
    }
    this.#responseHeaders = response.headers;
    this.#tell(() => ({ type: 'response', httpStatus: response.status, headers: new Headers(response.headers) }));
    return response;
  }

  async #receive(response: Response): Promise<void> {
    const frames = new FrameReader(this.#options.maxMessageBytes ?? MAX_MESSAGE_BYTES);
    let trailers: Trailers | undefined;
    for await (const chunk of this.#chunks(response)) {
      this.#tell(() => ({ type: 'chunk', bytes: chunk.slice() }));
      for (const frame of frames.push(chunk)) {
        this.#giveHeaders();
        if (frame.kind === 'trailers') trailers = parseTrailers(frame.payload);
        else this.#giveMessage(frame.payload);
      }
    }
    frames.end();
    // A status in the headers counts only where the body is empty.
    if (trailers !== undefined) this.#endWithTrailers(readStatus(trailers), trailers.metadata);
    else if (!this.#headersGiven) this.#endTrailersOnly(trailersFromHeaders(response.headers), UNSEEN);
    else
      throw new CallError(
        Code.UNKNOWN,
        'The answer ended without trailers, so nobody knows whether the call succeeded. Something on the way cut it ' +
          'short, or passes gRPC on without making gRPC-Web of it.',
      );
  }

  /** A stream's own iterator is missing in some browsers. */
  async *#chunks(response: Response): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    let received = 0;
    for (;;) {
      let result: Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>> | undefined;
      try {
        // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
        result = await reader?.read();
      } catch (error) {
        throw brokenConnection(this.#call.url, received, error);
      }
      if (result?.value === undefined) return;
      received += result.value.length;
      yield result.value;
    }
  }

  #tell(event: () => WireEvent): void {
    const { onWire } = this.#options;
    if (onWire === undefined) return;
    try {
      onWire(event());
    } catch (error) {
      throw new CallError(Code.INTERNAL, 'The option "onWire" threw an error.', { cause: error });
    }
  }

  #giveHeaders(): void {
    if (this.#headersGiven) return;
    this.#headersGiven = true;
    this.#call.onHeaders(libraryMetadata(trailersFromHeaders(this.#responseHeaders).metadata), 200);
  }

  #giveMessage(payload: Uint8Array): void {
    try {
      this.#call.onChunk(encodeFrame({ kind: 'message', payload }));
    } catch (error) {
      const text = `The answer's message (${payload.length} bytes) is not what ${this.#call.url} should send: it can't be decoded.`;
      throw new CallError(Code.INTERNAL, text, { cause: error });
    }
  }

  #endTrailersOnly(trailers: Trailers, hint?: string): void {
    const { code, message } = readStatus(trailers, hint);
    const metadata = libraryMetadata(trailers.metadata);
    metadata.set('grpc-status', String(code));
    metadata.set('grpc-message', encodeMessage(message));
    this.#call.onHeaders(metadata, 200);
    this.#call.onEnd();
  }

  #endWithTrailers(status: Pick<Status, 'code' | 'message'>, metadata: Headers): void {
    this.#giveHeaders();
    this.#call.onChunk(encodeFrame({ kind: 'trailers', payload: encodeTrailers(status, metadata) }));
    this.#call.onEnd();
  }

  #fail(error: unknown): void {
    const failure =
      error instanceof CallError
        ? error
        : new CallError(Code.INTERNAL, `The client failed: ${String(error)}`, { cause: error });
    this.#options.onFailure?.(failure);
    this.#endWithTrailers(failure.status, new Headers());
  }
}

/**
 * A transport over `fetch` for @improbable-eng/grpc-web (its `transport` option), for unary and server-streaming
 * calls of any service, in pages, workers and Node. It checks HTTP status, media type, frames and trailers; every
 * failure arrives as a gRPC status with a text, by the callbacks of the library. Cancelling aborts the request.
 */
export function fetchTransport(options: FetchTransportOptions = {}): types.TransportFactory {
  return (call) => new FetchTransport(call, options);
}
