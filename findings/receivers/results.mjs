/** What the results say about each receiver: the outcomes that the tables show. */
import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { CASES, LINES, STYLE_NAMES } from './cases.mjs';

/** @typedef {import('./run.mjs').Arrived} Arrived */
/**
 * @typedef {object} Result one way to read
 * @property {string} name
 * @property {string} version
 * @property {string} [list]
 * @property {string} [object]
 * @property {string} [path]
 * @property {string} [query]
 * @property {Record<string, Arrived>} arrived by the case's name
 */
/** @typedef {{ language: string, receivers: Result[] }} Results */

const FOLDER = new URL('results/', import.meta.url);
const FOUND = new Map(CASES.map((one) => [one.name, one]));

/** @returns {Results[]} by language */
export const readResults = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')))
    .sort((one, other) => one.language.localeCompare(other.language, 'en'));

/** The receiver as a reader knows it: `Flask 3.1.3 (gunicorn)`. @param {Result} result */
export const titleOf = ({ name, version }) => name.replace(/(?= \(|$)/, ` ${version}`);

/** The first way of each receiver to read a list. @param {readonly Results[]} all @returns {Result[]} */
export function listReceivers(all) {
  const results = all.flatMap(({ receivers }) => receivers).filter(({ list }) => list !== undefined);
  return [...new Map(results.toReversed().map((result) => [titleOf(result), result])).values()].toReversed();
}

/** @param {Result} result @param {string} name of a case @returns {Arrived} */
export function arrivedOf(result, name) {
  const arrived = result.arrived[name];
  if (arrived === undefined) throw new Error(`${titleOf(result)} has no result for "${name}"; run it again.`);
  return arrived;
}

/** Whether what the sender passed arrived. @param {Result} result @param {string} name of a case */
export const isRight = (result, name) => isDeepStrictEqual(arrivedOf(result, name).value, FOUND.get(name)?.meant);

/** The styles that a receiver reads as the list. @param {Result} result */
export const stylesOf = (result) => STYLE_NAMES.filter((style) => isRight(result, `${style} 2`));

/** The styles of objects that a receiver reads. @param {Result} result */
export const objectsOf = (result) =>
  result.object === undefined ? [] : ['brackets', 'dots'].filter((style) => isRight(result, `object ${style}`));

/** @typedef {'list' | 'text' | 'other' | 'nothing' | 'error'} Outcome of two members */

/** @param {Result} result @param {string} style @returns {Outcome} */
export function outcomeOf(result, style) {
  const { status, value } = arrivedOf(result, `${style} 2`);
  if (status !== 200) return 'error';
  if (isRight(result, `${style} 2`)) return 'list';
  const text = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof text === 'string' && /^1.+2$/.test(text)) return 'text';
  return value === null || (Array.isArray(value) && value.length === 0) ? 'nothing' : 'other';
}

/** The first request line that is refused. @param {Result} result */
export function findRefusedLine(result) {
  // Where a text is no list, its length isn't the reason.
  if (result.list === undefined || arrivedOf(result, 'repeat 1').status !== 200) return undefined;
  const bytes = LINES.find((length) => arrivedOf(result, `line ${length}`).status !== 200);
  return bytes === undefined
    ? undefined
    : { title: titleOf(result), bytes, status: arrivedOf(result, `line ${bytes}`).status };
}
