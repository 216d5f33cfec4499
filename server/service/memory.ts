import { incomingLimits, outgoingLimits, workerLimits } from './limits.js';

const mebibyte = 1_048_576;

/**
 * Lists the most memory that a server with a gRPC port takes, in MiB, by its parts. A gateway has as much for messages and responses once
 * more.
 *
 * @param heapMiB the heap's limit (`--max-old-space-size`), within which are all calls with their arguments
 */
export const listMemory = (heapMiB: number) => ({
  'heap of the serving thread': heapMiB,
  // Three semi-spaces of V8's default, 16 MiB.
  'its young objects': 48,
  'Node, program and libraries': 60,
  // Measured at the bounds of both.
  'connections and streams, besides their objects': 70,
  'unfinished messages': incomingLimits.bytes / mebibyte,
  'unread responses': outgoingLimits.bytes / mebibyte,
  'workers for large arguments':
    workerLimits.threads * (workerLimits.heapMiB + workerLimits.youngMiB + workerLimits.othersMiB),
});

/** Sums {@link listMemory}. */
export const sumMemory = (heapMiB: number): number =>
  Object.values(listMemory(heapMiB)).reduce((sum, part) => sum + part, 0);
