/**
 * What is sent to each receiver: request targets exactly as endpoint.js writes them (`cases.test.mjs` compares them with the builder), without its
 * code. All members are "1", so that 1,001 of them reach a limit of parameters before one of bytes.
 */

/** @typedef {'list' | 'object' | 'path' | 'query'} Kind the route of a receiver: `/list`, `/object`, `/x/{id}` or `QUERY /query` */
/** @typedef {{ name: string, kind: Kind, method?: string, target: string, body?: string, meant?: unknown }} Case `meant` is what the sender passed */

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

/** @type {readonly Case[]} */
export const CASES = [
  ...COUNTS.flatMap((count) => {
    // "1" and "2" show the order and which of the two was kept.
    const members = count === 2 ? ['1', '2'] : Array(count).fill('1');
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
];
