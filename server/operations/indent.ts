import { OperationError } from '../operation.js';

/** The label of an int_value that is read by {@link toIndentedJson}. */
export const indentLabel = 'JSON indent, 0 to 10';

/**
 * JSON with `indent` blanks a level, 0 for a single line.
 *
 * @throws {OperationError} when the indent is not 0 to 10 (JSON.stringify would silently clamp it), or the value is
 * nested too deeply to be written.
 */
export function toIndentedJson(value: unknown, indent: number): string {
  if (indent < 0 || indent > 10) {
    throw new OperationError(`int_value is the JSON indent and must be 0 to 10, not ${indent}.`);
  }
  return JSON.stringify(value, null, indent);
}
