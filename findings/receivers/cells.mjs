/** What the cells of several tables have. */
import { formatTable } from '../../dev/support/marked.mjs';
import { arrivedOf, isRight, outcomeOf, OUTCOMES, titleOf } from './results.mjs';

/** @typedef {import('./results.mjs').Result} Result */

/** @param {string} text */
export const code = (text) => `\`${text}\``;
/** @param {readonly string[]} names */
export const join = (names) => names.map(code).join(', ') || '–';

/** @template T @param {readonly T[]} items @param {(item: T) => string} key @returns {[key: string, items: T[]][]} in the order of the first ones */
export function group(items, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups];
}

/** One outcome, or the outcome of each style. @param {readonly string[]} styles @param {(style: string) => string} read */
export function describe(styles, read) {
  const groups = group(styles, read);
  const [first] = groups;
  if (first === undefined) return '–';
  return groups.length === 1 ? first[0] : groups.map(([outcome, names]) => `${join(names)}: ${outcome}`).join('<br>');
}

/** @param {Result} result @param {string} style */
export function describeOne(result, style) {
  const { status, value } = arrivedOf(result, `${style} 1`);
  if (isRight(result, `${style} 1`)) return 'list';
  return status === 200 ? (value === '1' ? 'text' : code(JSON.stringify(value))) : `status ${status}`;
}

/** @param {Result} result @param {string} style */
export function describeMany(result, style) {
  const arrived = arrivedOf(result, `${style} 1001`);
  const { status, value, object, list = Array.isArray(value) ? value.length : 0 } = arrived;
  if (status !== 200) return status === 0 ? 'no response' : `status ${status}`;
  if (object !== undefined) return `${object.toLocaleString('en')} as an object, silently`;
  return list === 1001 ? 'all' : `${list.toLocaleString('en')}, silently`;
}

/**
 * Names rows: the receivers, with the call of those that have several.
 * @param {readonly Result[]} results
 * @param {import('./cases.mjs').Kind} kind
 * @returns {(result: Result) => string}
 */
export function nameRows(results, kind) {
  const calls = new Map(group(results, titleOf).map(([title, { length }]) => [title, length]));
  return (result) => {
    const title = titleOf(result);
    return Number(calls.get(title)) > 1 ? `${title} (${code(result[kind] ?? '')})` : title;
  };
}

/**
 * A table of the outcomes of two members.
 * @param {readonly Result[]} receivers
 * @param {readonly string[]} styles
 * @param {string} [prefix] of the names of the cases
 */
export function countOutcomes(receivers, styles, prefix = '') {
  const rows = styles.map((style) => {
    const outcomes = receivers.map((result) => outcomeOf(result, prefix + style));
    return [code(style), ...OUTCOMES.map((one) => String(outcomes.filter((outcome) => outcome === one).length))];
  });
  return formatTable([['Style', 'List', 'One text', 'Other', 'Nothing', 'Error'], ...rows]);
}
