/**
 * What is sent to each receiver: request targets exactly as endpoint.js writes them (`cases.test.mjs` compares them with the builder), without its
 * code. All members are "1", so that 1,001 of them reach a limit of parameters before one of bytes.
 */

import { readFileSync } from 'node:fs';

/** The routes of a receiver: `/list`, `/object`, `/x/{id}`, `QUERY /query`, `POST /form/{name}` and `POST /multipart`. */
export const KINDS = /** @type {const} */ (['list', 'object', 'path', 'query', 'form', 'multipart']);
/** @typedef {typeof KINDS[number]} Kind */
/** @typedef {{ method?: string, target: string, type?: string, body?: string }} Message `type` is the body's */
/** @typedef {Message & { name: string, kind: Kind, meant?: unknown }} Case `meant` is what the sender passed */

/** @type {Readonly<Record<string, (members: readonly string[]) => string>>} */
const STYLES = {
  comma: (members) => `a=${members.join()}`,
  repeat: (members) => members.map((member) => `a=${member}`).join('&'),
  brackets: (members) => members.map((member) => `a%5B%5D=${member}`).join('&'),
  indices: (members) => members.map((member, index) => `a%5B${index}%5D=${member}`).join('&'),
  pipes: (members) => `a=${members.join('%7C')}`,
  spaces: (members) => `a=${members.join('%20')}`,
};
export const STYLE_NAMES = Object.keys(STYLES);

/** The counts of members that are sent in each style. */
export const COUNTS = [2, 1, 1001];

/** Texts of one path segment, as `{id}` writes them. */
const SEGMENTS = {
  'a/b': 'a%2Fb',
  'a\\b': 'a%5Cb',
  'a@b': 'a%40b',
  'a:b': 'a%3Ab',
  'a+b': 'a%2Bb',
  'a,b': 'a%2Cb',
  'a=b': 'a%3Db',
  'a;b': 'a%3Bb',
  'a?b': 'a%3Fb',
  'a b': 'a%20b',
  é: '%C3%A9',
  '50%': '50%25',
  'a%2Fb': 'a%252Fb',
};

/** Lengths of request lines, in bytes: each is one long member of a list. */
export const LINES = [5000, 9000, 17_000];
const OVERHEAD = 'GET /list?a= HTTP/1.1\r\n'.length;

/** The styles of lists in forms. */
export const FORM_STYLES = ['comma', 'repeat', 'brackets', 'indices'];
/** Lists of objects in forms. */
export const ITEMS = [
  { p: '1', q: '2' },
  { p: '3', q: '4' },
];

/** @param {string} name @param {string} member the route reads it @param {string} body @param {unknown} meant @returns {Case} */
const form = (name, member, body, meant) => ({
  name: `form ${name}`,
  kind: 'form',
  method: 'POST',
  target: `/form/${member}`,
  type: 'application/x-www-form-urlencoded',
  body,
  meant,
});

/** @typedef {{ fields: Record<string, unknown>, files: (string | null)[][] }} Parts what a form has: texts or lists by name, and of each file its field, name, type and text */
const JSON_FILE = ['application/json', '{"k":1}'];

/** What the forms of `forms/forms.mjs` have. @type {Readonly<Record<string, Parts>>} */
export const PARTS = {
  text: { fields: { title: 'é', note: '' }, files: [] },
  repeat: { fields: { a: ['1', '2'] }, files: [] },
  brackets: { fields: { 'a[]': ['1', '2'], 'age[min]': '2' }, files: [] },
  object: { fields: { o: '{"k":1}' }, files: [] },
  json: { fields: {}, files: [['o', 'o.json', ...JSON_FILE]] },
  blob: { fields: {}, files: [['o', 'blob', ...JSON_FILE]] },
  file: { fields: { title: 'x' }, files: [['f', 'a.png', 'image/png', 'hi']] },
  'empty file': { fields: {}, files: [['f', 'a.png', 'image/png', '']] },
  'quoted name': { fields: {}, files: [['f', 'é "a".png', 'image/png', 'hi']] },
};
/** @type {import('./record-forms.mjs').Sent[]} */
export const BODIES = JSON.parse(readFileSync(new URL('forms/bodies.json', import.meta.url), 'utf8'));
export const RUNTIMES = [...new Set(BODIES.map(({ runtime }) => runtime))];

