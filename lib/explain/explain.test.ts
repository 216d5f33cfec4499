import { createEndpoint, endpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { applyFix, createExplain, explain, type Explanation } from 'endpoint.js/explain';
import { describe, expect, test } from 'vitest';
import { ERROR_FIXES } from './fixes.js';
import { WARNINGS } from './problems.js';

const IN = endpoint.in;
const FORM = 'application/x-www-form-urlencoded';
const SIGNAL = new AbortController().signal;
const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

describe('tokens', () => {
  const cases: [route: string, tokens: string[]][] = [
    ['GET /a', ['method GET', 'blank  ', 'literal /a']],
    ['  get\t/:x/ ', ['blank   ', 'method get', 'blank \t', 'literal /', 'placeholder :x', 'literal /', 'blank  ']],
    ['/a{?b*,c:3}', ['literal /a', 'punctuation {', 'operator ?', 'variable b', 'modifier *', 'punctuation ,', 'variable c', 'modifier :3', 'punctuation }']],
    ['https://h:80/:a', ['origin https://h:80', 'literal /', 'placeholder :a']],
    ['GRAB /a', ['invalid GRAB', 'blank  ', 'literal /a']],
    ['GET', ['method GET']],
    ['GET  ', ['method GET', 'blank   ']],
    ['', []],
    ['/{a/{b}', ['literal /', 'invalid {', 'literal a/', 'punctuation {', 'variable b', 'punctuation }']],
    ['/{!a}/:b', ['literal /', 'invalid {!a}', 'literal /', 'placeholder :b']],
    ['/a}', ['literal /a', 'invalid }']],
    ['http://{h}/x', ['literal http://', 'punctuation {', 'variable h', 'punctuation }', 'literal /x']],
  ]; // prettier-ignore

  test.each(cases)('%j', (route, tokens) => {
    expect(explain(route).tokens.map(({ kind, text }) => `${kind} ${text}`)).toStrictEqual(tokens);
  });

  test('link to their expression and variable', () => {
    const { tokens, expressions } = explain('/:a{?b,c*}');
    expect(tokens.map(({ expression, varspec }) => [expression, varspec])).toStrictEqual(
      [[], [0, 0], [1], [1], [1, 0], [1], [1, 1], [1, 1], [1]].map((pair) => [pair[0], pair[1]]),
    );
    expect(expressions.map(({ text, operator, part }) => [text, operator, part])).toStrictEqual([
      [':a', '', 'path'],
      ['{?b,c*}', '?', 'query'],
    ]);
  });

  test('cover the url of the options, without a route', () => {
    expect(explain({ url: '/:a', a: 1 })).toMatchObject({
      route: '/:a',
      tokens: [{ text: '/' }, { text: ':a', start: 1 }],
    });
  });
});

describe('runs of the url', () => {
  /** Each run with its source, and the member of a list or map after its name. */
  const describeRuns = ({ url }: Explanation): string[] =>
    url.map(({ text, source }) => {
      if (source.kind === 'variable')
        return `${text} ${source.role} of ${source.name}${source.key === undefined ? '' : `.${source.key}`}`;
      if (source.kind === 'parameter') return `${text} ${source.role} of ${[source.name, ...source.path].join('.')}`;
      return `${text} ${source.kind}`;
    });
  const GITHUB = 'https://api.github.com base';
  const cases: [route: string, options: EndpointOptions, runs: string[], settings?: EndpointSettings][] = [
    ['/a/{b}', { b: 'x y' }, [GITHUB, '/a/ literal', 'x%20y value of b']],
    ['/é', {}, [GITHUB, '/%C3%A9 literal']],
    ['a', {}, [GITHUB, '/ seam', 'a literal']],
    ['/x', {}, ['https://h base', '/api base', '/x literal'], { baseUrl: 'https://h/api/' }],
    ['https://o/x', {}, ['https://o literal', '/x literal']],
    ['/x', {}, ['/x literal'], {}],
    ['/x{?a}', { a: ['1', '2'] }, [GITHUB, '/x literal', '? punctuation', 'a name of a', '= punctuation', '1 value of a.0', ', punctuation', '2 value of a.1']],
    ['/x{?a*}', { a: [1, null, 2] }, [GITHUB, '/x literal', '? punctuation', 'a name of a.0', '= punctuation', '1 value of a.0', '& punctuation', 'a name of a.2', '= punctuation', '2 value of a.2']],
    ['/x{/a*}', { a: ['1', '2'] }, [GITHUB, '/x literal', '/ punctuation', '1 value of a.0', '/ punctuation', '2 value of a.1']],
    ['/x{?a*}', { a: { k: 'v', l: '' } }, [GITHUB, '/x literal', '? punctuation', 'k key of a.k', '= punctuation', 'v value of a.k', '& punctuation', 'l key of a.l', '= punctuation']],
    ['/x{?a}', { a: { k: 'v' } }, [GITHUB, '/x literal', '? punctuation', 'a name of a', '= punctuation', 'k key of a.k', ', punctuation', 'v value of a.k']],
    ['/x{;a,b}', { a: '', b: 1 }, [GITHUB, '/x literal', '; punctuation', 'a name of a', '; punctuation', 'b name of b', '= punctuation', '1 value of b']],
    ['/x{+a,b}', { a: 'y/z' }, [GITHUB, '/x literal', 'y/z value of a'], { baseUrl: 'https://api.github.com', missing: 'omit' }],
    ['/x{a:2}', { a: '💥ab' }, [GITHUB, '/x literal', '%F0%9F%92%A5a value of a']],
    ['/x{#a}', { a: 'f', b: 1 }, [GITHUB, '/x literal', '? separator of b', 'b name of b', '= separator of b', '1 value of b', '# punctuation', 'f value of a']],
    ['/x?a=1', { b: 2 }, [GITHUB, '/x literal', '?a=1 literal', '& separator of b', 'b name of b', '= separator of b', '2 value of b']],
    ['/x', { a: [1, 2], b: { c: 3 } }, [GITHUB, '/x literal', '? separator of a', 'a name of a', '= separator of a', '1 value of a.0', ', separator of a', '2 value of a.1', '& separator of b', 'b%5Bc%5D name of b.c', '= separator of b.c', '3 value of b.c']],
    ['/x', { a: [1, 2] }, ['/x literal', '? separator of a', 'a%5B%5D name of a.0', '= separator of a.0', '1 value of a.0', '& separator of a.1', 'a%5B%5D name of a.1', '= separator of a.1', '2 value of a.1'], { query: { arrays: 'brackets' } }],
    ['/x', { a: { b: [1] } }, ['/x literal', '? separator of a', 'a.b%5B0%5D name of a.b.0', '= separator of a.b.0', '1 value of a.b.0'], { query: { arrays: 'indices', objects: 'dots' } }],
    ['/x/{a}', {}, ['/x literal'], { missing: 'omit' }],
    ['/%00/{a}', { a: './' }, ['/%00/ literal', '.%2F value of a'], {}],
    ['/x/{a}/{b}', { a: 1 }, [GITHUB, '/x/ literal', '1 value of a', '/ literal', '{b} unexpanded']],
    ['/x/{a', {}, [GITHUB, '/x/ literal']],
    ['/x/{a', { headers: { 'a b': 'c' } }, [GITHUB, '/x/ literal']],
    ['GET /x/{a}/y{?b', { a: 'x y', b: 1, c: 2 }, [GITHUB, '/x/ literal', 'x%20y value of a', '/y literal']],
    ['https://o/{a}}b', { a: 1 }, ['https://o literal', '/ literal', '1 value of a']],
    ['/{a}{!b}/{c}', { c: 1 }, [GITHUB, '/ literal', '{a} unexpanded']],
    ['GET {', {}, []],
    ['GET https://ev il/{a}', { a: 1 }, []],
    ['GETT /x/{a}', { a: 1 }, []],
  ]; // prettier-ignore

  test.each(cases)('%s %j', (route, options, runs, settings) => {
    const explanation = (settings ? createExplain(settings) : explain)(route, options);
    expect(describeRuns(explanation)).toStrictEqual(runs);
    if (explanation.request) expect(explanation.url.map(({ text }) => text).join('')).toBe(explanation.request.url);
  });

  test('name the part of the url', () => {
    const { url } = explain('/a{?b}{#c}', { b: 1, c: 2, d: 3 });
    expect(url.map(({ text, part }) => `${text} ${part}`)).toStrictEqual(
      ['https://api.github.com origin', '/a path', '? query', 'b query', '= query', '1 query', '& query', 'd query', '= query', '3 query', '# fragment', '2 fragment'],
    ); // prettier-ignore
  });

  const sentences: [route: string, options: EndpointOptions, text: string, sentence: string][] = [
    ['/x{?labels,page}', { labels: ['a', 'b'] }, 'a', '`{?labels,page}`: form-style query; `labels` is a list, joined by `,` because there is no `*`; member `0`.'],
    ['/x{?labels*}', { labels: ['a', 'b'] }, 'b', '`{?labels*}`: form-style query; `labels` is a list, and `*` writes each member separately, with `&` between; member `1`.'],
    ['/x/{a}', { a: 'b c' }, 'b%20c', '`{a}`: simple expansion; `a` is percent-encoded.'],
    ['/x/{a}', { a: new Date(0) }, '1970-01-01T00%3A00%3A00.000Z', '`{a}`: simple expansion; `a` is written as its text in JSON.'],
    ['/x', { a: 1 }, '1', '`a` goes to the query: the url does not name it, and GET has its parameters there.'],
    ['/x', { a: 1 }, '?', '`?` is a separator. `a` goes to the query: the url does not name it, and GET has its parameters there.'],
    ['/x', { [IN]: { query: { a: [1, 2] } } }, '2', '`a` goes to the query: endpoint.in puts it there. It is a list, joined by `,` (query.arrays).'],
    ['/x', {}, 'https://api.github.com', 'The base URL, from the settings; no value can change its host.'],
  ]; // prettier-ignore

  test.each([
    ['/x/{a}', 'b c', 'percent-encoded'],
    ['/x/{a}', 'b-c_d.e~1', 'written unchanged'],
    ['/x/{a}', 1e21, 'percent-encoded'],
    ['/x/{+a}', 'b/c?d=%2F', 'written unchanged'],
    ['/x/{+a}', 'b c', 'percent-encoded'],
    ['/x/{+a}', '50%', 'percent-encoded'],
    ['/x{?a}', 'é', 'percent-encoded'],
  ])('%s with %j: the sentences of the expression and of its value agree on %s', (route, a, form) => {
    const { expressions, url } = explain(route, { a });
    const value = url.find(({ source }) => 'role' in source && source.role === 'value');
    expect(expressions[0]?.sentence).toContain(`\`a\` is ${form}.`);
    expect(value?.sentence).toContain(`\`a\` is ${form}.`);
  });

  test.each(sentences)('%s %j gives the reason for %s', (route, options, text, sentence) => {
    expect(explain(route, options).url.find((run) => run.text === text)?.sentence).toBe(sentence);
  });

  test.each<[route: string, options: EndpointOptions, sentence: string]>([
    ['/x/{a}', { a: NaN }, '`a` is not written, because of the error.'],
    ['/x{?a}', { a: { b: [1] } }, '`a` is not written, because of the error.'],
    ['/x', { a: [[1]] }, '`a` is not written, because of the error.'],
    ['/x', { a: [] }, '`a` has no value, so nothing is written.'],
    ['/x/{a}', { a: [], [IN]: { path: { a: 1 } } }, '`a` goes to the path: the url names it.'],
    ['/x', { [IN]: { query: { a: NaN } } }, '`a` is not written, because of the error.'],
  ])('a parameter of %s %j that is written nowhere', (route, options, sentence) => {
    expect(explain(route, options).parameters[0]?.sentence).toBe(sentence);
  });
});

describe('layers', () => {
  const tenant = createExplain({ vendor: 'acme', baseUrl: 'https://h', headers: { 'x-a': '1' } })
    .defaults({ org: 'o', headers: { 'X-A': '2', 'x-b': '3' } }, 'tenant')
    .defaults({ headers: { 'x-c': '4' }, page: 1 });

  test('are listed in the order of merging', () => {
    expect(tenant('/x', {}).layers).toStrictEqual([
      { kind: 'vendor', index: 0, label: 'the vendor "acme"' },
      { kind: 'settings', index: 1, label: 'the settings' },
      { kind: 'defaults', index: 2, label: 'defaults "tenant"' },
      { kind: 'defaults', index: 3, label: 'defaults 2' },
      { kind: 'options', index: 4, label: 'the options' },
      { kind: 'route', index: 5, label: 'the route' },
    ]);
  });

  test('are named by headers, with the values that these replaced', () => {
    const { headers, droppedHeaders } = tenant('POST /x', {
      headers: { 'X-B': '5', 'x-c': null },
      mediaType: { format: 'raw' },
    });
    expect(headers.map(({ name, value, source, layer }) => [name, value, source, layer?.label])).toStrictEqual([
      ['accept', 'application/vnd.acme.v3.raw', 'mediaType', 'the vendor "acme"'],
      ['user-agent', expect.stringContaining('acme-endpoint.js/'), 'vendor', 'the vendor "acme"'],
      ['x-a', '2', 'defaults', 'defaults "tenant"'],
      ['x-b', '5', 'options', 'the options'],
      ['content-type', 'application/json; charset=utf-8', 'content', undefined],
    ]);
    expect(headers.map(({ replaced }) => replaced.map(({ value }) => value))).toStrictEqual([
      ['application/vnd.acme.v3+json'],
      [],
      ['1'],
      ['3'],
      [],
    ]);
    expect(droppedHeaders).toMatchObject([{ name: 'x-c', layer: { kind: 'options' }, replaced: [{ value: '4' }] }]);
  });

  test('are named by parameters, with the values that these replaced', () => {
    const { parameters } = tenant('GET /{org}{?q}', { org: 'p', page: undefined });
    expect(
      parameters.map(({ name, value, layer, replaced }) => [
        name,
        value,
        layer?.label,
        replaced.map((earlier) => earlier.value),
      ]),
    ).toStrictEqual([
      ['org', 'p', 'the options', ['o']],
      ['q', undefined, undefined, []],
      ['page', undefined, 'the options', [1]],
    ]);
  });

  test('keep their errors in the explanation', () => {
    const wrong = explain.defaults({ headers: { 'a b': 'c' } }, 'wrong').defaults({ a: 1 });
    expect(wrong('/x/{a}')).toMatchObject({
      error: { code: 'invalid-header' },
      problem: { layer: { label: 'defaults "wrong"' } },
      url: [{ text: 'https://api.github.com' }, { text: '/x/' }, { text: '1' }],
    });
    expect(createExplain({ vendor: 'a b' })('/x')).toMatchObject({
      error: { code: 'invalid-media-type' },
      problem: { layer: { kind: 'settings' } },
      tokens: [{ text: '/x' }],
    });
  });

  test("aren't affected by later changes of their options", () => {
    const defaults = { a: ['1'], headers: { 'x-a': '1' } };
    const explainWith = explain.defaults(defaults);
    defaults.a.push('2');
    defaults.headers['x-a'] = '2';
    expect(explainWith('/x').request).toMatchObject({ url: 'https://api.github.com/x?a=1', headers: { 'x-a': '1' } });
    expect(explainWith('/x').parameters[0]?.value).toStrictEqual(['1']);
  });

  test('accept headers that can be read only once', () => {
    const once = (function* (): Generator<[string, string]> {
      yield ['x-a', '1'];
    })();
    expect(explain('/x', { headers: once }).headers.at(-1)).toMatchObject({ name: 'x-a', source: 'options' });
  });
});

describe('parameters', () => {
  const cases: [route: string, options: EndpointOptions, parameters: string[], settings?: EndpointSettings][] = [
    ['/{a}{?b}', { a: 1 }, ['a plain required path', 'b - optional -']],
    ['/:a/:a', { a: 1 }, ['a plain required path']],
    ['/{a}{?a}{#a}', { a: 1 }, ['a plain required path,query,fragment']],
    ['/{a}', { a: 1, b: 2 }, ['a plain optional path', 'b plain optional query'], { missing: 'omit' }],
    ['/{a}', {}, ['a - required -']],
    ['/x', { a: null, b: [], c: {} }, ['a plain optional -', 'b plain optional -', 'c plain optional -']],
    ['POST /x', { a: null }, ['a plain optional body']],
    ['POST /x', { a: 1, data: 'x' }, ['a plain optional -']],
    ['PUT /{id}', { [IN]: { path: { id: 1 }, query: { id: 2 }, body: { id: 3 } } }, ['id path required path', 'id query optional query', 'id body optional body']],
    ['/{a}', { a: 1, [IN]: { path: { a: 2 } } }, ['a path required path', 'a plain optional -']],
    ['/{url}{?url}', { [IN]: { path: { url: 1 } } }, ['url path required path', 'url - optional -']],
    ['OPTIONS /x', { a: 1 }, ['a plain optional -']],
  ]; // prettier-ignore

  test.each(cases)('%s %j', (route, options, parameters, settings) => {
    expect(
      (settings ? createExplain(settings) : explain)(route, options).parameters.map(
        ({ name, given, required, places }) =>
          `${name} ${given ?? '-'} ${required ? 'required' : 'optional'} ${places.join() || '-'}`,
      ),
    ).toStrictEqual(parameters);
  });

  test('are linked from expressions, their variables and runs', () => {
    const { parameters, expressions, url } = explain('/{a}{?b}', { a: 1, b: 2 });
    expect(parameters.map((parameter) => parameter.expressions)).toStrictEqual([[0], [1]]);
    expect(expressions.map(({ varspecs }) => varspecs.map(({ parameter }) => parameter))).toStrictEqual([[0], [1]]);
    expect(url.flatMap(({ source }) => (source.kind === 'variable' ? [source.parameter] : []))).toStrictEqual([
      0, 1, 1,
    ]);
  });
});

describe('bodies', () => {
  test('are forms or JSON', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(explain('POST /a', { b: 1, headers }).body).toMatchObject({
      sentence: 'The body is the parameters that the url does not name; it is sent as a form.',
      keys: [
        { key: 'b', sentence: '`b` goes to the body: the url does not name it, and POST has its parameters there.' },
      ],
    });
    expect(explain('POST /a', { b: 1 }).body?.sentence).toContain('it is sent as JSON');
    expect(explain('POST /a', { data: 'b' }).body?.sentence).toBe('The body is `data`; it is sent unchanged.');
    expect(explain('POST /a', { data: { b: 1 }, headers }).body?.sentence).toContain('it is sent as a form');
  });

  test('name the parameter of each key', () => {
    expect(explain('POST /{a}', { a: 1, b: 2, [IN]: { body: { url: 3 } } }).body).toMatchObject({
      source: 'parameters',
      value: { b: 2, url: 3 },
      keys: [
        { key: 'b', value: 2, parameter: 1 },
        { key: 'url', value: 3, parameter: 2, sentence: '`url` goes to the body: endpoint.in puts it there.' },
      ],
    }); // prettier-ignore
  });

  test('keep data unchanged', () => {
    const data = new Uint8Array(2);
    const { body, headers } = explain.defaults({ data })('POST /x');
    expect(body).toMatchObject({ source: 'data', keys: [], layer: { kind: 'defaults' } });
    expect(body?.value).toBe(data);
    expect(headers.map(({ name }) => name)).not.toContain('content-type');
  });
});

