import type { Correlation } from '../observability/correlation.js';

/** The arguments of a call, as the caller sent them. */
export interface OperationArguments {
  /** The operation's name. */
  readonly code: string;
  /** At most 1 MiB of UTF-8; 64 KiB for `build`, `expand` and `send`. */
  readonly str1: string;
  /** At most 1 MiB of UTF-8. */
  readonly str2: string;
  /** A signed 32-bit integer. */
  readonly intValue: number;
}

/** What an operation may know about the call it serves. */
export interface OperationContext extends Correlation {
  /** Aborted when the caller has gone or the deadline has passed: ongoing work should stop then. `{ ...context }` is without it. */
  readonly signal: AbortSignal;
  /** When the caller stops waiting, in milliseconds since the epoch; undefined: never. */
  readonly deadline: number | undefined;
  readonly transport: 'grpc' | 'grpc-web';
  /** All values of a metadata entry, by its lowercase name; those of `-bin` names in base64. */
  readonly metadata: (name: string) => readonly string[];
}

/**
 * Performs an operation and gives the response's message.
 *
 * @throws {OperationError} when the operation failed for a reason that the caller should read. Anything else that is
 * thrown counts as a bug: the caller gets the status INTERNAL and no detail.
 */
export type OperationHandler = (args: OperationArguments, context: OperationContext) => string | Promise<string>;

/** An operation of the registry. */
export interface Operation {
  /** What it does, in one line. */
  readonly description: string;
  /** A label for each argument that the operation reads. */
  readonly arguments: {
    readonly str1?: string;
    readonly str2?: string;
    readonly int_value?: string;
  };
  /** How many of its calls may be in flight at once; 1,000 by default. Further ones get RESOURCE_EXHAUSTED. */
  readonly maxInFlight?: number;
  readonly handler: OperationHandler;
}

/**
 * A failed operation: the call is answered with status OK, `success` false and this message, one sentence that says what
 * is wrong, where, and what would be right.
 */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}
