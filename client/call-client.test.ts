import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, Code, createCallClient, type CallOptions } from 'endpoint.js-client';
import { Request } from '../proto/gen/web/api.js';
import { respondWith, frame, message, ok } from './test/responses.js';
import { failure, thrown, untyped } from './test/calls.js';
import { useTestServer } from './test/server.js';

const server = await useTestServer();
afterEach(() => {
  vi.useRealTimers();
});

describe('a request', () => {
  it('is a POST of one frame to /package.Service/Method', async () => {
    server.respond = respondWith([...message, ...ok]);
    const client = createCallClient({ host: `${server.host}/prefix/` });
    await client.call({ code: 'a', str1: 'ü', str2: 'c', intValue: 5 });
    await client.call({ code: '' });
    const [full, empty] = server.received;
    expect(full).toMatchObject({ method: 'POST', url: '/prefix/api.ApiService/CallApi' });
    const type = 'application/grpc-web+proto';
    expect(full?.headers).toMatchObject({ accept: type, 'content-type': type, 'x-grpc-web': '1' });
    expect(full?.headers).not.toHaveProperty('grpc-timeout');
    const fields = [0x0a, 1, 0x61, 0x12, 2, 0xc3, 0xbc, 0x1a, 1, 0x63, 0x20, 5];
    expect([...(full?.body ?? [])]).toEqual(frame(0, fields));
    expect([...(empty?.body ?? [])]).toEqual(frame(0, []));
  });

  it('carries metadata of client and call, the call’s overriding by name, and the deadline', async () => {
    // The clock stands still, so that no part of a deadline passes.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    server.respond = respondWith([...message, ...ok]);
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
    ['no request', null, {}, 'request: must be a plain object.'],
    ['a missing code', {}, {}, 'request.code: is missing.'],
    ['a number as text', { code: 'a', str1: 1 }, {}, "request.str1: isn't a string that UTF-8 can encode."],
    ['null as text', { code: 'a', str1: null }, {}, "request.str1: isn't a string that UTF-8 can encode."],
    [
      'half a surrogate pair',
      { code: 'a', str2: 'x\u{d83d}' },
      {},
      "request.str2: isn't a string that UTF-8 can encode.",
    ],
    ['half a surrogate pair after a whole one', { code: 'a', str2: '😀\u{d83d}' }, {}, 'that UTF-8 can encode.'],
    [
      'a fraction',
      { code: 'a', intValue: 1.5 },
      {},
      "request.intValue: isn't a whole number from -2147483648 to 2147483647.",
    ],
    ['too large a number', { code: 'a', intValue: 2 ** 31 }, {}, "request.intValue: isn't "],
    ['too small a number', { code: 'a', intValue: -(2 ** 31) - 1 }, {}, "request.intValue: isn't "],
    ['NaN', { code: 'a', intValue: Number.NaN }, {}, "request.intValue: isn't "],
    ['text as number', { code: 'a', intValue: '1' }, {}, "request.intValue: isn't "],
    [
      'the name in api.proto',
      { code: 'a', int_value: 1 },
      {},
      "request.int_value: isn't one of code, str1, str2, intValue (did you mean intValue?).",
    ],
    [
      'a bad deadline',
      { code: 'a' },
      { deadline: -1 },
      "call.deadline: isn't a number of milliseconds greater than 0, or a valid Date.",
    ],
    ['the name of another option', { code: 'a' }, untyped({ abortSignal: 1 }), "call.abortSignal: isn't one of"],
    ['a signal as options', { code: 'a' }, untyped(new AbortController().signal), 'call: must be a plain object.'],
    ['another signal', { code: 'a' }, { signal: untyped('now') }, "call.signal: isn't an AbortSignal."],
    ['null as options', { code: 'a' }, untyped(null), 'call: must be a plain object.'],
    ['bad metadata', { code: 'a' }, { metadata: { 'x-a': 'ü' } }, 'Metadata "x-a"'],
  ])('is not made with %s', async (_, request, options, text) => {
    const client = createCallClient({ host: server.host });
    const error = await failure(client.call(untyped(request), options));
    expect([error.code, error.message]).toEqual([Code.INVALID_ARGUMENT, expect.stringContaining(text)]);
    expect(server.received).toEqual([]);
  });

  it.each([2 ** 31 - 1, -(2 ** 31), -0])('accepts the int32 %d', async (intValue) => {
    server.respond = respondWith([...message, ...ok]);
    await createCallClient({ host: server.host }).call({ code: 'a', intValue });
    const sent = Request.deserializeBinary((server.received[0]?.body ?? new Uint8Array()).subarray(5));
    expect(sent.int_value).toBe(intValue + 0);
  });

  it.each<[object, string]>([
    [
      { timeout: 1 },
      "createCallClient.timeout: isn't one of deadline, metadata, retries, credentials, maxMessageBytes, fetch, onWire, host, interceptors, probe.",
    ],
    [{ interceptor: [] }, '(did you mean interceptors?).'],
    [{ signal: new AbortController().signal }, "createCallClient.signal: isn't one of"],
    [{ credentials: 'yes' }, "createCallClient.credentials: isn't one of omit, same-origin, include."],
    [{ maxMessageBytes: Number.NaN }, "createCallClient.maxMessageBytes: isn't a positive number."],
    [{ fetch: true }, "createCallClient.fetch: isn't a function."],
    [{ onWire: [] }, "createCallClient.onWire: isn't a function."],
    [{ interceptors: [undefined] }, "createCallClient.interceptors: isn't a list of functions."],
    [{ interceptors: () => undefined }, "createCallClient.interceptors: isn't a list of functions."],
    [{ probe: 0 }, "createCallClient.probe: isn't a boolean."],
    [{ retries: true }, 'retries: must be a plain object.'],
  ])('isn’t made by a client with %j', (options, problem) => {
    const error = thrown(() => createCallClient(untyped({ host: server.host, ...options })));
    expect(error).toEqual({ code: Code.INVALID_ARGUMENT, message: expect.stringContaining(problem) });
  });

  it('needs a valid host and valid metadata', () => {
    expect(thrown(() => createCallClient(untyped(undefined))).message).toBe(
      'createCallClient: must be a plain object.',
    );
    expect(() => createCallClient({ host: 'localhost:8080' })).toThrow(TypeError);
    expect(() => createCallClient({ host: server.host, metadata: { te: 'x' } })).toThrow(CallError);
  });
});
