import type { grpc as types } from '@improbable-eng/grpc-web';
import { assertSettings, positive, typed, type Rules } from '../lib/strict.js';
import { encodeFrame, FrameReader } from './grpc-web/frames.js';
import { toLibraryMetadata } from './grpc-web/library.js';
import { createBrokenConnectionError, createNetworkError } from './failures/network-failure.js';
import { CallError, Code, failSetting, type Status } from './grpc-web/status.js';
import {
  encodeMessage,
  encodeTrailers,
  parseTrailers,
  readHead,
  readStatus,
  splitTrailers,
  type Trailers,
} from './grpc-web/response.js';

/** An event on the wire. Each attempt has, in order, one `request`, at most one `response`, and the chunks of its body. */
export type WireEvent =
  | {
      readonly type: 'request';
      /** Absolute if `host` is. */
      readonly url: string;
      /** The headers that the client sets; the browser adds its own. */
      readonly headers: Headers;
      /** The whole body, as the frames sent. */
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
  /** Whether cookies are sent (as for `fetch`); default `same-origin`. */
  readonly credentials?: RequestCredentials | undefined;
  /** The largest message accepted, in bytes; default 16 MiB. */
  readonly maxMessageBytes?: number | undefined;
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Receives copies of the actual bytes and headers. An error that it throws ends the call. */
  readonly onWire?: ((event: WireEvent) => void) | undefined;
  /** Receives the transport's error, with its cause, before the resulting status is passed on. */
  readonly onFailure?: ((error: CallError) => void) | undefined;
}

/** The rules of the settings that a call has too. */
export const TRANSPORT = {
  credentials: ['omit', 'same-origin', 'include'],
  maxMessageBytes: positive,
  fetch: typed('function'),
  onWire: typed('function'),
};

const ALL = { ...TRANSPORT, onFailure: typed('function') } satisfies Rules<keyof FetchTransportOptions>;

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** The library passes each byte of a trailers frame as an argument, of which some engines accept 65,536. */
const MAX_LIBRARY_TRAILERS = 32_768;

const HIDDEN_HEADERS =
  'Its body is empty too. Across origins, a page sees only the headers that access-control-expose-headers lists.';

/** The library's metadata for a status and the fields beside it. */
function createEnding({ code, message }: Pick<Status, 'code' | 'message'>, fields: Headers): types.Metadata {
  const metadata = toLibraryMetadata(fields);
  metadata.set('grpc-status', String(code));
  metadata.set('grpc-message', encodeMessage(message));
  return metadata;
}

/**
 * One call over `fetch`. It passes on only checked data, and rewrites every ending into one that grpc-web reads correctly: that
 * library takes a header's status as final, ignores flags, and drops transport errors. Fields are `private` as in FrameReader.
 */
class FetchTransport implements types.Transport {
  private readonly call: types.TransportOptions;
  private readonly options: FetchTransportOptions;
  private readonly controller = new AbortController();
  private requestHeaders = new Headers();
  private body = new Uint8Array();
  private responseHeaders = new Headers();
  private passedHeaders: types.Metadata | undefined;

  constructor(call: types.TransportOptions, options: FetchTransportOptions) {
    this.call = call;
    this.options = options;
  }

  start(metadata: types.Metadata): void {
    this.requestHeaders = metadata.toHeaders();
    // Of fetch's own `*/*`, sonora (Python) makes the content type of its response.
    this.requestHeaders.set('accept', 'application/grpc-web+proto');
  }

  sendMessage(frame: Uint8Array): void {
    const body = new Uint8Array(this.body.length + frame.length);
    body.set(this.body);
    body.set(frame, this.body.length);
    this.body = body;
  }

  finishSend(): void {
    // Never rejects: every failure becomes a status.
    void this.run();
  }

  cancel(): void {
    this.controller.abort();
  }

  private async run(): Promise<void> {
    try {
      const response = await this.request();
      const head = readHead(response, this.call.url);
      if (head === 'body') await this.receive(response);
      else this.endTrailersOnly(head);
    } catch (error) {
      if (this.controller.signal.aborted) return;
      this.fail(error);
    }
    // Releases a body that was not read to its end.
    this.controller.abort();
  }

  private async request(): Promise<Response> {
    const { credentials = 'same-origin', fetch = globalThis.fetch } = this.options;
    const headers = this.requestHeaders;
    const body = this.body;
    this.report(() => ({ type: 'request', url: this.call.url, headers: new Headers(headers), bytes: body.slice() }));
    let response: Response;
    try {
      const { signal } = this.controller;
      // Following a redirect would turn POST into GET, or send the metadata to another server.
      response = await fetch(this.call.url, {
        method: 'POST',
        headers,
        body,
        signal,
        credentials,
        redirect: 'manual',
      });
    } catch (error) {
      throw createNetworkError(error, { url: this.call.url });
    }
    this.responseHeaders = response.headers;
    this.report(() => ({ type: 'response', httpStatus: response.status, headers: new Headers(response.headers) }));
    return response;
  }

