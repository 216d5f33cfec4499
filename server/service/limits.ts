import type { OperationArguments } from '../operations/operation.js';

const mebibyte = 1_048_576;

/** The most bytes of UTF-8 that each argument may have. */
export const limits = { code: 128, str1: mebibyte, str2: mebibyte } as const;

/** gRPC's own default for received messages; room for both arguments at their limits. */
export const defaultMaxMessageBytes = 4 * mebibyte;

/** An api.Request has four fields, but fields may be repeated, and unknown ones are ignored: each takes time to read. */
export const maxFields = 1000;

/** HTTP/2 streams that one connection may have open. */
export const maxStreamsPerConnection = 100;

/** Open connections of a port. */
export const connectionLimits = { count: 1000, bytes: Infinity } as const;

/** Open streams of calls, of all connections together: those of calls in progress, of messages that arrive, of responses that leave. */
export const callStreamLimits = { count: 5000, bytes: Infinity } as const;

/** Open streams of all other methods (health, reflection) together. */
export const otherStreamLimits = { count: 1000, bytes: Infinity } as const;

/** Streams of other methods that may begin in a second, beside the first one of each connection: a tenth of a core's time. */
export const otherStreamsPerSecond = 250;

/** Messages that have begun to arrive, of all connections together. */
export const incomingLimits = { count: 1024, bytes: 64 * mebibyte } as const;

/** Responses that callers have not read yet, of all connections together; their streams are bounded above. */
export const outgoingLimits = { count: Infinity, bytes: 64 * mebibyte } as const;

/** Calls of one operation that may be in flight at once, unless it sets another number. */
export const maxCallsInFlight = 1000;

/** Calls of all operations that may be in flight at once, by default. */
export const defaultMaxCalls = 2000;

/** The characters of arguments that count as small: only their call counts. */
export const smallArguments = 16_384;

/** The characters of arguments that every built-in operation reads at once, without a worker and a wait for it. */
export const quickArguments = 2048;

/** Characters in the arguments of all calls in flight that have more than {@link smallArguments}. */
export const maxLargeArguments = 32 * mebibyte;

/** The worker threads, and the memory of each: its heap, its young objects, and all else. */
export const workerLimits = { threads: 2, heapMiB: 128, youngMiB: 16, othersMiB: 20 } as const;

/** Calls with large arguments that may run in a worker or wait for one. */
export const maxPoolTasks = 32;

const waiting = { caller: 'token, else address', beyond: 'the oldest are ended' } as const;
const inProgress = { caller: 'token', beyond: 'RESOURCE_EXHAUSTED' } as const;

/**
 * The bounds that all callers share, as the guide lists them. Of what waits for its caller, the one who has more than half loses the
 * oldest; what is in progress isn't taken away, so none of several callers gets more than half of it.
 */
export const sharedBounds = {
  'connections of a port': { most: connectionLimits.count, caller: 'address', beyond: 'the longest idle is closed' },
  'open streams of calls': { most: callStreamLimits.count, ...waiting },
  'open streams of other methods': { most: otherStreamLimits.count, ...waiting },
  'unfinished messages': { most: incomingLimits.count, ...waiting },
  'bytes of unfinished messages': { most: incomingLimits.bytes, ...waiting },
  'bytes of unread responses': { most: outgoingLimits.bytes, ...waiting },
  'calls in progress': { most: defaultMaxCalls, ...inProgress },
  'calls of one operation in progress': { most: maxCallsInFlight, ...inProgress },
  'characters of large arguments of calls in progress': { most: maxLargeArguments, ...inProgress },
  'calls that run in or wait for a worker': { most: maxPoolTasks, ...inProgress },
} as const;

const textFields = ['code', 'str1', 'str2'] as const;

/**
 * Describes the first argument that is too large; undefined when none is.
 *
 * @param maxStr1Bytes the operation's limit of `str1`
 */
export function describeOverLimit(args: OperationArguments, maxStr1Bytes: number = limits.str1): string | undefined {
  for (const field of textFields) {
    const most = field === 'str1' ? maxStr1Bytes : limits[field];
    const text = args[field];
    // UTF-8 has at most three bytes for a UTF-16 unit: most arguments need not be counted.
    if (text.length * 3 <= most) continue;
    const bytes = Buffer.byteLength(text);
    if (bytes > most) return `${field} has ${bytes} bytes of UTF-8; at most ${most} are accepted.`;
  }
  return undefined;
}
