import type { FailSetting } from '../../lib/strict.js';
import { binaryMetadata } from './binary-metadata.js';
import type { Timing } from './timing.js';

/** The 17 status codes of gRPC by name, as in `Code.UNAVAILABLE` (gRPC, doc/statuscodes.md). */
export const Code = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

/** A status's name: `OK`, `CANCELLED`, … */
export type StatusName = keyof typeof Code;

/** A status's number, 0 to 16. */
export type StatusCode = (typeof Code)[StatusName];

/** How a call ended. */
export interface Status {
  /** 0 to 16; 0 is success. */
  readonly code: StatusCode;
  /** The code's name. */
  readonly name: StatusName;
  /** The message of the server, or of this client if no server responded; may be empty. */
  readonly message: string;
}

const MEANINGS: Readonly<Record<StatusName, string>> = {
  OK: 'The call succeeded.',
  CANCELLED: 'The call was cancelled, typically by its caller.',
  UNKNOWN: 'The call failed, and no other status fits.',
  INVALID_ARGUMENT: 'An argument is wrong, whatever the state of the system.',
  DEADLINE_EXCEEDED: 'The deadline passed before the call was done.',
  NOT_FOUND: 'A requested entity does not exist.',
  ALREADY_EXISTS: 'The entity that the call was to create exists already.',
  PERMISSION_DENIED: 'The caller is known, but may not do this.',
  RESOURCE_EXHAUSTED: 'A quota or a size limit is exceeded.',
  FAILED_PRECONDITION: 'The system is not in the state that the call needs.',
  ABORTED: 'The call conflicts with another one and may be tried again from the start.',
  OUT_OF_RANGE: 'The call went past the end of the valid range.',
  UNIMPLEMENTED: 'The server does not offer this method.',
  INTERNAL: 'An invariant of the system is broken: a bug, or a malformed response.',
  UNAVAILABLE: 'The service cannot be reached at the moment.',
  DATA_LOSS: 'Data is lost or corrupt beyond recovery.',
  UNAUTHENTICATED: 'The caller has not proved who it is: credentials are missing or not valid.',
};

const NAMES = Object.keys(Code) as StatusName[];

/** Every status in the order of the codes: its number, name, and meaning in one sentence. */
export const STATUSES: readonly { readonly code: StatusCode; readonly name: StatusName; readonly meaning: string }[] =
  NAMES.map((name) => ({ code: Code[name], name, meaning: MEANINGS[name] }));

/** Whether a number is a gRPC status code. */
export function isStatusCode(code: number): code is StatusCode {
  return STATUSES[code] !== undefined;
}

/** The name of a status code: `statusName(14)` is `'UNAVAILABLE'`. */
export function statusName(code: StatusCode): StatusName {
  return STATUSES[code]?.name ?? 'UNKNOWN';
}

/** The meaning of a status code, in one sentence. */
export function statusMeaning(code: StatusCode): string {
  return STATUSES[code]?.meaning ?? '';
}

/** The details of a failed call beside its code and message. */
export interface CallErrorDetails {
  /** The underlying error: from `fetch`, the signal's reason, … */
  readonly cause?: unknown;
  /** Response headers, if a response came. */
  readonly headers?: Headers | undefined;
  /** Response trailers, if a response came. */
  readonly trailers?: Headers | undefined;
  /** Durations, if a request was made. */
  readonly timing?: Timing | undefined;
  /** The number of requests. */
  readonly attempts?: number | undefined;
}

/**
 * The error that failed calls reject with. `code` and `status` are gRPC's. The client itself sets CANCELLED (the signal),
 * DEADLINE_EXCEEDED (the deadline), UNAVAILABLE (no response), INVALID_ARGUMENT (options that can't be sent), and other codes
 * if a response violates the protocol.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** gRPC status code, 1 to 16. */
  readonly code: StatusCode;
  /** Code, name and the server's message (which may be empty, unlike `message` of the error). */
  readonly status: Status;
  /** Response headers without `grpc-status` and `grpc-message`; empty without a response. */
  readonly headers: Headers;
  /** Response trailers, likewise. In a trailers-only response, they are its headers. */
  readonly trailers: Headers;
  /** Durations; undefined if no request was made. */
  readonly timing: Timing | undefined;
  /** The number of requests, retries included. */
  readonly attempts: number;

  constructor(code: StatusCode, message: string, details: CallErrorDetails = {}) {
    const name = statusName(code);
    super(message === '' ? `${name}: ${statusMeaning(code)}` : message, { cause: details.cause });
    // Engines before Chrome 93 ignore the option.
    this.cause = details.cause;
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

/** Throws the error of an option or a field that can't be sent. */
export const failSetting: FailSetting = (_, name, problem) => {
  throw new CallError(Code.INVALID_ARGUMENT, `${name}: ${problem}.`);
};
