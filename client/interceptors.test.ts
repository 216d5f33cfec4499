import { beforeEach, describe, expect, it } from 'vitest';
import {
  CallError,
  Code,
  createCallClient,
  type CallOptions,
  type CallResult,
  type Interceptor,
  type RetryOptions,
  type WireEvent,
} from 'endpoint.js-client';
import { Request, Response } from '../proto/gen/web/api.js';
import { answerWith, message, ok, trailers } from './test/answers.js';
import { failure } from './test/outcomes.js';
import { useTestServer } from './test/use-test-server.js';

const server = await useTestServer();
beforeEach(() => {
  server.answer = answerWith([...message, ...ok]);
});

const refused = answerWith(trailers('grpc-status: 16', 'x-t: 1'));

const call = (
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
    const result = await call([log], { metadata: { 'x-b': '2' } });
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
    await call([inPlace, copy, swap]);
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
    await call([named('a'), named('b')]);
    expect(order).toEqual(['a before', 'b before', 'b after', 'a after']);
  });

  it('answers by itself, without a request', async () => {
    const cached: Interceptor = () => () =>
      Promise.resolve({
        response: new Response({ success: true, message: 'cached' }),
        headers: new Headers(),
        trailers: new Headers(),
        status: { code: 0, name: 'OK', message: '' },
        timing: { total: 0, headers: undefined, server: undefined, upstream: undefined },
        attempts: 0,
      });
    expect(await call([cached])).toMatchObject({ message: 'cached', attempts: 0 });
    expect(server.received).toEqual([]);
  });

  it('repeats the call, as with a fresh token', async () => {
    const answers = [refused, answerWith([...message, ...ok])];
    server.answer = (response) => answers[server.received.length - 1]?.(response);
    const refresh: Interceptor = (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== Code.UNAUTHENTICATED) throw error;
        request.metadata.set('authorization', 'Bearer fresh');
        return next(request);
      }
    };
    expect(await call([refresh])).toMatchObject({ message: 'hi', attempts: 2 });
    expect(server.received.map(({ headers }) => headers['authorization'])).toEqual([undefined, 'Bearer fresh']);
  });

  it('is outside the retries', async () => {
    const answers = [answerWith(trailers('grpc-status: 14')), answerWith([...message, ...ok])];
    server.answer = (response) => answers[server.received.length - 1]?.(response);
    const attempts: number[] = [];
    const log: Interceptor = (next) => async (request) => {
      const result = await next(request);
      attempts.push(result.attempts);
      return result;
    };
    await call([log], {}, { attempts: 2, initialBackoff: 1 });
    expect(attempts).toEqual([2]);
  });

  it('sees the error, and may replace it', async () => {
    server.answer = refused;
    const seen: unknown[] = [];
    const replace: Interceptor = (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        seen.push(error);
        throw new CallError(Code.PERMISSION_DENIED, 'Log in.', { cause: error });
      }
    };
    const error = await failure(call([replace]));
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
      "An interceptor returned a response that isn't of the type of CallApi.",
    ],
    ['sends invalid metadata', (next) => (request) => next({ ...request, metadata: new Headers({ te: 'x' }) }), '"te"'],
  ])('that %s ends the call', async (_, interceptor, text) => {
    const error = await failure(call([interceptor]));
    expect([Code.INTERNAL, Code.INVALID_ARGUMENT]).toContain(error.code);
    expect(error.message).toContain(text);
  });

  it.each<[string, () => CallOptions, number]>([
    ['the deadline', () => ({ deadline: 20 }), Code.DEADLINE_EXCEEDED],
    ['the signal', () => ({ signal: AbortSignal.timeout(20) }), Code.CANCELLED],
  ])('that never ends is ended by %s', async (_, options, code) => {
    const stuck: Interceptor = () => () => new Promise(() => undefined);
    expect(await failure(call([stuck], options()))).toMatchObject({ code, attempts: 0 });
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
    expect(await failure(call([slow], options()))).toMatchObject({ code, attempts: 0 });
    expect(late).toEqual([expect.objectContaining({ code })]);
    expect(server.received).toEqual([]);
  });

  it('leaves the received headers to an aborted call', async () => {
    server.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/grpc-web', 'x-h': '1' }).flushHeaders();
    const controller = new AbortController();
    const through: Interceptor = (next) => (request) => next(request);
    const onWire = ({ type }: WireEvent): void => {
      if (type === 'response') setTimeout(() => controller.abort());
    };
    const client = createCallClient({ host: server.host, interceptors: [through], onWire });
    const error = await failure(client.call({ code: 'a' }, { signal: controller.signal }));
    expect([error.code, error.headers.get('x-h'), error.attempts]).toEqual([Code.CANCELLED, '1', 1]);
  });
});
