import { rule } from '../../lib/strict.js';
import { CallError, Code } from '../grpc-web/status.js';

/** A call's timeout: milliseconds from now, or a point in time. `Infinity` is none. */
export type Deadline = number | Date;

/** The longest delay of `setTimeout`, in milliseconds (a signed 32-bit number, about 25 days). */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The rule of a {@link Deadline}. */
export const deadlineRule = rule(
  (value) => (value instanceof Date ? !Number.isNaN(value.getTime()) : typeof value === 'number' && value > 0),
  'a number of milliseconds greater than 0, or a valid Date',
);

/** The remaining milliseconds: 0 or less after the deadline, undefined without one. */
export function readDeadline(deadline: Deadline | undefined): number | undefined {
  if (deadline === undefined || deadline === Infinity) return undefined;
  return typeof deadline === 'number' ? deadline : deadline.getTime() - Date.now();
}

/** Formats `grpc-timeout`: at most 8 digits and a unit, rounded up (gRPC, doc/PROTOCOL-HTTP2.md). */
export function formatTimeout(milliseconds: number): string {
  const units = { m: 1, S: 1_000, M: 60_000, H: 3_600_000 };
  for (const [unit, length] of Object.entries(units)) {
    const count = Math.ceil(milliseconds / length);
    if (count < 1e8) return `${count}${unit}`;
  }
  return '99999999H';
}

/** Calls back after any number of milliseconds, even beyond the longest timer. Returns a function that stops it. */
export function startTimer(milliseconds: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const arm = (delay: number): void => {
    timer = setTimeout(
      () => (delay > LONGEST_TIMER ? arm(delay - LONGEST_TIMER) : callback()),
      Math.min(delay, LONGEST_TIMER),
    );
  };
  arm(milliseconds);
  return () => clearTimeout(timer);
}

/** The limits that end a call on the client's side. */
export interface Limits {
  /** Aborts with a {@link CallError}: CANCELLED with the caller's reason as cause, or DEADLINE_EXCEEDED. */
  readonly signal: AbortSignal;
  /** The remaining milliseconds, at least 0; undefined without a deadline. */
  readonly remaining: () => number | undefined;
  /** Stops the timer and the listener. */
  readonly release: () => void;
}

/** Combines the caller's signal and the deadline, either of which may have passed already. `isSent`: whether a request was made. */
export function startLimits(
  signal: AbortSignal | undefined,
  deadline: Deadline | undefined,
  isSent: () => boolean,
): Limits {
  const limit = readDeadline(deadline);
  const start = performance.now();
  const controller = new AbortController();
  const abort = (reason: CallError): void => {
    // Engines before Chrome 98 have no reasons, and report the abort at once: the reason has to be there before.
    if (!('reason' in controller.signal)) Object.defineProperty(controller.signal, 'reason', { value: reason });
    controller.abort(reason);
  };
  const cancel = (): void =>
    abort(new CallError(Code.CANCELLED, 'The caller cancelled the call.', { cause: signal?.reason }));
  const expire = (): void => {
    const duration = limit === undefined || limit <= 0 ? '' : ` of ${Math.ceil(limit)} ms`;
    const end = isSent() ? 'done' : 'sent';
    abort(new CallError(Code.DEADLINE_EXCEEDED, `The deadline${duration} passed before the call was ${end}.`));
  };
  let stopTimer: (() => void) | undefined;
  if (signal?.aborted === true) cancel();
  else if (limit !== undefined && limit <= 0) expire();
  else {
    signal?.addEventListener('abort', cancel);
    if (limit !== undefined) stopTimer = startTimer(limit, expire);
  }
  return {
    signal: controller.signal,
    remaining: () => (limit === undefined ? undefined : Math.max(limit - (performance.now() - start), 0)),
    release: () => {
      stopTimer?.();
      signal?.removeEventListener('abort', cancel);
    },
  };
}
