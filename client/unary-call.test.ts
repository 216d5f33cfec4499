import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi, beforeEach } from 'vitest';
import {
  Code,
  createCallClient,
  unaryCall,
  unaryMethod,
  type WireEvent,
  CallError,
  type CallOptions,
  type CallResult,
  type Interceptor,
  type RetryOptions,
} from 'endpoint.js-client';
import { refusingPort } from '../dev/testing/refusing-port.js';
import { respondWith, frame, message, ok, trailers, Raw, rawMethod } from './test/responses.js';
import { failure, until, watch, untyped } from './test/calls.js';
import { createCaller, useTestServer } from './test/server.js';
import { Request, Response } from '../proto/gen/web/api.js';
import { resolveHost } from './unary-call.js';

const server = await useTestServer();
const call = createCaller(server);
beforeEach(() => {
  server.respond = respondWith([...message, ...ok]);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('no response', () => {
  it('is UNAVAILABLE with the address, the reason and the cause', async () => {
    const { port, release } = await refusingPort();
    const host = `http://127.0.0.1:${port}`;
    const error = await failure(createCallClient({ host }).call({ code: 'a' }));
    release();
    expect(error.code).toBe(Code.UNAVAILABLE);
    expect(error.message).toContain(`No response came from ${host}/api.ApiService/CallApi (connect ECONNREFUSED`);
    expect(error.cause).toBeInstanceOf(TypeError);
    expect(error.timing?.headers).toBeUndefined();
    expect(error.timing?.total).toBeGreaterThan(0);
  });

  it('is UNAVAILABLE if the connection breaks before or during the response', async () => {
    server.respond = (response) => response.destroy();
    expect((await failure(call())).code).toBe(Code.UNAVAILABLE);
    let hangUp = (): void => undefined;
    server.respond = (response) => {
      hangUp = () => response.destroy();
      response.writeHead(200, { 'content-type': 'application/grpc-web', 'content-length': '100' });
      response.write(Uint8Array.from(message));
    };
    const onWire = ({ type }: WireEvent): void => {
      if (type === 'chunk') hangUp();
    };
    const error = await failure(call({}, { onWire }));
    expect([error.code, error.message]).toEqual([14, expect.stringMatching(/broke after 11 bytes of the response \(/)]);
    expect(error.cause).toBeInstanceOf(Error);
  });
});

/** Two servers that never finish: one never responds, one stops during the response. */
const STALLED: [string, (response: ServerResponse) => void][] = [
  ['before the headers', () => undefined],
  [
    'during the body',
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
    server.respond = stalled;
    const controller = new AbortController();
    const running = failure(call({ signal: controller.signal, deadline: 60_000 }));
    await until(() => server.received.length === 1);
    expect(server.received[0]?.hungUp).toBe(false);
    controller.abort('enough');
    const error = await running;
    expect(error).toMatchObject({ code: Code.CANCELLED, cause: 'enough', message: 'The caller cancelled the call.' });
    await until(() => server.received[0]?.hungUp ?? false);
  });

  it('keeps the headers that have arrived', async () => {
    const controller = new AbortController();
    const onWire = ({ type }: WireEvent): void => {
      if (type === 'response') setTimeout(() => controller.abort(), 5);
    };
    server.respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/grpc-web', 'x-h': '1' }).flushHeaders();
    };
    const error = await failure(call({ signal: controller.signal }, { onWire }));
    expect([error.code, error.headers.get('x-h')]).toEqual([Code.CANCELLED, '1']);
  });
});

