import { status } from '@grpc/grpc-js';
import { CallError } from '../service/call.js';
import { longestTimer } from '../service/lifetime.js';

const longUnitsInMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000 };

/** The most characters of a malformed value in its message. */
const maxShown = 20;

/**
 * Judges a `grpc-timeout` (gRPC over HTTP/2, Timeout) for all transports alike: grpc-js accepts malformed ones, and cuts long ones to 32
 * bits, which ends the call at once.
 *
 * @returns whether it is within the longest timer, as a longer one is the same as no deadline; an error for a malformed one
 */
export function judgeTimeout(timeout: string): boolean | CallError {
  const [, digits, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(timeout) ?? [];
  if (digits !== undefined) return Number(digits) * (longUnitsInMs[unit] ?? 0) <= longestTimer;
  const value = JSON.stringify(timeout.slice(0, maxShown));
  return new CallError(
    status.INVALID_ARGUMENT,
    `grpc-timeout: ${value} isn't a timeout; send at most eight digits and a unit (H, M, S, m, u or n), such as 30S.`,
  );
}
