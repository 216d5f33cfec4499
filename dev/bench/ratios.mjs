/** From times in turns to ratios, and from ratios to figures. */
import { readFileSync } from 'node:fs';

/** @type {Readonly<Record<string, string | undefined>>} the versions of the packages among the peers */
const VERSIONS = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).devDependencies;

/**
 * The condition for a ratio. `atLeast` is for the peer's time divided by ours, `atMost` for ours divided by the peer's.
 *
 * @typedef {{ readonly atLeast: number } | { readonly atMost: number }} Bar
 */

/** @typedef {{ median: number, low: number, high: number }} Summary the median, and the first and the third quartile */

/**
 * @typedef {object} Compared
 * @property {string} contender
 * @property {Summary} nanoseconds of a call
 * @property {Summary} ratio its time divided by that of the first contender in the same turn
 */

/**
 * @param {readonly string[]} names of the contenders, ours first
 * @param {readonly (readonly number[])[]} turns nanoseconds by turn and contender
 * @returns {Compared[]}
 */
export function compareTurns(names, turns) {
  return names.map((contender, index) => ({
    contender,
    nanoseconds: summarize(turns.map((turn) => at(turn, index))),
    ratio: summarize(turns.map((turn) => at(turn, index) / at(turn, 0))),
  }));
}

/**
 * Compares by the medians of rounds, so that no round counts for more than one.
 *
 * @param {readonly string[]} names of the contenders, ours first
 * @param {readonly (readonly (readonly number[])[])[]} rounds nanoseconds by round, turn and contender
 * @returns {Compared[]}
 */
export function compareRounds(names, rounds) {
  const compared = rounds.map((turns) => compareTurns(names, turns));
  return names.map((contender, index) => {
    const columns = compared.map((round) => /** @type {Compared} */ (round[index]));
    return {
      contender,
      nanoseconds: summarize(columns.map(({ nanoseconds }) => nanoseconds.median)),
      ratio: summarize(columns.map(({ ratio }) => ratio.median)),
    };
  });
}

/**
 * Makes a figure for each peer: guarded where it has a bar.
 *
 * @param {string} name of the question
 * @param {readonly Compared[]} compared ours first
 * @param {Readonly<Record<string, Bar>>} bars by peer
 * @param {(amount: number) => string} [format] writes what was measured, if that isn't nanoseconds
 * @returns {import('../commands/test/figures.mjs').Figure[]}
 */
export function ratioFigures(name, [ours, ...peers], bars, format = formatTime) {
  if (ours === undefined) return [];
  const unknown = Object.keys(bars).find((peer) => !peers.some(({ contender }) => contender === peer));
  if (unknown !== undefined) throw new Error(`${name}: there is a bar for ${unknown}, which isn't a contender.`);
  const time = format(ours.nanoseconds.median);
  return peers.map(({ contender, ratio }) => {
    const bar = bars[contender];
    const version = VERSIONS[contender];
    const peer = version === undefined ? contender : `${contender} ${version}`;
    if (bar === undefined || 'atMost' in bar) {
      const times = invert(ratio);
      const figure = { what: `${name}: ${ours.contender} / ${peer}`, measured: `${formatRatio(times)}, ${time}` };
      if (bar === undefined) return figure;
      return { ...figure, bar: `≤ ${bar.atMost.toFixed(2)}`, met: times.median <= bar.atMost };
    }
    return {
      what: `${name}: ${peer} / ${ours.contender}`,
      measured: `${formatRatio(ratio)}, ${time}`,
      bar: `≥ ${bar.atLeast.toFixed(2)}`,
      met: ratio.median >= bar.atLeast,
    };
  });
}

/** @param {Summary} ratio @returns {Summary} */
const invert = ({ median, low, high }) => ({ median: 1 / median, low: 1 / high, high: 1 / low });

/** @param {Summary} ratio */
const formatRatio = (ratio) => `${ratio.median.toFixed(2)} (${formatSpread(ratio)})`;

/** @param {Summary} summary */
export const formatSpread = ({ low, high }) => `${low.toFixed(2)} – ${high.toFixed(2)}`;

/** @param {number} nanoseconds with two or three digits, and a unit */
export function formatTime(nanoseconds) {
  if (nanoseconds < 1e3) return `${nanoseconds.toFixed(0)} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1e3).toPrecision(3)} µs` : `${(nanoseconds / 1e6).toPrecision(3)} ms`;
}

/** @param {readonly number[]} samples @returns {Summary} */
export function summarize(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  /** @param {number} fraction */
  const quantile = (fraction) => at(sorted, Math.round(fraction * (sorted.length - 1)));
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}

/** @param {readonly number[]} numbers @param {number} index */
const at = (numbers, index) => /** @type {number} */ (numbers[index]);
