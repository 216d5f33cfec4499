import { createEndpoint, endpoint, EndpointError, type EndpointErrorCode, type RequestOptions } from 'endpoint.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { snippetTargets, toSnippet, type SnippetTarget } from './index.js';
import { quoteBytes, quoteJavaScript, toLiteral } from './languages/javascript.js';
import { quoteCSharp } from './targets/csharp.js';
import { quoteGo } from './targets/go.js';
import { quoteJava } from './targets/java.js';
import { quotePhp } from './targets/php.js';
import { quoteRuby } from './targets/ruby.js';
import { quoteRust } from './targets/rust.js';
import { readFileSync, readdirSync } from 'node:fs';
import { attempt, catchError } from '../test/attempt.js';

const get = endpoint('GET /repos/{owner}/{repo}', { owner: 'octokit', repo: 'endpoint.js' });
const post = endpoint('POST /repos/{owner}/{repo}/issues', {
  owner: 'octokit',
  repo: 'endpoint.js',
  title: "It's here",
  labels: ['bug'],
  headers: { authorization: 'Bearer abc' },
});
const relative = createEndpoint()('GET /x');
const plain = (options: Partial<RequestOptions>): RequestOptions => ({
  method: 'get',
  url: 'http://h/',
  headers: {},
  ...options,
});

describe('a snippet reads like code written by hand', () => {
  test.each([
    [
      'a route',
      { route: 'GET /repos/{owner}/{repo}', options: { owner: 'octokit', repo: 'endpoint.js' } },
      `endpoint('GET /repos/{owner}/{repo}', { owner: 'octokit', repo: 'endpoint.js' });`,
    ],
    [
      'locations',
      {
        route: 'GET /repos/{owner}/{repo}',
        options: { [endpoint.in]: { path: { owner: 'octokit', repo: 'endpoint.js' } } },
      },
      `[endpoint.in]: { path: { owner: 'octokit', repo: 'endpoint.js' } }`,
    ],
    [
      'metadata left out',
      { route: 'GET /repos/octokit/endpoint.js', options: { request: { signal: new AbortController().signal } } },
      `endpoint('GET /repos/octokit/endpoint.js');`,
    ],
    [
      'another builder',
      { route: 'GET /repos/octokit/endpoint.js', settings: { vendor: 'github', baseUrl: 'https://api.github.com' } },
      `createEndpoint({ vendor: 'github', baseUrl: 'https://api.github.com' });`,
    ],
    [
      'not what it was built from',
      { route: 'GET /{x}', options: { x: 'y' } },
      `endpoint('GET /repos/octokit/endpoint.js');`,
    ],
  ])('endpoint.js with its source: %s', (_, source, line) => {
    expect(toSnippet(get, 'endpoint.js', source)).toContain(line);
  });
});

test('whitespace around a header value is left out (RFC 9110 section 5.5)', () => {
  expect(toSnippet(plain({ headers: { x: ' \ta\u2028 b \t' } }), 'fetch')).toContain("x: 'a\\xE2\\x80\\xA8 b' }");
});

