import { describe, expect, it } from 'vitest';
import { binaryMetadata, Code, requestMetadata, type MetadataInit } from 'endpoint.js-client';
import { thrown, untyped } from '../test/calls.js';
import { decodeBase64, encodeBase64 } from './binary-metadata.js';

describe('base64', () => {
  it.each([[[]], [[0]], [[255, 254]], [[1, 2, 3]], [[251, 255, 191, 0]]])(
    'encodes %j unpadded, and decodes both forms',
    (list) => {
      const bytes = Uint8Array.from(list);
      const text = Buffer.from(bytes).toString('base64');
      expect(encodeBase64(bytes)).toBe(text.replace(/=/g, ''));
      expect(decodeBase64(text)).toEqual(bytes);
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    },
  );

  it.each(['A', 'AAAAA', 'AA=', 'A===', 'AA==AA', 'A A', '-_', 'ä'])('rejects %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });
});

describe('request metadata', () => {
  const bytes = Uint8Array.of(255, 0, 1);
  it.each<[string, MetadataInit | undefined, [string, string][]]>([
    ['nothing', undefined, []],
    ['an object', { Authorization: 'Bearer x', 'x-gone': undefined }, [['authorization', 'Bearer x']]],
    ['a list', { 'x-a': ['1', '2'] }, [['x-a', '1, 2']]],
    ['pairs', [['x-a', '1'], ['X-A', '2']], [['x-a', '1, 2']]], // prettier-ignore
    ['a Map', new Map([['x-a', '1']]), [['x-a', '1']]],
    ['Headers', new Headers({ 'x-a': '1' }), [['x-a', '1']]],
    ['bytes', { 'x-bin': bytes }, [['x-bin', '/wAB']]],
    ['several bytes', { 'x-bin': [bytes, Uint8Array.of(1)] }, [['x-bin', '/wAB, AQ']]],
    ['base64 text', { 'x-bin': 'AQ==, AQ' }, [['x-bin', 'AQ==, AQ']]],
    ['__proto__ as a name', untyped(JSON.parse('{"__proto__":"1"}')), [['__proto__', '1']]],
  ])('accepts %s', (_, init, fields) => expect([...requestMetadata(init)]).toEqual(fields));

  it.each<[unknown, string]>([
    [{ 'x y': '1' }, `Metadata "x y": this name isn't valid; use letters, digits, "-", "_" and ".".`],
    [{ '': '1' }, 'Metadata "": this name'],
    [{ 'x-a': 'ü' }, 'Metadata "x-a": the value is not printable ASCII'],
    [{ 'x-a': '1\r\nx-b: 2' }, 'Metadata "x-a": the value is not printable ASCII'],
    [{ 'x-a': bytes }, 'Metadata "x-a": the value is bytes; use a name that ends in "-bin".'],
    [{ 'x-bin': 'not base64!' }, 'Metadata "x-bin": the value is not base64'],
    [{ 'x-a': 1 }, 'Metadata "x-a": the value is of type number; pass a string.'],
    [{ 'x-bin': null }, 'Metadata "x-bin": the value is of type object; pass a string or a Uint8Array.'],
    [{ 'Grpc-Timeout': '1S' }, `Metadata "Grpc-Timeout": this name can't be set; use the option "deadline".`],
    [{ accept: '*/*' }, `Metadata "accept": this name can't be set; it is always application/grpc-web+proto.`],
    [{ 'content-type': 'text/plain' }, `Metadata "content-type": this name can't be set`],
    [{ Cookie: 'a=b' }, 'Metadata "Cookie": browsers do not let a page send this header; use another name.'],
    [{ 'sec-x': 'a' }, 'Metadata "sec-x": browsers do not'],
    ...Object.entries<unknown>({
      String: 'x-a: 1',
      null: null,
      Number: 1,
      Function: () => ({ 'x-a': '1' }),
      Promise: Promise.resolve({ 'x-a': '1' }),
      Date: new Date(),
      RegExp: /x/,
      Error: new Error('x'),
      Credentials: new (class Credentials {
        get authorization() {
          return 'x';
        }
      })(),
      Object: Object.create({ 'x-a': '1' }),
    }).map<[unknown, string]>(([type, init]) => [
      init,
      `metadata: is of type ${type}; pass a plain object, Headers, or pairs.`,
    ]),
    [[['x-a', '1', '2']], 'metadata: must have pairs of a name and a value.'],
    [['ab'], 'metadata: must have pairs'],
    [[null], 'metadata: must have pairs'],
  ])('rejects %j', (init, message) => {
    expect(thrown(() => requestMetadata(untyped(init)))).toEqual({
      code: Code.INVALID_ARGUMENT,
      message: expect.stringContaining(message),
    });
  });

  it('decodes -bin values, padded or not, one or several', () => {
    const metadata = new Headers([['x-bin', 'AQ=='], ['x-bin', 'AgM'], ['y-bin', '?']]); // prettier-ignore
    expect(binaryMetadata(metadata, 'x-bin')).toEqual([Uint8Array.of(1), Uint8Array.of(2, 3)]);
    expect(binaryMetadata(metadata, 'y-bin')).toBeUndefined();
    expect(binaryMetadata(metadata, 'z-bin')).toEqual([]);
  });
});
