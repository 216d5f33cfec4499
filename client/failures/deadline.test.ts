import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Code, createCallClient } from 'endpoint.js-client';
import { thrown, untyped } from '../test/calls.js';
import { formatTimeout, readDeadline, startLimits, startTimer } from './deadline.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('deadline', () => {
  it.each([
    [1, '1m'], [0.2, '1m'], [1500, '1500m'], [99_999_999, '99999999m'], [100_000_000, '100000S'],
    [99_999_999_000, '99999999S'], [100_000_000_000, '1666667M'], [6e12, '1666667H'], [1e300, '99999999H'],
  ])('%d ms is sent as %s', (ms, text) => expect(formatTimeout(ms)).toBe(text)); // prettier-ignore

  it('is milliseconds, a Date, or none', () => {
    vi.useFakeTimers({ now: 1_000 });
    expect([5, new Date(1_500), new Date(900), undefined, Infinity].map(readDeadline)).toEqual(
      [5, 500, -100, undefined, undefined], // prettier-ignore
    );
  });

  it.each([0, -1, Number.NaN, -Infinity, new Date('x'), '100', null])('rejects %s', (deadline) => {
    expect(thrown(() => createCallClient({ host: 'http://a.test', deadline: untyped(deadline) }))).toEqual({
      code: Code.INVALID_ARGUMENT,
      message: "createCallClient.deadline: isn't a number of milliseconds greater than 0, or a valid Date.",
    });
  });

  it('may exceed the longest timer', () => {
    vi.useFakeTimers();
    const rang = vi.fn<() => void>();
    startTimer(2 ** 31 + 10, rang);
    vi.advanceTimersByTime(2 ** 31 + 9);
    expect(rang).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(rang).toHaveBeenCalledOnce();
    startTimer(2 ** 31 + 10, rang)();
    vi.advanceTimersByTime(2 ** 33);
    expect(rang).toHaveBeenCalledOnce();
  });

  it('has the reason in engines whose signals have none', () => {
    const native = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason') ?? {};
    const aborted = vi.fn<(reason: unknown) => void>();
    Reflect.deleteProperty(AbortSignal.prototype, 'reason');
    onTestFinished(() => void Object.defineProperty(AbortSignal.prototype, 'reason', native));
    const caller = new AbortController();
    const { signal } = startLimits(caller.signal, undefined, () => false);
    signal.addEventListener('abort', () => aborted(signal.reason));
    caller.abort();
    expect(aborted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: Code.CANCELLED }));
  });

  it('ignores the signal after its release', () => {
    const caller = new AbortController();
    const limits = startLimits(caller.signal, 10_000, () => false);
    limits.release();
    caller.abort();
    expect(limits.signal.aborted).toBe(false);
  });
});