describe('a remark names a difference that the runtime makes', () => {
  test.each<[SnippetTarget, Partial<RequestOptions>, string]>([
    ['fetch', { url: "http://h/a/../b?q='" }, '// fetch normalises the url, and requests http://h/b?q=%27\n'],
    ['fetch', { url: 'http://h/a/../(0)%00()' }, '// fetch normalises the url, and requests http://h/(0)%00()\n'],
    ['fetch', {}, '// fetch adds headers that the request lacks: accept, user-agent\n'],
    [
      'fetch',
      { headers: { 'if-none-match': '"1"' } },
      '// fetch adds headers that the request lacks: accept, user-agent, pragma, cache-control\n',
    ],
    [
      'fetch',
      { headers: { host: 'x', connection: 'close' } },
      "// Left out, because fetch can't send these headers: host, connection\n",
    ],
    ['fetch', { headers: { cookie: 'a=b' } }, '// A browser leaves out these headers, or sends its own: cookie\n'],
    [
      'endpoint.js',
      { headers: { x: 'é' } },
      '// fetch takes header values byte by byte: \\x.. are the bytes of UTF-8\n',
    ],
    [
      'python',
      { url: 'http://h//[%7a]?' },
      '# requests changes the url and sends percent-encoded bytes in upper case, brackets percent-encoded, slashes at the start of the path as one, no question mark without a query.\n',
    ],
    ['python', { url: 'http://h/a/../b' }, "prepared.url = 'http://h/a/../b'  # undoes what preparing changed\n"],
    [
      'httpie',
      { url: 'http://h/?%7E' },
      '# HTTPie changes the url and sends unreserved characters of the query decoded.\n',
    ],
    ['httpie', { headers: { x: '\u00a0y' } }, '# HTTPie removes the Unicode spaces around header values.\n'],
    [
      'go',
      { headers: { trailer: 'x', host: 'a b', 'user-agent': '' } },
      "// Left out, because Go can't send these headers: trailer, host, user-agent\n",
    ],
    ['java', {}, '// Java adds headers that the request lacks: user-agent\n'],
    ['java', { url: 'http://h/a?' }, '// Java changes the url and sends no question mark without a query.\n'],
    [
      'csharp',
      { headers: { 'content-type': 'text/plain' } },
      "// Left out, because C# can't send these headers: content-type\n",
    ],
  ])('%s %j', (target, options, remark) => {
    expect(toSnippet(plain(options), target)).toContain(remark);
  });

  test('a snippet without differences has no remark', () => {
    for (const { target } of snippetTargets) expect(toSnippet(post, target)).not.toMatch(/^(#|\/\/)/m);
  });
});

describe('redirects of a QUERY are named where the recorded client changes it', () => {
  type Outcome = { readonly sent?: { readonly method: string; readonly body: string } };
  type Client = { readonly name: string; readonly outcomes: Readonly<Record<string, Outcome>> };
  const recorded: Readonly<Record<string, readonly Client[]>> = JSON.parse(
    readFileSync(new URL('../../findings/receivers/clients/results.json', import.meta.url), 'utf8'),
  );
  const query = createEndpoint()('QUERY http://h/users', { a: '1' });
  test.each<[SnippetTarget, string, string]>([
    ['curl', 'Shell', 'curl'],
    ['fetch', 'JavaScript', 'fetch of Node.js'],
    ['python', 'Python', 'Requests'],
    ['httpie', 'Python', 'HTTPie'],
    ['go', 'Go', 'net/http'],
    ['java', 'Java', 'java.net.http'],
    ['php', 'PHP', 'curl'],
    ['rust', 'Rust', 'ureq'],
  ])('%s', (target, language, client) => {
    const outcomes = recorded[language]?.find(({ name }) => name === client)?.outcomes ?? {};
    // At 303, RFC 10008 means GET.
    const changed = ['301', '302', '307', '308'].filter((status) => {
      const sent = outcomes[status]?.sent;
      return sent?.method !== 'QUERY' || sent.body !== '{"a":"1"}';
    });
    const remark = /^(?:#|\/\/) Redirects: (.*)$/m.exec(toSnippet(query, target))?.[1] ?? '';
    expect(remark.match(/30[1278]/g) ?? []).toStrictEqual(changed);
  });
});

describe('refuses a request that no snippet can send', () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  const body = (value: unknown): Partial<RequestOptions> => ({ method: 'post', body: value });
  test.each<[Partial<RequestOptions>, EndpointErrorCode, string]>([
    ...[new Blob(['x']), new Uint8Array(1), new FormData(), new ReadableStream()].map(
      (value): [Partial<RequestOptions>, EndpointErrorCode, string] => [
        body(value),
        'invalid-value',
        `body: a snippet can't hold this ${value.constructor.name}; pass JSON, text or URLSearchParams.`,
      ],
    ),
    [body({ big: 1n }), 'invalid-value', "body: isn't valid JSON; write bigints as text, and remove cycles."],
    [body(cyclic), 'invalid-value', "body: isn't valid JSON; write bigints as text, and remove cycles."],
    [body('\ud800'), 'invalid-value', "body: holds a lone surrogate, which UTF-8 can't encode; pass well-formed text."],
    [{ body: 'x' }, 'unsent-parameter', 'body: GET has no body; use another method.'],
    [
      { method: 'trace' as 'get' },
      'invalid-method',
      'method: use GET, HEAD, OPTIONS, QUERY, POST, PUT, PATCH, DELETE, not trace.',
    ],
    [
      { headers: { 'a b': 'x' } },
      'invalid-header',
      `header "a b": isn't a field name; use letters, digits and !#$%&'*+.^_\`|~- only.`,
    ],
    [{ headers: { a: 'x\x1b' } }, 'invalid-header', 'header a: the value must not contain control characters.'],
    [{ headers: { a: 'x\ny' } }, 'invalid-header', 'header a: the value must not contain control characters.'],
    [{ headers: { a: 1 as never } }, 'invalid-header', 'header a: the value must be text, not number.'],
    [
      { headers: { a: '\ud800' } },
      'invalid-value',
      "header a: holds a lone surrogate, which UTF-8 can't encode; pass well-formed text.",
    ],
    [
      { headers: { 'content-length': '5' } },
      'invalid-header',
      "header content-length: is the sender's to write; leave it out.",
    ],
    [
      { headers: { 'transfer-encoding': 'chunked' } },
      'invalid-header',
      "header transfer-encoding: is the sender's to write; leave it out.",
    ],
    [
      { url: 'file:///x' },
      'invalid-url',
      'url: is neither absolute nor a path; pass https://host/path, http://host/path or /path.',
    ],
    [
      { url: '//h/x' },
      'invalid-url',
      'url: is neither absolute nor a path; pass https://host/path, http://host/path or /path.',
    ],
    [
      { url: 'https://h\\@evil/x' },
      'invalid-url',
      `url: "https://h\\@evil" isn't the start of a url; pass https://host/path.`,
    ],
    [
      { url: 'https://h:port/x' },
      'invalid-url',
      `url: "https://h:port" isn't the start of a url; pass https://host/path.`,
    ],
    [
      { url: 'https://u:p@h/x', headers: { authorization: 'x' } },
      'duplicate-parameter',
      'authorization: is a header, and the url has credentials too; pass one of them.',
    ],
  ])('%o', (options, code, message) => {
    for (const { target } of snippetTargets) {
      const error = catchError(() => toSnippet(plain(options), target));
      expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    }
  });

  test.each<[SnippetTarget, RequestOptions, EndpointErrorCode, string]>([
    [
      'java',
      plain({ url: 'http://h/[a]?b[c]=1' }),
      'invalid-url',
      "url: Java's URI rejects `[` and `]` in a path; percent-encode them.",
    ],
    [
      'java',
      plain({ headers: { x: 'é' } }),
      'invalid-header',
      "header x: java.net.http sends ASCII only; leave it out, or encode the value's characters.",
    ],
    [
      'csharp',
      plain({ headers: { x: 'é' } }),
      'invalid-header',
      "header x: HttpClient sends ASCII only; leave it out, or encode the value's characters.",
    ],
    ...['my_service:8080', 'a-', '-a.b', 'a.1a', 'a..b'].map(
      (host): [SnippetTarget, RequestOptions, EndpointErrorCode, string] => [
        'java',
        plain({ url: `http://${host}/x` }),
        'invalid-url',
        "url: Java's URI rejects its host; use letters, digits and inner `-`.",
      ],
    ),
    [
      'csharp',
      plain({ url: `http://h/${'a'.repeat(65_511)}` }),
      'invalid-url',
      'url: System.Uri of .NET rejects one above 65,519 characters; shorten it.',
    ],
    ...['/a/../b', '/%2e', '/%7e', '/?%41', '/%c3%a9', '/%C3%Aa', '/%C3%aA', '/%E2%80%AE'].map(
      (target): [SnippetTarget, RequestOptions, EndpointErrorCode, string] => [
        'csharp',
        plain({ url: `http://h${target}` }),
        'invalid-url',
        'url: System.Uri of .NET would rewrite it; write it without dot segments, needless escapes and lower-case escapes.',
      ],
    ),
    [
      'none' as 'curl',
      get,
      'invalid-option',
      `target: "none" is unknown; pass one of ${snippetTargets.map(({ target }) => target).join(', ')}.`,
    ],
    [
      'httpie',
      plain({ headers: Object.fromEntries(Array.from('abcdefgh', (name) => [name, '\\:'])) }),
      'invalid-header',
      "header h: HTTPie can't take more values with a backslash before : ; = or @; leave this one out.",
    ],
  ])('%s %#', (target, request, code, message) => {
    expect(() => toSnippet(request, target)).toThrow(expect.objectContaining({ code, message }));
  });
});

test('a relative url has a snippet where the program runs in a page', () => {
  const refused = snippetTargets.flatMap(({ target }) => catchError(() => toSnippet(relative, target))?.message ?? []);
  const names = ['curl', 'Node', 'requests', 'HTTPie', 'Go', 'Java', 'C#', 'PHP', 'Ruby', 'Rust'];
  expect(refused.toSorted()).toEqual(
    names.map((name) => `url: "/x" is relative, and ${name} needs a host; pass a baseUrl.`).toSorted(),
  );
});

test.each(['h', '1a', 'a--b.c', '2a.b', 'a.b.', '1.2.3.4:8080', '[::1]:8080', 'xn--e1afmkfd.xn--p1ai'])(
  "Java's URI accepts the host %s",
  (host) => {
    expect(toSnippet(plain({ url: `http://${host}/x` }), 'java')).toContain(`URI.create("http://${host}/x")`);
  },
);

test('a url and a field above the length of a constant are joined in Java', () => {
  const long = 'a'.repeat(70_000);
  const snippet = toSnippet(plain({ url: `http://h/?${long}`, headers: { x: long } }), 'java');
  expect(snippet).toContain('URI.create(String.join("", "http://h/?');
  expect(snippet).toContain('.header("x", String.join("", "aaa');
  // A pattern of that length would be tried at every character.
  expect(Math.max(...Array.from(snippet.matchAll(/a+/g), ([run]) => run.length))).toBeLessThanOrEqual(20_000);
});

test.each<[SnippetTarget, absent: string]>([
  ['curl', '-H expect:'],
  ['php', "'expect:',"],
])('%s waits for no 100 Continue, by the bytes of the body', (target, absent) => {
  const make = (length: number): string =>
    toSnippet(plain({ method: 'post', body: 'é'.repeat(length), headers: { 'content-type': 'text/plain' } }), target);
  expect(make(524_288)).not.toContain(absent);
  expect(make(524_289)).toContain(absent);
});

describe('a JavaScript literal evaluates to its value', () => {
  // oxlint-disable-next-line typescript/no-implied-eval -- evaluating is the test
  const evaluate = (code: string): unknown => new Function(`return ${code};`)();
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...`'"\`\\\${}\n\r\u2028\u2029é💥\x001\ud800`) }),
  );

  test('a string', () => {
    fc.assert(
      fc.property(text, (value) => evaluate(quoteJavaScript(value)) === value),
      { numRuns: runs(100) },
    );
  });

  test('the octets of a string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const code = quoteBytes(value);
        expect(code).toMatch(/^[ -~]*$/);
        expect(Buffer.from(String(evaluate(code)), 'latin1').toString()).toBe(value);
      }),
      { numRuns: runs(100) },
    );
  });

  test('JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json);
        expect(JSON.stringify(evaluate(toLiteral(value, '') ?? ''))).toBe(JSON.stringify(value));
      }),
      { numRuns: runs(100) },
    );
    const pollution = JSON.parse('{"__proto__":{"x":1},"2":0,"1":0,"a-b":[[],{}]}') as unknown;
    expect(JSON.stringify(evaluate(toLiteral(pollution, '') ?? ''))).toBe(JSON.stringify(pollution));
  });

  test('options', () => {
    const options = {
      date: new Date(0),
      url: new URL("https://h/'"),
      form: new URLSearchParams({ a: "'" }),
      list: [undefined, null, -0, Number.NaN, -Infinity, 10n ** 30n, true],
      nothing: undefined,
    };
    expect(evaluate(toLiteral(options, '') ?? '')).toStrictEqual(options);
  });

  test.each([new Blob([]), () => 1, Symbol('x'), new Date(Number.NaN), { [Symbol('x')]: 1 }, new Map()])(
    '%o has none',
    (value) => {
      expect(toLiteral({ list: [value] }, '')).toBeUndefined();
    },
  );
});

