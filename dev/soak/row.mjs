/** Formats measurements. */

/** @param {number} value */
export const rounded = (value) =>
  value < 10 ? value.toFixed(1) : value.toLocaleString('en', { maximumFractionDigits: 0 });

/** @param {readonly number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * Describes the outcome of calls.
 *
 * @param {import('./load.mjs').Result} result
 */
export function describeCalls({ answered, wrong, failed, lost, errors, seconds }) {
  const frequent = Object.entries(errors)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2);
  const messages = frequent.map(([message, count]) => `${count} × ${message}`).join('; ');
  const figures = `${rounded(answered)} right, ${wrong} wrong, ${failed} with an error, ${lost} lost in ${rounded(seconds)} s`;
  return messages === '' ? figures : `${figures} (${messages})`;
}
