import type { OperationArguments } from './operation.js';

const mebibyte = 1_048_576;

/** The most bytes of UTF-8 that each argument may have. */
export const limits = { code: 128, str1: mebibyte, str2: mebibyte } as const;

/** The most bytes of UTF-8 in a route or a template, the `str1` of the operations that read one. */
const maxTemplateBytes = 65_536;
const templateOperations = new Set(['build', 'expand', 'send']);

/** gRPC's own default for received messages; room for both arguments at their limits. */
export const defaultMaxMessageBytes = 4 * mebibyte;

/** An api.Request has four fields, but a field may be repeated, and others are ignored: each of them takes time to read. */
export const maxFields = 1000;

/** HTTP/2 streams that one connection may have open. */
export const maxStreamsPerConnection = 100;

/** Messages that have begun to arrive, of all connections together. */
export const incomingLimits = { count: 1024, bytes: 64 * mebibyte } as const;

/** Answers that are not yet read, of all connections together. */
export const outgoingLimits = { count: 10_000, bytes: 64 * mebibyte } as const;

/** Calls of one operation that may be in flight at once, where it states no other number. */
export const maxCallsInFlight = 1000;

/** Arguments up to this many characters count by their call only. */
export const smallArguments = 16_384;

/** Characters in the arguments of all calls in flight that have more than {@link smallArguments}. */
export const maxLargeArguments = 32 * mebibyte;

/** What is wrong with the arguments' sizes, naming the field; undefined when nothing is. */
export function overLimit(args: OperationArguments): string | undefined {
  for (const field of ['code', 'str1', 'str2'] as const) {
    const most = field === 'str1' && templateOperations.has(args.code) ? maxTemplateBytes : limits[field];
    const text = args[field];
    // UTF-8 has at most three bytes for a UTF-16 unit: most arguments need not be counted.
    if (text.length * 3 <= most) continue;
    const bytes = Buffer.byteLength(text);
    if (bytes > most) return `${field} has ${bytes} bytes of UTF-8; at most ${most} are accepted.`;
  }
  return undefined;
}
