/**
 * The figures that a step measures. A guarded figure has a bar that it meets or misses; one that is only shown has none.
 *
 * A step writes its figures, as a JSON array, into the file that the environment variable ENDPOINTJS_FIGURES names.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {object} GuardedFigure
 * @property {string} what
 * @property {string} measured with its unit
 * @property {string} bar the condition
 * @property {boolean} met
 */

/** @typedef {{ what: string, measured: string }} ShownFigure */

/** @typedef {GuardedFigure | ShownFigure} Figure */

/**
 * @param {string} path
 * @returns {Figure[]} none without a file
 * @throws {Error} for any other contents
 */
export function readFigures(path) {
  if (!existsSync(path)) return [];
  const figures = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(figures)) throw new Error(`${path} must hold a JSON array of figures.`);
  return figures.map(checkFigure);
}

/** @param {unknown} value @returns {Figure} */
function checkFigure(value) {
  const { what, measured, bar, met } = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof what === 'string' && typeof measured === 'string') {
    if (bar === undefined && met === undefined) return { what, measured };
    if (typeof bar === 'string' && bar !== '' && typeof met === 'boolean') return { what, measured, bar, met };
  }
  throw new Error(
    `A figure must be { what, measured, bar, met }, or { what, measured } without a bar, not ${JSON.stringify(value)}.`,
  );
}

/**
 * Ends a measurement: writes its figures into the step's file, and makes the process end with 1 when one misses its bar.
 *
 * @param {readonly Figure[]} figures
 */
export function writeFigures(figures) {
  const file = process.env['ENDPOINTJS_FIGURES'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
  if (missedFigures(figures).length > 0) process.exitCode = 1;
}

/** @param {readonly Figure[]} figures @returns {GuardedFigure[]} */
export function missedFigures(figures) {
  return figures.filter((figure) => 'bar' in figure).filter(({ met }) => !met);
}

/**
 * @param {Figure} figure
 * @returns {string} one line
 */
export function formatFigure(figure) {
  const { what, measured } = figure;
  return 'bar' in figure
    ? `${what}: ${measured} (bar: ${figure.bar}${figure.met ? '' : ', MISSED'})`
    : `${what}: ${measured}`;
}

/** @param {number} value */
export const rounded = (value) =>
  value < 10 ? value.toFixed(1) : value.toLocaleString('en', { maximumFractionDigits: 0 });

/** @param {readonly number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
