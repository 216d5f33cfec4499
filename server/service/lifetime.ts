import { status } from '@grpc/grpc-js';
import { CallError } from './call.js';
import type { Awaitable } from '../operations/operation.js';

/** How long a call may run. */
export interface Lifetime {
  /** Milliseconds since the epoch; undefined: no deadline. */
  readonly deadline: number | undefined;
  /** Whether the caller has cancelled the call. */
  readonly cancelled: boolean;
  /**
   * Registers a listener of cancellation. A transport with a timer calls it at the deadline, too, with `byDeadline`. A call after the
   * response does no harm.
   */
  onCancelled(listener: (byDeadline?: boolean) => void): void;
}

/** The longest delay of setTimeout in ms, almost 25 days; a call with a later deadline may as well have none. */
export const longestTimer = 2 ** 31 - 1;

// A transport has its own timer for the deadline, which may be this many ms ahead of the clock.
const timerSlack = 2;

const expired = (): CallError =>
  new CallError(status.DEADLINE_EXCEEDED, 'The deadline passed before the operation was done.');
export const cancelled = (): CallError => new CallError(status.CANCELLED, 'The caller cancelled the call.');

const isExpired = ({ deadline }: Pick<Lifetime, 'deadline'>, slack = 0): boolean =>
  deadline !== undefined && Date.now() + slack >= deadline;

/**
 * Runs the work until it is done, the deadline passes or the caller cancels, whichever comes first. Work that is done at once, as
 * most is, returns at once, and needs neither timer nor signal nor promise.
 *
 * @param work gets a signal that is aborted in the last two cases; made at its first use, as most work doesn't use it
 * @param explain makes the error of the last case
 * @throws {CallError} DEADLINE_EXCEEDED or what `explain` makes, as a rejection where the work returns a promise
 */
export function withinLifetime<T>(
  lifetime: Lifetime,
  work: (signal: () => AbortSignal) => Awaitable<T>,
  explain = cancelled,
): Awaitable<T> {
  if (isExpired(lifetime)) throw expired();
  if (lifetime.cancelled) throw explain();
  let controller: AbortController | undefined;
  let reason: CallError | undefined;
  const abort = (error: CallError): void => {
    reason = error;
    controller?.abort(error);
  };
  const result = work(() => {
    if (!controller) {
      controller = new AbortController();
      if (reason) controller.abort(reason);
    }
    return controller.signal;
  });
  if (result instanceof Promise) return raceLifetime(lifetime, result, abort, explain);
  // The thread was busy until now, so no timer could have fired.
  if (isExpired(lifetime)) throw expired();
  return result;
}

const nothing = (): void => undefined;

async function raceLifetime<T>(
  lifetime: Lifetime,
  work: Promise<T>,
  abort: (reason: CallError) => void,
  explain: () => CallError,
): Promise<T> {
  const { deadline } = lifetime;
  let done = false;
  let timer: NodeJS.Timeout | undefined;
  let reject: (reason: CallError) => void = nothing;
  const aborted = new Promise<never>((_, fail) => (reject = fail));
  // A transport may keep this as long as a response isn't read: so it holds neither the lifetime, which is the call with its arguments, nor
  // in the end the promises, which have its result.
  const end = (slack: number): void => {
    // Transports report an end after each response, too: that must cost nothing.
    if (done) return;
    done = true;
    const reason = isExpired({ deadline }, slack) ? expired() : explain();
    // First, so that the work's reaction to its signal can't overtake it.
    reject(reason);
    abort(reason);
  };
  const remaining = deadline === undefined ? Infinity : deadline - Date.now();
  // A timer may fire a little before its time.
  if (remaining <= longestTimer) timer = setTimeout(() => end(Infinity), remaining);
  // On a busy machine the two clocks may differ by any time.
  lifetime.onCancelled((byDeadline = false) => end(byDeadline ? Infinity : timerSlack));
  try {
    const result = await Promise.race([aborted, work]);
    // The timer can't fire while the work keeps the thread busy.
    if (isExpired(lifetime)) throw expired();
    return result;
  } finally {
    done = true;
    reject = nothing;
    clearTimeout(timer);
  }
}