describe('a deadline', () => {
  it.each(STALLED)('that passes %s is enforced by the client, which aborts the request', async (_, stalled) => {
    server.respond = stalled;
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

  it('that passes in an interceptor says that nothing was sent', async () => {
    const stuck: Interceptor = () => () => new Promise(() => undefined);
    const error = await failure(
      createCallClient({ host: server.host, interceptors: [stuck] }).call({ code: 'a' }, { deadline: 5 }),
    );
    expect(error).toMatchObject({
      code: 4,
      message: 'The deadline of 5 ms passed before the call was sent.',
      attempts: 0,
    });
    expect(server.received).toEqual([]);
  });

  it('in the past makes no request', async () => {
    const error = await failure(call({ deadline: new Date(Date.now() - 1_000) }));
    expect([error.code, error.message]).toEqual([4, 'The deadline passed before the call was sent.']);
    expect(server.received).toEqual([]);
  });
});

describe('any other service', () => {
  it('is called by its names and message classes', async () => {
    server.respond = respondWith([...frame(0, [1, 2, 3]), ...ok]);
    const result = await unaryCall(rawMethod, Raw.deserializeBinary(Uint8Array.of(9)), { host: server.host });
    expect([...result.response.bytes]).toEqual([1, 2, 3]);
    expect(server.received[0]?.url).toBe('/other.v1.Service/Do');
    expect([...(server.received[0]?.body ?? [])]).toEqual(frame(0, [9]));
  });

  it.each<[string, unknown, unknown, string]>([
    ['fields', rawMethod, { value: 'x' }, 'request: has no serializeBinary; pass a message of a generated class.'],
    ['a class', rawMethod, Raw, 'request: has no serializeBinary;'],
    ['no method', undefined, new Raw(), 'method: has no responseType; pass the result of unaryMethod.'],
    ['a method without classes', unaryMethod('a', 'b', untyped(undefined), untyped(undefined)), new Raw(), 'method: '],
  ])('rejects %s before any interceptor runs', async (_, method, request, text) => {
    let runs = 0;
    const count: Interceptor = (next) => (intercepted) => {
      runs += 1;
      return next(intercepted);
    };
    for (const interceptors of [undefined, [count]]) {
      const error = await failure(unaryCall(untyped(method), untyped(request), { host: server.host, interceptors }));
      expect(error.code).toBe(Code.INVALID_ARGUMENT);
      expect(error.message).toContain(text);
    }
    expect([runs, server.received]).toEqual([0, []]);
  });

  it('rejects a request that can’t be serialized with INVALID_ARGUMENT, a bad host with TypeError', async () => {
    const cause = new Error('no');
    const broken = Object.assign(new Raw(), {
      serializeBinary: (): never => {
        throw cause;
      },
    });
    const error = await failure(unaryCall(rawMethod, broken, { host: server.host }));
    expect(error).toMatchObject({ code: Code.INVALID_ARGUMENT, cause });
    expect(server.received).toEqual([]);
    await expect(unaryCall(rawMethod, new Raw(), { host: 'nowhere' })).rejects.toThrow(TypeError);
  });
});

const refused = respondWith(trailers('grpc-status: 16', 'x-t: 1'));

/** Calls through interceptors. */
const callThrough = (
  interceptors: readonly Interceptor[],
  options?: CallOptions,
  retries?: RetryOptions,
): Promise<CallResult> =>
  createCallClient({ host: server.host, interceptors, retries, metadata: { 'x-a': '1' } }).call(
    { code: 'a', str1: 'b' },
    options,
  );

describe('an interceptor', () => {
  it('sees the method, the request and the result', async () => {
    const seen: unknown[] = [];
    const log: Interceptor = (next) => async (request) => {
      const { service, method, metadata } = request;
      seen.push([service, method, [...metadata], request.message.toObject(), request.signal.aborted]);
      const result = await next(request);
      seen.push([result.response.toObject(), result.status.code, result.attempts]);
      return result;
    };
    const result = await callThrough([log], { metadata: { 'x-b': '2' } });
    expect(seen).toEqual([
      ['api.ApiService', 'CallApi', [['x-a', '1'], ['x-b', '2']], { code: 'a', str1: 'b', str2: '', int_value: 0 }, false],
      [{ success: true, message: 'hi' }, 0, 1],
    ]); // prettier-ignore
    expect(result).toMatchObject({ message: 'hi', attempts: 1 });
  });

  it('changes metadata, in place or by a copy, and the message', async () => {
    const inPlace: Interceptor = (next) => (request) => {
      request.metadata.set('authorization', 'Bearer x');
      return next(request);
    };
    const copy: Interceptor = (next) => (request) =>
      next({ ...request, metadata: new Headers({ ...Object.fromEntries(request.metadata), 'x-c': '3' }) });
    const swap: Interceptor = (next) => (request) => next({ ...request, message: new Request({ code: 'swapped' }) });
    await callThrough([inPlace, copy, swap]);
    expect(server.received[0]?.headers).toMatchObject({ authorization: 'Bearer x', 'x-a': '1', 'x-c': '3' });
    expect(Request.deserializeBinary((server.received[0]?.body ?? new Uint8Array()).subarray(5)).code).toBe('swapped');
  });

  it('never changes the metadata of other calls', async () => {
    const once: Interceptor = (next) => (request) => {
      request.metadata.append('x-a', '2');
      return next(request);
    };
    const client = createCallClient({ host: server.host, metadata: { 'x-a': '1' }, interceptors: [once] });
    await client.call({ code: 'a' });
    await client.call({ code: 'a' });
    expect(server.received.map(({ headers }) => headers['x-a'])).toEqual(['1, 2', '1, 2']);
  });

  it('is the outermost if it is the first of the list', async () => {
    const order: string[] = [];
    const named =
      (name: string): Interceptor =>
      (next) =>
      async (request) => {
        order.push(`${name} before`);
        const result = await next(request);
        order.push(`${name} after`);
        return result;
      };
    await callThrough([named('a'), named('b')]);
    expect(order).toEqual(['a before', 'b before', 'b after', 'a after']);
  });

  it('fails by itself, without a request', async () => {
    const cached: Interceptor = () => () =>
      Promise.resolve({
        response: new Response({ success: true, message: 'cached' }),
        headers: new Headers(),
        trailers: new Headers(),
        status: { code: 0, name: 'OK', message: '' },
        timing: { total: 0, headers: undefined, server: undefined, upstream: undefined },
        attempts: 0,
      });
    expect(await callThrough([cached])).toMatchObject({ message: 'cached', attempts: 0 });
    expect(server.received).toEqual([]);
  });

  it('repeats the call, as with a fresh token', async () => {
    const responses = [refused, respondWith([...message, ...ok])];
    server.respond = (response) => responses[server.received.length - 1]?.(response);
    const refresh: Interceptor = (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== Code.UNAUTHENTICATED) throw error;
        request.metadata.set('authorization', 'Bearer fresh');
        return next(request);
      }
    };
    expect(await callThrough([refresh])).toMatchObject({ message: 'hi', attempts: 2 });
    expect(server.received.map(({ headers }) => headers['authorization'])).toEqual([undefined, 'Bearer fresh']);
  });

  it('is outside the retries', async () => {
    const responses = [respondWith(trailers('grpc-status: 14')), respondWith([...message, ...ok])];
    server.respond = (response) => responses[server.received.length - 1]?.(response);
    const attempts: number[] = [];
    const log: Interceptor = (next) => async (request) => {
      const result = await next(request);
      attempts.push(result.attempts);
      return result;
    };
    await callThrough([log], {}, { attempts: 2, initialBackoff: 1 });
    expect(attempts).toEqual([2]);
  });

  it('sees the error, and may replace it', async () => {
    server.respond = refused;
    const seen: unknown[] = [];
    const replace: Interceptor = (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        seen.push(error);
        throw new CallError(Code.PERMISSION_DENIED, 'Log in.', { cause: error });
      }
    };
    const error = await failure(callThrough([replace]));
    expect(error).toMatchObject({ code: Code.PERMISSION_DENIED, message: 'Log in.', cause: seen[0], attempts: 1 });
    expect(seen[0]).toMatchObject({ code: Code.UNAUTHENTICATED });
    expect((seen[0] instanceof CallError ? seen[0].trailers : new Headers()).get('x-t')).toBe('1');
  });

  it.each<[string, Interceptor, string]>([
    ['throws', () => () => Promise.reject(new Error('mine')), 'An interceptor threw an error: Error: mine'],
    [
      'throws before the call',
      () => {
        throw new Error('mine');
      },
      'An interceptor threw an error: Error: mine',
    ],
    [
      'returns another response',
      (next) => async (request) => ({ ...(await next(request)), response: new Request() }),
      `An interceptor's result has no response of the type of CallApi; return the result of next(request).`,
    ],
    [
      'returns nothing',
      () => () => untyped(undefined),
      "An interceptor's result has no response of the type of CallApi;",
    ],
    ['is no function of a request', () => untyped(undefined), 'An interceptor returned no function; write (next) =>'],
    ['passes on nothing', (next) => () => next(untyped(undefined)), 'request: has no serializeBinary;'],
    [
      'passes on fields',
      (next) => (request) => next({ ...request, message: untyped({ code: 'a' }) }),
      'request: has no serializeBinary;',
    ],
    [
      'passes on metadata that it did not await',
      (next) => (request) => next({ ...request, metadata: untyped(Promise.resolve(request.metadata)) }),
      'metadata: is of type Promise;',
    ],
    ['sends invalid metadata', (next) => (request) => next({ ...request, metadata: new Headers({ te: 'x' }) }), '"te"'],
  ])('that %s ends the call', async (_, interceptor, text) => {
    const error = await failure(callThrough([interceptor]));
    expect([Code.INTERNAL, Code.INVALID_ARGUMENT]).toContain(error.code);
    expect(error.message).toContain(text);
  });

  it.each<[string, () => CallOptions, number]>([
    ['the deadline', () => ({ deadline: 20 }), Code.DEADLINE_EXCEEDED],
    ['the signal', () => ({ signal: AbortSignal.timeout(20) }), Code.CANCELLED],
  ])('that never ends is ended by %s', async (_, options, code) => {
    const stuck: Interceptor = () => () => new Promise(() => undefined);
    expect(await failure(callThrough([stuck], options()))).toMatchObject({ code, attempts: 0 });
  });

  it.each<[string, () => CallOptions, number]>([
    ['cancelled', () => ({ signal: AbortSignal.timeout(10) }), Code.CANCELLED],
    ['too late', () => ({ deadline: 10 }), Code.DEADLINE_EXCEEDED],
  ])('that waits before a call that is %s meanwhile makes no request', async (_, options, code) => {
    const late: unknown[] = [];
    const slow: Interceptor = (next) => async (request) => {
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      return next(request).catch((error: unknown) => {
        late.push(error);
        throw error;
      });
    };
    expect(await failure(callThrough([slow], options()))).toMatchObject({ code, attempts: 0 });
    expect(late).toEqual([expect.objectContaining({ code })]);
    expect(server.received).toEqual([]);
  });
});

