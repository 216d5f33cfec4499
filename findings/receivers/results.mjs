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
 * @property {string} [form]
 * @property {string} [multipart]
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

/** The ways to read of a kind. @param {readonly Results[]} all @param {import('./cases.mjs').Kind} kind @returns {Result[]} */
export const listWays = (all, kind) =>
  all.flatMap(({ receivers }) => receivers).filter((result) => result[kind] !== undefined);

/** The first way of each receiver. @param {readonly Results[]} all @param {import('./cases.mjs').Kind} kind @returns {Result[]} */
export function listReceivers(all, kind = 'list') {
  const results = listWays(all, kind);
  return [...new Map(results.toReversed().map((result) => [titleOf(result), result])).values()].toReversed();
}

/** @param {Result} result @param {string} name of a case @returns {Arrived} */
export function arrivedOf(result, name) {
  const arrived = result.arrived[name];
  if (arrived === undefined) throw new Error(`${titleOf(result)} has no result for "${name}"; run it again.`);
  return arrived;
}

/**
 * The parts of a form in one notation: a list of one text is the text, and types have no parameters.
 * @param {unknown} value @returns {import('./cases.mjs').Parts | undefined}
 */
export function toParts(value) {
  if (value === undefined) return undefined;
  const { fields, files } = /** @type {import('./cases.mjs').Parts} */ (value);
  const texts = Object.entries(fields).map(([field, text]) => [
    field,
    Array.isArray(text) && text.length === 1 ? text[0] : text,
  ]);
  return {
    fields: Object.fromEntries(texts),
    files: files.map(([field = '', name = '', type, text = '']) => [
      field,
      name,
      type?.replace(/;.*/, '') ?? null,
      text,
    ]),
  };
}

/** Whether what the sender passed arrived. @param {Result} result @param {string} name of a case */
export function isRight(result, name) {
  const { value, fields, files } = arrivedOf(result, name);
  const { kind, meant } = /** @type {import('./cases.mjs').Case} */ (FOUND.get(name));
  return isDeepStrictEqual(kind === 'multipart' ? (toParts(value) ?? { fields, files }) : value, meant);
}

/** The styles that a receiver reads as the list. @param {Result} result */
export const stylesOf = (result) => STYLE_NAMES.filter((style) => isRight(result, `${style} 2`));

/** The styles of objects that a receiver reads. @param {Result} result */
export const objectsOf = (result) =>
  result.object === undefined ? [] : ['brackets', 'dots'].filter((style) => isRight(result, `object ${style}`));

/** @typedef {'list' | 'text' | 'other' | 'nothing' | 'error'} Outcome of two members */
export const OUTCOMES = /** @type {const} */ (['list', 'text', 'other', 'nothing', 'error']);

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
