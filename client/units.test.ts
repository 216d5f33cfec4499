import { describe, expect, it, vi } from 'vitest';
import {
  binaryMetadata,
  CallError,
  Code,
  requestMetadata,
  STATUSES,
  statusMeaning,
  statusName,
  type MetadataInit,
} from 'endpoint.js-client';
import { decodeBase64, encodeBase64 } from './grpc-web/base64.js';
import { callLimits, grpcTimeout, remainingTime, startTimer } from './failures/deadline.js';
import { encodeFrame, FrameReader, type Frame } from './grpc-web/frames.js';
import { resolveHost } from './grpc-web/host.js';
import { codeFromHttpStatus } from './grpc-web/http-status.js';
import { isStatusCode } from './grpc-web/status.js';
import { readTiming, serverTimingDuration } from './grpc-web/timing.js';
import { encodeMessage, encodeTrailers, parseTrailers, readStatus, trailersFromHeaders } from './grpc-web/trailers.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What callers without types may pass. */
function untyped(value: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wrong on purpose
  return value as never;
}

/** The error that `run` throws, as code and message. */
function failure(run: () => unknown): { code: number; message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof CallError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

describe('status', () => {
  it('lists the 17 codes in order, each with a meaning of its own', () => {
    expect(STATUSES.map(({ code }) => code)).toEqual(Array.from({ length: 17 }, (_, index) => index));
    expect(STATUSES.map(({ name }) => Code[name])).toEqual(STATUSES.map(({ code }) => code));
    expect(new Set(STATUSES.map(({ meaning }) => meaning)).size).toBe(17);
    expect([statusName(14), statusName(16)]).toEqual(['UNAVAILABLE', 'UNAUTHENTICATED']);
    expect(statusMeaning(4)).toContain('deadline');
    expect([0, 16, 17, -1, 1.5, Number.NaN].map(isStatusCode)).toEqual([true, true, false, false, false, false]);
  });

  it.each([
    [200, 2], [204, 2], [400, 13], [401, 16], [403, 7], [404, 12], [405, 2], [409, 2], [412, 2], [413, 2], [415, 2],
    [418, 2], [429, 14], [431, 2], [499, 2], [500, 2], [501, 2], [502, 14], [503, 14], [504, 14], [505, 2],
  ])('HTTP %i without a gRPC status is code %i', (http, code) => expect(codeFromHttpStatus(http)).toBe(code)); // prettier-ignore
});

describe('base64', () => {
  it.each([[[]], [[0]], [[255, 254]], [[1, 2, 3]], [[251, 255, 191, 0]]])('writes %j unpadded, reads both', (list) => {
    const bytes = Uint8Array.from(list);
    const text = Buffer.from(bytes).toString('base64');
    expect(encodeBase64(bytes)).toBe(text.replace(/=/g, ''));
    expect(decodeBase64(text)).toEqual(bytes);
    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
  });

  it('takes a megabyte', () => {
    const bytes = new Uint8Array(1 << 20).fill(7);
    // Compared as one value: `toEqual` on so many elements takes seconds.
    expect(Buffer.compare(decodeBase64(encodeBase64(bytes)) ?? new Uint8Array(), bytes)).toBe(0);
  });

  it.each(['A', 'AAAAA', 'AA=', 'A===', 'AA==AA', 'A A', '-_', 'ä'])('refuses %j', (text) => {
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
    ['an odd name that is its own key', untyped(JSON.parse('{"__proto__":"1"}')), [['__proto__', '1']]],
  ])('takes %s', (_, init, fields) => expect([...requestMetadata(init)]).toEqual(fields));

  it.each<[unknown, string]>([
    [{ 'x y': '1' }, 'Metadata "x y": a name consists of letters, digits, "-", "_" and ".".'],
    [{ '': '1' }, 'Metadata "": a name'],
    [{ 'x-a': 'ü' }, 'Metadata "x-a": a value is printable ASCII'],
    [{ 'x-a': '1\r\nx-b: 2' }, 'Metadata "x-a": a value is printable ASCII'],
    [{ 'x-a': bytes }, 'Metadata "x-a": bytes need a name that ends in "-bin".'],
    [{ 'x-bin': 'not base64!' }, 'Metadata "x-bin": text under "-bin" is base64'],
    [{ 'x-a': 1 }, 'Metadata "x-a": a value is a string, not number.'],
    [{ 'x-bin': null }, 'Metadata "x-bin": a value is a string or a Uint8Array, not object.'],
    [{ 'Grpc-Timeout': '1S' }, `Metadata "Grpc-Timeout": this name can't be set: use the option "deadline".`],
    [{ 'content-type': 'text/plain' }, `Metadata "content-type": this name can't be set`],
    [{ Cookie: 'a=b' }, 'Metadata "Cookie": browsers do not let a page send this header.'],
    [{ 'sec-x': 'a' }, 'Metadata "sec-x": browsers do not'],
    ['x-a: 1', 'Metadata must be an object'],
    [null, 'Metadata must be an object'],
  ])('refuses %j', (init, message) => {
    expect(failure(() => requestMetadata(untyped(init)))).toEqual({
      code: Code.INVALID_ARGUMENT,
      message: expect.stringContaining(message),
    });
  });

  it('reads -bin values, padded or not, one or several', () => {
    const metadata = new Headers([['x-bin', 'AQ=='], ['x-bin', 'AgM'], ['y-bin', '?']]); // prettier-ignore
    expect(binaryMetadata(metadata, 'x-bin')).toEqual([Uint8Array.of(1), Uint8Array.of(2, 3)]);
    expect(binaryMetadata(metadata, 'y-bin')).toBeUndefined();
    expect(binaryMetadata(metadata, 'z-bin')).toEqual([]);
  });
});

/** All frames of a body in pieces, as kind and bytes. */
function read(reader: FrameReader, ...chunks: Uint8Array[]): [string, number[]][] {
  const frames: Frame[] = [];
  for (const chunk of chunks) frames.push(...reader.push(chunk));
  reader.end();
  return frames.map(({ kind, payload }) => [kind, [...payload]]);
}

describe('frames', () => {
  const message = encodeFrame({ kind: 'message', payload: Uint8Array.of(1, 2, 3) });
  const empty = encodeFrame({ kind: 'message', payload: new Uint8Array() });
  const trailers = encodeFrame({ kind: 'trailers', payload: utf8('a: b') });

  it('writes flags and length', () => {
    expect([...message]).toEqual([0, 0, 0, 0, 3, 1, 2, 3]);
    expect([...trailers]).toEqual([0x80, 0, 0, 0, 4, ...utf8('a: b')]);
  });

  it('reads the same however the bytes are cut', () => {
    const body = Uint8Array.of(...message, ...empty, ...message, ...trailers);
    const expected = [['message', [1, 2, 3]], ['message', []], ['message', [1, 2, 3]], ['trailers', [...utf8('a: b')]]]; // prettier-ignore
    for (let size = 1; size <= body.length; size += 1) {
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < body.length; start += size) chunks.push(body.subarray(start, start + size));
      expect(read(new FrameReader(100), ...chunks)).toEqual(expected);
    }
    expect(read(new FrameReader(100), new Uint8Array(), empty)).toEqual([['message', []]]);
    expect(read(new FrameReader(100))).toEqual([]);
  });

  it.each<[string, number[], number, string]>([
    ['a compressed message', [1, 0, 0, 0, 0], 13, 'a frame is compressed, which was not asked for. Turn it off'],
    ['flags of which one says compressed', [3, 0, 0, 0, 0], 13, 'unknown flags 0x03. Something on the way cut'],
    ['compressed trailers', [0x81, 0, 0, 0, 0], 13, 'a frame is compressed'],
    ['an unknown flag', [2, 0, 0, 0, 0], 13, 'unknown flags 0x02'],
    ['text', [...utf8('<html>')], 13, 'unknown flags 0x3c'],
    ['a cut head', [0, 0, 0], 13, "ended inside a frame's head, after 3 of 5 bytes"],
    ['a cut payload', [0, 0, 0, 0, 4, 1], 13, 'ended inside a frame, after 1 of 4 bytes'],
    ['a missing payload', [0, 0, 0, 0, 4], 13, 'ended inside a frame, after 0 of 4 bytes'],
    ['bytes after trailers', [0x80, 0, 0, 0, 0, 0, 0], 13, '2 bytes follow the trailers'],
    ['a long frame', [0, 255, 255, 255, 255], 8, 'a frame of 4294967295 bytes, and at most 100 are accepted'],
  ])('refuses %s', (_, bytes, code, text) => {
    expect(failure(() => read(new FrameReader(100), Uint8Array.from(bytes)))).toEqual({
      code,
      message: expect.stringContaining(text),
    });
  });
});

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

  it.each(['no colon', ': value', 'a b: c', 'x-a: ü', 'x-a: \u{1}'])('refuses %j', (line) => {
    expect(failure(() => parseTrailers(utf8(`grpc-status: 0\r\n${line}\r\n`)))).toEqual({
      code: Code.INTERNAL,
      message: expect.stringContaining("The answer's trailers are broken: "),
    });
  });

  it.each(['', ' a ', '50% ü 😀', 'a\r\nb: c', '\u{0}\u{7f}%41'])(
    'carries the message %j there and back',
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
    [undefined, 2, 'The answer has no grpc-status. It says: m'],
    ['17', 2, 'The answer has the grpc-status 17, which gRPC does not define. It says: m'],
    ['-1', 2, 'grpc-status -1'],
    ['0, 0', 2, 'grpc-status 0, 0'],
    ['', 2, 'grpc-status ,'],
    ['1e1', 2, 'grpc-status 1e1'],
  ])('judges grpc-status %j', (status, code, message) => {
    const result = readStatus({ status, message: 'm', metadata: new Headers() });
    expect(result).toEqual({ code, name: STATUSES[code]?.name, message: expect.stringContaining(message) });
  });

  it('splits the headers of a trailers-only answer', () => {
    const { status, message, metadata } = trailersFromHeaders(
      new Headers({ 'grpc-status': '5', 'grpc-message': 'a%20b', 'x-a': '1' }),
    );
    expect([status, message, [...metadata]]).toEqual(['5', 'a b', [['x-a', '1']]]);
  });
});