/** More parts than some receivers read. */
export const MANY = { fields: 1001, files: 25 };
const BOUNDARY = '----formdata-undici-012345678901';
const TEXT = '\r\n\r\n1';
const FILE = '; filename="a"\r\nContent-Type: image/png\r\n\r\n';
/** Longer than what a receiver reads at once. */
const LONG = `${FILE}${'x'.repeat(200_000)}`;

/** @param {string} name @param {string} type @param {string} body @param {unknown} meant @returns {Case} */
const multipart = (name, type, body, meant) => ({
  name: `multipart ${name}`,
  kind: 'multipart',
  method: 'POST',
  target: '/multipart',
  type,
  body,
  meant,
});

/** A form of many or long parts, as Node.js writes it. @param {string} name @param {readonly string[]} parts the header after a part's name, and the part */
function longForm(name, parts) {
  const start = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f`;
  const lines = parts.map((part, index) => `${start}${index}"${part}\r\n`);
  const files = parts.filter((part) => part.startsWith(FILE)).length;
  const meant = { fields: parts.length - files, files };
  return multipart(name, `multipart/form-data; boundary=${BOUNDARY}`, `${lines.join('')}--${BOUNDARY}--\r\n`, meant);
}

/** @param {number} count */
// "1" and "2" show the order and which of the two was kept.
const listMembers = (count) => (count === 2 ? ['1', '2'] : Array(count).fill('1'));

/** @type {readonly Case[]} */
export const CASES = [
  ...COUNTS.flatMap((count) => {
    const members = listMembers(count);
    return STYLE_NAMES.map((style) => ({
      name: `${style} ${count}`,
      kind: /** @type {const} */ ('list'),
      target: `/list?${STYLES[style]?.(members)}`,
      meant: members,
    }));
  }),
  ...LINES.map((bytes) => {
    const text = 'x'.repeat(bytes - OVERHEAD);
    return { name: `line ${bytes}`, kind: /** @type {const} */ ('list'), target: `/list?a=${text}`, meant: [text] };
  }),
  { name: 'repeat x,y', kind: 'list', target: '/list?a=x%2Cy', meant: ['x,y'] },
  { name: 'object brackets', kind: 'object', target: '/object?age%5Bmin%5D=2', meant: { min: '2' } },
  { name: 'object dots', kind: 'object', target: '/object?age.min=2', meant: { min: '2' } },
  ...Object.entries(SEGMENTS).map(([text, segment]) => ({
    name: `path ${text}`,
    kind: /** @type {const} */ ('path'),
    target: `/x/${segment}`,
    meant: text,
  })),
  { name: 'path trailing slash', kind: 'path', target: '/x/7/', meant: '7' },
  { name: 'path empty', kind: 'path', target: '/x/', meant: '' },
  { name: 'query', kind: 'query', method: 'QUERY', target: '/query', body: '{"a":"1"}', meant: { a: '1' } },
  { name: 'query to a route of GET', kind: 'list', method: 'QUERY', target: '/list', body: '{"a":"1"}' },
  ...COUNTS.flatMap((count) => {
    const members = listMembers(count);
    return FORM_STYLES.map((style) => form(`${style} ${count}`, 'a', STYLES[style]?.(members) ?? '', members));
  }),
  form('object brackets', 'age', 'age%5Bmin%5D=2', { min: '2' }),
  form('object dots', 'age', 'age.min=2', { min: '2' }),
  form(
    'objects brackets',
    'items',
    'items%5B%5D%5Bp%5D=1&items%5B%5D%5Bq%5D=2&items%5B%5D%5Bp%5D=3&items%5B%5D%5Bq%5D=4',
    ITEMS,
  ),
  form(
    'objects indices',
    'items',
    'items%5B0%5D%5Bp%5D=1&items%5B0%5D%5Bq%5D=2&items%5B1%5D%5Bp%5D=3&items%5B1%5D%5Bq%5D=4',
    ITEMS,
  ),
  ...BODIES.map((sent) => multipart(`${sent.form} (${sent.runtime})`, sent.type, sent.body, PARTS[sent.form])),
  longForm('file before text', [LONG, TEXT]),
  longForm('text before file', [TEXT, LONG]),
  longForm(`${MANY.fields} fields`, Array(MANY.fields).fill(TEXT)),
  longForm(`${MANY.files} files`, Array(MANY.files).fill(`${FILE}1`)),
];
