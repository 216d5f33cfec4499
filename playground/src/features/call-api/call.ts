import type { CallError, CallResult } from 'endpoint.js-client';
import type { Field } from '../../ui/FieldList.js';

/** A call as the client accepts it. */
export interface Call {
  readonly bridge: string;
  readonly request: { readonly code: string; readonly str1: string; readonly str2: string; readonly intValue: number };
  readonly metadata: readonly (readonly [name: string, value: string])[];
  /** Milliseconds from now; undefined for no deadline. */
  readonly deadline: number | undefined;
}

/** Checks metadata by the client's rules; returns its problem. */
export type MetadataCheck = (name: string, value: string) => string | undefined;

type Status = CallError['status'];
export type Timing = CallResult['timing'];

/** A request as it is sent. */
export interface SentRequest {
  readonly url: string;
  /** Headers set by the client; the browser adds others. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array;
}

/** The traffic of a call. */
export interface Wire {
  readonly request?: SentRequest;
  readonly response?: {
    readonly httpStatus: number;
    readonly contentType: string;
    /** `grpc-status` among the headers, in a response without a body ("trailers-only"). */
    readonly grpcStatus: string | undefined;
  };
  /** The raw body of the response. */
  readonly body: Uint8Array;
}

/** An error detail from the server. */
export interface Detail {
  /** `google.rpc.BadRequest`, or a custom type of the server. */
  readonly type: string;
  /** JSON if the type is known, else the bytes. */
  readonly text: string;
}

/** A call and its result. */
export interface CallRecord {
  readonly call: Call;
  /** Time of sending, in milliseconds since the epoch. */
  readonly at: number;
  readonly status: Status;
  /** The meaning of the status, in one sentence. */
  readonly meaning: string;
  /** The error text of the server or the client; empty if the call was served. */
  readonly text: string;
  /** The error details of the server. */
  readonly details: readonly Detail[];
  /** The message of the response, if the call was served. */
  readonly result: Pick<CallResult, 'success' | 'message'> | undefined;
  readonly headers: readonly Field[];
  readonly trailers: readonly Field[];
  readonly timing: Timing | undefined;
  readonly wire: Wire;
  /** Whether the response has no body, and its trailers came as headers. */
  readonly trailersOnly: boolean;
}
