import { EndpointError } from 'endpoint.js';
import { afterAll, beforeAll } from 'vitest';

/** The result of a function, or the error of the library that it throws; any other error fails the test. */
export function attempt<T>(run: () => T): T | EndpointError {
  try {
    return run();
  } catch (error) {
    if (error instanceof EndpointError) return error;
    throw error;
  }
}

/** The error of the library that a function throws; undefined where it throws none. */
export function catchError(run: () => unknown): EndpointError | undefined {
  const result = attempt(run);
  return result instanceof EndpointError ? result : undefined;
}

/** For tests of many rejected inputs, whose stack traces nothing reads. */
export function withoutStackTraces(): void {
  const { stackTraceLimit } = Error;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}