describe('steps', () => {
  const cases: [route: string, options: EndpointOptions, failed: string | undefined][] = [
    ['/x', {}, undefined],
    ['/x', { headers: { 'a b': 'c' } }, 'merge'],
    ['PATCH /x', { url: '/y' }, 'merge'],
    ['GRAB /x', {}, 'route'],
    ['', {}, 'route'],
    ['/{a', {}, 'template'],
    ['/{a}', {}, 'expand'],
    ['/{a}', { a: '..' }, 'expand'],
    ['/x?a=1', { a: 1 }, 'rest'],
    ['OPTIONS /x', { a: 1 }, 'rest'],
    ['/x', { a: () => 0 }, 'rest'],
    ['/x', { baseUrl: 'nowhere' }, 'merge'],
    ['/x?y', { baseUrl: 'https://h', a: 'z'.repeat(1_048_576) }, 'rest'],
  ];

  test.each(cases)('%s %j fails in %s', (route, options, failed) => {
    const { steps } = explain(route, options);
    const index = steps.findIndex(({ name }) => name === failed);
    expect(steps.map(({ state }) => state)).toStrictEqual(
      steps.map((_, at) => (index < 0 || at < index ? 'done' : at === index ? 'failed' : 'skipped')),
    );
  });

  test('fail in headers for a media type without a vendor, in merge for a missing url', () => {
    const failed = ({ steps }: Explanation) => steps.find(({ state }) => state === 'failed')?.name;
    expect(failed(createExplain()('/x', { mediaType: { format: 'raw' } }))).toBe('headers');
    expect(failed(explain({}))).toBe('merge');
  });

  test('show a value without a form in JSON by its name', () => {
    const { steps } = explain('POST /x', { a: 1n, b: new Date(0), c: Symbol('d'), [IN]: { query: { e: [() => 0] } } });
    expect(JSON.parse(JSON.stringify(steps.find(({ name }) => name === 'merge')?.before)).at(-1)).toStrictEqual({
      layer: 'the options',
      options: { a: '1n', b: '[Date]', c: '[symbol]', '@in': { query: { e: ['[function]'] } } },
    });
  });
});

