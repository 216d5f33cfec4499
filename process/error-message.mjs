/**
 * The message of an error, or any other thrown value as text.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function errorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The code of a system error in Node: `ENOENT`, `EEXIST`, …
 *
 * @param {unknown} error
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
