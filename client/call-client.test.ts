import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, Code, createCallClient, type CallOptions } from 'endpoint.js-client';
import { Request } from '../proto/gen/web/api.js';
import { answerWith, frame, message, ok } from './test/answers.js';
import { failure, untyped } from './test/calls.js';
import { useTestServer } from './test/server.js';

const server = await useTestServer();
afterEach(() => {
  vi.useRealTimers();
});

describe('a request', () => {
  it('is a POST of one frame to /package.Service/Method', async () => {
    server.answer = answerWith([...message, ...ok]);
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

  it('carries metadata of client and call, the call’s overriding by name, and the deadline', async () => {
    // The clock stands still, so that no part of a deadline passes.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    server.answer = answerWith([...message, ...ok]);
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
    ['a missing code', {}, {}, 'code: undefined is not allowed; pass a string.'],
    ['a number as text', { code: 'a', str1: 1 }, {}, 'str1: number is not allowed; pass a string.'],
    ['half a surrogate pair', { code: 'a', str2: 'x\u{d83d}' }, {}, 'str2: half of a surrogate pair at position 1'],
    [
      'half a surrogate pair after a whole one',
      { code: 'a', str2: '😀\u{d83d}' },
      {},
      'str2: half of a surrogate pair at position 2',
    ],
    [
      'a fraction',
      { code: 'a', intValue: 1.5 },
      {},
      'intValue: 1.5 is not allowed; pass a whole number from -2147483648',
    ],
    ['too large a number', { code: 'a', intValue: 2 ** 31 }, {}, 'intValue: 2147483648 is'],
    ['too small a number', { code: 'a', intValue: -(2 ** 31) - 1 }, {}, 'intValue: -2147483649 is'],
    ['NaN', { code: 'a', intValue: Number.NaN }, {}, 'intValue: NaN is'],
    ['text as number', { code: 'a', intValue: '1' }, {}, 'intValue: string is'],
    [
      'the name in api.proto',
      { code: 'a', int_value: 1 },
      {},
      'int_value: a field of this name is not allowed; pass code, str1, str2, intValue.',
    ],
    ['a bad deadline', { code: 'a' }, { deadline: -1 }, 'deadline: -1 is not allowed'],
    ['bad metadata', { code: 'a' }, { metadata: { 'x-a': 'ü' } }, 'Metadata "x-a"'],
  ])('is not made with %s', async (_, request, options, text) => {
    const client = createCallClient({ host: server.host });
    const error = await failure(client.call(untyped(request), options));
    expect([error.code, error.message]).toEqual([Code.INVALID_ARGUMENT, expect.stringContaining(text)]);
    expect(server.received).toEqual([]);
  });

  it.each([2 ** 31 - 1, -(2 ** 31), -0])('accepts the int32 %d', async (intValue) => {
    server.answer = answerWith([...message, ...ok]);
    await createCallClient({ host: server.host }).call({ code: 'a', intValue });
    const sent = Request.deserializeBinary((server.received[0]?.body ?? new Uint8Array()).subarray(5));
    expect(sent.int_value).toBe(intValue + 0);
  });

  it('needs a valid host and valid metadata', () => {
    expect(() => createCallClient({ host: 'localhost:8080' })).toThrow(TypeError);
    expect(() => createCallClient({ host: server.host, metadata: { te: 'x' } })).toThrow(CallError);
  });
});
