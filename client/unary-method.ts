import type { grpc as types } from '@improbable-eng/grpc-web';
import type { Status } from './grpc-web/status.js';
import type { Timing } from './grpc-web/timing.js';

/** A generated message: what google-protobuf 3 and protoc-gen-ts write. */
export type Message = types.ProtobufMessage;

/** A generated message's class. */
export type MessageClass<T extends Message> = types.ProtobufMessageClass<T>;

/** A unary method, as {@link unaryMethod} makes it and as the service generators for @improbable-eng/grpc-web write it. */
export type UnaryMethod<Q extends Message, A extends Message> = types.UnaryMethodDefinition<Q, A>;

/** A call that succeeded. */
export interface UnaryResult<A> {
  /** The one message of the answer. */
  readonly response: A;
  /** Response headers, as far as the browser shows them (CORS); without `grpc-status` and `grpc-message`. */
  readonly headers: Headers;
  /** Response trailers, likewise. */
  readonly trailers: Headers;
  /** OK, and the message that came with it. */
  readonly status: Status;
  /** How long it took, in milliseconds. */
  readonly timing: Timing;
  /** How many requests it took: 1, and one more for each retry. */
  readonly attempts: number;
}

/**
 * Describes a unary method by names and message classes, for `unaryCall`.
 * `service` has its package: `api.ApiService`.
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
