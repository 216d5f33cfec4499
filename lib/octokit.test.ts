/** `endpoint.js/octokit` beside `@octokit/endpoint`: the same requests, except where they differ on purpose. */
import { endpoint as original } from '@octokit/endpoint';
import { createEndpoint, EndpointError } from 'endpoint.js';
import { endpoint as dropIn } from 'endpoint.js/octokit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../dev/testing/full.js';
import { fillRoute, readGithubRoutes } from '../dev/testing/github-catalogue.mjs';
import { CALLS } from './test/octokit-calls.mjs';
import { DIFFERENCES } from './test/octokit-differences.mjs';

type Call = (typeof CALLS)[number];
interface Built {
  method?: string;
  url?: string;
  headers?: Record<string, unknown>;
  body?: unknown;
}
interface Builder {
  (route: string, options?: object): Built;
  defaults(options: object): Builder;
}

const agent = { headers: { 'user-agent': 'test' } };
const github = createEndpoint({ vendor: 'github', baseUrl: 'https://api.github.com' });
const builders = { original, github, dropIn } as unknown as Record<'original' | 'github' | 'dropIn', Builder>;

function run(name: keyof typeof builders, [route, options, ...defaults]: Call): Built {
  const builder = [agent, ...defaults].reduce((last, layer) => last.defaults(layer), builders[name]);
  return builder(route as string, options);
}

/** Of a built request what is sent: without the prototype of its body. */
const sent = ({ body, ...request }: Built): Built =>
  body && Object.getPrototypeOf(body) === null ? { ...request, body: { ...body } } : { ...request, body };

