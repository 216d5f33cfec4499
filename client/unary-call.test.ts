import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  binaryMetadata,
  CallError,
  Code,
  createCallClient,
  fetchTransport,
  unaryCall,
  unaryMethod,
  type CallClientOptions,
  type CallOptions,
  type CallResult,
  type Message,
  type WireEvent,
} from 'endpoint.js-client';
import { Request, Response } from '../proto/gen/web/api.js';
import { grpc } from './grpc-web/improbable.js';
import {
  answerOf,
  failure,
  frame,
  HI,
  message,
  ok,
  trailers,
  until,
  utf8,
  watch,
  WEB,
  type Bytes,
  type Fields,
} from './test/answers.js';
import { useTestServer } from './test/server-hooks.js';
import { refusingPort } from '../dev/testing/refusing-port.js';

const server = await useTestServer();
afterEach(() => {
  vi.useRealTimers();
});

/** What the server answers from now on. */
function answer(...answered: Parameters<typeof answerOf>): void {
  server.answer = answerOf(...answered);
}

const call = (options?: CallOptions, settings?: Partial<CallClientOptions>): Promise<CallResult> =>
  createCallClient({ host: server.host, ...settings }).call({ code: 'echo' }, options);

/** What callers without types may pass. */
function untyped(value: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wrong on purpose
  return value as never;
}

