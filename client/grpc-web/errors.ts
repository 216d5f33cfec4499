import { binaryMetadata } from './binary-metadata.js';
import { statusMeaning, statusName, type Status, type StatusCode } from './status.js';
import type { Timing } from './timing.js';

/** The details of a failed call beside its code and message. */
export interface CallErrorDetails {
  /** The underlying error: from `fetch`, the signal's reason, … */
  readonly cause?: unknown;
  /** Response headers, if an answer came. */
  readonly headers?: Headers | undefined;
  /** Response trailers, if an answer came. */
  readonly trailers?: Headers | undefined;
  /** Durations, if a request was made. */
  readonly timing?: Timing | undefined;
  /** The number of requests. */
  readonly attempts?: number | undefined;
}

/**
 * The error that failed calls reject with. `code` and `status` are gRPC's. The client itself sets CANCELLED (the signal),
 * DEADLINE_EXCEEDED (the deadline), UNAVAILABLE (no answer), INVALID_ARGUMENT (options that can't be sent), and other codes
 * if an answer violates the protocol.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** gRPC status code, 1 to 16. */
  readonly code: StatusCode;
  /** Code, name and the server's message (which may be empty, unlike `message` of the error). */
  readonly status: Status;
  /** Response headers without `grpc-status` and `grpc-message`; empty without an answer. */
  readonly headers: Headers;
  /** Response trailers, likewise. In a trailers-only answer, they are its headers. */
  readonly trailers: Headers;
  /** Durations; undefined if no request was made. */
  readonly timing: Timing | undefined;
  /** The number of requests, retries included. */
  readonly attempts: number;

  constructor(code: StatusCode, message: string, details: CallErrorDetails = {}) {
    const name = statusName(code);
    super(message === '' ? `${name}: ${statusMeaning(code)}` : message, { cause: details.cause });
    this.code = code;
    this.status = { code, name, message };
    this.headers = details.headers ?? new Headers();
    this.trailers = details.trailers ?? new Headers();
    this.timing = details.timing;
    this.attempts = details.attempts ?? 0;
  }

  /** Headers and trailers combined; for a name in both, the trailer's value. */
  get metadata(): Headers {
    const metadata = new Headers(this.headers);
    for (const [name, value] of this.trailers) metadata.set(name, value);
    return metadata;
  }

  /**
   * The serialized `google.rpc.Status` of `grpc-status-details-bin`, if the server sent one in valid base64 (its text is
   * in `trailers` in any case). `statusDetails` and `errorDetails` decode it.
   */
  get details(): Uint8Array | undefined {
    return binaryMetadata(this.trailers, 'grpc-status-details-bin')?.[0];
  }
}
