import { status } from '@grpc/grpc-js';
import { CallError } from './call.js';
import { maxCallsInFlight, maxLargeArguments, smallArguments } from './limits.js';
import type { OperationArguments } from '../operations/operation.js';
import { choosePushback, pushbackName } from './overload.js';
import type { Registry } from '../operations/built-in.js';
import { SharedBound } from './shared-bound.js';

/**
 * Bounds a server's calls in flight: their number and the size of their large arguments for all together, and the number for each
 * operation, so that a slow one takes nothing from the others. Each bound is shared among callers.
 */
export function createAdmission(registry: Registry, maxCalls: number, severalCallers: () => boolean) {
  const calls = new SharedBound(maxCalls, severalCallers);
  const largeArguments = new SharedBound(maxLargeArguments, severalCallers);
  const operations = new Map<string, SharedBound>();
  const bound = (code: string): SharedBound =>
    new SharedBound(registry.get(code)?.maxInFlight ?? maxCallsInFlight, severalCallers);
  return {
    /** @throws {CallError} RESOURCE_EXHAUSTED when the call would exceed a bound */
    check({ code, str1, str2 }: OperationArguments, caller: string): void {
      const all = calls.findExhausted(caller);
      if (all) throw exhausted(`${all} has ${count(calls, all, caller)} calls in progress`);
      const ofOperation = operations.get(code);
      const some = ofOperation?.findExhausted(caller);
      if (ofOperation && some) {
        throw exhausted(`${some} has ${count(ofOperation, some, caller)} calls of ${JSON.stringify(code)} in progress`);
      }
      const length = str1.length + str2.length;
      if (length <= smallArguments) return;
      const large = largeArguments.findExhausted(caller, length);
      if (large) throw exhausted(`${large} has as many calls with large arguments as it can take`);
    },
    /** Counts a call until its work ends. Calls that end at once need not be counted. */
    hold({ code, str1, str2 }: OperationArguments, caller: string, work: Promise<unknown>): void {
      const length = str1.length + str2.length;
      const large = length > smallArguments ? length : 0;
      const ofOperation = operations.get(code) ?? bound(code);
      operations.set(code, ofOperation);
      calls.take(caller);
      ofOperation.take(caller);
      if (large > 0) largeArguments.take(caller, large);
      const release = (): void => {
        calls.giveBack(caller);
        ofOperation.giveBack(caller);
        if (large > 0) largeArguments.giveBack(caller, large);
        // Codes come from callers: none may remain.
        if (ofOperation.all === 0) operations.delete(code);
      };
      work.then(release, release);
    },
  };
}

const count = (bound: SharedBound, exhausted: 'The server' | 'This caller', caller: string): number =>
  exhausted === 'The server' ? bound.all : bound.held(caller);

const exhausted = (reason: string): CallError =>
  new CallError(status.RESOURCE_EXHAUSTED, `${reason}; try again later.`, { [pushbackName]: choosePushback() });
