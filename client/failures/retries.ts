import { assertSettings, rule, type Rule, type Rules } from '../../lib/strict.js';
import { startTimer, type Limits } from './deadline.js';
import { CallError, Code, failSetting } from '../grpc-web/status.js';

/**
 * How often, and after which pauses, a call that ended with UNAVAILABLE is repeated, or with RESOURCE_EXHAUSTED where the
 * server or Envoy sets the pause (`grpc-retry-pushback-ms`). Use it only if the operation may run twice: the server may have
 * done the work, and only its response was lost.
 */
export interface RetryOptions {
  /** The most requests for one call, the first included; `1` means no retry. */
  readonly attempts: number;
  /** Milliseconds before the first retry; default 100. Each pause is randomly up to 20 % longer or shorter. */
  readonly initialBackoff?: number | undefined;
  /** The factor from each pause to the next; default 2. */
  readonly multiplier?: number | undefined;
  /** The longest pause in milliseconds; default 5,000. */
  readonly maxBackoff?: number | undefined;
}

/** Checked options with their defaults. */
type RetryPolicy = Readonly<Record<keyof RetryOptions, number>>;

const JITTER = 0.2;

const from = (least: number): Rule =>
  rule((value) => Number.isFinite(value) && Number(value) >= least, `a number from ${least}`);

const RETRIES = {
  attempts: rule((value) => Number.isInteger(value) && Number(value) > 0, 'a whole number from 1'),
  initialBackoff: from(0),
  multiplier: from(1),
  maxBackoff: from(0),
} satisfies Rules<keyof RetryOptions>;

/** Checks the options. Throws {@link CallError} INVALID_ARGUMENT with the name of an invalid one. */
export function createRetryPolicy(options: Partial<RetryOptions> = { attempts: 1 }): RetryPolicy {
  assertSettings('retries', options, RETRIES, failSetting);
  const {
    attempts = failSetting('invalid-option', 'retries.attempts', 'is missing'),
    initialBackoff = 100,
    multiplier = 2,
    maxBackoff = 5_000,
  } = options;
  return { attempts, initialBackoff, multiplier, maxBackoff };
}

/** The pause after the attempt with this number (1 is the first), before jitter (gRPC, A6). */
export function computeBackoff({ initialBackoff, multiplier, maxBackoff }: RetryPolicy, attempt: number): number {
  // 0 times infinity would be NaN.
  return Math.min(initialBackoff * Math.min(multiplier ** (attempt - 1), Number.MAX_VALUE), maxBackoff);
}

/**
 * The milliseconds before the next attempt; undefined for no further attempt. The server's pushback overrides the policy: a
 * number of milliseconds, or any other value for "don't" (gRPC, A6).
 */
function choosePause(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (!(error instanceof CallError) || attempt >= policy.attempts) return undefined;
  // Too large a message is RESOURCE_EXHAUSTED as well, and has no pushback.
  if (error.code !== Code.UNAVAILABLE && error.code !== Code.RESOURCE_EXHAUSTED) return undefined;
  const pushback = error.trailers.get('grpc-retry-pushback-ms');
  if (pushback !== null) return /^\d{1,9}$/.test(pushback) ? Number(pushback) : undefined;
  if (error.code !== Code.UNAVAILABLE) return undefined;
  return computeBackoff(policy, attempt) * (1 - JITTER + 2 * JITTER * Math.random());
}

/** Resolves after a time; rejects with the signal's reason as soon as it aborts. */
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
 * Makes attempts until one succeeds or fails for good, or until the next could begin only after the deadline. Rejects with
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
      const milliseconds = choosePause(error, made, policy);
      if (milliseconds === undefined || milliseconds >= (remaining() ?? Infinity)) throw error;
      await pause(milliseconds, signal);
    }
  }
}
