import { startTimer, type Limits } from './deadline.js';
import { CallError } from '../grpc-web/errors.js';
import { Code } from '../grpc-web/status.js';

/**
 * How often, and after what pauses, a call that ended with UNAVAILABLE is made again. Ask for it only where the
 * operation may run twice: the server may have done the work, and only its answer got lost.
 */
export interface RetryOptions {
  /** The most requests that are made for one call, the first included; `1` is no retry. */
  readonly attempts: number;
  /** Milliseconds before the first retry; default 100. Each pause is made up to 20 % longer or shorter, by chance. */
  readonly initialBackoff?: number | undefined;
  /** What each further pause is longer than the one before; default 2. */
  readonly multiplier?: number | undefined;
  /** The longest pause in milliseconds; default 5,000. */
  readonly maxBackoff?: number | undefined;
}

/** Options that have been checked, with their defaults. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly initialBackoff: number;
  readonly multiplier: number;
  readonly maxBackoff: number;
}

const PUSHBACK = 'grpc-retry-pushback-ms';
const JITTER = 0.2;

function atLeast(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
  throw new CallError(Code.INVALID_ARGUMENT, `retries.${name} is ${String(value)}. It must be a number from ${least}.`);
}

/** Checks the options. Throws {@link CallError} INVALID_ARGUMENT with the name of the one that is wrong. */
export function retryPolicy(options: RetryOptions | undefined): RetryPolicy {
  const { attempts, initialBackoff = 100, multiplier = 2, maxBackoff = 5_000 } = options ?? { attempts: 1 };
  if (!Number.isInteger(attempts) || attempts < 1) {
    const text = `retries.attempts is ${String(attempts)}. It must be a whole number from 1, the first request included.`;
    throw new CallError(Code.INVALID_ARGUMENT, text);
  }
  return {
    attempts,
    initialBackoff: atLeast('initialBackoff', initialBackoff, 0),
    multiplier: atLeast('multiplier', multiplier, 1),
    maxBackoff: atLeast('maxBackoff', maxBackoff, 0),
  };
}

/** The pause after the attempt with this number (1 is the first), before chance has its share (gRPC, A6). */
export function backoff({ initialBackoff, multiplier, maxBackoff }: RetryPolicy, attempt: number): number {
  // Nothing times infinity would be NaN.
  return Math.min(initialBackoff * Math.min(multiplier ** (attempt - 1), Number.MAX_VALUE), maxBackoff);
}

/**
 * The milliseconds to wait before the next attempt; undefined where there is to be none. What the server says counts
 * more than the policy: a number of milliseconds, or anything else for "don't" (gRPC, A6, "pushback").
 */
function pauseAfter(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (!(error instanceof CallError) || error.code !== Code.UNAVAILABLE || attempt >= policy.attempts) return undefined;
  const pushback = error.trailers.get(PUSHBACK);
  if (pushback !== null) return /^\d{1,9}$/.test(pushback) ? Number(pushback) : undefined;
  return backoff(policy, attempt) * (1 - JITTER + 2 * JITTER * Math.random());
}

/** Resolves after that time; rejects with the signal's reason as soon as that aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      stop();
      reject(signal.reason);
    };
    const stop = startTimer(milliseconds, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Makes attempts until one succeeds, fails for good, or no further one could begin before the deadline. Rejects with
 * the last attempt's error, or with the signal's reason.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  { signal, remaining }: Pick<Limits, 'signal' | 'remaining'>,
): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      const milliseconds = pauseAfter(error, made, policy);
      if (milliseconds === undefined || milliseconds >= (remaining() ?? Infinity)) throw error;
      await pause(milliseconds, signal);
    }
  }
}