describe('a request', () => {
  it('is a POST of one frame to /package.Service/Method', async () => {
    answer([...message, ...ok]);
    const client = createCallClient({ host: `${server.host}/prefix/` });
    await client.call({ code: 'a', str1: 'ü', str2: 'c', intValue: 5 });
    await client.call({ code: '' });
    const [full, empty] = server.received;
    expect(full).toMatchObject({ method: 'POST', url: '/prefix/api.ApiService/CallApi' });
    expect(full?.headers).toMatchObject({ 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' });
    expect(full?.headers).not.toHaveProperty('grpc-timeout');
    const fields = [0x0a, 1, 0x61, 0x12, 2, 0xc3, 0xbc, 0x1a, 1, 0x63, 0x20, 5];
    expect([...(full?.body ?? [])]).toEqual(frame(0, fields));
    expect([...(empty?.body ?? [])]).toEqual(frame(0, []));
  });

  it('carries metadata of client and call, the call winning by name, and the deadline', async () => {
    // The clock stands still, so that nothing of a deadline passes.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    answer([...message, ...ok]);
    const client = createCallClient({
      host: server.host,
      metadata: { authorization: 'Bearer old', 'x-a': ['1', '2'] },
      deadline: 9_000,
    });
    await client.call({ code: 'a' }, { metadata: { Authorization: 'Bearer new', 'x-bin': Uint8Array.of(255, 0) } });
    await client.call({ code: 'a' }, { deadline: new Date(Date.now() + 5_000) });
    await client.call({ code: 'a' }, { deadline: Infinity });
    const [first, second, third] = server.received.map(({ headers }) => headers);
    expect(first).toMatchObject({
      authorization: 'Bearer new',
      'x-a': '1, 2',
      'x-bin': '/wA',
      'grpc-timeout': '9000m',
    });
    expect(second?.['authorization']).toBe('Bearer old');
    expect(second?.['grpc-timeout']).toBe('5000m');
    expect(third).not.toHaveProperty('grpc-timeout');
  });

  it.each<[string, unknown, CallOptions, string]>([
    ['a missing code', {}, {}, 'code is undefined. It must be a string.'],
    ['a number as text', { code: 'a', str1: 1 }, {}, 'str1 is number. It must be a string.'],
    ['half a surrogate pair', { code: 'a', str2: 'x\u{d83d}' }, {}, 'str2 has half of a surrogate pair at position 1'],
    ['a fraction', { code: 'a', intValue: 1.5 }, {}, 'intValue is 1.5. It must be a whole number from -2147483648'],
    ['too large a number', { code: 'a', intValue: 2 ** 31 }, {}, 'intValue is 2147483648.'],
    ['too small a number', { code: 'a', intValue: -(2 ** 31) - 1 }, {}, 'intValue is -2147483649.'],
    ['NaN', { code: 'a', intValue: Number.NaN }, {}, 'intValue is NaN.'],
    ['text as number', { code: 'a', intValue: '1' }, {}, 'intValue is a string.'],
    [
      'the name in api.proto',
      { code: 'a', int_value: 1 },
      {},
      '"int_value" is no field of a call: code, str1, str2, intValue.',
    ],
    ['a bad deadline', { code: 'a' }, { deadline: -1 }, 'The deadline is -1.'],
    ['bad metadata', { code: 'a' }, { metadata: { 'x-a': 'ü' } }, 'Metadata "x-a"'],
  ])('is not made with %s', async (_, request, options, text) => {
    const client = createCallClient({ host: server.host });
    const error = await failure(client.call(untyped(request), options));
    expect([error.code, error.message]).toEqual([Code.INVALID_ARGUMENT, expect.stringContaining(text)]);
    expect(server.received).toEqual([]);
  });

  it.each([2 ** 31 - 1, -(2 ** 31), -0])('takes the int32 %d', async (intValue) => {
    answer([...message, ...ok]);
    await createCallClient({ host: server.host }).call({ code: 'a', intValue });
    const sent = Request.deserializeBinary((server.received[0]?.body ?? new Uint8Array()).subarray(5));
    expect(sent.int_value).toBe(intValue + 0);
  });

  it('needs a host', () => {
    expect(() => createCallClient({ host: 'localhost:8080' })).toThrow(TypeError);
    expect(() => createCallClient({ host: server.host, metadata: { te: 'x' } })).toThrow(CallError);
  });
});

describe('an answer that is right', () => {
  it.each<[string, Bytes, Fields]>([
    ['plain', [...message, ...ok], WEB],
    ['application/grpc-web', [...message, ...ok], { 'content-type': 'application/grpc-web' }],
    ['a media type with parameters', [...message, ...ok], { 'content-type': 'Application/gRPC-Web+Proto; x=y' }],
    ['identity named', [...message, ...ok], { ...WEB, 'grpc-encoding': 'identity' }],
    ['status 8 in the headers, 0 in the body', [...message, ...ok], { ...WEB, 'grpc-status': '8' }],
    ['trailers in mixed case', [...message, ...trailers('Grpc-Status: 0', 'GRPC-MESSAGE: OK')], WEB],
    ['trailers without blanks', [...message, ...trailers('grpc-status:0')], WEB],
    ['an unknown field', [...frame(0, [...HI, 0x98, 0x06, 1]), ...ok], WEB],
  ])('%s', async (_, body, headers) => {
    answer(body, headers);
    expect(await call()).toMatchObject({ success: true, message: 'hi', status: { code: 0, name: 'OK' } });
  });

  it('an empty message is a message', async () => {
    answer([...frame(0, []), ...ok]);
    expect(await call()).toMatchObject({ success: false, message: '' });
  });

  it('comes in any pieces', async () => {
    const body = Uint8Array.from([...message, ...ok]);
    server.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/grpc-web' });
      let sent = 0;
      const next = (): void => {
        if (sent === body.length) response.end();
        else {
          response.write(body.subarray(sent, sent + 1));
          sent += 1;
          setTimeout(next, 1);
        }
      };
      next();
    };
    expect((await call()).message).toBe('hi');
  });

  it('gives headers, trailers, status and timing', async () => {
    answer(
      [...message, ...trailers('grpc-status: 0', 'grpc-message: all%20well', 'X-T: 1', 'x-t: 2', 'x-bin: AQ==', 'x-bin: AgM', 'server-timing: app;dur=1.5')], // prettier-ignore
      { ...WEB, 'x-h': ['a', 'b'], 'x-envoy-upstream-service-time': '3' },
    );
    const result = await call();
    expect(result.headers.get('x-h')).toBe('a, b');
    expect(result.trailers.get('x-t')).toBe('1, 2');
    expect(binaryMetadata(result.trailers, 'x-bin')).toEqual([Uint8Array.of(1), Uint8Array.of(2, 3)]);
    expect(result.trailers.has('grpc-status')).toBe(false);
    expect(result.status).toEqual({ code: 0, name: 'OK', message: 'all well' });
    expect(result.timing).toMatchObject({ server: 1.5, upstream: 3 });
    expect(result.timing.headers).toBeGreaterThan(0);
    expect(result.timing.total).toBeGreaterThanOrEqual(result.timing.headers ?? Infinity);
  });

  it('is given to fifty calls at once, each its own', async () => {
    server.answer = (response, { body }) => {
      const { code } = Request.deserializeBinary(body.subarray(5));
      const bytes = [...new Response({ success: true, message: code }).serializeBinary()];
      setTimeout(
        () =>
          response
            .writeHead(200, { 'content-type': 'application/grpc-web' })
            .end(Uint8Array.from([...frame(0, bytes), ...ok])),
        // In an order of its own, which is the same each time.
        (server.received.length * 7) % 20,
      );
    };
    const client = createCallClient({ host: server.host });
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    const results = await Promise.all(names.map((code) => client.call({ code })));
    expect(results.map((result) => result.message)).toEqual(names);
  });
});

describe('an answer with an error', () => {
  const cases: [string, number, Bytes, Fields, number, string][] = [
    // gRPC statuses
    ...Array.from({ length: 16 }, (_, index): [string, number, Bytes, Fields, number, string] => [
      `status ${index + 1} in trailers`, 200, trailers(`grpc-status: ${index + 1}`, 'grpc-message: why'), WEB, index + 1, 'why',
    ]), // prettier-ignore
    ['status 9 in headers', 200, [], { ...WEB, 'grpc-status': '9', 'grpc-message': 'why%21' }, 9, 'why!'],
    ['status 9 after a message', 200, [...message, ...trailers('grpc-status: 9', 'grpc-message: why')], WEB, 9, 'why'],
    [
      '9 in the body, 8 in the headers',
      200,
      trailers('grpc-status: 9'),
      { ...WEB, 'grpc-status': '8' },
      9,
      'FAILED_PRECONDITION: ',
    ],
    [
      '9 in the body, 0 in the headers',
      200,
      trailers('grpc-status: 9'),
      { ...WEB, 'grpc-status': '0' },
      9,
      'FAILED_PRECONDITION: ',
    ],
    [
      'a status of a proxy',
      503,
      [],
      { 'content-type': 'application/grpc', 'grpc-status': '8', 'grpc-message': 'full' },
      8,
      'full',
    ],
    [
      'a status of a proxy with text',
      403,
      utf8('no'),
      { 'content-type': 'text/plain', 'grpc-status': '7' },
      7,
      'PERMISSION_DENIED: ',
    ],
    [
      'an undefined status',
      200,
      [...message, ...trailers('grpc-status: 42')],
      WEB,
      2,
      'grpc-status 42, which gRPC does not define',
    ],
    ['a status that is no number', 200, trailers('grpc-status: fine'), WEB, 2, 'grpc-status fine'],
    [
      'no status in the trailers',
      200,
      trailers('grpc-message: error'),
      WEB,
      2,
      'The answer has no grpc-status. It says: error',
    ],
    ['no status after a message', 200, [...message, ...trailers('x-a: b')], WEB, 2, 'The answer has no grpc-status.'],
    [
      'no status in the headers',
      200,
      [],
      { ...WEB, 'grpc-message': 'error' },
      2,
      'The answer has no grpc-status. It says: error',
    ],
    ['nothing at all', 200, [], WEB, 2, 'The answer has no grpc-status.'],
    // Cardinality
    ['OK without a message', 200, ok, WEB, 12, 'status OK and no message'],
    ['OK in headers without a message', 200, [], { ...WEB, 'grpc-status': '0' }, 12, 'status OK and no message'],
    ['two messages', 200, [...message, ...message, ...ok], WEB, 12, 'status OK and 2 messages'],
    // Frames
    ['no trailers', 200, message, WEB, 2, 'ended without trailers'],
    [
      'no trailers, but a status in the headers',
      200,
      message,
      { ...WEB, 'grpc-status': '0' },
      2,
      'ended without trailers',
    ],
    [
      'a compressed frame',
      200,
      [...frame(1, HI), ...ok],
      { ...WEB, 'grpc-encoding': 'gzip' },
      13,
      'a frame is compressed',
    ],
    [
      'a compressed frame of identity',
      200,
      [...frame(1, HI), ...ok],
      { ...WEB, 'grpc-encoding': 'identity' },
      13,
      'compressed',
    ],
    ['compressed trailers', 200, [...message, ...frame(0x81, [])], WEB, 13, 'a frame is compressed'],
    ['unknown flags', 200, [...frame(4, HI), ...ok], WEB, 13, 'unknown flags 0x04'],
    ['a cut head', 200, message.slice(0, 3), WEB, 13, "ended inside a frame's head, after 3 of 5 bytes"],
    ['a cut message', 200, message.slice(0, 8), WEB, 13, 'ended inside a frame, after 3 of 6 bytes'],
    ['cut trailers', 200, [...message, ...ok.slice(0, -2)], WEB, 13, 'ended inside a frame, after 14 of 16 bytes'],
    ['bytes after trailers', 200, [...message, ...ok, ...message], WEB, 13, '11 bytes follow the trailers'],
    [
      'an endless frame',
      200,
      frame(0, [], 0xff_ff_ff_ff),
      WEB,
      8,
      'a frame of 4294967295 bytes, and at most 16777216 are accepted',
    ],
    ['a message that is none', 200, [...frame(0, [0x0a, 0xff, 0xff]), ...ok], WEB, 13, "can't be decoded"],
    [
      'a trailer line without a colon',
      200,
      [...message, ...trailers('grpc-status: 0', 'oops')],
      WEB,
      13,
      '"oops" is not "name: value"',
    ],
    // Media types
    [
      'a picture',
      200,
      utf8('GIF'),
      { 'content-type': 'image/jpeg' },
      2,
      'content-type image/jpeg. That is no gRPC-Web answer',
    ],
    [
      'a page',
      200,
      utf8('<html>'),
      { 'content-type': 'text/html' },
      2,
      'is "host" the address of the proxy or gateway?',
    ],
    ['no media type', 200, [...message, ...ok], {}, 2, 'no content-type'],
    [
      'gRPC-Web JSON',
      200,
      [...message, ...ok],
      { 'content-type': 'application/grpc-web+json' },
      13,
      'Only binary gRPC-Web',
    ],
    [
      'gRPC-Web text',
      200,
      [...message, ...ok],
      { 'content-type': 'application/grpc-web-text' },
      13,
      'Only binary gRPC-Web',
    ],
    ['OK in headers, but a page', 200, utf8('x'), { 'content-type': 'text/html', 'grpc-status': '0' }, 2, 'text/html'],
    // HTTP
    ...([[400, 13], [401, 16], [403, 7], [404, 12], [409, 2], [412, 2], [413, 2], [415, 2], [418, 2], [429, 14], [431, 2],
      [500, 2], [502, 14], [503, 14], [504, 14], [505, 2]] as const).map(
      ([http, code]): [string, number, Bytes, Fields, number, string] => [
        `HTTP ${http}`, http, utf8('text'), {}, code, `/api.ApiService/CallApi answered with HTTP ${http} `,
      ]), // prettier-ignore
    [
      'HTTP 503 with OK in the headers',
      503,
      [],
      { ...WEB, 'grpc-status': '0' },
      14,
      'HTTP 503 Service Unavailable and no gRPC',
    ],
    ['HTTP 503 with a gRPC-Web body', 503, [...message, ...ok], WEB, 14, 'HTTP 503 Service Unavailable'],
    ['HTTP 204', 204, [], {}, 2, 'HTTP 204 No Content'],
    ['HTTP 302', 302, [], { location: '/elsewhere' }, 2, 'redirects, and calls are not redirected'],
    ['HTTP 307', 307, [], { location: '/elsewhere' }, 2, 'Give the final address as "host"'],
  ];

  it.each(cases)('%s', async (_, http, body, headers, code, text) => {
    answer(body, headers, http);
    const error = await failure(call());
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(text)]);
    expect(server.received).toHaveLength(1);
    expect(error.timing?.headers).toBeGreaterThan(0);
  });

  it('gives headers and trailers apart, and details as bytes', async () => {
    answer(
      trailers('grpc-status: 5', 'grpc-message: %F0%9F%98%80', 'x-t: 1', 'x-t: 2', 'grpc-status-details-bin: CAUSAW8'),
      { ...WEB, 'x-h': 'a', 'server-timing': 'app;dur=4' },
    );
    const error = await failure(call());
    expect(error.status).toEqual({ code: 5, name: 'NOT_FOUND', message: '😀' });
    expect([error.headers.get('x-h'), error.headers.get('x-t'), error.trailers.get('x-h')]).toEqual(['a', null, null]);
    expect(error.trailers.get('x-t')).toBe('1, 2');
    expect(error.details).toEqual(Uint8Array.of(8, 5, 18, 1, 111));
    expect(error.timing?.server).toBe(4);
  });

  it('takes empty values of headers, sent and received, for what they are', async () => {
    const metadata = { 'x-empty': '' };
    answer([...message, ...ok], { ...WEB, ...metadata });
    expect((await call({ metadata })).headers.get('x-empty')).toBe('');
    expect(server.received[0]?.headers['x-empty']).toBe('');
    answer([], { ...WEB, ...metadata, 'grpc-status': '5' });
    const error = await failure(call());
    expect([error.code, error.trailers.get('x-empty')]).toEqual([Code.NOT_FOUND, '']);
  });

  it('takes the headers of a trailers-only answer for its trailers', async () => {
    answer([], { ...WEB, 'grpc-status': '9', 'x-t': ['1', '2'], 'grpc-status-details-bin': 'AQ' });
    const error = await failure(call());
    expect(error.trailers.get('x-t')).toBe('1, 2');
    expect(error.metadata.get('x-t')).toBe('1, 2');
    expect(error.metadata.has('grpc-status')).toBe(false);
    expect(error.details).toEqual(Uint8Array.of(1));
  });

  it('keeps the headers of an answer that is none, and takes them for no trailers', async () => {
    answer(utf8('later'), { 'retry-after': '5' }, 503);
    const error = await failure(call());
    expect(error.headers.get('retry-after')).toBe('5');
    expect([...error.trailers]).toEqual([]);
  });

  it('keeps the cause where a message can not be decoded', async () => {
    answer([...frame(0, [0x0a, 0xff, 0xff]), ...ok]);
    expect((await failure(call())).cause).toBeInstanceOf(Error);
  });

  it('refuses a message over the limit it is given', async () => {
    answer([...message, ...ok]);
    expect((await failure(call({}, { maxMessageBytes: 5 }))).code).toBe(Code.RESOURCE_EXHAUSTED);
    // The limit holds for each frame, and the trailers here have 16 bytes.
    expect((await call({}, { maxMessageBytes: 16 })).message).toBe('hi');
  });
});

