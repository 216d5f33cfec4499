import { OperationError } from '../service/operation.js';

/**
 * The variables of a template, from JSON.
 *
 * @throws {OperationError}
 */
export function variables(json: string): Record<string, unknown> {
  if (json.trim() === '') return {};
  const value = parsed(json);
  if (isObject(value)) return value;
  throw new OperationError('str2 is not a JSON object of variables; write {"name": "value"}.');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OperationError(`str2 is not JSON: ${error.message}; write {"name": "value"}.`, { cause: error });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
