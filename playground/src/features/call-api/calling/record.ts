import type { CallError, CallResult } from 'endpoint.js-client';
import type { Call } from '../form/call.js';
import type { Detail } from '../failure/error-details.js';

type Status = CallError['status'];
export type StatusCode = Status['code'];
export type Timing = CallResult['timing'];

/** A field of received metadata. */
export interface MetadataField {
  readonly name: string;
  readonly value: string;
  /** What the bytes of a `-bin` field say, where they can be read. */
  readonly decoded?: readonly string[];
}

/** A request as it goes out. */
export interface SentRequest {
  readonly url: string;
  /** Those that the client sets; the browser adds its own. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array;
}

/** What went over the wire, as far as it did. */
export interface Wire {
  readonly request?: SentRequest;
  readonly response?: {
    readonly httpStatus: number;
    readonly contentType: string;
    /** `grpc-status` among the headers: the answer needs no body then ("trailers-only"). */
    readonly grpcStatus: string | undefined;
  };
  /** The response's body, as it came. */
  readonly body: Uint8Array;
}

/** A call and how it ended. */
export interface CallRecord {
  readonly call: Call;
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly status: Status;
  /** What the status means, in one sentence. */
  readonly meaning: string;
  /** What the server or the client says about a failure; empty where the call was served. */
  readonly text: string;
  /** What the server sent to explain a failure. */
  readonly details: readonly Detail[];
  /** The response, where the call was served. */
  readonly answer?: Pick<CallResult, 'success' | 'message'>;
  readonly headers: readonly MetadataField[];
  readonly trailers: readonly MetadataField[];
  readonly timing: Timing | undefined;
  readonly wire: Wire;
  /** The answer has no body: what would be its trailers came as headers. */
  readonly trailersOnly: boolean;
  readonly advice: Advice;
}

/** What the status card says beside code, name and meaning. */
export interface Advice {
  /** Empty where the status says it all. */
  readonly title: string;
  /** What to do, the likeliest first. */
  readonly next: readonly string[];
  /** Whether the title says in short what the text says at length. */
  readonly saysItAll: boolean;
}