describe('no answer', () => {
  it('is UNAVAILABLE with the address, the reason and the cause', async () => {
    const { port, release } = await refusingPort();
    const host = `http://127.0.0.1:${port}`;
    const error = await failure(createCallClient({ host }).call({ code: 'a' }));
    release();
    expect(error.code).toBe(Code.UNAVAILABLE);
    expect(error.message).toContain(`No answer came from ${host}/api.ApiService/CallApi (connect ECONNREFUSED`);
    expect(error.cause).toBeInstanceOf(TypeError);
    expect(error.timing?.headers).toBeUndefined();
    expect(error.timing?.total).toBeGreaterThan(0);
  });

  it('is UNAVAILABLE where the connection breaks before or inside the answer', async () => {
    server.answer = (response) => response.destroy();
    expect((await failure(call())).code).toBe(Code.UNAVAILABLE);
    let hangUp = (): void => undefined;
    server.answer = (response) => {
      hangUp = () => response.destroy();
      response.writeHead(200, { 'content-type': 'application/grpc-web', 'content-length': '100' });
      response.write(Uint8Array.from(message));
    };
    const onWire = ({ type }: WireEvent): void => {
      if (type === 'chunk') hangUp();
    };
    const error = await failure(call({}, { onWire }));
    expect([error.code, error.message]).toEqual([14, expect.stringMatching(/broke after 11 bytes of the answer \(/)]);
    expect(error.cause).toBeInstanceOf(Error);
  });
});

/** Two servers that never finish: one says nothing, one stops inside the answer. */
const STALLED: [string, (response: ServerResponse) => void][] = [
  ['before the headers', () => undefined],
  [
    'inside the body',
    (response) => response.writeHead(200, { 'content-type': 'application/grpc-web' }).write(Uint8Array.from(message)),
  ],
];

describe('cancelling', () => {
  it('before the call makes no request', async () => {
    const reason = new Error('changed my mind');
    const error = await failure(call({ signal: AbortSignal.abort(reason) }));
    expect(error).toMatchObject({ code: Code.CANCELLED, cause: reason });
    expect(server.received).toEqual([]);
  });

  it.each(STALLED)('%s aborts the request', async (_, stalled) => {
    server.answer = stalled;
    const controller = new AbortController();
    const running = failure(call({ signal: controller.signal, deadline: 60_000 }));
    await until(() => server.received.length === 1);
    expect(server.received[0]?.hungUp).toBe(false);
    controller.abort('enough');
    const error = await running;
    expect(error).toMatchObject({ code: Code.CANCELLED, cause: 'enough', message: 'The caller cancelled the call.' });
    await until(() => server.received[0]?.hungUp ?? false);
  });

  it('keeps the headers that had come', async () => {
    const controller = new AbortController();
    const onWire = ({ type }: WireEvent): void => {
      if (type === 'response') setTimeout(() => controller.abort(), 5);
    };
    server.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/grpc-web', 'x-h': '1' }).flushHeaders();
    };
    const error = await failure(call({ signal: controller.signal }, { onWire }));
    expect([error.code, error.headers.get('x-h')]).toEqual([Code.CANCELLED, '1']);
  });

  it('after the end changes nothing', async () => {
    answer([...message, ...ok]);
    const controller = new AbortController();
    const result = await call({ signal: controller.signal });
    controller.abort();
    expect(result.message).toBe('hi');
    expect(server.received[0]?.hungUp).toBe(false);
  });
});

