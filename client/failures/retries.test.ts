import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import {
  CallError,
  Code,
  createCallClient,
  type CallOptions,
  type CallResult,
  type Interceptor,
  type RetryOptions,
  unaryCall,
} from 'endpoint.js-client';
import { computeBackoff, createRetryPolicy, withRetries } from './retries.js';
import { respondWith, type Bytes, message, ok, Raw, rawMethod, trailers, WEB } from '../test/responses.js';
import { failure, until, untyped, watch } from '../test/calls.js';
import { useTestServer } from '../test/server.js';

const server = await useTestServer();

const FAST: RetryOptions = { attempts: 3, initialBackoff: 5 };
const busy = respondWith(trailers('grpc-status: 14', 'grpc-message: busy', 'x-t: 1'));
const fine = respondWith([...message, ...ok]);

/** A handler that responds with headers and these bytes, then breaks the connection. */
const breakAfter = (body: Bytes) => (response: ServerResponse) => {
  response.writeHead(200, { ...WEB, 'transfer-encoding': 'chunked' }).flushHeaders();
  response.write(Uint8Array.from(body), () => response.destroy());
};

/** Responds with these handlers in order, the last one repeatedly. */
function respondInOrder(...list: ((response: ServerResponse) => void)[]): void {
  let next = 0;
  server.respond = (response) => {
    list[Math.min(next, list.length - 1)]?.(response);
    next += 1;
  };
}

const call = (retries: RetryOptions | undefined, options?: CallOptions): Promise<CallResult> =>
  createCallClient({ host: server.host, retries }).call({ code: 'a' }, options);

describe('a call with retries', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['UNAVAILABLE', busy],
    ['UNAVAILABLE in the headers', respondWith([], { ...WEB, 'grpc-status': '14' })],
    ['HTTP 503', respondWith([], {}, 503)],
    ['a connection that breaks', (response) => response.destroy()],
    // A server is killed during its response: the proxy has forwarded the first part.
    ['a connection that breaks after the headers', breakAfter([])],
    ['a connection that breaks in the message', breakAfter(message.slice(0, -1))],
    ['a connection that breaks before the trailers', breakAfter(message)],
    ['a message and then UNAVAILABLE', respondWith([...message, ...trailers('grpc-status: 14')])],
  ])('is repeated after %s', async (_, respond) => {
    respondInOrder(respond, respond, fine);
    const result = await call(FAST);
    expect(result).toMatchObject({ message: 'hi', attempts: 3 });
    expect(server.received).toHaveLength(3);
    expect(new Set(server.received.map(({ body }) => String(body))).size).toBe(1);
  });

  it('ends with the last error, its trailers and the number of attempts', async () => {
    respondInOrder(busy);
    const error = await failure(call(FAST));
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, message: 'busy', attempts: 3 });
    expect(error.trailers.get('x-t')).toBe('1');
    expect(server.received).toHaveLength(3);
  });

  it.each(Array.from({ length: 16 }, (_, index) => index + 1).filter((code) => code !== 14))(
    'is made once if it ends with status %i',
    async (code) => {
      respondInOrder(respondWith(trailers(`grpc-status: ${code}`)), fine);
      expect(await failure(call(FAST))).toMatchObject({ code, attempts: 1 });
      expect(server.received).toHaveLength(1);
    },
  );

  it('is made once without retries', async () => {
    respondInOrder(busy, fine);
    expect(await failure(call(undefined))).toMatchObject({ code: 14, attempts: 1 });
    respondInOrder(busy, fine);
    expect(await failure(call(FAST, { retries: { attempts: 1 } }))).toMatchObject({ code: 14, attempts: 1 });
    respondInOrder(busy, fine);
    expect(await call(undefined, { retries: FAST })).toMatchObject({ attempts: 2 });
    respondInOrder(fine);
    expect(await call(FAST)).toMatchObject({ attempts: 1 });
  });
});

describe('the mark of a call that may run twice', () => {
  const mark = () => server.received.map(({ headers }) => headers['retry-safe']);

  it.each<[string, CallOptions, (string | undefined)[]]>([
    ['is in every request of a call with retries', { retries: FAST }, ['true', 'true']],
    ['isn’t in a call without retries', {}, [undefined]],
    ['isn’t in a call of one attempt', { retries: { attempts: 1 } }, [undefined]],
    ['is that of the caller’s metadata', { retries: FAST, metadata: { 'Retry-Safe': 'false' } }, ['false', 'false']],
  ])('%s', async (_, options, expected) => {
    respondInOrder(busy, fine);
    await call(undefined, options).catch(() => undefined);
    expect(mark()).toEqual(expected);
  });

  it('is seen by interceptors, which may remove it', async () => {
    respondInOrder(busy, fine);
    const seen: (string | null)[] = [];
    const unmark: Interceptor = (next) => (request) => {
      seen.push(request.metadata.get('retry-safe'));
      request.metadata.delete('retry-safe');
      return next(request);
    };
    await createCallClient({ host: server.host, retries: FAST, interceptors: [unmark] }).call({ code: 'a' });
    expect([seen, mark()]).toEqual([['true'], [undefined, undefined]]);
  });

  it('isn’t in a call of any other service, whose CORS may not allow it', async () => {
    respondInOrder(busy, fine);
    await unaryCall(rawMethod, new Raw(), { host: server.host, retries: FAST });
    expect(mark()).toEqual([undefined, undefined]);
  });
});

