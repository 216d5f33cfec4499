import { status } from '@grpc/grpc-js';
import { CallError } from './call.js';

/** The metadata by which a server says when to retry, in ms (gRFC A6). */
export const pushbackName = 'grpc-retry-pushback-ms';

const least = 500;
const most = 1500;

/** Chooses a pause before a retry: a different one each time, so that refused callers don't return together. */
export const choosePushback = (): string => String(Math.round(least + (most - least) * Math.random()));

/** How often the event loop is checked, in ms. */
const tickMs = 50;

/** Under lasting overload, calls may wait for this part of the longest wait only: no call needs a long queue to be served then. */
const lastingShare = 0.1;

/** Refusals that are made beforehand, as a refusal has to cost less than a call. */
const refusalCount = 32;

/** Refuses calls that have waited too long for the serving thread. */
export interface Overload {
  /**
   * Must be called once for each call, when its work would begin.
   *
   * @throws {CallError} UNAVAILABLE with a retry hint, for a call that has waited too long
   */
  check(): void;
  /** Ends its timer. */
  close(): void;
}

/**
 * Bounds the time that calls wait for the serving thread. What arrives while the thread is busy waits in sockets, unseen, and is read
 * in the next turn of the event loop: so a call has waited about as long as its turn has lasted, or as the loop was late for it.
 *
 * A burst may wait for the whole bound. Once there was no turn without a wait during all of that time, the load lasts, and a queue only
 * delays calls: then a tenth of it is the bound (after CoDel, RFC 8289), until no call has waited for as long as the bound. Short calls
 * arrive unevenly, so a single turn without a wait doesn't mean that the load is over. The first call of a turn that is on time is never
 * refused, so work always proceeds.
 *
 * @param maxWaitMs the longest wait in a burst, in ms
 */
export function createOverload(maxWaitMs: number): Overload {
  const lastingMs = maxWaitMs * lastingShare;
  const refusals = Array.from({ length: refusalCount }, createRefusal);
  let turnStart: number | undefined;
  let turnEnd = performance.now();
  let waited = false;
  /** When calls last began without a wait. */
  let calm = turnEnd;
  /** When calls last waited. */
  let strained = -Infinity;
  let loadLasts = false;
  let refused = 0;
  let timer: NodeJS.Timeout | undefined;

  const endTurn = (): void => {
    turnEnd = performance.now();
    if (waited) strained = turnEnd;
    else calm = turnEnd;
    turnStart = undefined;
    waited = false;
  };

  function beginTurn(start: number): void {
    turnStart = start;
    if (start - strained > maxWaitMs) loadLasts = false;
    // Runs once all that has arrived is read (libuv's check phase).
    setImmediate(endTurn);
  }

  // Other work, such as a promise's or the collection of garbage, also makes calls wait.
  let due = 0;
  const tick = (): void => {
    const now = performance.now();
    if (now - due > lastingMs && turnStart === undefined) beginTurn(due);
    due = now + tickMs;
    timer?.refresh();
  };

  return {
    check(): void {
      const now = performance.now();
      if (!timer) {
        due = now + tickMs;
        timer = setTimeout(tick, tickMs).unref();
      }
      if (turnStart === undefined) {
        if (now - turnEnd > lastingMs) calm = now;
        beginTurn(now);
        return;
      }
      const wait = now - turnStart;
      if (wait <= lastingMs) return;
      waited = true;
      if (now - calm > maxWaitMs) loadLasts = true;
      if (wait <= maxWaitMs && !loadLasts) return;
      refused = (refused + 1) % refusals.length;
      throw refusals[refused];
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}

const createRefusal = (): CallError =>
  new CallError(status.UNAVAILABLE, 'The server has more calls than it can serve; try again later.', {
    [pushbackName]: choosePushback(),
  });
