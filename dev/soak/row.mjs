/** The words and numbers of what was measured. */

/** @param {number} value */
export const rounded = (value) =>
  value < 10 ? value.toFixed(1) : value.toLocaleString('en', { maximumFractionDigits: 0 });

/** @param {readonly number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * What became of the calls, in words.
 *
 * @param {import('./load.mjs').Result} result
 */
export function told({ answered, wrong, failed, lost, errors, seconds }) {
  const most = Object.entries(errors).toSorted(([, a], [, b]) => b - a).slice(0, 2); // prettier-ignore
  const which = most.map(([said, count]) => `${count} × ${said}`).join('; ');
  const figures = `${rounded(answered)} right, ${wrong} wrong, ${failed} with an error, ${lost} lost in ${rounded(seconds)} s`;
  return which === '' ? figures : `${figures} (${which})`;
}
