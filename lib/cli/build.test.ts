import { createEndpoint, endpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { toHar, type HarRequest } from 'endpoint.js/har';
import { snippetTargets, toSnippet } from 'endpoint.js/snippets';
import { describe, expect, test } from 'vitest';
import { homepage } from '../package.json';
import { runCommand } from '../test/cli-io.js';
import { formatHelp } from './help.js';
import { catchError } from '../test/attempt.js';

const LOCATIONS = endpoint.in;
const REPO = 'GET /repos/{owner}/{repo}';
const see = (code: string): string => `${formatHelp(`${homepage}guides/errors.html#${code}`)}\n`;

describe('items and flags are options', () => {
  const cases: readonly [
    title: string,
    args: readonly string[],
    options: EndpointOptions,
    settings?: EndpointSettings,
  ][] = [
    [REPO, ['owner=octokit', 'repo=endpoint.js'], { owner: 'octokit', repo: 'endpoint.js' }],
    ['GET /x', ['a='], { a: '' }],
    ['GET /x', ['a=b=c', 'd=e:f', 'g=h==i', 'j=\\k'], { a: 'b=c', d: 'e:f', g: 'h==i', j: '\\k' }],
    ['GET /x', ['a\\:b=1', 'c\\=d=2', 'e\\;=3', 'f\\\\=4', 'g\\h=5'], { 'a:b': '1', 'c=d': '2', 'e;': '3', 'f\\': '4', 'g\\h': '5' }],
    ['GET /x', ['a:=1', 'b:=true', 'c:=[1,2]', 'd:={"e":"f"}', 'g:="h"'], { a: 1, b: true, c: [1, 2], d: { e: 'f' }, g: 'h' }],
    ['POST /x', ['a:=null', 'b=12345678901234567890'], { a: null, b: '12345678901234567890' }],
    ['POST /x', ['a==1'], { [LOCATIONS]: { query: { a: '1' } } }],
    ['GET /x', ['a==1', 'a==2', 'a==3'], { [LOCATIONS]: { query: { a: ['1', '2', '3'] } } }],
    ['GET /x', ['X-Foo:bar:baz', 'accept:text/html'], { headers: { 'x-foo': 'bar:baz', accept: 'text/html' } }],
    ['GET /x', ['User-Agent:', 'X-Empty;'], { headers: { 'user-agent': null, 'x-empty': '' } }],
    ['PATCH /app/hook/config', ['--body', 'url=https://h', '--body', 'n:=1'], { [LOCATIONS]: { body: { url: 'https://h', n: 1 } } }],
    ['PUT /{id}', ['--path', 'id=1', '--body', 'id:=2', '--query', 'id=3'], { [LOCATIONS]: { path: { id: '1' }, body: { id: 2 }, query: { id: '3' } } }],
    ['POST /x', ['--data', '{"a":1}'], { data: '{"a":1}' }],
    ['POST /x', ['data:=[1,2]'], { data: [1, 2] }],
    ['GET /x', ['--media-type-format', 'raw', '--preview', 'mercy', '--preview', 'nova'], { mediaType: { format: 'raw', previews: ['mercy', 'nova'] } }],
    ['GET /x', ['--options', '{"a":1,"b":2}', 'b=3'], { a: 1, b: '3' }],
    ['POST /x', ['--options', '{"@in":{"body":{"url":"u"},"query":{"q":1}}}', '--body', 'data=d'], { [LOCATIONS]: { body: { url: 'u', data: 'd' }, query: { q: 1 } } }],
    ['GET /x', ['--options', '{"headers":{"Accept":"a","X-B":"b"}}', 'accept:c'], { headers: { accept: 'c', 'x-b': 'b' } }],
    ['GET /x', ['--options', '{"mediaType":{"format":"raw"}}', '--preview', 'mercy'], { mediaType: { format: 'raw', previews: ['mercy'] } }],
    ['GET /x', ['__proto__=1', 'constructor=2'], Object.fromEntries([['__proto__', '1'], ['constructor', '2']])],
    ['GET /x', ['--', '-a=1'], { '-a': '1' }],
    ['GET /x', ['a=1', '--base-url', 'https://h/v1'], { a: '1' }, { baseUrl: 'https://h/v1' }],
    ['GET /x', ['--vendor', 'acme', '--media-type-version', 'v9'], {}, { vendor: 'acme', mediaTypeVersion: 'v9' }],
    ['GET /x', ['a:=[1,2]', '--query-arrays', 'brackets'], { a: [1, 2] }, { vendor: 'github', baseUrl: 'https://api.github.com', query: { arrays: 'brackets' } }],
    ['GET /x', ['a:={"b":1}', '--query-objects', 'dots', '--vendor', 'acme'], { a: { b: 1 } }, { vendor: 'acme', query: { objects: 'dots' } }],
    ['GET /x', ['a:=[1,2]', '--query-arrays', 'indices'], { a: [1, 2] }, { vendor: 'github', baseUrl: 'https://api.github.com', query: { arrays: 'indices' } }],
    ['GET /x/{y}', ['--missing', 'omit', '--base-url', ''], {}, { baseUrl: '', missing: 'omit' }],
  ]; // prettier-ignore

  test.each(cases)('builds %s with %j', async (route, args, options, settings) => {
    const { code, stdout, stderr } = await runCommand(['build', route, ...args]);
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
    const builder = settings ? createEndpoint(settings) : endpoint;
    expect(JSON.parse(stdout)).toStrictEqual(JSON.parse(JSON.stringify(builder(route, options))));
  });
});

describe('outputs', () => {
  const args = ['build', 'POST /repos/{owner}/x', 'owner=o', "title=It's $HOME", 'labels:=["a"]'];
  const source = { route: 'POST /repos/{owner}/x', options: { owner: 'o', title: "It's $HOME", labels: ['a'] } };
  const request = endpoint(source.route, source.options);

  test('--json is the default', async () => {
    const plain = await runCommand(args);
    expect(plain).toStrictEqual(await runCommand([...args, '--json']));
    expect(plain.stdout).toBe(`${JSON.stringify(request, undefined, 2)}\n`);
  });

  test('--har prints a HAR request', async () => {
    const { stdout } = await runCommand([...args, '--har']);
    expect(JSON.parse(stdout)).toStrictEqual(toHar(request));
  });

  test.each(snippetTargets.map(({ target }) => target))('--snippet %s prints the snippet', async (target) => {
    const { code, stdout } = await runCommand([...args, '--snippet', target]);
    expect(code).toBe(0);
    expect(stdout.trimEnd()).toBe(toSnippet(request, target, source).trimEnd());
    expect(stdout).toMatch(/[^\n]\n$/);
  });

  test('a form is written as one', async () => {
    const form = ['build', 'POST https://h/x', 'a:=[1,"é &"]', 'content-type:application/x-www-form-urlencoded'];
    const { stdout } = await runCommand([...form, '--curl']);
    expect(stdout).toContain("--data-urlencode a=1 \\\n  --data-urlencode 'a=é &'\n");
    const har = JSON.parse((await runCommand([...form, '--har'])).stdout) as HarRequest;
    expect(har.postData).toMatchObject({
      params: [
        { name: 'a', value: '1' },
        { name: 'a', value: 'é &' },
      ],
    });
  });

  test('--curl equals --snippet curl', async () => {
    expect(await runCommand([...args, '--curl'])).toStrictEqual(await runCommand([...args, '--snippet', 'curl']));
  });
});

describe('--explain', () => {
  test('states the origin of each part, and the route after each fix', async () => {
    const args = ['POST /{owner}/x{?page}', 'owner=a/b', 'title=t', 'pag:=1', 'User-Agent:', '--explain'];
    const { code, stdout, stderr } = await runCommand(['build', ...args]);
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
    const [first, ...sections] = stdout.split('\n\n').map((section) => section.split('\n'));
    expect(first).toStrictEqual(['POST https://api.github.com/a%2Fb/x']);
    expect(sections.map(([title]) => title)).toStrictEqual(['url', 'headers', 'body', 'parameters', 'problems']);
    const [url, headers, body, parameters, problems] = sections.map((lines) => lines.join('\n'));
    expect(url).toMatch(/^ {2}a%2Fb {17} {2}`\{owner\}`: .*\.$/m);
    expect(headers).toMatch(/^ {2}accept: .*\n {4,}`accept` comes from the vendor "github"\.$/m);
    expect(headers).toMatch(/^ {2}user-agent: +`user-agent` is dropped by the options\.$/m);
    expect(body).toMatch(/^ {2}title {2}`title` goes to the body/m);
    expect(parameters).toMatch(/^ {2}page {3}`page` has no value/m);
    expect(problems).toContain('\n    fix: Rename "pag" to "page"\n');
    expect(problems).toContain('\n    fix: Use {+owner}: POST /{+owner}/x{?page}\n');
  });

  test('reports the same error and exit code as the other outputs', async () => {
    const args = ['build', 'GET /{owner}/{repo}', 'ownr=a', 'repo=b'];
    const plain = await runCommand(args);
    const { code, stdout, stderr } = await runCommand([...args, '--explain']);
    expect({ code, stderr }).toStrictEqual({ code: plain.code, stderr: plain.stderr });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^https:\/\/api\.github\.com\/\{owner\}\/b\?ownr=a\n/);
    expect(stdout).toContain('    fix: Rename "ownr" to "owner"\n');
  });

  test('explains a malformed template as far as possible', async () => {
    const { code, stdout } = await runCommand(['build', 'GET /{owner', '--explain']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^https:\/\/api\.github\.com\/\n[^]*\n\nproblems\n {2}invalid-template: .*\n {4}fix: Write "\{owner\}": GET \/\{owner\}\n$/,
    );
  });

  test('uses the settings of another API', async () => {
    const args = ['build', '/x', 'a:=[1,2]', '--vendor', 'acme', '--base-url', 'https://h', '--query-arrays', 'repeat'];
    const { stdout } = await runCommand([...args, '--explain']);
    expect(stdout).toMatch(/^GET https:\/\/h\/x\?a=1&a=2\n/);
    expect(stdout).toContain('from the vendor "acme"');
  });

  test('replaces control characters of terminals', async () => {
    const { stdout } = await runCommand(['build', '/x', 'x-a:\u001b[31m', '\u001b[31m=1', '--explain']);
    expect(stdout).toContain('  x-a: ·[31m');
    expect(stdout).not.toContain('\u001b');
  });
});