describe('text of every kind is quoted for', () => {
  const SAMPLE = `it's "a" \\ $x #{y} {$z} %s\n\0\u2028é💥\u{e0001}`;
  test.each<[string, (text: string) => string, string]>([
    ['Java', quoteJava, `"it's \\"a\\" \\\\ $x #{y} {$z} %s\\n\\u0000\\u2028\\u00e9\\ud83d\\udca5\\udb40\\udc01"`],
    ['C#', quoteCSharp, `"it's \\"a\\" \\\\ $x #{y} {$z} %s\\n\\u0000\\u2028é💥\\U000e0001"`],
    ['PHP', quotePhp, `"it's \\"a\\" \\\\ \\$x #{y} {\\$z} %s\\n\\u{0}\\u{2028}é💥\\u{e0001}"`],
    ['Ruby', quoteRuby, `"it's \\"a\\" \\\\ $x \\#{y} {$z} %s\\n\\u{0}\\u{2028}é💥\\u{e0001}"`],
    ['Rust', quoteRust, `"it's \\"a\\" \\\\ $x #{y} {$z} %s\\n\\u{0}\\u{2028}é💥\\u{e0001}"`],
  ])('%s', (_, quote, literal) => {
    expect(quote(SAMPLE)).toBe(literal);
  });

  test.each([
    ['PHP', quotePhp],
    ['Ruby', quoteRuby],
  ])('%s, in single quotes where everything is visible', (_, quote) => {
    expect(quote(`it's $x #{y} \\`)).toBe(`'it\\'s $x #{y} \\\\'`);
  });
});