describe('large and invalid input', () => {
  test('is cut in steps', () => {
    const data = { text: 'x'.repeat(20_000), list: Array.from({ length: 20_000 }, (_, i) => i), last: 1 };
    const { steps } = explain('POST /x', { data });
    const shown = JSON.stringify(steps);
    expect(shown.length).toBeLessThan(500_000);
    expect(shown).toContain('x…"');
    expect(shown).toContain('"…"]');
    expect(JSON.stringify(explain('/x', { a: 1 }).steps)).not.toContain('…');
  });

  test.each([['\udc00'], [true], [['\udc00']], [{ k: '\udc00' }], [{ k: true }]])(
    'has the error that the builder throws first: %j',
    (long_name) => {
      const settings = { maxLength: 5 };
      const { error } = createExplain(settings)('/x', { long_name });
      expect(error?.code).toBe('too-long');
      expect(() => createEndpoint(settings)('/x', { long_name })).toThrow(error);
    },
  );

  test.each([[null], [1], ['x'], [{ nope: 1 }], [{ headers: null }]])('is explained: settings %j', (settings) => {
    expect(createExplain(settings as never)('/x').error?.code).toMatch(/^invalid-/);
  });

  test.each([[null], [1], [[]], [{ headers: 1 }], [{ [IN]: 1 }], [{ url: 1 }]])(
    'is explained: options %j',
    (options) => {
      for (const explained of [explain('/x', options as never), explain.defaults(options as never)('/x')]) {
        expect(explained.tokens).toMatchObject([{ text: '/x' }]);
        expect(explained.steps).toHaveLength(7);
      }
    },
  );
});