// First, because GraphQL's requests change the defaults of the original.
describe('has the surface of @octokit/endpoint', () => {
  test.each<[string, (endpoint: typeof dropIn) => unknown]>([
    ['DEFAULTS', ({ DEFAULTS }) => DEFAULTS],
    ['DEFAULTS of defaults', (endpoint) => endpoint.defaults({ owner: 'o', mediaType: { previews: ['a'] } }).DEFAULTS],
    ['defaults of nothing', (endpoint) => endpoint.defaults(undefined as never).DEFAULTS],
    ['merge', (endpoint) => endpoint.merge('GET /orgs/{org}', { org: 'a', headers: { 'X-A': 'b' }, page: undefined })],
    ['merge of options', (endpoint) => endpoint.merge({ url: '/a', method: 'put', request: { retries: 1 } })],
    ['merge of nothing', (endpoint) => endpoint.merge()],
    ['merge of null', (endpoint) => endpoint.merge('GET /a', null as never)],
    ['merge over defaults', (endpoint) => endpoint.defaults({ url: '/a', org: 'b' }).merge({ org: 'c', repo: 'd' })],
    ['no previews', (endpoint) => endpoint.merge({ url: '/a', mediaType: { previews: [] } })],
    ['parse', ({ parse, merge }) => parse(merge({ method: 'patch', url: '/a/{b}', b: 'c', d: 'e' }))],
    ['the metadata', (endpoint) => endpoint('GET /a', { request: { retries: 1 } })],
  ])('%s', (_, use) => {
    const builder = original.defaults(agent) as typeof dropIn;
    expect(sent(use(dropIn.defaults(agent) as typeof dropIn) as Built)).toEqual(sent(use(builder) as Built));
  });

  test('takes parameters by location too', () => {
    const { url, body } = dropIn('PATCH /app/hook/config', { [dropIn.in]: { body: { url: 'https://a.test' } } });
    expect({ url, body }).toEqual({
      url: 'https://api.github.com/app/hook/config',
      body: { url: 'https://a.test' },
    });
  });

  describe('a url over that of the defaults', () => {
    const method = dropIn.defaults({ method: 'PATCH', url: '/app/hook/config' });
    const enterprise = method.defaults({ baseUrl: 'https://github.acme.test/api/v3' });

    test.each([
      ['on another path', () => method({ url: '/b' }), 'https://api.github.com/b'],
      [
        'on the same host',
        () => enterprise({ url: 'https://github.acme.test/api/graphql' }),
        'https://github.acme.test/api/graphql',
      ],
      ['with the method, as from a hook', () => method({ method: 'GET', url: 'https://a.test/b' }), 'https://a.test/b'],
    ])('%s', (_, build, url) => expect(build().url).toBe(url));

    test('must not lead to another host', () => {
      expect(() => method({ url: 'https://a.test/b' })).toThrow(/url: the defaults state it/);
      expect(() => enterprise({ url: 'https://api.github.com/b' })).toThrow(EndpointError);
    });
  });

  test('changes no argument', () => {
    const options = Object.freeze({ a: undefined, headers: Object.freeze({ 'x-a': undefined }), labels: ['a'] });
    expect(dropIn('GET /x', options).url).toBe('https://api.github.com/x?labels=a');
    expect(options).toStrictEqual({ a: undefined, headers: { 'x-a': undefined }, labels: ['a'] });
  });

  test('writes a form for its content type, and no object for any other', () => {
    const withType = (type: string): unknown =>
      dropIn('POST /x', { a: [1, 2], b: { c: 'd e' }, headers: { 'content-type': type } }).body;
    expect(withType('application/x-www-form-urlencoded')).toBe('a=1&a=2&b%5Bc%5D=d%20e');
    expect(withType('application/scim+json')).toEqual({ a: [1, 2], b: { c: 'd e' } });
    expect(() => withType('text/plain')).toThrow(/content-type: "text\/plain" isn't JSON/);
  });

  test('bounds the url that it encodes again', () => {
    const ids = Array.from({ length: 400_000 }, () => 1);
    expect(() => dropIn('GET /x', { ids })).toThrow(expect.objectContaining({ code: 'too-long' }));
  });
});

test.each(CALLS)('builds the same request: %o %o %o %o', (...call) => {
  expect(sent(run('dropIn', call))).toStrictEqual(sent(run('original', call)));
});

test('builds the same request of any route of GitHub', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).map((value) => value.toWellFormed());
  const usual = fc.constantFrom(
    'octocat',
    'a/b',
    'o c',
    'main...x:dev',
    'refs/heads/a#1',
    'é!(+)',
    '>=2024-01-01',
    7,
    true,
  );
  const value = fc.oneof(usual, text, fc.array(text, { minLength: 1 }));
  const names = ['per_page', 'page', 'labels', 'sort', 'since', 'author', 'b_c'];
  const others = fc.dictionary(fc.constantFrom(...names), fc.oneof(value, fc.constant(undefined)));
  const mediaType = fc.constantFrom(undefined, { format: 'raw' }, { format: 'diff' }, { format: '' });
  // The original repeats a variable with a modifier in the query: see octokit-differences.mjs.
  const routes = readGithubRoutes().filter((route) => !route.includes('*'));
  fc.assert(
    fc.property(
      fc.constantFrom('GET /x{?b_c}', ...routes),
      fc.infiniteStream(
        fc.oneof(
          usual,
          text.filter((one) => !/^\.|[/\\%]/.test(one)),
        ),
      ),
      others,
      fc.option(text, { nil: undefined }),
      mediaType,
      (route, values, more, q, format) => {
        const path = fillRoute(route, () => String(values.next().value));
        const call: Call = [route, { ...more, q, mediaType: format, ...path }];
        expect(sent(run('dropIn', call))).toStrictEqual(sent(run('original', call)));
      },
    ),
    { numRuns: runs(500) },
  );
});

describe('differs deliberately', () => {
  const matches = (name: keyof typeof builders, call: Call, expected: Built | RegExp): void => {
    if (expected instanceof RegExp) {
      expect(() => run(name, call)).toThrow(EndpointError);
      expect(() => run(name, call)).toThrow(expected);
      return;
    }
    const built = { body: undefined, ...run(name, call) };
    for (const [key, value] of Object.entries(expected)) {
      if (key !== 'headers') expect(built[key as keyof Built]).toEqual(value);
      for (const [header, field] of Object.entries(expected.headers ?? {})) expect(built.headers?.[header]).toBe(field);
    }
  };

  test.each(DIFFERENCES)('$why', ({ call, theirs, ours, dropIn: which }) => {
    matches('original', call, theirs);
    matches('github', call, ours);
    matches('dropIn', call, which === 'theirs' ? theirs : ours);
  });
});