test.each([
  ['', '""'],
  ["it's", `"it's"`],
  ['say "hi"', '`say "hi"`'],
  ['a\\b', '`a\\b`'],
  ['`"', '"`\\""'],
  ['"\n\t', '"\\"\\n\\t"'],
  ['é💥', '"é💥"'],
  ['\0\x7f\u2028\ufeff', '"\\u0000\\u007f\\u2028\\ufeff"'],
  ['\u{e0001}', '"\\U000e0001"'],
])('Go writes %j as %s', (text, literal) => {
  expect(quoteGo(text)).toBe(literal);
});

const api = createEndpoint({ baseUrl: 'https://api.example', headers: { 'user-agent': 'example/1.0' } });
const TEXT = { 'content-type': 'text/plain' };
const FORM = 'application/x-www-form-urlencoded';

/**
 * Each target writes the same requests as its page in fixtures/, which is documentation too.
 * `npx vitest run lib/snippets -u` writes the pages anew: review the difference as code.
 */
const CASES: readonly [title: string, request: RequestOptions][] = [
  ['GET', api('GET /users/{user}/posts{?tags}', { user: 'ada', tags: ['a', 'b'] })],
  ['QUERY', api('QUERY /users', { name: 'ada' })],
  ['HEAD', api('HEAD /users/{user}', { user: 'ada' })],
  ['DELETE', api('DELETE /users/{user}', { user: 'ada', headers: { authorization: 'Bearer abc' } })],
  ['POST without a body', api('POST /users')],
  ['JSON', api('POST /users', { name: 'Ada', tags: ['a', 'b'], address: { city: 'London' }, active: true })],
  ['A form', api('PUT /users', { data: new URLSearchParams({ name: 'Ada Lovelace', tag: 'a&b' }) })],
  [
    'A form of nested fields and a list',
    api('POST /search', {
      query: 'é @ +',
      tag: ['a', '@b'],
      page: { size: 10, from: null },
      headers: { 'content-type': FORM },
    }),
  ],
  ['An empty form', api('POST /search', { data: {}, headers: { 'content-type': FORM } })],
  ['Text', api('PATCH /notes', { data: 'one\ntwo', headers: TEXT })],
  ['Text without a content type', api('POST /notes', { data: 'plain' })],
  [
    'Quotes',
    api('POST /notes', { text: `'single' "double" \`back\` $HOME \\ %s`, headers: { 'x-note': `it's "quoted"` } }),
  ],
  ['Text beyond ASCII', api('POST /notes', { text: 'naïve 💥\u2028', headers: { 'x-note': 'é' } })],
  ['Control characters', api('POST /notes', { data: '\0\x1b[0m\ttab', headers: TEXT })],
  ['An unusual url', { method: 'get', url: 'https://api.example/a/../[b]?c=%7e', headers: {} }],
  ['Headers of the connection', api('GET /users', { headers: { host: 'other.example', 'accept-encoding': 'br' } })],
  ['Credentials in the url', { method: 'get', url: 'https://ada:secret@api.example/', headers: {} }],
];

/** Before the tests, which write missing pages. */
const PAGES = readdirSync(new URL('fixtures', import.meta.url)).sort();

/** The snippet, or the reason for its absence. */
function convert(request: RequestOptions, target: SnippetTarget): string {
  const result = attempt(() => toSnippet(request, target));
  return result instanceof EndpointError ? `${result.message}\n` : result;
}

describe('writes the page of', () => {
  test.each(snippetTargets)('$target', async ({ target, label, language }) => {
    const sections = CASES.map(
      ([title, request]) => `## ${title}\n\n\`\`\`\`${language}\n${convert(request, target)}\`\`\`\`\n`,
    );
    const page = [`# ${label}\n`, `The snippets of \`toSnippet(request, '${target}')\`.\n`, ...sections].join('\n');
    await expect(page).toMatchFileSnapshot(`fixtures/${target}.md`);
  });
});

test('each target has its page, and each page its target', () => {
  expect(PAGES).toStrictEqual(snippetTargets.map(({ target }) => `${target}.md`).sort());
});
