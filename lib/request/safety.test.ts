import { createEndpoint, EndpointError, type EndpointErrorCode, type EndpointOptions } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import type { HostileCase } from '../test/hostile/generator.cases.js';
import { judge, judgeExplanation } from '../test/hostile/invariants.cases.js';
import { attempt } from '../test/attempt.js';

const api = createEndpoint({ baseUrl: 'https://h' });
const relative = createEndpoint();
/** Urls of at most twelve characters. */
const short = createEndpoint({ maxLength: 12 });
const { in: IN } = api;
const nulls = (count: number): null[] => Array.from({ length: count }, () => null);

// Each row kills a mutant of a safety rule that no other test detects.
describe('safety rules', () => {
  test.each<[route: string, options: EndpointOptions, url: string, builder?: typeof relative]>([
    ['GET /{a}?q={b}', { a: '.x' }, 'https://h/.x?q='],
    ['GET /{+a}', { a: 'v?x=1', q: 2 }, 'https://h/v?x=1&q=2'],
    ['GET /x/{+a}', { a: '?' }, 'https://h/x?'],
    ['GET /x?y=1{&a:1}', { [IN]: { query: { a: 'vw' } } }, 'https://h/x?y=1&a=v'],
    ['GET /x{#a}', { [IN]: { query: { a: 'v' } } }, 'https://h/x#v'],
    ['GET https://t.example{?ab,c}', { ab: 1, c: 2 }, 'https://t.example?ab=1&c=2'],
    ['GET x/y', {}, '/x/y', relative],
    ['GET /x{?a}', { a: '1234567' }, '/x?a=1234567', short],
    ['GET /{a}', { a: [...nulls(11), 'v'] }, '/v', short],
  ])('%s %o', (route, options, url, builder = api) => {
    expect(builder(route, options).url).toBe(url);
  });

  test.each<
    [route: string, options: EndpointOptions, code: EndpointErrorCode, about: RegExp, builder?: typeof relative]
  >([
    ['GET /../{a}', { a: 'x' }, 'invalid-url', /^url: .*"\.\."/],
    ['GET /.{a}/{b}', { a: 'x' }, 'missing-parameter', /^b: /],
    ['GET /x{?a}', { [IN]: { path: { a: 1 } } }, 'unsent-parameter', /^a: /],
    ['GET /x{?a}', { a: '12345678' }, 'too-long', /12 characters/, short],
    ['GET /{a}', { a: [...nulls(12), 'v'] }, 'too-long', /^a: .*12 characters/, short],
    ['GET /{a}', { a: 'x'.repeat(13) }, 'too-long', /^a: /, short],
    ['GET /x', { a: 'x'.repeat(13) }, 'too-long', /^a: /, short],
    ['GET /123456789012', {}, 'too-long', /^url: .*12 characters/, short],
    ['GET /{+a}', { a: '/evil' }, 'unsafe-value', /^url: .*another host/, relative],
    ['GET {+a}', { a: '//evil' }, 'unsafe-value', /^url: .*another host/, relative],
  ])('%s %o → %s', (route, options, code, about, builder = api) => {
    const build = () => builder(route, options);
    expect(build).toThrow(EndpointError);
    expect(build).toThrow(expect.objectContaining({ code }));
    expect(build).toThrow(about);
  });
});

/** The url, or the error's code with its parameter. */
function outcome(route: string, options: EndpointOptions): string {
  const result = attempt(() => api(route, options as never).url);
  return result instanceof EndpointError ? `${result.code} ${result.parameter}` : result;
}