describe("a request that can't be built: exit code 1, and the reason on standard error", () => {
  // The sentence is the builder's; code, position and the lines after it are the command's.
  const cases: readonly [args: readonly string[], code: string, remaining: string][] = [
    [['GET /repos/{owner/x'], 'invalid-template', '  GET /repos/{owner/x\n             ^\n'],
    [['  get   /a/{b}/{c}', 'b=1'], 'missing-parameter', '    get   /a/{b}/{c}\n                  ^\n'],
    [['/😀/{c}'], 'missing-parameter', '  /😀/{c}\n      ^\n'],
    [['\u001b[31m/{c}'], 'missing-parameter', '  ·[31m/{c}\n         ^\n'],
    [
      [`/${'a'.repeat(100)}/{c}/${'b'.repeat(100)}`],
      'missing-parameter',
      `  …${'a'.repeat(58)}/{c}/${'b'.repeat(57)}…\n${' '.repeat(63)}^\n`,
    ],
    [['GET /x', '--options', '{"a":1,}'], 'invalid-json', '  {"a":1,}\n         ^\n'],
    [['GET /x', '--options', '[]'], 'invalid-json', ''],
    [['GET /x', 'a:=foo'], 'invalid-json', ''],
    [['GET /x', 'a:={"b":[12345678901234567890]}'], 'invalid-value', ''],
    [['GET /x', '--options', '{"a":"9007199254740993","b":9007199254740993}'], 'invalid-value', ''],
    [['GRAB /x'], 'invalid-method', ''],
    [['GET /x', 'a:b\nc'], 'invalid-header', ''],
    [['PATCH /x', 'url=https://h'], 'duplicate-parameter', 'Here that is --path, --query or --body: --body url=…\n'],
    [['GET /x', '--base-url', 'nowhere'], 'invalid-url', ''],
    [['GET /x', '--base-url', '', '--har'], 'invalid-url', ''],
  ];

  test.each(cases)('reports %j', async (args, code, remaining) => {
    const outcome = await runCommand(['build', ...args]);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    const [first = '', ...lines] = outcome.stderr.split('\n');
    expect(first).toMatch(new RegExp(`^error ${code}: \\S.+[^\\s]$`));
    expect(lines.join('\n')).toBe(`${remaining}${see(code)}`);
  });

  test('prints the message of the error', async () => {
    const { stderr } = await runCommand(['build', 'GRAB /x']);
    const error = catchError(() => endpoint('GRAB /x' as string));
    expect(stderr).toBe(`error invalid-method: ${error?.message}\n${see('invalid-method')}`);
  });

  test.each([
    ['a:=foo', "isn't valid JSON: ", '; for text write a=foo.'],
    ['a:={', "isn't valid JSON: ", '.'],
    [
      'a:=12345678901234567890',
      '12345678901234567890 is too large for a JSON number to represent exactly',
      '; pass it as text.',
    ],
  ])('%s fails with a fix', async (item, problem, fix) => {
    const { stderr } = await runCommand(['build', 'GET /x', item]);
    expect(stderr).toContain(`: a: ${problem}`);
    expect(stderr.split('\nSee ')[0]).toMatch(new RegExp(`${fix.replaceAll('.', String.raw`\.`)}$`));
  });
});

