import * as imported from '@improbable-eng/grpc-web';
import type { grpc as types } from '@improbable-eng/grpc-web';

/** A CommonJS module as an ES module sees it: bundlers expose its names, Node only `default`. */
interface Interop {
  readonly grpc?: typeof types;
  readonly default?: Interop;
}

function findGrpc(module: Interop): typeof types {
  if (module.grpc !== undefined) return module.grpc;
  if (module.default !== undefined && module.default !== module) return findGrpc(module.default);
  throw new TypeError('@improbable-eng/grpc-web has no export "grpc"; install version ^0.15.0.');
}

/** The API of @improbable-eng/grpc-web, whichever way the module is imported. */
export const grpc: typeof types = findGrpc(imported);

/** Converts metadata for the library. Its own reading of `Headers` throws at an empty value. */
export function toLibraryMetadata(headers: Headers): types.Metadata {
  const metadata = new grpc.Metadata();
  for (const [name, value] of headers) metadata.append(name, value);
  return metadata;
}

/** A message that google-protobuf 3 or protoc-gen-ts generated. */
export type Message = types.ProtobufMessage;

/** A generated message's class. */
export type MessageClass<T extends Message> = types.ProtobufMessageClass<T>;

/** A unary method: a result of {@link unaryMethod}, or generated for @improbable-eng/grpc-web. */
export type UnaryMethod<Q extends Message, A extends Message> = types.UnaryMethodDefinition<Q, A>;

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
