import { stringifyInfo } from '@discoveryjs/json-ext';
import { ResultTooLarge } from './built-in.js';
import { OperationError } from './operation.js';

/** The label of an int_value that is read by {@link toIndentedJson}. */
export const indentLabel = 'JSON indent, 0 to 10';

/** JSON of at most this many characters has so few levels that no indent makes it large. */
export const flatJsonLength = 512;

/**
 * Writes JSON with `indent` spaces a level, 0 for a single line.
 *
 * @param maxBytes the most bytes of UTF-8 that it may take, checked before it is written; undefined where its source is so small
 * that no indent makes it large
 * @throws {OperationError} when the indent is not 0 to 10 (JSON.stringify would silently clamp it)
 * @throws {ResultTooLarge}
 */
export function toIndentedJson(value: unknown, indent: number, maxBytes?: number): string {
  if (indent < 0 || indent > 10) {
    throw new OperationError(`int_value is the JSON indent and must be 0 to 10, not ${indent}.`);
  }
  if (maxBytes !== undefined) {
    const { bytes } = stringifyInfo(value, { space: indent });
    if (bytes > maxBytes) throw new ResultTooLarge(`The result has ${bytes} bytes; at most ${maxBytes} are sent.`);
  }
  return JSON.stringify(value, null, indent);
}