describe("arguments that can't be understood: exit code 2", () => {
  const ITEM = "isn't an item; write name=text, name:=JSON, name==text (query) or Header:value.";
  const cases: readonly [args: readonly string[], stderr: string][] = [
    [['build'], 'route: is missing; pass one such as "GET /repos/{owner}/{repo}".'],
    [['build', 'GET /x', 'foo'], `"foo" ${ITEM}`],
    [['build', 'GET /x', 'f;oo'], `"f;oo" ${ITEM}`],
    [['build', 'GET /x', '=foo'], '"=foo" has no name before "="; write one.'],
    [['build', 'GET /x', 'a=1', 'a=2'], `a: is passed twice; for a list write a:='["1","2"]'.`],
    [['build', 'GET /x', 'X-A:1', 'x-a:2'], 'x-a: is passed twice; join its values by ",".'],
    [['build', 'GET /x', '--query', 'a==1'], '--query: "a==1" isn\'t one of its items; write name=text or name:=JSON.'],
    [['build', 'GET /x', '--json', '--curl'], '--json and --curl: are both passed; pass one of them.'],
    [['build', 'GET /x', '--explain', '--har'], '--har and --explain: are both passed; pass one of them.'],
    [['build', 'GET /x', '--snippet', 'perl'], `--snippet: "perl" is unknown; use one of ${snippetTargets.map(({ target }) => target).join(', ')}.`],
    [['build', 'GET /x', '--query-arrays', 'words'], '--query-arrays: "words" is unknown; use one of repeat, comma, brackets, indices, pipes, spaces.'],
    [['build', 'GET /x', '--query-objects', 'dot'], '--query-objects: "dot" is unknown; use one of brackets, dots.'],
    [['build', 'GET /x', '--nope'], "Unknown option '--nope'.\nSee endpoint.js build --help.\n"],
    [['build', 'GET /x', '--data'], "Option '--data <value>' argument missing"],
    [['build', 'GET /x', 'a:1', '--options', '{"headers":[["b","c"]]}'], '--options: headers must be an object'],
    [['nope'], 'command: "nope" is unknown; use build or types.'],
    [[], 'command: is missing; use build or types.'],
    [['types'], 'document: is missing; pass a file, a URL, or - for standard input.'],
    [['types', 'a', 'b'], 'document: "b" is a second one; pass one.'],
    [['types', 'a', '--name', 'my routes'], `--name: "my routes" isn't a type name; use one such as Routes.`],
  ]; // prettier-ignore

  test.each(cases)('rejects %j', async (args, expected) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(stderr).toMatch(/\nSee endpoint\.js (?:build |types )?--help\.\n$/);
  });
});

describe('help and version', () => {
  test.each([[['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: endpoint\.js <command>[^]*\n {2}build [^]*\n {2}types /);
  });

  test.each(['build', 'types'])('%s has help', async (name) => {
    const help = await runCommand([name, '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout.startsWith(`Usage: endpoint.js ${name} `)).toBe(true);
    expect(await runCommand(['help', name])).toStrictEqual(help);
    expect(await runCommand([name, 'GET /x', '-h'])).toStrictEqual(help);
    expect(Math.max(...help.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  test('the help of build names each of its flags', async () => {
    const { stdout } = await runCommand(['build', '--help']);
    const { FLAGS } = await import('./request-input.js');
    for (const flag of Object.keys(FLAGS)) expect(stdout).toContain(`--${flag}`);
  });

  test('--version equals that of the user-agent', async () => {
    const { stdout } = await runCommand(['--version']);
    expect(endpoint.DEFAULTS.headers['user-agent']).toBe(`github-endpoint.js/${stdout.trim()}`);
  });
});
