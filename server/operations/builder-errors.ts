import { EndpointError } from 'endpoint.js';
import { OperationError } from '../service/operation.js';
import { ResultTooLarge } from './too-large.js';

/**
 * Runs `use`, with the builder's errors as failures of the operation.
 *
 * @throws {OperationError} for what the caller can correct
 * @throws {ResultTooLarge} for a url or expansion above the builder's limit; everything else passes through
 */
export function withBuilderErrors<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof EndpointError) {
      if (error.code === 'too-long') throw new ResultTooLarge(error.message, { cause: error });
      const where = error.code === 'invalid-json' ? 'str2: ' : '';
      throw new OperationError(`${where}${error.message}`, { cause: error });
    }
    // JSON.parse reads any depth, but merging and JSON.stringify recurse.
    if (error instanceof RangeError && error.message.includes('call stack')) {
      throw new OperationError('The JSON in str2 is nested too deeply; a few hundred levels are fine.', {
        cause: error,
      });
    }
    throw error;
  }
}