describe('deadline', () => {
  it.each([
    [1, '1m'], [0.2, '1m'], [1500, '1500m'], [99_999_999, '99999999m'], [100_000_000, '100000S'],
    [99_999_999_000, '99999999S'], [100_000_000_000, '1666667M'], [6e12, '1666667H'], [1e300, '99999999H'],
  ])('%d ms is sent as %s', (ms, text) => expect(grpcTimeout(ms)).toBe(text)); // prettier-ignore

  it('takes milliseconds, a Date, and none', () => {
    vi.useFakeTimers({ now: 1_000 });
    try {
      expect([5, new Date(1_500), new Date(900), undefined, Infinity].map(remainingTime)).toEqual(
        [5, 500, -100, undefined, undefined], // prettier-ignore
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([0, -1, Number.NaN, -Infinity, new Date('x'), '100', null])('refuses %s', (deadline) => {
    expect(failure(() => remainingTime(untyped(deadline)))).toEqual({
      code: Code.INVALID_ARGUMENT,
      message: expect.stringContaining(`The deadline is ${String(deadline)}. It must be a number of milliseconds`),
    });
  });

  it('waits longer than one timer can', () => {
    vi.useFakeTimers();
    try {
      const rang = vi.fn<() => void>();
      startTimer(2 ** 31 + 10, rang);
      vi.advanceTimersByTime(2 ** 31 + 9);
      expect(rang).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(rang).toHaveBeenCalledOnce();
      startTimer(2 ** 31 + 10, rang)();
      vi.advanceTimersByTime(2 ** 33);
      expect(rang).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  it('listens to nothing after its release', () => {
    const caller = new AbortController();
    const limits = callLimits(caller.signal, 10_000);
    limits.release();
    caller.abort();
    expect(limits.signal.aborted).toBe(false);
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
  ])('reads app from %j', (value, ms) => expect(serverTimingDuration(value, 'app')).toBe(ms));

  it('reads headers and trailers', () => {
    const headers = new Headers({ 'x-envoy-upstream-service-time': '12' });
    const trailers = new Headers({ 'server-timing': 'app;dur=3' });
    const timing = readTiming({ total: 20, headers: 15 }, { headers, trailers });
    expect(timing).toEqual({ total: 20, headers: 15, server: 3, upstream: 12 });
  });
});

describe('host', () => {
  it.each<[string, string | undefined, string]>([
    ['http://localhost:8080', undefined, 'http://localhost:8080'],
    ['HTTPS://Example.com/', undefined, 'https://example.com'],
    ['https://example.com/api//', undefined, 'https://example.com/api'],
    ['', 'https://page.example', 'https://page.example'],
    ['/api', 'https://page.example', 'https://page.example/api'],
  ])('%j on a page of %s is %s', (host, origin, resolved) => expect(resolveHost(host, origin)).toBe(resolved));

  it.each<[unknown, string | undefined, string]>([
    [undefined, undefined, 'it is not a string'],
    ['', undefined, 'it is relative, and there is no page'],
    ['/api', 'null', 'it is relative, and there is no page'],
    ['localhost:8080', undefined, 'host "localhost:8080": "localhost:" is not http:// or https://. It must be like'],
    ['api.example.com', 'https://page.example', 'it has neither "http://" or "https://" nor a "/" at its start'],
    ['ftp://h', undefined, '"ftp:" is not http'],
    ['http://', undefined, 'it is not a URL'],
    ['http://u:p@h', undefined, 'user name or password'],
    ['http://h?x', undefined, 'a query or a fragment'],
    ['http://h#x', undefined, 'a query or a fragment'],
  ])('refuses %j', (host, origin, message) => {
    expect(() => resolveHost(untyped(host), origin)).toThrow(message);
  });
});

describe('CallError', () => {
  it('has code, status, metadata, cause and details', () => {
    const headers = new Headers({ 'x-a': 'header', 'x-b': 'header' });
    const trailers = new Headers({ 'x-b': 'trailer', 'grpc-status-details-bin': 'CAUSAW8=' });
    const error = new CallError(Code.NOT_FOUND, '', { headers, trailers, cause: 'why' });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'CallError', code: 5, cause: 'why' });
    expect(error.status).toEqual({ code: 5, name: 'NOT_FOUND', message: '' });
    expect(error.message).toBe('NOT_FOUND: Something that the call asked for does not exist.');
    expect([error.metadata.get('x-a'), error.metadata.get('x-b')]).toEqual(['header', 'trailer']);
    expect(error.details).toEqual(Uint8Array.of(8, 5, 18, 1, 111));
    expect(new CallError(Code.INTERNAL, 'x').details).toBeUndefined();
  });
});