describe('the deadline', () => {
  it.each(STALLED)('is kept on this side %s, and aborts the request', async (_, stalled) => {
    server.answer = stalled;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const running = failure(call({ deadline: 400 }));
    const ended = watch(running);
    await until(() => server.received.length === 1);
    await vi.advanceTimersByTimeAsync(399);
    expect([ended.settled, server.received[0]?.hungUp]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    const error = await running;
    expect([error.code, error.message]).toEqual([4, 'The deadline of 400 ms passed before the call was done.']);
    await until(() => server.received[0]?.hungUp ?? false);
    expect(server.received[0]?.headers['grpc-timeout']).toBe('400m');
  });

  it('that is over makes no request', async () => {
    const error = await failure(call({ deadline: new Date(Date.now() - 1_000) }));
    expect([error.code, error.message]).toEqual([4, 'The deadline passed before the call was done.']);
    expect(server.received).toEqual([]);
  });
});

describe('onWire', () => {
  it('is told the true bytes, in order, before they are judged', async () => {
    const body = [...message, ...frame(1, [7])];
    answer(body, { ...WEB, 'x-h': '1' });
    const events: WireEvent[] = [];
    const error = await failure(call({ metadata: { 'x-a': '1' } }, { onWire: (event) => events.push(event) }));
    expect(error.code).toBe(Code.INTERNAL);
    const [request, response, ...chunks] = events;
    expect(request).toMatchObject({ type: 'request', url: `${server.host}/api.ApiService/CallApi` });
    expect(request?.type === 'request' && [...request.bytes]).toEqual([...(server.received[0]?.body ?? [])]);
    expect(request?.type === 'request' && request.headers.get('x-a')).toBe('1');
    expect(response?.type === 'response' && [response.httpStatus, response.headers.get('x-h')]).toEqual([200, '1']);
    const received = chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.bytes : new Uint8Array()));
    expect(Array.from(Buffer.concat(received))).toEqual(body);
  });

  it('can change nothing', async () => {
    answer([...message, ...ok]);
    const events: string[] = [];
    const onWire = (event: WireEvent): void => {
      events.push(event.type);
      if ('bytes' in event) event.bytes.fill(0xff);
      if ('headers' in event) event.headers.set('grpc-status', '9');
    };
    expect((await call({}, { onWire })).message).toBe('hi');
    expect(new Set(events)).toEqual(new Set(['request', 'response', 'chunk']));
    expect(server.received[0]?.body[0]).toBe(0);
  });

  it('ends the call with what it throws', async () => {
    answer([...message, ...ok]);
    const cause = new Error('mine');
    const onWire = (): never => {
      throw cause;
    };
    expect(await failure(call({}, { onWire }))).toMatchObject({ code: Code.INTERNAL, cause });
  });
});

