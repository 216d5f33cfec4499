import { describe, expect, it } from 'vitest';
import { Code, STATUSES } from 'endpoint.js-client';
import { thrown } from '../test/outcomes.js';
import { encodeMessage, encodeTrailers, parseTrailers, readStatus, splitTrailers } from './trailers.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('trailers', () => {
  it.each<[string, string | undefined, string, [string, string][]]>([
    ['grpc-status: 9\r\ngrpc-message: error\r\nx-a: b\r\n', '9', 'error', [['x-a', 'b']]],
    ['Grpc-Status: 9\r\ngRPC-Message: error\r\nX-A: b\r\n', '9', 'error', [['x-a', 'b']]],
    ['grpc-status:0', '0', '', []],
    ['grpc-status: 0\nx-a: 1\nx-a: 2\n', '0', '', [['x-a', '1, 2']]],
    ['x-a:  a: b \r\n\r\n', undefined, '', [['x-a', 'a: b']]],
    ['grpc-message: 50%25 %C3%BC %zz %F0%9F%98%80 %', undefined, '50% ü %zz 😀 %', []],
    ['grpc-message: %ff', undefined, '\u{fffd}', []],
    ['grpc-message: naïve', undefined, 'naïve', []],
    ['', undefined, '', []],
  ])('reads %j', (text, status, message, metadata) => {
    const trailers = parseTrailers(utf8(text));
    expect({ ...trailers, metadata: [...trailers.metadata] }).toEqual({ status, message, metadata });
  });

  it.each(['no colon', ': value', 'a b: c', 'x-a: ü', 'x-a: \u{1}'])('rejects %j', (line) => {
    expect(thrown(() => parseTrailers(utf8(`grpc-status: 0\r\n${line}\r\n`)))).toEqual({
      code: Code.INTERNAL,
      message: expect.stringContaining("The answer's trailers are malformed: "),
    });
  });

  it.each(['', ' a ', '50% ü 😀', 'a\r\nb: c', '\u{0}\u{7f}%41'])('encodes and decodes the message %j', (message) => {
    expect(encodeMessage(message)).toMatch(/^[!-~]*$/);
    const payload = encodeTrailers({ code: 5, message }, new Headers({ 'x-a': '1' }));
    const trailers = parseTrailers(payload);
    expect([trailers.status, trailers.message, [...trailers.metadata]]).toEqual(['5', message, [['x-a', '1']]]);
  });

  it.each<[string | undefined, number, string]>([
    ['0', 0, 'm'],
    ['16', 16, 'm'],
    ['09', 9, 'm'],
    [undefined, 2, 'The answer has no grpc-status. Its message: m'],
    ['17', 2, 'The answer has the grpc-status 17, which gRPC does not define. Its message: m'],
    ['-1', 2, 'grpc-status -1'],
    ['0, 0', 2, 'grpc-status 0, 0'],
    ['', 2, 'grpc-status ,'],
    ['1e1', 2, 'grpc-status 1e1'],
  ])('reads grpc-status %j', (status, code, message) => {
    const result = readStatus({ status, message: 'm', metadata: new Headers() });
    expect(result).toEqual({ code, name: STATUSES[code]?.name, message: expect.stringContaining(message) });
  });

  it('are the headers of a trailers-only answer', () => {
    const { status, message, metadata } = splitTrailers(
      new Headers({ 'grpc-status': '5', 'grpc-message': 'a%20b', 'x-a': '1' }),
    );
    expect([status, message, [...metadata]]).toEqual(['5', 'a b', [['x-a', '1']]]);
  });
});
