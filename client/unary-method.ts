import type { grpc as types } from '@improbable-eng/grpc-web';
import type { Status } from './grpc-web/status.js';
import type { Timing } from './grpc-web/timing.js';

/** A message that google-protobuf 3 or protoc-gen-ts generated. */
export type Message = types.ProtobufMessage;

/** A generated message's class. */
export type MessageClass<T extends Message> = types.ProtobufMessageClass<T>;

/** A unary method: a result of {@link unaryMethod}, or generated for @improbable-eng/grpc-web. */
export type UnaryMethod<Q extends Message, A extends Message> = types.UnaryMethodDefinition<Q, A>;

/** The result of a successful call. */
export interface UnaryResult<A> {
  /** The one message of the answer. */
  readonly response: A;
  /** Response headers that the browser exposes (CORS), without `grpc-status` and `grpc-message`. */
  readonly headers: Headers;
  /** Response trailers, likewise. */
  readonly trailers: Headers;
  /** OK, with its message. */
  readonly status: Status;
  /** Durations in milliseconds. */
  readonly timing: Timing;
  /** The number of requests: 1, and one more for each retry. */
  readonly attempts: number;
}

/**
 * Describes a unary method by names and message classes, for `unaryCall`.
 * `service` includes its package: `api.ApiService`.
 */
export function unaryMethod<Q extends Message, A extends Message>(
  service: string,
  method: string,
  requestType: MessageClass<Q>,
  responseType: MessageClass<A>,
): UnaryMethod<Q, A> {
  return {
    service: { serviceName: service },
    methodName: method,
    requestStream: false,
    responseStream: false,
    requestType,
    responseType,
  };
}
