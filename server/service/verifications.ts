import { status } from '@grpc/grpc-js';
import { CallError } from './call.js';
import { maxCallsInFlight, maxLargeArguments } from './limits.js';
import { type Lifetime, withinLifetime } from './lifetime.js';
import type { Awaitable, OperationArguments } from '../operations/operation.js';
import type { Verification } from './jwt.js';

/** A call whose caller isn't known yet. */
export interface UnverifiedCall extends Lifetime {
  readonly request: OperationArguments | Error | undefined;
}

/**
 * Makes a function that verifies a caller before its call is served. It bounds the calls that wait for this, and their arguments:
 * anyone can send such calls, and a fetch of keys takes time.
 *
 * @param explain makes the error of a call that ends early, as for {@link withinLifetime}
 */
export function createVerifications(explain?: () => CallError) {
  let calls = 0;
  let characters = 0;
  return <T>(call: UnverifiedCall, verify: Verification, serve: (caller: string) => Awaitable<T>): Awaitable<T> => {
    const length = countCharacters(call.request);
    if (calls >= maxCallsInFlight || characters + length > maxLargeArguments) {
      throw new CallError(
        status.RESOURCE_EXHAUSTED,
        'Too many calls wait for the check of their JWT; try again later.',
      );
    }
    const verifyAndServe = async (signal: () => AbortSignal): Promise<T> => {
      calls += 1;
      characters += length;
      const caller = await verify().finally(() => {
        calls -= 1;
        characters -= length;
      });
      // The call may have ended meanwhile.
      signal().throwIfAborted();
      return serve(caller);
    };
    return withinLifetime(call, verifyAndServe, explain);
  };
}

function countCharacters(request: UnverifiedCall['request']): number {
  return !request || request instanceof Error ? 0 : request.str1.length + request.str2.length;
}
