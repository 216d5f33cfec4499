import { BinaryReader } from 'google-protobuf';
import descriptors from 'google-protobuf/google/protobuf/descriptor_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import wrappers from 'google-protobuf/google/protobuf/wrappers_pb.js';
import { describe, expect, it } from 'vitest';
import { Code, unaryCall, unaryMethod } from 'endpoint.js-client';
import { Request, Response } from '../../proto/gen/web/api.js';
import { respondWith, frame, ok, utf8, type Bytes } from '../test/responses.js';
import { failure, thrown } from '../test/calls.js';
import { useTestServer } from '../test/server.js';
import type { Message, MessageClass } from './library.js';
import { assertText, decodeExactly } from './text.js';

/** A field of bytes, text or a message: a short one. */
const field = (number: number, payload: Bytes): Bytes => [number * 8 + 2, payload.length, ...payload];

const NOT_UTF8: readonly [string, Bytes][] = [
  ['a lone byte', [0xff]],
  ['a character cut by a letter', [0xf0, 0x9f, 0x98, 0x61]],
  ['a character cut at the end', [0x61, 0xe2, 0x82]],
  ['a continuation alone', [0x80]],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ['an overlong form', [0xc0, 0xaf]],
  ['a number beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
];

const struct = (key: Bytes, value: Bytes): Bytes => field(1, [...field(1, key), ...field(2, field(3, value))]);

/** A message with text in each place that generated code has: its bytes with any text, and the name of that text. */
const PLACES: readonly [string, MessageClass<Message>, (text: Bytes) => Bytes, string][] = [
  ['a field of protoc-gen-ts', Response, (text) => field(2, text), '.message'],
  ['a field of protoc', wrappers.StringValue, (text) => field(1, text), '.value'],
  ['the second of a list', descriptors.FileDescriptorProto, (text) => [...field(3, utf8('a')), ...field(3, text)], '.dependencyList[1]'], // prettier-ignore
  ['a nested message', descriptors.FileDescriptorProto, (text) => field(4, field(2, field(1, text))), '.messageTypeList[0].fieldList[0].name'], // prettier-ignore
  ['the value of a map', structs.Struct, (text) => struct(utf8('k'), text), '.fieldsMap[0][1].stringValue'],
  ['the key of a map', structs.Struct, (text) => struct(text, utf8('v')), '.fieldsMap[0][0]'],
  ['a text that another replaces', Response, (text) => [...field(2, text), ...field(2, utf8('a'))], ''],
];

describe.each(PLACES)('received text in %s', (_, type, write, name) => {
  it.each(NOT_UTF8)('that is %s is INTERNAL with its name', (__, text) => {
    expect(thrown(() => decodeExactly(type, Uint8Array.from(write(text))))).toEqual({
      code: Code.INTERNAL,
      message: `response${name}: isn't UTF-8; an intermediary changed it, or the server sends bytes as text.`,
    });
  });

  it.each(['', 'a', '\0', '\ufeffa', 'ü€😀', '\ufffd', '\u{10ffff}'])(
    'that is %j is as google-protobuf reads it',
    (text) => {
      const bytes = Uint8Array.from(write(utf8(text)));
      expect(decodeExactly(type, bytes).toObject()).toEqual(type.deserializeBinary(bytes).toObject());
      if (text !== '' && name !== '')
        expect(JSON.stringify(decodeExactly(type, bytes).toObject())).toContain(JSON.stringify(text));
    },
  );
});

describe('a received message', () => {
  it('may have any bytes where it has no text', () => {
    const bytes = Uint8Array.from([...field(1, [0xff, 0xed, 0xa0, 0x80]), ...field(9, [0xff])]);
    expect(decodeExactly(wrappers.BytesValue, bytes).getValue_asU8()).toEqual(Uint8Array.of(0xff, 0xed, 0xa0, 0x80));
  });

  it.each([[[0x0a, 5, 0x61]], [[0x0a, 0xff, 0xff]]])(
    'of the malformed bytes %j leaves the library as it was',
    (bytes) => {
      const before = Object.getOwnPropertyDescriptors(BinaryReader.prototype);
      expect(() => decodeExactly(wrappers.StringValue, Uint8Array.from(bytes))).toThrow(Error);
      expect(Object.getOwnPropertyDescriptors(BinaryReader.prototype)).toEqual(before);
    },
  );
});

const file = new descriptors.FileDescriptorProto();
file.setDependencyList(['a', '\ud800']);
const nested = structs.ListValue.fromJavaScript([['x\udc00']]);
const map = structs.Struct.fromJavaScript({ a: 'b', k: '\udc00\ud800' });

describe('a message to send', () => {
  it.each<[string, Message, string]>([
    ['protoc-gen-ts', new Request({ code: 'a', str2: '😀\ud83d' }), '.str2'],
    ['protoc', new wrappers.StringValue().setValue('\ud800a'), '.value'],
    ['a list', file, '.dependencyList[1]'],
    ['a nested message', nested, '.valuesList[0].listValue.valuesList[0].stringValue'],
    ['a map', map, '.fieldsMap[1][1].stringValue'],
    [
      'a class with names alone',
      { toObject: () => ({ a: ['\ud800'] }), serializeBinary: () => new Uint8Array() },
      '.a[0]',
    ],
  ])('is refused for half of a surrogate pair in %s', (_, message, name) => {
    expect(thrown(() => assertText(message))).toEqual({
      code: Code.INVALID_ARGUMENT,
      message: `request${name}: has half of a surrogate pair, which UTF-8 can't encode; remove it.`,
    });
  });

  it.each<[string, Message]>([
    ['pairs', new Request({ code: '😀', str1: '\u{10ffff}\ud83d\ude00' })],
    ['bytes', new wrappers.BytesValue().setValue(Uint8Array.of(0xed, 0xa0, 0x80))],
    ['nothing', new wrappers.StringValue()],
  ])('may have %s', (_, message) => {
    expect(() => assertText(message)).not.toThrow();
  });
});

describe('unaryCall', async () => {
  const server = await useTestServer();
  const method = unaryMethod('a.B', 'C', wrappers.StringValue, structs.Struct);

  it('makes no request with half of a surrogate pair, also from an interceptor', async () => {
    const half = new wrappers.StringValue().setValue('\ud800');
    const whole = new wrappers.StringValue().setValue('a');
    const replaced = unaryCall(method, whole, {
      host: server.host,
      interceptors: [(next) => (request) => next({ ...request, message: half })],
    });
    for (const running of [unaryCall(method, half, { host: server.host }), replaced]) {
      expect(await failure(running)).toMatchObject({ code: Code.INVALID_ARGUMENT, attempts: 0 });
    }
    expect(server.received).toEqual([]);
  });

  it('rejects a response with text that isn’t UTF-8, once the call has ended', async () => {
    server.respond = respondWith([...frame(0, struct(utf8('k'), [0xff])), ...ok]);
    const error = await failure(unaryCall(method, new wrappers.StringValue(), { host: server.host }));
    expect(error).toMatchObject({ code: Code.INTERNAL, attempts: 1 });
    expect(error.message).toContain("response.fieldsMap[0][1].stringValue: isn't UTF-8");
  });
});
