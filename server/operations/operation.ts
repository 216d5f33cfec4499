import type { Correlation } from '../observability/correlation.js';

/** A result, or its promise where it takes time: a result at once needs no turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;

/** The arguments of a call, as the caller sent them. */
export interface OperationArguments {
  /** The operation's name. */
  readonly code: string;
  /** At most 1 MiB of UTF-8; 64 KiB for `build` and `expand`. */
  readonly str1: string;
  /** At most 1 MiB of UTF-8. */
  readonly str2: string;
  /** A signed 32-bit integer. */
  readonly intValue: number;
}

/** The call that an operation serves. */
export interface OperationContext extends Correlation {
  /** Aborted when the caller has gone or the deadline has passed: ongoing work should stop then. `{ ...context }` lacks it. */
  readonly signal: AbortSignal;
  /** When the caller stops waiting, in milliseconds since the epoch; undefined: never. */
  readonly deadline: number | undefined;
  readonly transport: 'grpc' | 'grpc-web';
  /** The name of the caller whose token the call has; undefined where calls need none, or its token has no name. */
  readonly caller: string | undefined;
  /** All values of a metadata entry, by its lowercase name; values of `-bin` names in base64. */
  readonly metadata: (name: string) => readonly string[];
}

/**
 * Runs an operation and returns the response's message.
 *
 * @throws {OperationError} when the operation fails for a reason that the caller should read. Any other error counts as a bug: the
 * caller gets the status INTERNAL without details.
 */
export type OperationHandler = (args: OperationArguments, context: OperationContext) => string | Promise<string>;

/** An operation of the registry. */
export interface Operation {
  /** Its effect, in one line, for the operation `operations`. */
  readonly description?: string;
  /** A label for each argument that the operation reads. */
  readonly arguments?: {
    readonly str1?: string;
    readonly str2?: string;
    readonly int_value?: string;
  };
  /**
   * How many of its calls may be in flight at once; 1,000 by default. Others get RESOURCE_EXHAUSTED; of several callers, none gets more
   * than half.
   */
  readonly maxInFlight?: number;
  readonly handler: OperationHandler;
}

/**
 * A failed operation: the call ends with status OK, `success` false and this message, which names the argument, the problem and
 * the fix.
 */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}
