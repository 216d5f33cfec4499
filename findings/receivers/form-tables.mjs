/** The tables of forms: how servers read lists in them, and how the parts of multipart forms arrive. */
import { formatTable } from '../../dev/support/marked.mjs';
import { FORM_STYLES, MANY } from './cases.mjs';
import { code, countOutcomes, describe, describeMany, describeOne, group, join, nameRows } from './cells.mjs';
import { arrivedOf, isRight, listReceivers, listWays, toParts } from './results.mjs';

/** @typedef {import('./results.mjs').Result} Result */
/** @typedef {import('./results.mjs').Results} Results */
/** @typedef {import('./cases.mjs').Parts} Parts */

const OBJECTS = ['brackets', 'dots'];
const ITEMS = ['brackets', 'indices'];

/** @param {readonly Results[]} all */
export function writeForms(all) {
  const ways = listWays(all, 'form');
  const receivers = listReceivers(all, 'form');
  const readers = receivers.filter((result) => isRight(result, 'form repeat 2'));
  /** The styles that arrive as they are meant. @param {Result} result @param {readonly string[]} styles @param {(style: string) => string} nameCase */
  const right = (result, styles, nameCase) => styles.filter((style) => isRight(result, nameCase(style)));
  /** @param {Result} result */
  const cells = (result) => {
    const styles = right(result, FORM_STYLES, (style) => `form ${style} 2`);
    return [
      join(styles),
      describe(styles, (style) => describeOne(result, `form ${style}`)),
      describe(styles, (style) => describeMany(result, `form ${style}`)),
      join(right(result, OBJECTS, (style) => `form object ${style}`)),
      join(right(result, ITEMS, (style) => `form objects ${style}`)),
    ];
  };
  const name = nameRows(ways, 'form');
  const rows = group(ways, (result) => cells(result).join('\n'))
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([key, members]) => [members.map(name).join(', ')].concat(key.split('\n')));
  return [
    `${ways.length} ways of ${receivers.length} receivers to read a form were tried. Each receiver counts once here, by its first way.`,
    `${readers.length} of the ${receivers.length} read the default, \`repeat\`, as the list:`,
    '',
    countOutcomes(receivers, FORM_STYLES, 'form '),
    '',
    'Receivers with equal results share a row:',
    '',
    formatTable([['Receivers', 'Lists', 'One member', '1,001 members', 'Objects', 'Lists of objects'], ...rows]),
  ].join('\n');
}

/** A part of a form: what is sent, the name of the case, and what arrives where that is something else. */
const SENT = /** @type {const} */ ([
  ['A text and a file', 'file (Node.js)'],
  ['One name twice', 'repeat (Node.js)'],
  ['`a[]` twice, and `age[min]`', 'brackets (Node.js)'],
  ['A text that is JSON', 'object (Node.js)'],
  ['A `Blob` of JSON, with a file name', 'json (Node.js)'],
  ['The same without a file name, from Node.js, Deno or Chromium', 'blob (Node.js)'],
  ['The same without a file name, from Bun', 'blob (Bun)'],
  ['A file of 0 bytes', 'empty file (Node.js)'],
  ['The file name `é "a".png`', 'quoted name (Node.js)'],
  ['A text after a file of 200 kB', 'file before text'],
  ['A text before a file of 200 kB', 'text before file'],
  [`${MANY.fields.toLocaleString('en')} texts`, `${MANY.fields} fields`],
  [`${MANY.files} files`, `${MANY.files} files`],
]);

/** @param {unknown} value */
function describeField(value) {
  if (typeof value === 'string') return `text ${code(value)}`;
  return `${Array.isArray(value) ? 'list' : 'object'} ${code(JSON.stringify(value))}`;
}

/** @param {Parts} parts */
function describeParts({ fields, files }) {
  const names = Object.keys(fields).toSorted();
  const read = files.map(([, name, type, text]) => {
    const file = `${name ? `file ${code(name)}` : 'file without a name'}${type ? '' : ', without its type'}`;
    return typeof text === 'string' ? file : `${file}, with an object as its content`;
  });
  return [...names.map((name) => describeField(fields[name])), ...read].join(', ') || 'nothing';
}

/** @param {Result} result @param {string} name of a case */
function describeArrived(result, name) {
  const { status, value, fields = 0, files = 0 } = arrivedOf(result, `multipart ${name}`);
  if (status !== 200) return `status ${status}`;
  const parts = toParts(value);
  if (parts !== undefined) return describeParts(parts);
  const counts = [
    [fields, 'text'],
    [files, 'file'],
  ].filter(([count]) => Number(count) > 0);
  return counts.map(([count, what]) => `${count?.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`).join(', ');
}

/** @param {readonly Results[]} all */
export function writeMultipart(all) {
  const ways = listWays(all, 'multipart');
  const name = nameRows(ways, 'multipart');
  const rows = SENT.flatMap(([sent, form], row) =>
    group(ways, (result) => describeArrived(result, form))
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([arrived, members], index) => {
        const isMost = row > 0 && members.length > ways.length / 2;
        const others = members.length === ways.length ? 'all' : `the other ${members.length}`;
        return [index === 0 ? sent : '', arrived, isMost ? others : members.map(name).join(', ')];
      }),
  );
  return [
    `${ways.length} ways of ${listReceivers(all, 'multipart').length} receivers to read a multipart form were tried. The first row names them.`,
    '',
    formatTable([['Sent', 'Arrives as', 'At'], ...rows]),
  ].join('\n');
}
