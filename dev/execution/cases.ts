/** Requests with hostile values in every place, and the messages that should arrive for them. */
import { createEndpoint, EndpointError, type EndpointOptions, type RequestOptions } from 'endpoint.js';
import { METHODS } from '../../lib/request/route.js';
import type { FormOptions, SnippetSource } from 'endpoint.js/snippets';
import { CASE_FIELD, type Received } from './echo.mjs';

const HOSTILE = [
  ["'", '"', "''", `it's "quoted"`, `'"'"'`, "\\'", '\\"', '`touch executed`', '$(touch executed)', '${HOME}', '$HOME'],
  ["'; touch executed; '", '"; touch executed; "', '| touch executed', '& touch executed &', ';touch executed;'],
  ['\n touch executed\n', '<canary-file', '> executed', '>(touch executed)', '<(touch executed)'],
  ['\\', '\\\\', 'a\\', '\\:x', '\\\\=x', '\\\\\\@x', 'a\\=b\\;c', '\\n', '\\u0041\\x41\\101', '\\N{BULLET}'],
  ['%s%n%x', '%41', '%zz', '100%', '%', '%00', '!!', '!ls', '^a^b', '~', '~root', '*', '?', '#', '# x', '+', '&a=b'],
  ['@canary-file', '@-', '@', '=@canary-file', ':=@canary-file', '=x', '==x', ':=1', ':x', '=', ':', ';', 'x;type=y'],
  ['-', '--help', '-o executed', '-K canary-file', '--data=@canary-file', '-T canary-file', '--', '--form'],
  ['[a-c]', '{a,b}', '{{x}}', '[1-3]', '[]', '{}', '[', '{', 'a[b]=c', 'a.b'],
  ['file://canary-file', '//evil', '\\\\evil'],
  ['a b', ' around ', '\ttab\t', 'line\nbreak', 'cr\rlf\r\n', '\n', '\x01\x02\x03', '\x1b[201~\x03touch executed\n'],
  ['\x7f', '\x85', 'é', 'naïve café', '日本語', '💥', '👩‍👩‍👧', '\u202e turned', '\u2028\u2029', '\u00a0x\u00a0'],
  ['\u3000', '\ufeffx', '</script>', '${process.exit(1)}', "'+process.exit(1)+'", '*/ process.exit(1) /*', '-->'],
  ["'+__import__('os').system('touch executed')+'", '{open("executed","w")}', '"""', "'''", 'EOF', 'END3', '__proto__'],
  ['constructor', 'null', 'true', '0', '-0', '1e400', '../x', 'a/../b', '', 'x'.repeat(5000)],
].flat();

/** The places of a value: route and options. */
const POSITIONS: Readonly<Record<string, (value: string) => [string, EndpointOptions]>> = {
  path: (value) => ['GET /p/{value}/end', { value }],
  'reserved path': (value) => ['DELETE /p/{+value}', { value }],
  query: (value) => ['HEAD /q', { value }],
  'name in the query': (value) => ['GET /q{?map*}', { map: { [value]: '1' } }],
  header: (value) => ['OPTIONS /h', { headers: { 'x-hostile': value } }],
  'JSON value': (value) => ['POST /j', { data: { value, list: [value, { deep: value }] } }],
  'JSON key': (value) => ['PUT /j', { data: { [value]: 1 } }],
  text: (value) => ['PATCH /t', { data: value, headers: { 'content-type': 'text/plain' } }],
  'text without a type': (value) => ['POST /t', { data: value, headers: { accept: null, 'user-agent': null } }],
  form: (value) => ['DELETE /f', { data: new URLSearchParams([[value, value]]) }],
};