  private async receive(response: Response): Promise<void> {
    const frames = new FrameReader(
      this.options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
      this.requestHeaders.has('grpc-accept-encoding'),
    );
    let trailers: Trailers | undefined;
    for await (const chunk of this.chunks(response)) {
      this.report(() => ({ type: 'chunk', bytes: chunk.slice() }));
      for (const frame of frames.push(chunk)) {
        if (frame.kind === 'trailers') trailers = parseTrailers(frame.payload);
        else {
          this.passHeaders();
          this.passMessage(frame.payload);
        }
      }
    }
    frames.end();
    const head = splitTrailers(response.headers);
    // A status in the headers counts only if the body has neither message nor status.
    if (
      !this.passedHeaders &&
      trailers?.status === undefined &&
      (head.status !== undefined || trailers === undefined)
    ) {
      for (const [name, value] of trailers?.metadata ?? []) head.metadata.append(name, value);
      this.endTrailersOnly({ ...head, message: head.message || (trailers?.message ?? '') }, HIDDEN_HEADERS);
    } else if (trailers !== undefined) this.endWithTrailers(readStatus(trailers), trailers.metadata);
    else
      throw new CallError(
        Code.UNKNOWN,
        'The response ended without trailers, so it is unknown whether the call succeeded. An intermediary truncated ' +
          'it, or forwards gRPC without translating it to gRPC-Web.',
      );
  }

  /** Reads the body; some browsers lack a stream's own iterator. */
  private async *chunks(response: Response): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    let received = 0;
    for (;;) {
      const chunk = await reader?.read().catch((error: unknown) => {
        throw createBrokenConnectionError(this.call.url, received, error);
      });
      if (chunk?.value === undefined) return;
      received += chunk.value.length;
      yield chunk.value;
    }
  }

  private report(event: () => WireEvent): void {
    const { onWire } = this.options;
    if (onWire === undefined) return;
    try {
      onWire(event());
    } catch (error) {
      throw new CallError(Code.INTERNAL, 'The option "onWire" threw an error.', { cause: error });
    }
  }

  private passHeaders(): void {
    if (this.passedHeaders) return;
    this.passedHeaders = toLibraryMetadata(splitTrailers(this.responseHeaders).metadata);
    this.call.onHeaders(this.passedHeaders, 200);
  }

  private passMessage(payload: Uint8Array): void {
    try {
      this.call.onChunk(encodeFrame({ kind: 'message', payload }));
    } catch (error) {
      if (error instanceof CallError) throw error;
      const text = `The message from ${this.call.url} (${payload.length} bytes) can't be decoded as the method's response.`;
      throw new CallError(Code.INTERNAL, text, { cause: error });
    }
  }

  private endTrailersOnly(trailers: Trailers, hint?: string): void {
    this.call.onHeaders(createEnding(readStatus(trailers, hint), trailers.metadata), 200);
    this.call.onEnd();
  }

  private endWithTrailers(status: Pick<Status, 'code' | 'message'>, metadata: Headers): void {
    const payload = encodeTrailers(status, metadata);
    this.passHeaders();
    // Without trailers, the library ends with its object of headers. Passing it another one would call `onHeaders` again.
    if (payload.length > MAX_LIBRARY_TRAILERS) Object.assign(this.passedHeaders ?? {}, createEnding(status, metadata));
    else this.call.onChunk(encodeFrame({ kind: 'trailers', payload }));
    this.call.onEnd();
  }

  private fail(error: unknown): void {
    const failure =
      error instanceof CallError
        ? error
        : new CallError(Code.INTERNAL, `The client failed: ${String(error)}`, { cause: error });
    this.options.onFailure?.(failure);
    this.endWithTrailers(failure.status, new Headers());
  }
}

/**
 * A transport over `fetch` for @improbable-eng/grpc-web (its `transport` option), for unary and server-streaming
 * calls of any service, in pages, workers and Node. It checks HTTP status, media type, frames and trailers; every
 * failure reaches the library's callbacks as a gRPC status with a message. Cancelling aborts the request.
 * Throws {@link CallError} INVALID_ARGUMENT for an unknown setting or a wrong value.
 */
export function fetchTransport(options: FetchTransportOptions = {}): types.TransportFactory {
  assertSettings('fetchTransport', options, ALL, failSetting);
  return (call) => new FetchTransport(call, options);
}
