import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { status } from '@grpc/grpc-js';
import { createOverload, type Overload } from './overload.js';

let clock = 0;
let overload: Overload;
beforeEach(() => {
  clock = 0;
  vi.useFakeTimers({ toFake: ['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  overload = createOverload(1000);
});
afterEach(() => {
  overload.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Whether a call is served; its work then takes that time, in ms. */
function call(ms: number): boolean {
  try {
    overload.check();
  } catch (error) {
    expect(error).toMatchObject({
      code: status.UNAVAILABLE,
      metadata: { 'grpc-retry-pushback-ms': expect.stringMatching(/^(?:[5-9]\d\d|1[0-4]\d\d|1500)$/) },
    });
    return false;
  }
  clock += ms;
  return true;
}

/** Calls that are read in one turn of the event loop. */
function turn(...times: readonly number[]): readonly boolean[] {
  const served = times.map(call);
  vi.advanceTimersByTime(1);
  return served;
}

/** 999 ms of turn after turn, without a pause, each with one call that waits for 110 ms. */
function load(): void {
  for (let count = 0; count < 9; count += 1) expect(turn(110, 1)).toEqual([true, true]);
}

test('in a burst, calls wait for the whole bound', () => {
  expect(turn(500, 499, 1, 1, 1)).toEqual([true, true, true, true, false]);
});

test('the first call of a turn is served, however long the last turn was', () => {
  turn(5000);
  expect(turn(5000, 1)).toEqual([true, false]);
  expect(turn(1)).toEqual([true]);
});

test('once the overload lasts, calls wait for a tenth of the bound', () => {
  load();
  expect(turn(100, 1, 1)).toEqual([true, true, false]);
  expect(turn(101, 1)).toEqual([true, false]);
});

test('neither a turn in which none waits nor a pause ends that at once', () => {
  load();
  expect(turn(110, 1)).toEqual([true, false]);
  turn(50, 1);
  clock += 101;
  expect(turn(110, 1)).toEqual([true, false]);
});

test('it ends once no call has waited for as long as the bound', () => {
  load();
  expect(turn(110, 1)).toEqual([true, false]);
  // Without a pause, and then with one.
  for (let count = 0; count < 20; count += 1) expect(turn(50, 1)).toEqual([true, true]);
  load();
  expect(turn(110, 1)).toEqual([true, false]);
  clock += 1001;
  load();
});

test('other work that holds the thread counts as a wait', () => {
  turn(1);
  // The next check of the event loop is due at 50.
  clock = 1051;
  vi.advanceTimersToNextTimer();
  expect(turn(1, 1)).toEqual([false, false]);
  expect(turn(1)).toEqual([true]);
});

test('without calls, nothing is measured', () => {
  expect(vi.getTimerCount()).toBe(0);
});
