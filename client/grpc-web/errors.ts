import { binaryMetadata } from './binary-metadata.js';
import { statusMeaning, statusName, type Status, type StatusCode } from './status.js';
import type { Timing } from './timing.js';

/** What is known about a failed call beside its code and message. */
export interface CallErrorDetails {
  /** The error below this one: what `fetch` threw, the signal's reason, … */
  readonly cause?: unknown;
  /** Response headers, as far as an answer came. */
  readonly headers?: Headers | undefined;
  /** Response trailers, as far as an answer came. */
  readonly trailers?: Headers | undefined;
  /** How long it took, where a request was made. */
  readonly timing?: Timing | undefined;
  /** How many requests were made. */
  readonly attempts?: number | undefined;
}

/**
 * Why a call failed: the one error that calls reject with. `code` and `status` are gRPC's; codes that no server sent
 * come from this client: CANCELLED (the signal), DEADLINE_EXCEEDED (the deadline), UNAVAILABLE (no answer),
 * INVALID_ARGUMENT (options that can't be sent), and others where an answer breaks the protocol.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** gRPC status code, 1 to 16. */
  readonly code: StatusCode;
  /** Code, name and the server's own words (`message` below is never empty, `status.message` may be). */
  readonly status: Status;
  /** Response headers without `grpc-status` and `grpc-message`; empty where no answer came. */
  readonly headers: Headers;
  /** Response trailers, likewise. In a trailers-only answer they are the headers. */
  readonly trailers: Headers;
  /** How long it took; undefined where no request was made. */
  readonly timing: Timing | undefined;
  /** How many requests were made, retries included; 0 where none was. */
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

  /** Headers and trailers in one; where both have a name, the trailer's value. */
  get metadata(): Headers {
    const metadata = new Headers(this.headers);
    for (const [name, value] of this.trailers) metadata.set(name, value);
    return metadata;
  }

  /**
   * The serialized `google.rpc.Status` of `grpc-status-details-bin`, where the server sent one that is base64 (the
   * text stays in `trailers` in any case). `statusDetails` and `errorDetails` decode it.
   */
  get details(): Uint8Array | undefined {
    return binaryMetadata(this.trailers, 'grpc-status-details-bin')?.[0];
  }
}
