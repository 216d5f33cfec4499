import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from '../scripts/test/property.js';
import {
  CallError,
  Code,
  createCallClient,
  type CallOptions,
  type CallResult,
  type RetryOptions,
} from 'endpoint.js/client';
import { backoff, retryPolicy, withRetries } from './retries.js';
import { answerOf, failure, message, ok, trailers, until, WEB } from './test-answers.js';
import { useTestServer } from './test-server-hooks.js';

const server = await useTestServer();

const FAST: RetryOptions = { attempts: 3, initialBackoff: 5 };
const busy = answerOf(trailers('grpc-status: 14', 'grpc-message: busy', 'x-t: 1'));
const fine = answerOf([...message, ...ok]);

/** Answers in this order; the last one for good. */
function answers(...list: ((response: ServerResponse) => void)[]): void {
  let next = 0;
  server.answer = (response) => {
    list[Math.min(next, list.length - 1)]?.(response);
    next += 1;
  };
}

const call = (retries: RetryOptions | undefined, options?: CallOptions): Promise<CallResult> =>
  createCallClient({ host: server.host, retries }).call({ code: 'a' }, options);

describe('a call with retries', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['UNAVAILABLE', busy],
    ['UNAVAILABLE in the headers', answerOf([], { ...WEB, 'grpc-status': '14' })],
    ['HTTP 503', answerOf([], {}, 503)],
    ['a connection that breaks', (response) => response.destroy()],
    ['a message and then UNAVAILABLE', answerOf([...message, ...trailers('grpc-status: 14')])],
  ])('is made again after %s', async (_, answer) => {
    answers(answer, answer, fine);
    const result = await call(FAST);
    expect(result).toMatchObject({ message: 'hi', attempts: 3 });
    expect(server.received).toHaveLength(3);
    expect(new Set(server.received.map(({ body }) => String(body))).size).toBe(1);
    expect(result.timing.total).toBeGreaterThan(5 * 0.8 + 10 * 0.8);
    expect(result.timing.headers).toBeGreaterThan(12);
  });

  it('ends with the last error, its trailers and the number of attempts', async () => {
    answers(busy);
    const error = await failure(call(FAST));
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, message: 'busy', attempts: 3 });
    expect(error.trailers.get('x-t')).toBe('1');
    expect(error.timing?.total).toBeGreaterThan(12);
    expect(server.received).toHaveLength(3);
  });

  it.each(Array.from({ length: 16 }, (_, index) => index + 1).filter((code) => code !== 14))(
    'is made once where it ends with status %i',
    async (code) => {
      answers(answerOf(trailers(`grpc-status: ${code}`)), fine);
      expect(await failure(call(FAST))).toMatchObject({ code, attempts: 1 });
      expect(server.received).toHaveLength(1);
    },
  );

  it('is made once where nobody asked for more', async () => {
    answers(busy, fine);
    expect(await failure(call(undefined))).toMatchObject({ code: 14, attempts: 1 });
    answers(busy, fine);
    expect(await failure(call(FAST, { retries: { attempts: 1 } }))).toMatchObject({ code: 14, attempts: 1 });
    answers(busy, fine);
    expect(await call(undefined, { retries: FAST })).toMatchObject({ attempts: 2 });
    answers(fine);
    expect(await call(FAST)).toMatchObject({ attempts: 1 });
  });

  it.each<[string, number, number]>([
    ['0', 2, 0],
    ['40', 2, 39],
    ['-1', 1, 0],
    ['soon', 1, 0],
    ['99999999999', 1, 0],
  ])('does what the server says about the next attempt: %s', async (pushback, attempts, least) => {
    answers(answerOf(trailers('grpc-status: 14', `grpc-retry-pushback-ms: ${pushback}`)), fine);
    const start = performance.now();
    const end = await call({ attempts: 3, initialBackoff: 60_000, maxBackoff: 60_000 }).catch(
      (error: unknown) => error,
    );
    expect(end).toMatchObject({ attempts });
    expect(performance.now() - start).toBeGreaterThan(least);
  });
});

describe('the deadline of a call with retries', () => {
  it('is shared by its attempts', async () => {
    answers(busy, busy, fine);
    await call({ attempts: 3, initialBackoff: 20 }, { deadline: 5_000 });
    const sent = server.received.map(({ headers }) => Number.parseInt(headers['grpc-timeout'] ?? '', 10));
    expect(sent).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = sent;
    expect(first).toBeLessThanOrEqual(5_000);
    expect(second).toBeLessThanOrEqual(first - 15);
    expect(third).toBeLessThanOrEqual(second - 31);
  });

  it('leaves the error as it is, and at once, where no attempt could begin in time', async () => {
    answers(busy, fine);
    const start = performance.now();
    const error = await failure(
      call({ attempts: 3, initialBackoff: 100_000, maxBackoff: 100_000 }, { deadline: 20_000 }),
    );
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, message: 'busy', attempts: 1 });
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('ends a later attempt too', async () => {
    answers(busy, () => undefined);
    expect(await failure(call(FAST, { deadline: 1_500 }))).toMatchObject({ code: Code.DEADLINE_EXCEEDED, attempts: 2 });
    await until(() => server.received[1]?.hungUp ?? false);
  });
});

describe('cancelling a call with retries', () => {
  it('stops the pause', async () => {
    answers(busy, fine);
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
    answers(busy, () => undefined);
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
  const policy = retryPolicy({ attempts: 3, initialBackoff: 1_000 });
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
  ])('is up to a fifth longer or shorter, by chance (%d)', async (chance, first, second) => {
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

  it('comes only between attempts that end with UNAVAILABLE, for any endings', async () => {
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
        const immediate = retryPolicy({ attempts, initialBackoff: 0 });
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

  it('that is aborted leaves no timer behind', async () => {
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
    [{ attempts: 0 }, 'retries.attempts is 0. It must be a whole number from 1, the first request included.'],
    [{ attempts: 1.5 }, 'retries.attempts is 1.5.'],
    [{ attempts: Infinity }, 'retries.attempts is Infinity.'],
    [{ attempts: 2, initialBackoff: -1 }, 'retries.initialBackoff is -1. It must be a number from 0.'],
    [{ attempts: 2, maxBackoff: Number.NaN }, 'retries.maxBackoff is NaN.'],
    [{ attempts: 2, multiplier: 0.5 }, 'retries.multiplier is 0.5. It must be a number from 1.'],
  ])('%j is refused before a request', async (retries, text) => {
    const refusal = expect.objectContaining({ code: Code.INVALID_ARGUMENT, message: expect.stringContaining(text) });
    expect(() => createCallClient({ host: server.host, retries })).toThrow(refusal);
    expect(await failure(call(undefined, { retries }))).toEqual(refusal);
    expect(server.received).toEqual([]);
  });

  it('make pauses that grow up to the longest', () => {
    const policy = retryPolicy({ attempts: 9 });
    expect([1, 2, 3, 6, 7, 100].map((attempt) => backoff(policy, attempt))).toEqual([
      100, 200, 400, 3_200, 5_000, 5_000,
    ]);
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(10_000), fc.integer({ min: 1, max: 5 }), fc.nat(2_000), (a, b, c, n) => {
        const some = retryPolicy({ attempts: 2, initialBackoff: a, maxBackoff: b, multiplier: c });
        const [now, next] = [backoff(some, n + 1), backoff(some, n + 2)];
        return now <= next && next <= b;
      }),
      { numRuns: runs(100) },
    );
  });
});