describe('any other service', () => {
  /** A message of raw bytes: what a generator for google-protobuf would write, without its fields. */
  class Raw implements Message {
    bytes = new Uint8Array();
    static deserializeBinary(bytes: Uint8Array): Raw {
      return Object.assign(new Raw(), { bytes });
    }
    serializeBinary(): Uint8Array {
      return this.bytes;
    }
    toObject(): object {
      return { bytes: this.bytes };
    }
  }
  const method = unaryMethod('other.v1.Service', 'Do', Raw, Raw);

  it('is called by its names and message classes', async () => {
    answer([...frame(0, [1, 2, 3]), ...ok]);
    const result = await unaryCall(method, Raw.deserializeBinary(Uint8Array.of(9)), { host: server.host });
    expect([...result.response.bytes]).toEqual([1, 2, 3]);
    expect(server.received[0]?.url).toBe('/other.v1.Service/Do');
    expect([...(server.received[0]?.body ?? [])]).toEqual(frame(0, [9]));
  });

  it('gets INVALID_ARGUMENT for a request that can not be serialized, TypeError for a bad host', async () => {
    const cause = new Error('no');
    const broken = Object.assign(new Raw(), {
      serializeBinary: (): never => {
        throw cause;
      },
    });
    const error = await failure(unaryCall(method, broken, { host: server.host }));
    expect(error).toMatchObject({ code: Code.INVALID_ARGUMENT, cause });
    expect(server.received).toEqual([]);
    await expect(unaryCall(method, new Raw(), { host: 'nowhere' })).rejects.toThrow(TypeError);
  });

  it("can use the transport with grpc-web's own calls, streaming included", async () => {
    answer([...frame(0, [1]), ...frame(0, [2]), ...trailers('grpc-status: 0', 'x-t: 1')], {
      ...WEB,
      'grpc-status': '8',
    });
    const streaming = { ...method, responseStream: true };
    const messages: number[][] = [];
    const end = await new Promise<[number, string, string[]]>((resolve) => {
      grpc.invoke<Raw, Raw, typeof streaming>(streaming, {
        host: server.host,
        request: new Raw(),
        transport: fetchTransport(),
        onMessage: (item) => messages.push([...item.bytes]),
        onEnd: (code, text, fields) => resolve([code, text, fields.get('x-t')]),
      }); // prettier-ignore
    });
    expect([messages, end]).toEqual([
      [[1], [2]],
      [0, '', ['1']],
    ]);
  });

  it("tells grpc-web's own calls every failure as a status", async () => {
    answer(utf8('no'), {}, 404);
    const [code, text] = await new Promise<[number, string]>((resolve) => {
      const onEnd = (output: { status: number; statusMessage: string }): void =>
        resolve([output.status, output.statusMessage]);
      grpc.unary(method, { host: server.host, request: new Raw(), transport: fetchTransport(), onEnd });
    });
    expect([code, text]).toEqual([
      12,
      expect.stringContaining(
        `${server.host}/other.v1.Service/Do answered with HTTP 404 Not Found and no gRPC status.`,
      ),
    ]);
  });
});
