/** What repeated measurements have in common, and how far apart they are. */

/**
 * @typedef {object} Measured
 * @property {number} median
 * @property {number} low the lower quartile
 * @property {number} high the upper quartile
 */

/**
 * @param {readonly number[]} values
 * @returns {Measured}
 * @throws {RangeError} without a value
 */
export function summarize(values) {
  if (values.length === 0) throw new RangeError('There is nothing to summarize.');
  const sorted = values.toSorted((one, other) => one - other);
  const quantile = (/** @type {number} */ share) => {
    const place = (sorted.length - 1) * share;
    const [below = NaN, above = NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place - Math.floor(place));
  };
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}

/**
 * Half of the distance between the quartiles, as a share of the median: half of all runs were within it.
 *
 * @param {Measured} measured
 */
export const spread = ({ median, low, high }) => (high - low) / 2 / median;

/**
 * Rounds to three digits: more would claim what was not measured.
 *
 * @param {number} value
 */
export const significant = (value) => Number(value.toPrecision(3));

/** @param {Measured} measured @returns {Measured} */
export const roundMeasured = ({ median, low, high }) => ({
  median: significant(median),
  low: significant(low),
  high: significant(high),
});
