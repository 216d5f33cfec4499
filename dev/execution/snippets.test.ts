/**
 * Snippets, run for real: hostile values at every place of a request, each target with the program that it is for, against a server
 * that remembers what arrives. `npm test` runs those of `curl` and `fetch`, `npm run test:full` all of them. Python's tests fail where
 * there is no Python, unless ENDPOINTJS_NO_PYTHON=1 says that none is to be had.
 * ENDPOINTJS_ALL_SNIPPETS=1 runs every value at every place with every target, which takes minutes.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEndpoint, EndpointError, type EndpointOptions, type RequestOptions } from 'endpoint.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepare } from '../setup/prepare.mjs';
import { run } from '../../envoy/launcher/process/processes.mjs';
import { sample } from '../testing/full.js';
import { runs } from '../testing/property.js';
import { toSnippet, type SnippetSource, type SnippetTarget } from '../../lib/snippets/index.js';
import { CASE_FIELD, startEcho, type Received } from './echo.mjs';
import { preparePython } from './python.mjs';
import { readPythonLiterals, runHttpie, runModules, runPython, runShell } from './run.mjs';
import { quotePython } from '../../lib/snippets/targets/python.js';
import { quoteShell } from '../../lib/snippets/languages/shell.js';

/** Enough for everything at once, and for pip. */
const LIMIT_MS = 400_000;
const noPython = process.env['ENDPOINTJS_NO_PYTHON'] === '1';
const all = process.env['ENDPOINTJS_ALL_SNIPPETS'] === '1';
const SECRET = 'content-of-the-canary-file';

const HOSTILE = [
  ["'", '"', "''", `it's "quoted"`, `'"'"'`, "\\'", '\\"', '`touch executed`', '$(touch executed)', '${HOME}', '$HOME'],
  ["'; touch executed; '", '"; touch executed; "', '| touch executed', '& touch executed &', ';touch executed;'],
  ['\n touch executed\n', '<canary-file', '> executed', '>(touch executed)', '<(touch executed)'],
  ['\\', '\\\\', 'a\\', '\\:x', '\\\\=x', '\\\\\\@x', 'a\\=b\\;c', '\\n', '\\u0041\\x41\\101', '\\N{BULLET}'],
  ['%s%n%x', '%41', '%zz', '100%', '%', '%00', '!!', '!ls', '^a^b', '~', '~root', '*', '?', '#', '# x', '+', '&a=b'],
  ['@canary-file', '@-', '@', '=@canary-file', ':=@canary-file', '=x', '==x', ':=1', ':x', '=', ':', ';', 'x;type=y'],
  ['-', '--help', '-o executed', '-K canary-file', '--data=@canary-file', '-T canary-file', '--', '--form'],
  [
    '[a-c]',
    '{a,b}',
    '{{x}}',
    '[1-3]',
    '[]',
    '{}',
    '[',
    '{',
    'a[b]=c',
    'a.b',
    'file://canary-file',
    '//evil',
    '\\\\evil',
  ],
  ['a b', ' around ', '\ttab\t', 'line\nbreak', 'cr\rlf\r\n', '\n', '\x01\x02\x03', '\x1b[201~\x03touch executed\n'],
  ['\x7f', '\x85', 'é', 'naïve café', '日本語', '💥', '👩‍👩‍👧', '\u202e turned', '\u2028\u2029', '\u00a0x\u00a0'],
  ['\u3000', '\ufeffx', '</script>', '${process.exit(1)}', "'+process.exit(1)+'", '*/ process.exit(1) /*', '-->'],
  ["'+__import__('os').system('touch executed')+'", '{open("executed","w")}', '"""', "'''", 'EOF', 'END3', '__proto__'],
  ['constructor', 'null', 'true', '0', '-0', '1e400', '../x', 'a/../b', '', 'x'.repeat(5000)],
].flat();

/** Where a value can stand: route and options. */
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

interface Case {
  readonly name: string;
  readonly request: RequestOptions;
  readonly source?: SnippetSource;
}