describe('checks the path', () => {
  test.each<[route: string, options: EndpointOptions, expected: string]>([
    // An empty value after the path changes no resource.
    ['DELETE /x?y={b}', { b: '' }, 'https://h/x?y='],
    // A slash written by a value leaves no segment empty.
    ['DELETE /y/{+a}', { a: '/.x' }, 'https://h/y//.x'],
    // Dots of the text alone, and dots that an empty expression completes.
    ['GET /{a}/..', { a: 'x' }, 'invalid-url url'],
    ['GET /{a}..', { a: '' }, 'unsafe-value a'],
    ['GET /..{a}', { a: '' }, 'unsafe-value a'],
    ['GET /../{a}', { a: 'x' }, 'invalid-url url'],
    // Pieces of dots, which a server may decode, in every spelling and operator.
    ...['../../v', 'v/..', '..\\v', 'v\\.', '%2e%2e', 'v%2F..', '.%2E%5cv', '..%252fv'].flatMap((a) =>
      ['/{a}', '/:a', '/x/{+a}', '/x{/a}', '/x{/b*}', '/{c}/{a}'].map((template): [string, EndpointOptions, string] => [
        `GET ${template}`,
        { a, b: ['v', a], c: 'v' },
        `unsafe-value ${template.includes('b') ? 'b' : 'a'}`,
      ]),
    ),
    ['GET /x{;a}', { a: 'v/..' }, 'unsafe-value a'],
    ['GET /x{&a}', { a: 'v/..' }, 'unsafe-value a'],
    ['GET /x{.a}', { a: 'v/./v' }, 'unsafe-value a'],
    ['GET /x/{+a}', { a: ['v', '../../v'] }, 'unsafe-value a'],
    ['GET /{a}', { a: 'a..b' }, 'https://h/a..b'],
    ['GET /{a}', { a: '...' }, 'https://h/...'],
    ['GET /{a}', { a: 'v1.2/x' }, 'https://h/v1.2%2Fx'],
    ['GET /{a}', { a: '.x/..y/z.' }, 'https://h/.x%2F..y%2Fz.'],
    ['GET /x{?a}', { a: '../v' }, 'https://h/x?a=..%2Fv'],
    ['GET /x?{a}', { a: '../v' }, 'https://h/x?..%2Fv'],
    // A placeholder may have no value after what was written as a query or fragment, not after what could have been.
    ['GET /x{?a}{b}', { a: 1 }, 'https://h/x?a=1'],
    ['GET /x{#a}{b}', { a: 1 }, 'https://h/x#1'],
    ['GET /{+a}{b}', { a: 'x?y' }, 'https://h/x?y'],
    ['GET /x{?a}{b}', {}, 'missing-parameter b'],
    ['GET /x{&a}{b}', { a: 1 }, 'missing-parameter b'],
    ['GET /{+a}/{b}', { a: 'x/y' }, 'missing-parameter b'],
    ['GET /{+a}/{b}', { a: '.x/y' }, 'missing-parameter b'],
    ['GET /x{;a}{b}', { a: 1 }, 'missing-parameter b'],
  ])('%s %j', (route, options, expected) => {
    expect(outcome(route, options)).toBe(expected);
  });

  test.each(['%2e', '%2E%2e/v', 'v%2F..', 'v%5c.', '%252e%252e', 'v%252f..', 'v%255C%2e', 'v/%25252e'])(
    '%s, wherever it is split',
    (text) => {
      const splits = Array.from({ length: text.length - 1 }, (_, index) => [
        text.slice(0, index + 1),
        text.slice(index + 1),
      ]);
      const accepted = splits.flatMap(([a = '', b = '']) => [
        ...['/{a}{b}', '/{+a}{+b}', '/:a{b}', '/{a}{+b}'].map((path): [string, EndpointOptions] => [path, { a, b }]),
        ...(/^\w+$/.test(b) ? ['/{a}', '/{+a}'].map((path): [string, EndpointOptions] => [path + b, { a }]) : []),
      ]).filter(([path, options]) => !/^unsafe-value [ab]$/.test(outcome(`GET ${path}`, options))); // prettier-ignore
      expect(accepted).toEqual([]);
    },
  );
});

const settings: HostileCase['settings'] = {
  missing: 'error',
  strict: false,
  arrays: 'comma',
  objects: 'brackets',
  maxLength: undefined,
};
const omit: HostileCase['settings'] = { ...settings, missing: 'omit' };

/** A request with the usual settings. */
const request = (
  route: string,
  values: HostileCase['values'],
  more: Partial<Omit<HostileCase, 'method' | 'url' | 'values'>> = {},
): HostileCase => {
  const [method = '', url = ''] = route.split(/ (.*)/s);
  return {
    method,
    url,
    asRoute: true,
    baseUrl: 'https://h',
    settings,
    values,
    located: { path: {}, query: {} },
    ...more,
  };
};

describe('keeps every invariant', () => {
  // Findings of random requests, in their smallest form.
  test.each<[route: string, values: HostileCase['values'], more?: Parameters<typeof request>[2]]>([
    ['GET /{b}{?a}{c}', { b: '', c: '.evil.com' }],
    ['GET /{b}{?a}{+c}', { b: '', c: ':81/x' }],
    ['GET /{b}{?a}{+c}', { b: '', c: '@evil' }],
    ['GET /{id}{?page}{&sort}', { id: '', sort: '.evil.com' }],
    ['GET /{id}{&sort}', { sort: '.evil.com' }, { settings: omit }],
    ['GET https://t.example/:b{&b}', { b: '' }],
    ['PUT /{b}{?b}&r=2', {}, { settings: omit }],
    ['DELETE /users{?dry}/{id}', { id: '..' }],
    ['DELETE /users{?dry}/{id}', {}],
    ['DELETE /users{&dry}/{id}', { dry: 1 }],
    ['DELETE /users{#dry}/{id}', { id: '' }],
    ['DELETE /users/{id}', { id: '' }],
    ['PUT /users/{+id}', { id: [''] }],
    ['GET /{&a}/:b', { a: '', b: '' }],
    ['GET /x/{b*}{#c}/:a', { a: 'v', b: '' }],
    ['DELETE /x/{+c}{&a}', { a: '', c: '' }],
    ['GET /x/{a}/{b}', {}, { settings: omit }],
    ['GET /{a}/{b}', {}, { settings: omit, baseUrl: '' }],
    ['GET /{+u}', { u: '/evil' }, { baseUrl: '' }],
    ['GET /..', {}],
    ['GET /x', {}, { baseUrl: 'https://h/..' }],
    ['GET /x', {}, { baseUrl: '/a b' }],
    ['GET /..{+a}', { a: '?x' }],
    ['GET /{+a:1}', { a: 'é%80x' }],
    ['GET /{.a}/#{b}', { a: 'x', b: 'y' }],
    ['GET /{;a}{?b}/:b', { b: 'x' }, { baseUrl: 'https://h/v1' }],
    ['GET /{+a}{b}', { a: '/?', b: 'x' }],
    ['PATCH /x/{?a}.:a', { a: 'y' }, { settings: omit }],
    ['DELETE /x/{+a}', { a: '?y' }],
  ])('%s %o', (route, values, more) => {
    const one = request(route, values, more);
    expect([...judge(one).violations, ...judgeExplanation(one)]).toEqual([]);
  });
});
