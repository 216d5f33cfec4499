/** Writes the tables of docs/guides/query-styles.md from the committed results: `node findings/receivers/table.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { formatTable, replaceMarked } from '../../dev/support/marked.mjs';
import { CASES, STYLE_NAMES } from './cases.mjs';
import { code, countOutcomes, describe, describeMany, describeOne, group, join, nameRows } from './cells.mjs';
import { writeForms, writeMultipart } from './form-tables.mjs';
import {
  arrivedOf,
  findRefusedLine,
  isRight,
  listReceivers,
  listWays,
  objectsOf,
  readResults,
  stylesOf,
  titleOf,
} from './results.mjs';
import { writeQueryMethod } from './query-table.mjs';

/** @typedef {import('./results.mjs').Result} Result */
/** @typedef {import('./results.mjs').Results} Results */

export const PAGE = new URL('../../docs/guides/query-styles.md', import.meta.url);

/** @param {Results} results */
function writeLanguage({ language, receivers }) {
  const rows = receivers
    .filter(({ list }) => list !== undefined)
    .map((result) => {
      const styles = stylesOf(result);
      return [
        `${titleOf(result)}<br>${code(result.list ?? '')}`,
        join(styles),
        describe(styles, (style) => describeOne(result, style)),
        describe(styles, (style) => describeMany(result, style)),
        join(objectsOf(result)),
      ];
    });
  const header = ['Receiver', 'Lists', 'One member', '1,001 members', 'Objects'];
  return `### ${language}\n\n${formatTable([header, ...rows])}`;
}

/** Whether a member that contains a comma becomes two. @param {Result} result */
const splits = (result) => isDeepStrictEqual(arrivedOf(result, 'repeat x,y').value, ['x', 'y']);

/** @param {readonly Results[]} all */
function writeStyles(all) {
  const receivers = listReceivers(all);
  const readers = receivers.filter((result) => isRight(result, 'repeat 2'));
  const texts = readers.filter((result) => !isRight(result, 'repeat 1')).length;
  const fewer = readers.filter((result) => describeMany(result, 'repeat').endsWith('silently'));
  const ways = listWays(all, 'list');
  return [
    `The [rows below](#by-language) are ${ways.length} ways of ${receivers.length} receivers to read a list. Here, each receiver counts once, by its first row.`,
    `${readers.length} of the ${receivers.length} read the default, \`repeat\`, as the list:`,
    '',
    countOutcomes(receivers, STYLE_NAMES),
    '',
    `Of the ${readers.length}, ${texts} read one member as text instead of a list. ${fewer.length} keep fewer than 1,001 members without an error:`,
    '',
    ...fewer.map((result) => `- ${titleOf(result)}: ${describeMany(result, 'repeat').replace(', silently', '')}`),
    '',
    'Of all rows, these also split a member that contains a comma:',
    '',
    ...ways.filter(splits).map((result) => `- ${titleOf(result)}, ${code(result.list ?? '')}`),
  ].join('\n');
}

/** @param {readonly Results[]} all */
function writeLines(all) {
  const refused = listReceivers(all)
    .flatMap((result) => findRefusedLine(result) ?? [])
    .sort((one, other) => one.bytes - other.bytes);
  const groups = group(refused, ({ bytes, status }) => `${bytes.toLocaleString('en')} bytes | ${status}`);
  const rows = groups.map(([key, receivers]) =>
    key.split(' | ').concat(receivers.map(({ title }) => title).join(', ')),
  );
  return formatTable([['Refused', 'Status', 'Receivers'], ...rows]);
}

const SEGMENTS = CASES.filter(({ name, kind }) => kind === 'path' && !/trailing|empty/.test(name));

/** @param {Result} result @param {string} name of a case */
function describePath(result, name) {
  const { status, value, location } = arrivedOf(result, name);
  if (status === 200) return value === '' ? 'empty' : code(String(value));
  return status === 0 ? 'no response' : `${status}${location === undefined ? '' : ` to ${code(location)}`}`;
}

/** What the texts other than `a/b` arrive as. @param {Result} result */
function describeOthers(result) {
  const others = SEGMENTS.filter(({ name }) => name !== 'path a/b' && !isRight(result, name));
  const groups = group(others, ({ name, target }) => {
    const arrived = describePath(result, name);
    return arrived === code(target.slice('/x/'.length)) ? 'encoded' : arrived;
  });
  const outcomes = groups.map(([outcome, cases]) => {
    if (cases.length === SEGMENTS.length - 1) return outcome;
    return `${cases.map(({ meant }) => code(String(meant))).join(' ')}: ${outcome}`;
  });
  return outcomes.join('<br>') || 'right';
}

/** @param {readonly Results[]} all */
function writePaths(all) {
  const results = listWays(all, 'path');
  const name = nameRows(results, 'path');
  /** @param {Result} result */
  const cells = (result) => [
    describePath(result, 'path a/b'),
    describeOthers(result),
    describePath(result, 'path trailing slash'),
    describePath(result, 'path empty'),
  ];
  const rows = group(results, (result) => cells(result).join('\n'))
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([key, members]) => [members.map(name).join(', ')].concat(key.split('\n')));
  return formatTable([['Receivers', code('a/b'), 'Other texts', code('/x/7/'), code('/x/')], ...rows]);
}

/** @type {Readonly<Record<string, (all: readonly Results[]) => string>>} */
export const TABLES = {
  styles: writeStyles,
  receivers: (all) => all.map(writeLanguage).join('\n\n'),
  lines: writeLines,
  paths: writePaths,
  forms: writeForms,
  multipart: writeMultipart,
  'query-method': writeQueryMethod,
};

/** @param {string} page @returns {string} the page with the tables of the results */
export function writeTables(page) {
  const results = readResults();
  return replaceMarked(page, (name) => TABLES[name]?.(results));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, writeTables(readFileSync(PAGE, 'utf8')));
