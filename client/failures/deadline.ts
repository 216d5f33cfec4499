import { CallError } from '../grpc-web/errors.js';
import { Code } from '../grpc-web/status.js';

/** A call's time limit: milliseconds from now, or a point in time. `Infinity` is none. */
export type Deadline = number | Date;

/** What `setTimeout` can wait, in milliseconds (a signed 32-bit number, about 25 days). */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The milliseconds that are left, 0 or less where the time is over; undefined for no limit. Throws {@link CallError} INVALID_ARGUMENT. */
export function remainingTime(deadline: Deadline | undefined): number | undefined {
  if (deadline === undefined || deadline === Infinity) return undefined;
  if (deadline instanceof Date && !Number.isNaN(deadline.getTime())) return deadline.getTime() - Date.now();
  if (typeof deadline === 'number' && deadline > 0) return deadline;
  throw new CallError(
    Code.INVALID_ARGUMENT,
    `The deadline is ${String(deadline)}. It must be a number of milliseconds from now, greater than 0, or a valid Date.`,
  );
}

/** The value of `grpc-timeout`: at most 8 digits and a unit, rounded up (gRPC, doc/PROTOCOL-HTTP2.md). */
export function grpcTimeout(milliseconds: number): string {
  const units = [
    ['m', 1],
    ['S', 1_000],
    ['M', 60_000],
    ['H', 3_600_000],
  ] as const;
  for (const [unit, length] of units) {
    const count = Math.ceil(milliseconds / length);
    if (count < 1e8) return `${count}${unit}`;
  }
  return '99999999H';
}

/** Calls back after any number of milliseconds, also after more than one timer can wait. Returns how to stop it. */
export function startTimer(milliseconds: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const arm = (left: number): void => {
    timer = setTimeout(
      () => (left > LONGEST_TIMER ? arm(left - LONGEST_TIMER) : callback()),
      Math.min(left, LONGEST_TIMER),
    );
  };
  arm(milliseconds);
  return () => clearTimeout(timer);
}

/** What ends a call from this side. */
export interface Limits {
  /** Aborts with a {@link CallError}: CANCELLED with the caller's reason as its cause, or DEADLINE_EXCEEDED. */
  readonly signal: AbortSignal;
  /** The milliseconds that are left, at least 0; undefined where there is no deadline. */
  readonly remaining: () => number | undefined;
  /** Stops the clock and the listening. */
  readonly release: () => void;
}

/** Joins the caller's signal and the deadline. Both may be over already. */
export function callLimits(signal: AbortSignal | undefined, deadline: Deadline | undefined): Limits {
  const left = remainingTime(deadline);
  const start = performance.now();
  const controller = new AbortController();
  const cancel = (): void =>
    controller.abort(new CallError(Code.CANCELLED, 'The caller cancelled the call.', { cause: signal?.reason }));
  const expire = (): void => {
    const limit = left === undefined || left <= 0 ? '' : ` of ${Math.ceil(left)} ms`;
    controller.abort(new CallError(Code.DEADLINE_EXCEEDED, `The deadline${limit} passed before the call was done.`));
  };
  let stopTimer: (() => void) | undefined;
  if (signal?.aborted === true) cancel();
  else if (left !== undefined && left <= 0) expire();
  else {
    signal?.addEventListener('abort', cancel);
    if (left !== undefined) stopTimer = startTimer(left, expire);
  }
  return {
    signal: controller.signal,
    remaining: () => (left === undefined ? undefined : Math.max(left - (performance.now() - start), 0)),
    release: () => {
      stopTimer?.();
      signal?.removeEventListener('abort', cancel);
    },
  };
}
