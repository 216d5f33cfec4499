import type { ServerHttp2Stream } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { CallError } from '../service/call.js';
import { longestTimer } from '../service/lifetime.js';

const unitsInMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/** The most characters of a malformed value in its message. */
const maxShown = 20;

/**
 * Reads a `grpc-timeout` (gRPC over HTTP/2, Timeout) for all transports alike: grpc-js accepts malformed ones, and cuts long ones to 32
 * bits, which ends the call at once.
 *
 * @returns milliseconds; Infinity beyond the longest timer, which is the same as no deadline; an error for a malformed one
 */
export function readTimeout(timeout: string): number | CallError {
  if (/^\d{1,8}[HMSmun]$/.test(timeout)) {
    const ms = parseInt(timeout, 10) * (unitsInMs[timeout.charAt(timeout.length - 1)] ?? NaN);
    return ms <= longestTimer ? ms : Infinity;
  }
  const value = JSON.stringify(timeout.slice(0, maxShown));
  return new CallError(
    status.INVALID_ARGUMENT,
    `grpc-timeout: ${value} isn't a timeout; send at most eight digits and a unit (H, M, S, m, u or n), such as 30S.`,
  );
}

const deadlineKey = Symbol('deadline');

/** A stream of a call, with its deadline. A property, as the entries of a WeakMap keep short calls from being collected while young. */
interface TimedStream extends ServerHttp2Stream {
  [deadlineKey]?: number;
}

/** Sets the deadline of a stream, in milliseconds since the epoch. */
export function setDeadline(stream: TimedStream, deadline: number): void {
  stream[deadlineKey] = deadline;
}

/** Returns what {@link setDeadline} set. */
export const getDeadline = (stream: TimedStream): number | undefined => stream[deadlineKey];