/** Of a header value: what RFC 9110 has no place for. Snippets refuse it, see snippets.test.ts. */
// oxlint-disable-next-line no-control-regex -- that is what it is about
const hasControls = (value: string): boolean => /[\0-\x08\n-\x1f\x7f]/.test(value);

function builtCases(origin: string): Case[] {
  const settings = { baseUrl: origin };
  const build = createEndpoint(settings);
  const cases: Case[] = [];
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

const HEADERS = { accept: '*/*', 'user-agent': 'x' };

/** Urls, names and bodies that the builder doesn't make, or not of these values. */
function furtherCases(origin: string): Case[] {
  const targets = [
    '',
    '?',
    '?x=1',
    '/a/../b',
    '/a/./b/..',
    '/a/%2e%2E/b',
    '//x',
    '/%7e/%2d?%7E',
    '/?%7e',
    '/a%2fb',
    '/a?',
  ];
  targets.push(
    "/?q='",
    '/[x]?[y]=[1-3]',
    '/{a,b}',
    '/a b"<>\\^`|é',
    '/100%',
    '/:a/.:b/x:c',
    '/#fragment',
    '/x?y#z',
    '/;a=b;c',
  );
  const names = ['-x', '--x', "x'y", 'x`y`', 'x$home', '!x', '#x', '%x', '*', '__proto__', '~', '|x', '^x', 'x.y_z+&'];
  const fields = [{ 'x-empty': '' }, { cookie: 'a=b; c="d"' }, { host: 'other.example' }, { referer: 'http://r/' }, {}];
  const values = ['\\:a', '\\=b', '\\;c', '$(touch executed)\\@d`touch executed`'].map((value) => `${value}\\\\\\:é"'`);
  const bodies = [
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
  ];
  bodies.push("long %s\\ ' ".repeat(20_000), {
    a: [{ b: [[], {}, 'x'.repeat(100), { 'a-b': 1e21, c: 1e-7 }] }],
    d: '\ud800',
  });
  const make = (options: Partial<RequestOptions>): Case => ({
    name: JSON.stringify(options).slice(0, 200),
    request: { method: 'get', url: `${origin}/`, headers: { ...HEADERS }, ...options },
  });
  return [
    ...targets.map((target) => make({ url: origin + target })),
    ...(['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const).map((method) => make({ method })),
    ...names.map((name) =>
      make({ headers: { ...HEADERS, ...Object.fromEntries([[name, 'value']]), [`x-${name}`]: name } }),
    ),
    ...fields.map((headers) => make({ headers: { ...headers } })),
    make({ headers: { 'x-1': '@canary-file', 'x-2': '=x', 'x-3': '=@canary-file', 'x-4': ':=1', 'x-5': '==x' } }),
    make({ headers: Object.fromEntries(values.map((value, index) => [`x-${index}`, value])) }),
    ...bodies.map((body) => make({ method: 'delete', body })),
    // An object is sent under a type of JSON only; text under any.
    ...bodies.map((body) =>
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

/** What should arrive, by the words of the options. */
function expectedOf({ method, url, headers, body }: RequestOptions, origin: string): Received {
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

/** What each runtime must send, or sends whatever it is told. */
const ALWAYS = ['host', 'connection', 'content-length'];
const OF_FETCH = [...ALWAYS, 'accept-language', 'accept-encoding', 'sec-fetch-mode'];

/** The changes of requests and HTTPie, made on both sides where the snippet says that there are some. */
const normalized = (target: string): string =>
  target
    .replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent)
    .replace(/%../g, (triplet) => triplet.toUpperCase())
    .replaceAll('[', '%5B')
    .replaceAll(']', '%5D')
    .replace(/^\/+/, '/')
    .replace(/\?$/, '');

/** Both sides, after what the snippet's own remarks announce and the runtime adds in any case. */
function compared(expected: Received, arrived: Received, snippet: string, target: SnippetTarget): [Received, Received] {
  const own = target === 'fetch' || target === 'endpoint.js' ? [...OF_FETCH] : [...ALWAYS];
  const asked = new Set(expected.headers.map(([name]) => name));
  const comments = snippet.split('\n').filter((line) => /^(?:\/\/|#) /.test(line));
  const said = (pattern: RegExp): string | undefined => comments.map((line) => pattern.exec(line)?.[1]).find(Boolean);
  own.push(...(said(/adds headers that are not asked for: (.*)/)?.split(', ') ?? []));
  const left = said(/Left out, fetch can't send these headers: (.*)/)?.split(', ') ?? [];
  const requested = said(/fetch normalises the url, and requests (.*)/);
  const rewritten = said(/(requests|HTTPie) changes the url/);
  const trimmed = said(/HTTPie removes the (Unicode) spaces/);
  const side = ({ method, target: path, headers, body }: Received, fields: (name: string) => boolean): Received => ({
    method,
    target: rewritten ? normalized(path) : path,
    headers: headers
      .filter(([name]) => fields(name))
      .map(([name, value]): [string, string] => [name, trimmed ? value.replace(/^[\s\x85]+|[\s\x85]+$/g, '') : value])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    body,
  });
  return [
    side(
      { ...expected, target: requested?.replace(/^http:\/\/[^/]*/, '') ?? expected.target },
      (name) => !left.includes(name) && name !== 'content-length',
    ),
    side(
      arrived,
      (name) => name !== 'content-length' && (asked.has(name) ? !left.includes(name) : !own.includes(name)),
    ),
  ];
}

let echo: Awaited<ReturnType<typeof startEcho>>;
let sandbox: { folder: string; env: NodeJS.ProcessEnv };
let cases: readonly (Case & { readonly key: string; readonly expected: Received })[];

beforeAll(async () => {
  await prepare(['lib'], console.error);
  echo = await startEcho();
  const folder = await mkdtemp(join(tmpdir(), 'snippets-'));
  const {
    http_proxy: _1,
    https_proxy: _2,
    HTTP_PROXY: _3,
    HTTPS_PROXY: _4,
    ALL_PROXY: _5,
    all_proxy: _6,
    ...env
  } = process.env;
  sandbox = {
    folder,
    env: { ...env, HOME: folder, NO_PROXY: '*', no_proxy: '*', NODE_OPTIONS: '', LC_ALL: 'C.UTF-8' },
  };
  await writeFile(join(folder, 'canary-file'), SECRET);
  // requests and HTTPie look there for credentials.
  await writeFile(join(folder, '.netrc'), `machine 127.0.0.1 login netrc password ${SECRET}\n`, { mode: 0o600 });
  cases = [...builtCases(echo.origin), ...furtherCases(echo.origin)].map(({ request, ...rest }, index) => {
    const key = String(index);
    const withKey = { ...request, headers: { ...request.headers, [CASE_FIELD]: key } };
    return Object.assign(rest, { key, request: withKey, expected: expectedOf(withKey, echo.origin) });
  });
}, LIMIT_MS);

afterAll(async () => {
  await echo?.close();
  if (sandbox) await rm(sandbox.folder, { recursive: true, force: true });
});

type Run = (snippets: readonly (readonly [key: string, code: string])[]) => Promise<void>;

/**
 * Runs the cases, and compares what arrived with what the options say.
 * @param every how many cases make one, and which of them, so that each value stands at some places; those that the builder
 * didn't make all run
 */
async function expectArrival(
  target: SnippetTarget,
  [every, which]: readonly [number, number],
  runAll: Run,
  withSource = false,
): Promise<void> {
  const chosen = cases.filter(({ source }, index) => all || index % every === which || (!source && !withSource));
  const snippets = chosen.map(
    ({ key, request, source }) => [key, toSnippet(request, target, withSource ? source : undefined)] as const,
  );
  expect(snippets.length).toBeGreaterThan(200);
  echo.take();
  const failure = await runAll(snippets).catch((error: unknown) => String(error).slice(0, 5000));
  const arrived = echo.take();
  const differences: unknown[] = [];
  for (const [index, { name, key, expected }] of chosen.entries()) {
    const snippet = snippets[index]?.[1] ?? '';
    const [first, ...more] = arrived.get(key) ?? [];
    const [wanted, got] = first ? compared(expected, first, snippet, target) : [expected, undefined];
    if (more.length > 0 || JSON.stringify(wanted) !== JSON.stringify(got))
      differences.push({ name, snippet: snippet.slice(0, 2000), wanted, got, more });
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(failure).toBeUndefined();
  expect(existsSync(join(sandbox.folder, 'executed'))).toBe(false);
  expect(JSON.stringify([...arrived])).not.toContain(SECRET);
  expect(JSON.stringify([...arrived])).not.toContain(Buffer.from(SECRET).toString('hex'));
}

describe('what arrives is what the options say', () => {
  const SHELLS = { sh: [7, 0], bash: [7, 3] } as const;
  test.each(sample(['sh', 'bash'] as const))(
    'curl in %s',
    (shell) => expectArrival('curl', SHELLS[shell], (snippets) => runShell(shell, snippets, sandbox)),
    LIMIT_MS,
  );

  test.each(sample(['fetch', 'node', 'endpoint.js'] as const))(
    '%s',
    (target) => expectArrival(target, [3, 0], (snippets) => runModules(snippets, sandbox)),
    LIMIT_MS,
  );

  test.each(sample(['endpoint.js with the route and options it was built from'], 0))(
    '%s',
    () => expectArrival('endpoint.js', [3, 1], (snippets) => runModules(snippets, sandbox), true),
    LIMIT_MS,
  );

  test.skipIf(noPython).each(sample(['python'], 0))(
    '%s',
    async () => {
      const { python, packages } = await preparePython();
      sandbox.env['PYTHONPATH'] = packages;
      await expectArrival('python', [3, 2], (snippets) => runPython(python, snippets, sandbox));
    },
    LIMIT_MS,
  );

  test.skipIf(noPython).each(sample(['httpie'], 0))(
    '%s',
    async () => {
      const { python, packages } = await preparePython();
      sandbox.env['PYTHONPATH'] = packages;
      await expectArrival('httpie', [7, 5], (snippets) => runHttpie(python, snippets, sandbox));
    },
    LIMIT_MS,
  );
});

describe('quoting gives the text back', () => {
  const RUNS = { numRuns: runs(1), endOnFailure: true };
  const texts = (text: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
    fc.array(text, { minLength: 400, maxLength: 400 });
  const special = fc.constantFrom(...`'"\\$\`!%@-=~#*?[]{}()<>|&;: \n\r\t\x1b\u202e\u2028aé💥1`);
  const hostile = fc.oneof(fc.string({ unit: special }), fc.string({ unit: 'binary' }));

  test.each(sample(['sh', 'bash']))('%s', async (shell) => {
    await fc.assert(
      fc.asyncProperty(texts(hostile.map((text) => text.replaceAll('\0', ''))), async (list) => {
        const { stdout, failure } = await run(shell, ['-c', `printf '%s\\0' ${list.map(quoteShell).join(' ')}`]);
        expect(failure).toBeUndefined();
        expect(stdout.split('\0').slice(0, -1)).toEqual(list);
      }),
      RUNS,
    );
  });

  test.skipIf(noPython).each(sample(['Python'], 0))(
    '%s',
    async () => {
      const { python } = await preparePython();
      await fc.assert(
        fc.asyncProperty(texts(hostile), async (list) => {
          expect(await readPythonLiterals(python, list.map(quotePython), sandbox)).toEqual(list);
        }),
        RUNS,
      );
    },
    LIMIT_MS,
  );
});

test('the canary would tell', async () => {
  await runShell(
    'sh',
    [['x', `curl -s -H "x-case: x" -H "x: $(touch executed)" -d @canary-file ${echo.origin}\n`]],
    sandbox,
  );
  expect(existsSync(join(sandbox.folder, 'executed'))).toBe(true);
  expect(echo.take().get('x')?.[0]?.body).toBe(Buffer.from(SECRET).toString('hex'));
});
