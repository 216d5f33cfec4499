import {
  create,
  createFileRegistry,
  type DescMethod,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { descriptorSetBase64 } from '../proto/gen/descriptor-set.js';
import type { OperationArguments } from './operation.js';

// One codec for both transports: google-protobuf, which the generated classes use, lets malformed UTF-8 through and
// changes the text on the way; a proto3 string must be refused then.

/** What a call is answered with. */
export interface CallResponse {
  readonly success: boolean;
  readonly message: string;
}

const descriptorSet = fromBinary(FileDescriptorSetSchema, Buffer.from(descriptorSetBase64, 'base64'));
const registry = createFileRegistry(descriptorSet);

function found<T>(descriptor: T | undefined, name: string): T {
  if (descriptor === undefined) throw new Error(`The descriptor set has no ${name}.`);
  return descriptor;
}

function unary(method: DescMethod): DescMethodUnary {
  if (!isUnary(method)) throw new Error(`${method.name} is not unary.`);
  return method;
}

function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === 'unary';
}

/** The service's descriptor. */
export const apiService = found(registry.getService('api.ApiService'), 'api.ApiService');
/** The only method's descriptor. */
export const callApi = unary(found(apiService.method['callApi'], 'CallApi'));
/** The method's path in HTTP/2 and in gRPC-Web. */
export const callApiPath = `/${apiService.typeName}/${callApi.name}`;
/** The files of the service as serialized google.protobuf.FileDescriptorProto, for reflection. */
export const fileDescriptors = descriptorSet.file.map((file) => toBinary(FileDescriptorProtoSchema, file));

type DynamicMessage = MessageShape<typeof callApi.input>;

/** The arguments in an api.Request. */
export function argumentsOf(request: DynamicMessage): OperationArguments {
  const fields = reflect(callApi.input, request);
  const value = (name: string): unknown =>
    fields.get(
      found(
        callApi.input.fields.find((field) => field.name === name),
        name,
      ),
    );
  return {
    code: String(value('code')),
    str1: String(value('str1')),
    str2: String(value('str2')),
    intValue: Number(value('int_value')),
  };
}

/** An api.Response. */
export function responseMessage({ success, message }: CallResponse): DynamicMessage {
  return create(callApi.output, { success, message });
}

/** Reads a serialized api.Request; undefined when the bytes are none, or hold a string that is not UTF-8. */
export function decodeRequest(bytes: Uint8Array): OperationArguments | undefined {
  try {
    return argumentsOf(fromBinary(callApi.input, bytes));
  } catch {
    // Whatever the decoder says of the bytes (it throws several classes), they come from outside: they are malformed.
    return undefined;
  }
}

/** Serializes an api.Response. */
export function encodeResponse(response: CallResponse): Uint8Array {
  return toBinary(callApi.output, responseMessage(response));
}
