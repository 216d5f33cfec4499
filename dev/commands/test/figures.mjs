/**
 * What a step measured. A figure is guarded, by a bar that it meets or misses, or it is only shown and has no bar.
 *
 * A step that measures writes its figures, as a JSON array, into the file that the environment variable ENDPOINTJS_FIGURES names.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {object} GuardedFigure
 * @property {string} what
 * @property {string} measured with its unit
 * @property {string} bar what must hold
 * @property {boolean} met
 */

/** @typedef {{ what: string, measured: string }} ShownFigure */

/** @typedef {GuardedFigure | ShownFigure} Figure */

/**
 * @param {string} path
 * @returns {Figure[]} none where there is no file
 * @throws {Error} where it holds anything else
 */
export function readFigures(path) {
  if (!existsSync(path)) return [];
  const figures = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(figures)) throw new Error(`${path} must hold a JSON array of figures.`);
  return figures.map(checkFigure);
}

/**
 * @param {unknown} value
 * @returns {Figure}
 */
function checkFigure(value) {
  const { what, measured, bar, met } = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof what === 'string' && typeof measured === 'string') {
    if (bar === undefined && met === undefined) return { what, measured };
    if (typeof bar === 'string' && bar !== '' && typeof met === 'boolean') return { what, measured, bar, met };
  }
  throw new Error(
    `A figure is { what, measured, bar, met } where it is guarded and { what, measured } where it is only shown, not ${JSON.stringify(value)}.`,
  );
}

/**
 * Ends a measurement: writes its figures where a step wants them; with a missed one the process ends with 1.
 *
 * @param {readonly Figure[]} figures
 */
export function writeFigures(figures) {
  const file = process.env['ENDPOINTJS_FIGURES'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
  if (missedFigures(figures).length > 0) process.exitCode = 1;
}

/**
 * @param {readonly Figure[]} figures
 * @returns {GuardedFigure[]}
 */
export function missedFigures(figures) {
  return figures.filter((figure) => 'bar' in figure).filter(({ met }) => !met);
}

/**
 * @param {Figure} figure
 * @returns {string} one line
 */
export function figureLine(figure) {
  const { what, measured } = figure;
  return 'bar' in figure
    ? `${what}: ${measured} (bar: ${figure.bar}${figure.met ? '' : ', MISSED'})`
    : `${what}: ${measured}`;
}
