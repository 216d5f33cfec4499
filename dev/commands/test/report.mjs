/**
 * Formats the results of steps.
 */
import { formatFigure, missedFigures } from './figures.mjs';

/** @typedef {import('./tools.mjs').StepResult} StepResult */

/** @typedef {StepResult & { name: string, seconds: string }} Ended a step that has ended */

/**
 * Counts every missed figure as a failure: a step can't pass with one.
 *
 * @param {StepResult} result
 * @returns {StepResult}
 */
export function withMissedFigures(result) {
  const missed = missedFigures(result.figures ?? []);
  return missed.length > result.failed ? { ...result, failed: missed.length } : result;
}

/**
 * @param {Ended} step
 * @returns {string} the output of a failed step, then one line that sums it up
 */
export function stepLines({ name, passed, failed, notes, output, seconds }) {
  const detail = failed > 0 && output.trim() !== '' ? `${output.trimEnd().replaceAll(/^/gm, '  ')}\n` : '';
  return `${detail}${name}: ${[counts(passed, failed), ...notes].join('; ')} (${seconds})`;
}

/**
 * @param {number} passed
 * @param {number} failed
 */
function counts(passed, failed) {
  if (passed + failed === 1) return failed === 0 ? 'passed' : 'FAILED';
  return `${passed} passed, ${failed} ${failed === 0 ? 'failed' : 'FAILED'}`;
}

/**
 * @param {readonly Ended[]} steps
 * @returns {string} a row for each step, then all figures
 */
export function table(steps) {
  const rows = steps.map(({ name, passed, failed, seconds, figures = [] }) => {
    const missed = missedFigures(figures).length;
    const guarded = figures.filter((figure) => 'bar' in figure).length;
    const shown = figures.length - guarded;
    const sum = [
      ...(guarded > 0 ? [`${guarded - missed} of ${guarded} bars met`] : []),
      ...(shown > 0 ? [`${shown} shown`] : []),
    ];
    return [name, `${passed}`, `${failed}`, seconds, sum.join(', ')];
  });
  const lines = columns([['step', 'passed', 'failed', 'time', 'figures'], ...rows]);
  for (const { name, figures = [] } of steps) {
    if (figures.length > 0) lines.push('', `${name}:`, ...figures.map((figure) => `  ${formatFigure(figure)}`));
  }
  return lines.join('\n');
}

/** @param {readonly (readonly string[])[]} rows */
function columns(rows) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
