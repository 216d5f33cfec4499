import type { OperationArguments } from './operation.js';

/** The most bytes of UTF-8 that each argument may have. */
export const limits = { code: 128, str1: 1_048_576, str2: 1_048_576 } as const;

/** gRPC's own default for received messages; room for both arguments at their limits. */
export const defaultMaxMessageBytes = 4_194_304;

/** What is wrong with the arguments' sizes, naming the field; undefined when nothing is. */
export function overLimit(args: OperationArguments): string | undefined {
  for (const field of ['code', 'str1', 'str2'] as const) {
    const bytes = Buffer.byteLength(args[field]);
    if (bytes > limits[field]) {
      return `${field} has ${bytes} bytes of UTF-8; at most ${limits[field]} are accepted.`;
    }
  }
  return undefined;
}
