import { EndpointError } from '../errors.js';

/** The error of the builder that a function throws, if it throws one; any other is rethrown. */
export function catchError(run: () => unknown): EndpointError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EndpointError) return error;
    throw error;
  }
}
