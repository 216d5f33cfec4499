import {
  create,
  createFileRegistry,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { reflect } from '@bufbuild/protobuf/reflect';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { descriptorSetBase64 } from '../../proto/gen/descriptor-set.js';
import { maxFields } from './limits.js';
import type { OperationArguments } from '../operations/operation.js';

// A new field of api.proto passes through this file to `OperationArguments`, whose comments have the bounds. `client/call-client.ts` and
// `features/call-api` of the playground send it; `examples/calls.jsonl`, the example clients and `docs/guides/server.md` show it.
// The number of a removed field stays `reserved` in api.proto, because older clients send it.
//
// One codec for both transports: google-protobuf, which the generated classes use, accepts malformed UTF-8 and changes the text,
// where a proto3 string must be refused.

/** The response of a call. */
export interface CallResponse {
  readonly success: boolean;
  readonly message: string;
}

const descriptorSet = fromBinary(FileDescriptorSetSchema, Buffer.from(descriptorSetBase64, 'base64'));
const registry = createFileRegistry(descriptorSet);

const isUnary = (method: DescMethod | undefined): method is DescMethodUnary => method?.methodKind === 'unary';

function findMethod(): DescMethodUnary {
  const method = registry.getService('api.ApiService')?.method['callApi'];
  if (!isUnary(method)) throw new Error('The descriptor set has no unary api.ApiService.CallApi.');
  return method;
}

function findField({ typeName, fields: list }: DescMessage, name: string, scalar: ScalarType): DescField {
  const found = list.find((field) => field.name === name);
  if (found?.scalar !== scalar) throw new Error(`${typeName} has no ${name} of type ${ScalarType[scalar]}.`);
  return found;
}

export const callApi = findMethod();
export const apiService = callApi.parent;
/** The method's path in HTTP/2 and in gRPC-Web. */
export const callApiPath = `/${apiService.typeName}/${callApi.name}`;
/** The files of the service as serialized google.protobuf.FileDescriptorProto, for reflection. */
export const fileDescriptors = descriptorSet.file.map((file) => toBinary(FileDescriptorProtoSchema, file));

type DynamicMessage = MessageShape<typeof callApi.input>;

const fields = {
  code: findField(callApi.input, 'code', ScalarType.STRING),
  str1: findField(callApi.input, 'str1', ScalarType.STRING),
  str2: findField(callApi.input, 'str2', ScalarType.STRING),
  intValue: findField(callApi.input, 'int_value', ScalarType.INT32),
};

export function readArguments(request: DynamicMessage): OperationArguments {
  const message = reflect(callApi.input, request);
  const readText = (field: DescField): string => {
    const value = message.get(field);
    return typeof value === 'string' ? value : '';
  };
  return {
    code: readText(fields.code),
    str1: readText(fields.str1),
    str2: readText(fields.str2),
    intValue: Number(message.get(fields.intValue)),
  };
}

export function createResponse({ success, message }: CallResponse): DynamicMessage {
  return create(callApi.output, { success, message });
}

/**
 * Whether a message has more than {@link maxFields} fields, so that reading it would take long; those of groups count. False for
 * bytes that aren't a message.
 */
export function hasTooManyFields(bytes: Uint8Array): boolean {
  // A field has at least one byte: most messages need not be read.
  if (bytes.length <= maxFields) return false;
  const reader = new BinaryReader(bytes);
  try {
    for (let count = 0; reader.pos < reader.len; count += 1) {
      if (count === maxFields) return true;
      const [number, type] = reader.tag();
      // The fields of a group are counted one by one.
      if (type !== WireType.StartGroup && type !== WireType.EndGroup) reader.skip(type, number);
    }
  } catch {
    // The reader throws several classes for bytes that aren't a message: decoding them fails in the same way.
  }
  return false;
}

/** Whether Connect can read bytes as an api.Request: unlike {@link decodeRequest}, it reads a field of another type as one of its own. */
export function isReadByDescriptors(bytes: Uint8Array): boolean {
  try {
    fromBinary(callApi.input, bytes);
    return true;
  } catch {
    // As in decodeRequest.
    return false;
  }
}

/**
 * Reads a serialized api.Request; undefined when the bytes aren't one, or hold a string that isn't UTF-8.
 *
 * Field by field, as generated code would: reading by descriptors takes a quarter of all the time of a call.
 */
export function decodeRequest(bytes: Uint8Array): OperationArguments | undefined {
  const { code, str1, str2, intValue } = fields;
  const args = { code: '', str1: '', str2: '', intValue: 0 };
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag();
      const isText = type === WireType.LengthDelimited;
      if (isText && number === code.number) args.code = reader.string(true);
      else if (isText && number === str1.number) args.str1 = reader.string(true);
      else if (isText && number === str2.number) args.str2 = reader.string(true);
      else if (type === WireType.Varint && number === intValue.number) args.intValue = reader.int32();
      else reader.skip(type, number);
    }
    return args;
  } catch {
    // The bytes come from outside, so each error of the reader (it throws several classes) means that they are malformed.
    return undefined;
  }
}

const responseTags = {
  success: createTag('success', ScalarType.BOOL, WireType.Varint),
  message: createTag('message', ScalarType.STRING, WireType.LengthDelimited),
};

function createTag(name: string, scalar: ScalarType, type: WireType): number {
  return (findField(callApi.output, name, scalar).number << 3) | type;
}

/** Counts the bytes that {@link encodeResponse} writes, without writing them. */
export function countResponseBytes({ success, message }: CallResponse): number {
  const bytes = Buffer.byteLength(message);
  const tagBytes = 1;
  return (success ? tagBytes + 1 : 0) + (bytes === 0 ? 0 : tagBytes + countVarintBytes(bytes) + bytes);
}

function countVarintBytes(value: number): number {
  return Math.ceil(Math.max(1, 32 - Math.clz32(value)) / 7);
}

/**
 * Writes a serialized api.Response into a single buffer; a BinaryWriter copies it twice, and takes a hundredth of a short call more.
 * Fields that have their default are left out (proto3).
 */
export function encodeResponse({ success, message }: CallResponse): Buffer {
  const length = Buffer.byteLength(message);
  const target = Buffer.allocUnsafe(countResponseBytes({ success, message }));
  let at = 0;
  if (success) {
    at = target.writeUInt8(responseTags.success, at);
    at = target.writeUInt8(1, at);
  }
  if (length > 0) {
    at = target.writeUInt8(responseTags.message, at);
    for (let rest = length; ; rest >>>= 7) {
      at = target.writeUInt8(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest, at);
      if (rest <= 0x7f) break;
    }
    target.write(message, at);
  }
  return target;
}
