import { describe, expect, it } from 'vitest';
import { thrown } from '../test/calls.js';
import { encodeFrame, FrameReader, type Frame } from './frames.js';
import { Code, STATUSES } from 'endpoint.js-client';
import { encodeMessage, encodeTrailers, parseTrailers, readStatus, splitTrailers } from './response.js';
import { parseServerTiming, readTiming } from './timing.js';

/** Reads all frames of a body in chunks, as kind and bytes. */
function readFrames(reader: FrameReader, ...chunks: Uint8Array[]): [string, number[]][] {
  const frames: Frame[] = [];
  for (const chunk of chunks) frames.push(...reader.push(chunk));
  reader.end();
  return frames.map(({ kind, payload }) => [kind, [...payload]]);
}

describe('frames', () => {
  const message = encodeFrame({ kind: 'message', payload: Uint8Array.of(1, 2, 3) });
  const empty = encodeFrame({ kind: 'message', payload: new Uint8Array() });
  const trailers = encodeFrame({ kind: 'trailers', payload: utf8('a: b') });

  it('have flags and a length', () => {
    expect([...message]).toEqual([0, 0, 0, 0, 3, 1, 2, 3]);
    expect([...trailers]).toEqual([0x80, 0, 0, 0, 4, ...utf8('a: b')]);
  });

  it('are read alike from any chunks', () => {
    const body = Uint8Array.of(...message, ...empty, ...message, ...trailers);
    const expected = [['message', [1, 2, 3]], ['message', []], ['message', [1, 2, 3]], ['trailers', [...utf8('a: b')]]]; // prettier-ignore
    for (let size = 1; size <= body.length; size += 1) {
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < body.length; start += size) chunks.push(body.subarray(start, start + size));
      expect(readFrames(new FrameReader(100), ...chunks)).toEqual(expected);
    }
    expect(readFrames(new FrameReader(100), new Uint8Array(), empty)).toEqual([['message', []]]);
    expect(readFrames(new FrameReader(100))).toEqual([]);
  });

  it.each<[string, number[], number, string, boolean?]>([
    [
      'a compressed message',
      [1, 0, 0, 0, 0],
      13,
      'a frame is compressed, which was not requested. Turn compression off',
    ],
    [
      'a compressed message that was requested',
      [1, 0, 0, 0, 0],
      13,
      'a frame is compressed. Remove "grpc-accept-enc',
      true,
    ],
    ['compressed among other flags', [3, 0, 0, 0, 0], 13, 'unknown flags 0x03. An intermediary truncated'],
    ['compressed trailers', [0x81, 0, 0, 0, 0], 13, 'a frame is compressed'],
    ['an unknown flag', [2, 0, 0, 0, 0], 13, 'unknown flags 0x02'],
    ['text', [...utf8('<html>')], 13, 'unknown flags 0x3c'],
    ['a truncated head', [0, 0, 0], 13, "ended inside a frame's head, after 3 of 5 bytes"],
    ['a truncated payload', [0, 0, 0, 0, 4, 1], 13, 'ended inside a frame, after 1 of 4 bytes'],
    ['a missing payload', [0, 0, 0, 0, 4], 13, 'ended inside a frame, after 0 of 4 bytes'],
    ['bytes after trailers', [0x80, 0, 0, 0, 0, 0, 0], 13, '2 bytes follow the trailers'],
    ['a long frame', [0, 255, 255, 255, 255], 8, 'a frame of 4294967295 bytes; at most 100 are accepted'],
  ])('reject %s', (_, bytes, code, text, isCompressionRequested) => {
    const reader = new FrameReader(100, isCompressionRequested);
    expect(thrown(() => readFrames(reader, Uint8Array.from(bytes)))).toEqual({
      code,
      message: expect.stringContaining(text),
    });
  });
});

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
      message: expect.stringContaining("The response's trailers are malformed: "),
    });
  });

  it.each(['', ' a ', '50% ü 😀', 'a\r\nb: c', '\u{0}\u{7f}%41', '\u{feff}a'])(
    'encodes and decodes the message %j',
    (message) => {
      expect(encodeMessage(message)).toMatch(/^[!-~]*$/);
      const payload = encodeTrailers({ code: 5, message }, new Headers({ 'x-a': '1' }));
      const trailers = parseTrailers(payload);
      expect([trailers.status, trailers.message, [...trailers.metadata]]).toEqual(['5', message, [['x-a', '1']]]);
    },
  );

  it.each<[string | undefined, number, string]>([
    ['0', 0, 'm'],
    ['16', 16, 'm'],
    ['09', 9, 'm'],
    [undefined, 2, 'The response has no grpc-status. Its message: m'],
    ['17', 2, 'The response has the grpc-status 17, which gRPC does not define. Its message: m'],
    ['-1', 2, 'grpc-status -1'],
    ['0, 0', 2, 'grpc-status 0, 0'],
    ['', 2, 'grpc-status ,'],
    ['1e1', 2, 'grpc-status 1e1'],
  ])('reads grpc-status %j', (status, code, message) => {
    const result = readStatus({ status, message: 'm', metadata: new Headers() });
    expect(result).toEqual({ code, name: STATUSES[code]?.name, message: expect.stringContaining(message) });
  });

  it('are the headers of a trailers-only response', () => {
    const { status, message, metadata } = splitTrailers(
      new Headers({ 'grpc-status': '5', 'grpc-message': 'a%20b', 'x-a': '1' }),
    );
    expect([status, message, [...metadata]]).toEqual(['5', 'a b', [['x-a', '1']]]);
  });
});

describe('timing', () => {
  it.each<[string, number | undefined]>([
    ['app;dur=1.5', 1.5],
    ['db;dur=1, app ; desc="a, b; dur=9" ; DUR = "2"', 2],
    ['app', undefined],
    ['app;dur=fast', undefined],
    ['apps;dur=1', undefined],
    ['x;desc="app;dur=1"', undefined],
    ['', undefined],
  ])('reads app from %j', (value, ms) => expect(parseServerTiming(value, 'app')).toBe(ms));

  it('reads headers and trailers', () => {
    const headers = new Headers({ 'x-envoy-upstream-service-time': '12' });
    const trailers = new Headers({ 'server-timing': 'app;dur=3' });
    const timing = readTiming({ total: 20, headers: 15 }, { headers, trailers });
    expect(timing).toEqual({ total: 20, headers: 15, server: 3, upstream: 12 });
  });
});