/** A sent request, by the clock of the test. */
interface Sent {
  readonly at: number;
  readonly timeout: string | null;
}

describe('the time of a call with retries', () => {
  const BUSY = () => new Response(Uint8Array.from(trailers('grpc-status: 14', 'grpc-message: busy')), WEB_HEAD);
  const FINE = () => new Response(Uint8Array.from([...message, ...ok]), WEB_HEAD);
  const WEB_HEAD = { headers: { 'content-type': 'application/grpc-web' } };
  const STALLED = (signal: AbortSignal): Promise<Response> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  let start = 0;
  beforeEach(() => {
    vi.useFakeTimers();
    // Pauses are exactly those of the policy.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    start = performance.now();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Begins a call that gets these responses in order, without a network, and records its requests. */
  function begin(
    list: readonly ((signal: AbortSignal) => Response | Promise<Response>)[],
    options: CallOptions,
  ): { sent: Sent[]; running: Promise<CallResult>; ended: { readonly settled: boolean } } {
    const sent: Sent[] = [];
    const fetch = (_: unknown, { headers, signal }: RequestInit = {}): Promise<Response> => {
      const respond =
        list[sent.push({ at: performance.now() - start, timeout: new Headers(headers).get('grpc-timeout') }) - 1];
      if (!respond || !signal) throw new Error('A request too many.');
      return Promise.resolve(respond(signal));
    };
    const running = createCallClient({ host: 'http://h', fetch }).call({ code: 'a' }, options);
    return { sent, running, ended: watch(running) };
  }

  it('includes all attempts and pauses', async () => {
    const { sent, running } = begin([BUSY, BUSY, FINE], { retries: FAST });
    await vi.advanceTimersByTimeAsync(15);
    expect((await running).timing).toMatchObject({ total: 15, headers: 15 });
    expect(sent.map(({ at }) => at)).toEqual([0, 5, 15]);
    const failed = begin([BUSY, BUSY, BUSY], { retries: FAST });
    const error = failure(failed.running);
    await vi.advanceTimersByTimeAsync(15);
    expect((await error).timing).toMatchObject({ total: 15, headers: 15 });
  });

  it.each<[string, number | undefined, number?]>([
    ['0', 0],
    ['40', 40],
    ['-1', undefined],
    ['soon', undefined],
    ['99999999999', undefined],
    // As Envoy says it over a client's rate.
    ['40', 40, Code.RESOURCE_EXHAUSTED],
    ['-1', undefined, Code.RESOURCE_EXHAUSTED],
    ['40', undefined, Code.ABORTED],
  ])('follows the server’s pushback: %s', async (pushback, milliseconds, code = Code.UNAVAILABLE) => {
    const fields = [`grpc-status: ${code}`, `grpc-retry-pushback-ms: ${pushback}`];
    const respond = (): Response => new Response(Uint8Array.from(trailers(...fields)), WEB_HEAD);
    const retries = { attempts: 3, initialBackoff: 60_000, maxBackoff: 60_000 };
    const { sent, running, ended } = begin([respond, FINE], { retries });
    if (milliseconds === undefined) {
      expect(await failure(running)).toMatchObject({ attempts: 1 });
      return;
    }
    await vi.advanceTimersByTimeAsync(Math.max(milliseconds - 1, 0));
    expect(ended.settled).toBe(milliseconds === 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await running).toMatchObject({ attempts: 2 });
    expect(sent.map(({ at }) => at)).toEqual([0, milliseconds]);
  });

  it('shrinks with each attempt before a deadline', async () => {
    const { sent, running } = begin([BUSY, BUSY, FINE], {
      retries: { attempts: 3, initialBackoff: 20 },
      deadline: 5_000,
    });
    await vi.advanceTimersByTimeAsync(60);
    expect((await running).attempts).toBe(3);
    expect(sent).toEqual([
      { at: 0, timeout: '5000m' },
      { at: 20, timeout: '4980m' },
      { at: 60, timeout: '4940m' },
    ]);
  });

  it('ends at once, with the last error, if no attempt could begin before the deadline', async () => {
    const retries = { attempts: 3, initialBackoff: 20_000, maxBackoff: 20_000 };
    const error = await failure(begin([BUSY], { retries, deadline: 20_000 }).running);
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, message: 'busy', attempts: 1 });
    expect(performance.now()).toBe(start);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the deadline, even in a later attempt', async () => {
    const { sent, running, ended } = begin([BUSY, STALLED], { retries: FAST, deadline: 1_500 });
    const error = failure(running);
    await vi.advanceTimersByTimeAsync(1_499);
    expect([sent.length, ended.settled]).toEqual([2, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({ code: Code.DEADLINE_EXCEEDED, attempts: 2 });
  });
});

describe('cancelling a call with retries', () => {
  it('stops the pause', async () => {
    respondInOrder(busy, fine);
    const controller = new AbortController();
    const running = failure(
      call({ attempts: 3, initialBackoff: 60_000, maxBackoff: 60_000 }, { signal: controller.signal }),
    );
    await until(() => server.received.length === 1);
    controller.abort('enough');
    const error = await running;
    expect(error).toMatchObject({ code: Code.CANCELLED, cause: 'enough', attempts: 1 });
    expect(error.timing?.total).toBeGreaterThan(0);
    expect(server.received).toHaveLength(1);
  });

  it('stops a later attempt', async () => {
    respondInOrder(busy, () => undefined);
    const controller = new AbortController();
    const running = failure(call(FAST, { signal: controller.signal }));
    await until(() => server.received.length === 2);
    controller.abort('enough');
    expect(await running).toMatchObject({ code: Code.CANCELLED, cause: 'enough', attempts: 2 });
    await until(() => server.received[1]?.hungUp ?? false);
  });
});

describe('a pause', () => {
  const unavailable = new CallError(Code.UNAVAILABLE, '');
  const policy = createRetryPolicy({ attempts: 3, initialBackoff: 1_000 });
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    [0, 800, 1_600],
    [0.5, 1_000, 2_000],
    [1, 1_200, 2_400],
  ])('is randomly up to a fifth longer or shorter (%d)', async (chance, first, second) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(unavailable);
    attempt.mockRejectedValueOnce(unavailable).mockResolvedValueOnce('done');
    const running = withRetries(attempt, policy, { signal: new AbortController().signal, remaining: () => undefined });
    for (const [milliseconds, made] of [[first - 1, 1], [1, 2], [second - 1, 2], [1, 3]] as const) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      expect(attempt).toHaveBeenCalledTimes(made);
    } // prettier-ignore
    expect(await running).toBe('done');
  });

  it('occurs only between attempts that end with UNAVAILABLE, for any endings', async () => {
    vi.useRealTimers();
    const endings = fc.array(fc.constantFrom(14, 14, 14, 0, 13), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(endings, fc.integer({ min: 1, max: 8 }), async (codes, attempts) => {
        let made = 0;
        const attempt = (): Promise<number> => {
          const code = codes[Math.min(made, codes.length - 1)] === 13 ? Code.INTERNAL : Code.UNAVAILABLE;
          const ended = codes[Math.min(made, codes.length - 1)] === 0;
          made += 1;
          return ended ? Promise.resolve(0) : Promise.reject(new CallError(code, ''));
        };
        const immediate = createRetryPolicy({ attempts, initialBackoff: 0 });
        const limits = { signal: new AbortController().signal, remaining: () => undefined };
        const end = await withRetries(attempt, immediate, limits).catch((error: CallError) => error.code);
        const decisive = codes.findIndex((code) => code !== 14);
        const last = decisive < 0 ? attempts : Math.min(decisive + 1, attempts);
        expect(made).toBe(last);
        expect(end).toBe(codes[Math.min(last, codes.length) - 1]);
      }),
      { numRuns: runs(100) },
    );
  });

  it('leaves no timer behind if it is aborted', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const running = withRetries(() => Promise.reject(unavailable), policy, { signal, remaining: () => undefined });
    const ended = running.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort('enough');
    expect(await ended).toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the options of retries', () => {
  it.each<[RetryOptions, string]>([
    [{ attempts: 0 }, "retries.attempts: isn't a whole number from 1."],
    [{ attempts: 2, initialBackoff: -1 }, "retries.initialBackoff: isn't a number from 0."],
    [{ attempts: 2, maxBackoff: Number.NaN }, "retries.maxBackoff: isn't "],
    [{ attempts: 2, multiplier: 0.5 }, "retries.multiplier: isn't a number from 1."],
    [untyped({}), 'retries.attempts: is missing.'],
    [
      untyped({ attempt: 2 }),
      "retries.attempt: isn't one of attempts, initialBackoff, multiplier, maxBackoff (did you mean attempts?).",
    ],
    [untyped(null), 'retries: must be a plain object.'],
  ])('reject %j before a request', async (retries, text) => {
    const refusal = expect.objectContaining({ code: Code.INVALID_ARGUMENT, message: expect.stringContaining(text) });
    expect(() => createCallClient({ host: server.host, retries })).toThrow(refusal);
    expect(await failure(call(undefined, { retries }))).toEqual(refusal);
    expect(server.received).toEqual([]);
  });

  it('let pauses grow up to the longest', () => {
    const policy = createRetryPolicy({ attempts: 9 });
    expect([1, 2, 3, 6, 7, 100].map((attempt) => computeBackoff(policy, attempt))).toEqual([
      100, 200, 400, 3_200, 5_000, 5_000,
    ]);
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(10_000), fc.integer({ min: 1, max: 5 }), fc.nat(2_000), (a, b, c, n) => {
        const some = createRetryPolicy({ attempts: 2, initialBackoff: a, maxBackoff: b, multiplier: c });
        const [now, next] = [computeBackoff(some, n + 1), computeBackoff(some, n + 2)];
        return now <= next && next <= b;
      }),
      { numRuns: runs(100) },
    );
  });
});