describe('warnings and errors', () => {
  type Fixed = { label: string; route?: string; options?: EndpointOptions };
  const cases: [route: string, options: EndpointOptions, code: string, fixed: Fixed | undefined, settings?: EndpointSettings, defaults?: EndpointOptions][] = [
    ['/x{?labels}', { label: 'a' }, 'did-you-mean', { label: 'Rename "label" to "labels"', options: { labels: 'a' } }],
    ['/{a}', { a: 'b/c' }, 'encoded-slash', { label: 'Use {+a}', route: '/{+a}' }],
    ['/{a}', { a: 'b/c?d' }, 'encoded-slash', undefined],
    ['/{a,b}', { a: 'b/c', b: 1 }, 'encoded-slash', undefined],
    ['/x{?a}', { a: [1, 2] }, 'joined-list', { label: 'Use a*', route: '/x{?a*}' }],
    ['/x', { token: TOKEN }, 'secret-in-url', { label: 'Move "token" to the authorization header', options: { headers: { authorization: `Bearer ${TOKEN}` } } }],
    ['/x', { key: TOKEN, headers: { authorization: 'x' } }, 'secret-in-url', undefined],
    ['/{token}', { token: TOKEN }, 'secret-in-url', undefined],
    [`/x?a=${TOKEN}&b=1`, {}, 'secret-in-url', { label: 'Move it to the authorization header', route: '/x?b=1', options: { headers: { authorization: `Bearer ${TOKEN}` } } }],
    [`/x?a=${TOKEN}{&c}`, {}, 'secret-in-url', undefined],
    ['/x?b=1&api-key=abcdefgh1', {}, 'secret-in-url', { label: 'Move it to the authorization header', route: '/x?b=1', options: { headers: { authorization: 'Bearer abcdefgh1' } } }],
    ['https://u:p@h/x', {}, 'credentials-in-url', { label: 'Move it to the authorization header', route: 'https://h/x', options: { headers: { authorization: 'Basic dTpw' } } }],
    ['/x', { baseUrl: 'https://u:p@h' }, 'credentials-in-url', { label: 'Move it to the authorization header', options: { baseUrl: 'https://h', headers: { authorization: 'Basic dTpw' } } }],
    ['/x', { id: 2 ** 53 }, 'inexact-number', { label: 'Pass "id" as the text "9007199254740992"', options: { id: '9007199254740992' } }],
    ['POST /x', { a: { id: [2 ** 53] } }, 'inexact-number', undefined],
    ['/{+a}', { a: 'b/c?d#e' }, 'opened-query', { label: 'Encode "a"', options: { a: 'b/c%3Fd%23e' } }],
    ['/{a}', { a: 'b%20c' }, 'double-encoding', { label: 'Decode "a"', options: { a: 'b c' } }],
    ['/{a}', { a: ' b' }, 'blank-at-edge', { label: 'Trim "a"', options: { a: 'b' } }],
    ['POST /x', { a: 1 }, 'default-in-body', undefined, {}, { b: 2 }],
    ['POST /x', { page: 2, a: 1 }, 'query-in-body', { label: 'Send "page" in the query', options: { a: 1, [IN]: { query: { page: 2 } } } }],
    ['POST /x', { [IN]: { query: { a: { b: 1 } } } }, 'body-in-query', { label: 'Send "a" in the body', options: { [IN]: { body: { a: { b: 1 } } } } }],
    ['POST /x', { data: 'x', title: 'a' }, 'unused-parameter', { label: 'Send "title" in the query', options: { data: 'x', [IN]: { query: { title: 'a' } } } }],
    ['/{a}', { a: 1, [IN]: { path: { a: 2 } } }, 'duplicate-parameter', { label: 'Leave "a" out', options: { [IN]: { path: { a: 2 } } } }],
    ['/x', { mediaType: { format: 'raw' }, headers: { accept: 'text/html' } }, 'unused-media-type', undefined],
    ['POST /x', { data: '{"a":1}' }, 'json-text', { label: 'Pass the value itself', options: { data: { a: 1 } } }],
    ['/${a}/$${b}', { a: 1, b: 2 }, 'dollar-brace', { label: 'Drop the $', route: '/{a}/{b}' }],
    ['/{owner}', { ownr: 'a' }, 'missing-parameter', { label: 'Rename "ownr" to "owner"', options: { owner: 'a' } }],
    ['/{owner}', {}, 'missing-parameter', undefined],
    ['/{a}', { a: '..' }, 'unsafe-value', undefined],
    ['/{+a}', { a: '../b/./c' }, 'unsafe-value', { label: 'Leave "." and ".." out of "a"', options: { a: 'b/c' } }],
    ['PATCH /x', { url: 'https://x' }, 'duplicate-parameter', { label: 'Send "url" in the body', options: { [IN]: { body: { url: 'https://x' } } } }],
    ['/x?a=1', { a: 2 }, 'duplicate-parameter', { label: 'Leave "a" out', options: {} }],
    ['GET /x', { [IN]: { body: { a: 1 } } }, 'unsent-parameter', { label: 'Send "a" in the query', options: { [IN]: { query: { a: 1 } } } }],
    ['/x', { [IN]: { path: { ownr: 1 } } }, 'unsent-parameter', { label: 'Leave "ownr" out', options: {} }],
    ['/{owner}', { [IN]: { path: { ownr: 1 } } }, 'missing-parameter', { label: 'Rename "ownr" to "owner"', options: { [IN]: { path: { owner: 1 } } } }],
    ['/{{a}}', { a: 1 }, 'invalid-template', { label: 'Write "{a}"', route: '/{a}' }],
    ['/{a/x', { a: 1 }, 'invalid-template', { label: 'Write "{a}"', route: '/{a}/x' }],
    ['/a}/x', {}, 'invalid-template', { label: 'Drop "}"', route: '/a/x' }],
    ['/{!a}', { a: 1 }, 'invalid-template', { label: 'Write "{a}"', route: '/{a}' }],
    ['/{a:3}', { a: [1] }, 'invalid-template', { label: 'Drop ":3"', route: '/{a}' }],
    ['/{a:3}{b:3}{a:5,c}', { a: [1], b: 'x', c: 'y' }, 'invalid-template', { label: 'Drop ":3"', route: '/{a}{b:3}{a,c}' }],
    ['/a b', {}, 'invalid-template', { label: 'Write "%20"', route: '/a%20b' }, { strict: true }],
    ['GTE /x', {}, 'invalid-method', { label: 'Write "GET"', route: 'GET /x' }],
    ['GRAB /x', {}, 'invalid-method', undefined],
    ['/x', { method: 'psot' }, 'invalid-method', { label: 'Write "POST"', options: { method: 'POST' } }],
    ['/:from-:to', { from: 'a', to: 'b' }, 'colon-name', { label: 'Write "{to}"', route: '/:from-{to}' }],
    ['/x-:a/:a/y:a', { a: 1 }, 'colon-name', { label: 'Write "{a}"', route: '/x-{a}/:a/y{a}' }],
    ['/v1/{name}:cancel', { name: 'a', cancel: 1 }, 'colon-name', { label: 'Write "{cancel}"', route: '/v1/{name}{cancel}' }],
    ['/:id(\\d+)/x', { id: 1 }, 'route-pattern', { label: 'Drop "(\\d+)"', route: '/:id/x' }],
    ['/:id((a|b)c)', { id: 1 }, 'route-pattern', { label: 'Drop "((a|b)c)"', route: '/:id' }],
    ['/x/:id(\\d+)?', { id: 1 }, 'route-pattern', { label: 'Use {/id}', route: '/x{/id}' }],
    ['/x/:id?', { id: 1 }, 'route-pattern', { label: 'Use {/id}', route: '/x{/id}' }],
    ['/x/:rest*', { rest: 'a/b' }, 'route-pattern', { label: 'Use /{+rest}', route: '/x/{+rest}' }],
    ['/x/:rest+', { rest: ['a', 'b'] }, 'route-pattern', { label: 'Use {/rest*}', route: '/x{/rest*}' }],
    ['/x/:rest*', { rest: 'a?b' }, 'route-pattern', undefined],
    ['/x/<int:id>/y', { id: 1 }, 'angle-brackets', { label: 'Write "{id}"', route: '/x/{id}/y' }],
    ['/x/[id]', { id: 1 }, 'square-brackets', { label: 'Write "{id}"', route: '/x/{id}' }],
    ['/x/[...path]?a', { path: 'b/c' }, 'square-brackets', { label: 'Write "{+path}"', route: '/x/{+path}?a' }],
    ['GET example.com/users/1', {}, 'missing-scheme', { label: 'Write "https://example.com"', route: 'GET https://example.com/users/1' }],
    ['PUT localhost:3000/x', {}, 'missing-scheme', { label: 'Write "http://localhost:3000"', route: 'PUT http://localhost:3000/x' }],
    ['[::1]:80', {}, 'missing-scheme', { label: 'Write "http://[::1]:80"', route: 'http://[::1]:80' }],
    ['/x/{id:int}', { id: 1 }, 'invalid-template', { label: 'Write "{id}"', route: '/x/{id}' }],
    ['/x/{id?}', { id: 1 }, 'invalid-template', { label: 'Write "{/id}"', route: '/x{/id}' }],
    ['/x.{id?}', { id: 1 }, 'invalid-template', { label: 'Write "{id}"', route: '/x.{id}' }],
    ['/x/{*path}', { path: 'a/b' }, 'invalid-template', { label: 'Write "{+path}"', route: '/x/{+path}' }],
    ['/x/{path:path}', { path: 'a' }, 'invalid-template', { label: 'Write "{+path}"', route: '/x/{+path}' }],
    ['/users/{id}', { id: '' }, 'empty-segment', undefined],
    ['POST /x', { a: { b: 'c' }, headers: { 'content-type': FORM } }, 'nested-form', undefined],
    ['/x', { a: [{ b: 'c' }] }, 'bracketed-objects', undefined, { query: { arrays: 'brackets' } }],
    ['/x', { headers: undefined }, 'unset-defaults', { label: 'Remove "headers: undefined"', options: {} }],
    ['/x', { a: 'x'.repeat(4077) }, 'long-url', undefined],
    ['/x', { a: Array(1001).fill(1) }, 'many-parameters', undefined, { query: { arrays: 'repeat' } }],
    ['/{a}', { a: 'b\\c' }, 'encoded-slash', undefined],
    ['/:from-:to', { from: 'a' }, 'colon-name', undefined],
    ['/x', { 'X-API-Key': 'abcdefgh1' }, 'secret-in-url', undefined],
    ['/x', { Authorization: 'abcdefgh1' }, 'secret-in-url', { label: 'Move "Authorization" to the authorization header', options: { headers: { authorization: 'Bearer abcdefgh1' } } }],
    ['/x', { authorization: 'Basic dTpw' }, 'secret-in-url', { label: 'Move "authorization" to the authorization header', options: { headers: { authorization: 'Basic dTpw' } } }],
    ['/x', { q: { r: ['Bearer abcdefgh1'] } }, 'secret-in-url', undefined],
    ['https://other/x', {}, 'credentials-elsewhere', { label: 'Drop "authorization" in this call', options: { headers: { authorization: null } } }, { baseUrl: 'https://h/api', headers: { authorization: 'x' } }],
    ['/x', { baseUrl: 'https://other' }, 'credentials-elsewhere', { label: 'Drop "x-api-key" in this call', options: { baseUrl: 'https://other', headers: { 'x-api-key': null } } }, { baseUrl: 'https://h' }, { headers: { 'X-Api-Key': 'x' } }],
    ['POST /x', { json: { a: 1 } }, 'other-client-option', { label: 'Pass "json" as data', options: { data: { a: 1 } } }],
    ['POST /x', { body: '{"a":1}' }, 'other-client-option', { label: 'Pass "body" as data', options: { data: { a: 1 } } }],
    ['POST /x', { form: { a: 1 } }, 'other-client-option', undefined],
    ['/x', { params: { a: 1, url: [2] } }, 'other-client-option', { label: 'Pass "params" as endpoint.in.query', options: { [IN]: { query: { a: 1, url: [2] } } } }],
    ['/{a}', { path: { a: 1 } }, 'other-client-option', { label: 'Pass "path" as endpoint.in.path', options: { [IN]: { path: { a: 1 } } } }],
    ['/x', { searchParams: 'a=1' }, 'other-client-option', undefined],
    ['/x', { header: { 'x-a': 1 }, headers: {} }, 'other-client-option', undefined],
    ['/x', { header: { authorization: 'Bearer abc' } }, 'other-client-option', { label: 'Pass "header" as headers', options: { headers: { authorization: 'Bearer abc' } } }],
    ['/x', { baseURL: 'https://h' }, 'other-client-option', { label: 'Pass "baseURL" as baseUrl', options: { baseUrl: 'https://h' } }],
    ['/x', { signal: SIGNAL }, 'other-client-option', { label: 'Pass "signal" in request', options: { request: { signal: SIGNAL } } }],
    ['/x', { auth: { username: 'u', password: 'p' } }, 'other-client-option', undefined],
    ['/x', { timeout: 5000 }, 'other-client-option', undefined],
    ['/x', { headers: { 'X-A': 'a\nb' } }, 'invalid-header', { label: 'Write "x-a" on one line', options: { headers: { 'X-A': 'a b' } } }],
  ]; // prettier-ignore

  test('each have a row', () => {
    const codes = new Set(cases.map(([, , code]) => code));
    expect([...WARNINGS, ...ERROR_FIXES].map(({ code }) => code).filter((code) => !codes.has(code))).toStrictEqual([]);
  });

  test.each(cases)('%s %j: %s', (route, options, code, fixed, settings, defaults) => {
    const explainWith = settings ? createExplain(settings).defaults(defaults ?? {}) : explain;
    const { problem, warnings } = explainWith(route, options);
    const found = [problem, ...warnings].find((candidate) => candidate?.code === code);
    expect(found?.sentence).toMatch(/^\S.{20,}\.$|\?$/);
    expect(found?.sentence).not.toContain(TOKEN);
    expect(found?.fix?.label).toBe(fixed?.label);
    if (!found?.fix || !fixed) return;
    const after = applyFix(route, options, found.fix);
    expect(after).toStrictEqual({ route: fixed.route ?? route, options: fixed.options ?? options });
    expect(explainWith(after.route, after.options).error).toBeUndefined();
  });

  test.each([
    ['/x/<id>', '/x/{id}'],
    ['/x/[id]', '/x/{id}'],
  ])('the placeholder that the fix of %s makes may have no value yet', (route, fixed) => {
    const { fix } = explain(route).warnings[0] ?? {};
    expect(fix && applyFix(route, {}, fix).route).toBe(fixed);
  });

  const harmless: [route: string, options: EndpointOptions][] = [
    ['GET index.php/a', {}],
    ['GET x[1]/y', {}],
    ['GET /repos/{owner}/{repo}', { owner: 'octokit', repo: 'endpoint.js' }],
    ['/x', { q: 'a/b c', page_token: 'abcdefghijkl', sort: 'asc' }],
    ['/{+a}', { a: 'b/c%20d' }],
    ['POST /x', { limit: 1, body: '%20', data: 'text' }],
    ['POST /x', { token: TOKEN }],
    ['POST /x', { '': {} }],
    ['/x', { q: 'Basic JavaScript', r: 'token economics', s: 'Bearer bonds', client_token: 'abcdefgh1' }],
    [
      '/x',
      {
        path: 'src',
        timeout: 30,
        mode: 'merge',
        cache: 86_400,
        redirect: 'https://h',
        credentials: 'x',
        prefix: 'Mr.',
      },
    ],
    ['/x{?params*}', { params: { a: 1 } }],
    ['/x', { [IN]: { query: { params: { a: 1 } } } }],
    ['/x', { params: {}, query: 'a', body: 'text' }],
    ['POST /x', { title: 'a', body: { b: 1 }, json: { c: 1 } }],
    ['POST /x', { body: '[a](b)' }],
    ['/x', { a: Array(1000).fill(1) }],
    ['POST /x', { jsonrpc: '2.0', id: 1, params: { a: 1 } }],
    ['/x#{a}', { a: 'x'.repeat(5000) }],
    ['POST /x', { data: '{', headers: { 'content-type': 'text/plain' } }],
    ['/$metadata/{a}', { a: 1 }],
    ['/v1/{name}:cancel', { name: 'a' }],
    ['https://h:80/a:b?c=d:e#f:g', {}],
    ['/x/:id?page=1', { id: 1 }],
    ['/_cat/*', { a: 1 }],
    ['/x?q=<b>', {}],
    ['/x?token={t}&key=abcdefgh1&page_token=abcdefgh1', { t: 1 }],
    ['/x{/id}', { id: '' }],
    ['POST /x', { a: ['b'], headers: { 'content-type': FORM } }],
    ['POST /x', { a: { b: 1 }, mediaType: undefined }],
  ];

  test.each(harmless)('%s %j has none, except for parameters that data replaces', (route, options) => {
    expect(explain(route, options).warnings.filter(({ code }) => code !== 'unused-parameter')).toStrictEqual([]);
  });

  test('are fixed by unsetting a default in the call', () => {
    const defaults = explain.defaults({ ownr: 'a', token: TOKEN });
    const { problem, warnings } = defaults('/{owner}');
    expect(problem?.fix?.edits).toStrictEqual([
      { kind: 'set', path: ['ownr'], value: undefined },
      { kind: 'set', path: ['owner'], value: 'a' },
    ]);
    expect(warnings).toMatchObject([{ code: 'secret-in-url', layer: { kind: 'defaults' } }]);
    const fixed = problem?.fix && applyFix('/{owner}', undefined, problem.fix);
    expect(defaults(fixed?.route ?? '', fixed?.options).request?.url).toBe(`https://api.github.com/a?token=${TOKEN}`);
  });

  test('have no fix where a default would replace the value', () => {
    const { warnings } = explain.defaults({ [IN]: { query: { a: TOKEN } } })('/x', { a: TOKEN });
    expect(warnings).toMatchObject([{ code: 'secret-in-url', fix: undefined }]);
  });

  test.each([
    [1000, undefined],
    [1001, 'The query has 1001 parameters;'],
  ])('count %i parameters without empty ones', (count, sentence) => {
    const { warnings } = explain(`/x?&${'a&'.repeat(count)}&`);
    expect(warnings.find(({ code }) => code === 'many-parameters')?.sentence.slice(0, 30)).toBe(sentence);
  });

  test('are at most a hundred', () => {
    expect(
      explain('/x', Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, 2 ** 60]))).warnings,
    ).toHaveLength(100);
  });
});

test("an error other than the builder's is rethrown", () => {
  const value = {
    toJSON: () => {
      throw new RangeError('mine');
    },
  };
  class Throwing {
    toJSON = value.toJSON;
  }
  expect(() => explain('/{a}', { a: new Throwing() })).toThrow(RangeError);
});
