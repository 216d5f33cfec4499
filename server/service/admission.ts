import { status } from '@grpc/grpc-js';
import { CallError } from './call.js';
import { maxCallsInFlight, maxLargeArguments, smallArguments } from './limits.js';
import type { OperationArguments } from '../operations/operation.js';
import { choosePushback, pushbackName } from './overload.js';
import type { Registry } from '../operations/built-in.js';

/**
 * Bounds a server's calls in flight: their number and the size of their large arguments for all together, and the number for each
 * operation, so that a slow one takes nothing from the others.
 */
export function createAdmission(registry: Registry, maxCalls: number) {
  const inFlight = new Map<string, number>();
  let all = 0;
  let largeArguments = 0;
  return {
    /** @throws {CallError} RESOURCE_EXHAUSTED when the call would exceed a bound */
    check({ code, str1, str2 }: OperationArguments): void {
      if (all >= maxCalls) throw exhausted(`The server has ${all} calls in progress`);
      const calls = inFlight.get(code);
      if (calls !== undefined && calls >= (registry.get(code)?.maxInFlight ?? maxCallsInFlight)) {
        throw exhausted(`The server has ${calls} calls of ${JSON.stringify(code)} in progress`);
      }
      const length = str1.length + str2.length;
      if (length > smallArguments && largeArguments + length > maxLargeArguments) {
        throw exhausted('The server has as many calls with large arguments as it can take');
      }
    },
    /** Counts a call until its work ends. Calls that end at once need not be counted. */
    hold({ code, str1, str2 }: OperationArguments, work: Promise<unknown>): void {
      const length = str1.length + str2.length;
      const large = length > smallArguments ? length : 0;
      largeArguments += large;
      all += 1;
      inFlight.set(code, (inFlight.get(code) ?? 0) + 1);
      const release = (): void => {
        largeArguments -= large;
        all -= 1;
        const calls = (inFlight.get(code) ?? 0) - 1;
        // Codes come from callers: none may remain.
        if (calls > 0) inFlight.set(code, calls);
        else inFlight.delete(code);
      };
      work.then(release, release);
    },
  };
}

const exhausted = (reason: string): CallError =>
  new CallError(status.RESOURCE_EXHAUSTED, `${reason}; try again later.`, { [pushbackName]: choosePushback() });