export interface Case {
  readonly name: string;
  /** The value of the field {@link CASE_FIELD}. */
  readonly key: string;
  readonly request: RequestOptions;
  /** Absent where the builder doesn't make the request. */
  readonly source?: SnippetSource;
  readonly form?: FormOptions;
  /** Of a form, decoded: programs may encode more characters than they need to. */
  readonly fields?: Fields;
  readonly expected: Received;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** The fields of a form that arrived, as servers read it. */
export const readFields = (body: string): Fields => [...new URLSearchParams(Buffer.from(body, 'hex').toString())];

type Draft = Pick<Case, 'name' | 'request' | 'source' | 'form' | 'fields'>;

/** Whether a header value has a character that RFC 9110 has no place for; snippets.test.ts of lib/ tests that it is refused. */
// oxlint-disable-next-line no-control-regex -- control characters are the subject
const hasControls = (value: string): boolean => /[\0-\x08\n-\x1f\x7f]/.test(value);

function createBuiltCases(origin: string): Draft[] {
  const settings = { baseUrl: origin };
  const build = createEndpoint(settings);
  const cases: Draft[] = [];
  for (const value of HOSTILE) {
    for (const [position, place] of Object.entries(POSITIONS)) {
      if (position === 'header' && hasControls(value)) continue;
      try {
        const [route, { headers, ...parameters }] = place(value);
        const options = { ...parameters, headers: { ...headers, [CASE_FIELD]: String(cases.length) } };
        const source = { route, options, settings };
        cases.push({ name: `${position}: ${JSON.stringify(value)}`, request: build(route, options), source });
      } catch (error) {
        // Dot segments, an empty segment, … are refused, which is tested with the builder.
        if (!(error instanceof EndpointError)) throw error;
      }
    }
  }
  return cases;
}

type FormRow = readonly [body: Readonly<Record<string, unknown>>, fields: Fields, form?: FormOptions];

/** Forms with the value as name, in lists and nested, in each style of lists. */
const createHostileForms = (value: string): FormRow[] => [
  [
    { [value]: value, list: [value, '2'], nested: { [value]: { deep: value } }, none: null, empty: [] },
    [
      [value, value],
      ['list', value],
      ['list', '2'],
      [`nested[${value}][deep]`, value],
    ],
  ],
  // Alone, so that targets with a syntax of their own for fields use it.
  [{ a: value, b: value }, Object.entries({ a: value, b: value })],
  [
    { a: [value, '2'], b: [{ c: value }, value] },
    [
      ['a[]', value],
      ['a[]', '2'],
      ['b[][c]', value],
      ['b[]', value],
    ],
    { arrays: 'brackets' },
  ],
  [
    { a: [{ c: value }], b: { d: value } },
    [
      ['a[0].c', value],
      ['b.d', value],
    ],
    { arrays: 'indices', objects: 'dots' },
  ],
  [{ a: [value, '2'], b: { c: [value] } }, Object.entries({ a: `${value},2`, 'b[c]': value }), { arrays: 'comma' }],
  [{ a: ['1', '2'], b: value }, Object.entries({ a: '1|2', b: value }), { arrays: 'pipes' }],
  [{ a: ['1', '2'], b: value }, Object.entries({ a: '1 2', b: value }), { arrays: 'spaces' }],
];

const FORMS: readonly FormRow[] = [
  [{}, []],
  [{ a: null, b: undefined, c: [], d: {}, e: [null] }, []],
  [{ a: '' }, [['a', '']]],
  [{ '': 'a' }, [['', 'a']]],
  [{ a: 0, b: false, c: -1.5, d: 1e21 }, Object.entries({ a: '0', b: 'false', c: '-1.5', d: '1e+21' })],
  [{ a: new Date(0) }, [['a', '1970-01-01T00:00:00.000Z']]],
  [
    { a: { b: [1, 2] }, c: 3 },
    [
      ['a[b]', '1'],
      ['a[b]', '2'],
      ['c', '3'],
    ],
  ],
  // A name that occurs again after another one.
  [
    { a: { b: 1 }, c: 2, 'a[b]': 3 },
    [
      ['a[b]', '1'],
      ['c', '2'],
      ['a[b]', '3'],
    ],
  ],
  // Names that an object would reorder.
  [{ 'a b': 1, 'x[2]': 2, 'x[1]': 3 }, Object.entries({ 'a b': '1', 'x[2]': '2', 'x[1]': '3' })],
  [
    { x: 'a', 10: 'b' },
    [
      ['10', 'b'],
      ['x', 'a'],
    ],
  ],
  [{ long: 'é '.repeat(30_000) }, [['long', 'é '.repeat(30_000)]]],
];

const FORM_TYPES = ['application/x-www-form-urlencoded', 'Application/X-WWW-Form-Urlencoded; charset=utf-8'];

/**
 * Requests whose bodies are plain objects that the adapters write as forms.
 * @param start the key of the first one
 */
function createFormCases(origin: string, start: number): Draft[] {
  const settings = { baseUrl: origin };
  const build = createEndpoint(settings);
  return [...FORMS, ...HOSTILE.flatMap(createHostileForms)].map(([data, fields, form = {}], index) => {
    const headers = { 'content-type': FORM_TYPES[index % FORM_TYPES.length], [CASE_FIELD]: String(start + index) };
    const source = { route: `${index % 3 ? 'POST' : 'DELETE'} /f`, options: { data, headers }, settings };
    const name = `form: ${JSON.stringify(data).slice(0, 200)} ${form.arrays ?? ''}`;
    return { name, request: build(source.route, source.options), source, fields, form };
  });
}

const HEADERS = { accept: '*/*', 'user-agent': 'x' };

const TARGETS = [
  ['', '?', '?x=1', '/a/../b', '/a/./b/..', '/a/%2e%2E/b', '//x', '/%7e/%2d?%7E', '/?%7e', '/a%2fb', '/a?'],
  [
    '/a%2Fb%2B+%7C;x',
    '/%c3%a9',
    '/%C3%A9',
    '/%E2%80%AE',
    '/%00/%0a%0D',
    '/a./...',
    '/?a=b?c/d',
    '/a//b',
    '/a/?',
    '/?&&=&',
  ],
  ["/?q='", '/[x]?[y]=[1-3]', '/{a,b}', '/a b"<>\\^`|é', '/100%', '/:a/.:b/x:c', '/#fragment', '/x?y#z', '/;a=b;c'],
].flat();

const FIELD_NAMES = "-x --x x'y x`y` x$home !x #x %x * __proto__ ~ |x ^x x.y_z+&".split(' ');

const FIELDS = [
  { 'x-empty': '' },
  { cookie: 'a=b; c="d"' },
  { host: 'other.example' },
  { referer: 'http://r/' },
  {},
  { 'x-1': '@canary-file', 'x-2': '=x', 'x-3': '=@canary-file', 'x-4': ':=1', 'x-5': '==x' },
];

const BACKSLASHED_VALUES = ['\\:a', '\\=b', '\\;c', '$(touch executed)\\@d`touch executed`'].map(
  (value) => `${value}\\\\\\:é"'`,
);

const BODIES: readonly unknown[] = [
  null,
  0,
  -0,
  1.5,
  true,
  [],
  {},
  '',
  'a\0b',
  '\0',
  '-n\0%s\\0',
  JSON.parse('{"__proto__":{"b":1},"2":1,"1":2}'),
  "long %s\\ ' ".repeat(20_000),
  { a: [{ b: [[], {}, 'x'.repeat(100), { 'a-b': 1e21, c: 1e-7 }] }], d: '\ud800' },
];

/** Requests with urls, names and bodies that the builder doesn't make. */
function createOtherCases(origin: string): Draft[] {
  const make = (options: Partial<RequestOptions>): Draft => ({
    name: JSON.stringify(options).slice(0, 200),
    request: { method: 'get', url: `${origin}/`, headers: { ...HEADERS }, ...options },
  });
  return [
    ...TARGETS.map((target) => make({ url: origin + target })),
    ...METHODS.map((method) => make({ method })),
    make({ method: 'query', body: { a: 1 } }),
    ...FIELD_NAMES.map((name) =>
      make({ headers: { ...HEADERS, ...Object.fromEntries([[name, 'value']]), [`x-${name}`]: name } }),
    ),
    ...FIELDS.map((headers) => make({ headers: { ...headers } })),
    make({ headers: Object.fromEntries(BACKSLASHED_VALUES.map((value, index) => [`x-${index}`, value])) }),
    ...BODIES.map((body) => make({ method: 'delete', body })),
    // An object is only sent under a content type of JSON.
    ...BODIES.map((body) =>
      make({
        method: 'post',
        body,
        headers: { ...HEADERS, 'content-type': typeof body === 'string' ? 'x/y' : 'application/y+json' },
      }),
    ),
    make({ url: `${origin.replace('//', "//us%40er:p'$(touch executed)@")}/` }),
    make({ method: 'patch', body: { a: 'é' }, headers: { ...HEADERS, 'x-name': 'é💥' } }),
    make({ method: 'put', body: 'é', headers: { 'content-length': '2', connection: 'close' } }),
  ];
}

/** The message that the options describe. */
function expectMessage({ method, url, headers, body }: RequestOptions, origin: string): Received {
  const { pathname } = new URL(origin);
  const reference = url.replace(/^http:\/\/[^/?#]*/, '').replace(/#.*/, '');
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    value.replace(/^[\t ]+|[\t ]+$/g, ''),
  ]);
  if (body instanceof URLSearchParams) fields.push(['content-type', 'application/x-www-form-urlencoded;charset=UTF-8']);
  if (url.includes('us%40er')) fields.push(['authorization', `Basic ${btoa("us@er:p'$(touch executed)")}`]);
  const text =
    typeof body === 'string' || body instanceof URLSearchParams
      ? String(body)
      : body === undefined
        ? ''
        : JSON.stringify(body);
  return {
    method: method.toUpperCase(),
    target: (reference.startsWith('/') ? reference : pathname + reference).replace(
      /[^!-~]|%(?![\da-f]{2})|["<>\\^`{|}]/gi,
      encodeURIComponent,
    ),
    headers: fields,
    body: Buffer.from(text).toString('hex'),
  };
}

/** All cases, for a server at the origin. */
export function createCases(origin: string): Case[] {
  const built = createBuiltCases(origin);
  return [...built, ...createFormCases(origin, built.length), ...createOtherCases(origin)].map((draft, index) => {
    const key = String(index);
    const headers = { ...draft.request.headers, [CASE_FIELD]: key };
    const request = Object.assign(draft.request, { headers });
    const { body } = request;
    const fields = draft.fields ?? (body instanceof URLSearchParams ? [...body] : undefined);
    return Object.assign(draft, { key, expected: expectMessage(request, origin), ...(fields && { fields }) });
  });
}