describe('host', () => {
  it.each<[string, string | undefined, string]>([
    ['http://localhost:8080', undefined, 'http://localhost:8080'],
    ['HTTPS://Example.com/', undefined, 'https://example.com'],
    ['https://example.com/api//', undefined, 'https://example.com/api'],
    ['', 'https://page.example', 'https://page.example'],
    ['/api', 'https://page.example', 'https://page.example/api'],
    ['http://localhost:8080/api', 'null', 'http://localhost:8080/api'],
  ])('%j on a page of %s is %s', (host, origin, resolved) => expect(resolveHost(host, origin)).toBe(resolved));

  it.each<[unknown, string | undefined, string]>([
    [undefined, undefined, 'host: undefined is not a string'],
    ['', undefined, 'is relative, but there is no page'],
    ['/api', undefined, 'is relative, but there is no page; pass an address like "https://api.example.com".'],
    ['', 'null', 'is relative, but its page has an opaque origin'],
    ['/api', 'null', '(file:, a sandboxed frame); pass an address like "https://api.example.com".'],
    [
      'localhost:8080',
      undefined,
      'host: "localhost:8080" begins with "localhost:", not with http:// or https://; pass an address like',
    ],
    ['api.example.com', 'https://page.example', 'begins with neither "http://" or "https://" nor "/"'],
    ['ftp://h', undefined, 'begins with "ftp:", not with http'],
    ['http://', undefined, 'is not a URL'],
    ['http://u:p@h', undefined, 'user name or password'],
    ['http://h?x', undefined, 'a query or a fragment'],
    ['http://h#x', undefined, 'a query or a fragment'],
  ])('rejects %j', (host, origin, problem) => {
    expect(() => resolveHost(untyped(host), origin)).toThrow(problem);
  });
});
