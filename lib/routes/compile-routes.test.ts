import { createEndpoint } from 'endpoint.js';
import { compileRoutes, type FoundRoute, type RouteParameters } from 'endpoint.js/uri-template';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { catchError } from '../test/attempt.js';

const { in: location } = createEndpoint();
const API = 'https://api.example.com/v1';

type Found = [route: string, parameters: RouteParameters] | undefined;
interface Case {
  readonly name: string;
  readonly routes: readonly string[];
  readonly baseUrl?: string;
  readonly found: [url: string, found: Found, method?: string][];
}

const USERS = ['GET /users/{id}', 'GET /users/me', 'POST /users/{id}', 'DELETE /users/me'];

const CASES: Case[] = [
  {
    name: 'literal segments win',
    routes: USERS,
    found: [
      ['/users/me', ['GET /users/me', {}], 'GET'],
      ['/users/1', ['GET /users/{id}', { id: '1' }], 'get'],
      ['/users/me', ['POST /users/{id}', { id: 'me' }], 'POST'],
      ['/users/me', ['GET /users/me', {}]],
      ['/users/1', undefined, 'DELETE'],
      ['/users/1', undefined, 'HEAD'],
      ['/users/1', undefined, 'FETCH'],
      ['/users/1', undefined, ''],
      ['/users', undefined],
      ['/users/', undefined],
      ['/users/1/', undefined],
      ['/users/1/2', undefined],
      ['/Users/1', undefined],
    ],
  },
  {
    name: 'the next one counts where a literal segment leads to nothing',
    routes: ['/a/b/c', '/{x}/b/d', '/a/{y}/e', '/{x}/{y}/{z}'],
    found: [
      ['/a/b/c', ['/a/b/c', {}]],
      ['/a/b/d', ['/{x}/b/d', { x: 'a' }]],
      ['/a/b/e', ['/a/{y}/e', { y: 'b' }]],
      ['/a/b/f', ['/{x}/{y}/{z}', { x: 'a', y: 'b', z: 'f' }]],
    ],
  },
  {
    name: 'a name of the query that is encoded, beside other parameters',
    routes: ['/a{?ids[],$top}'],
    found: [
      ['/a?ids%5B%5D=1&z=2', ['/a{?ids[],$top}', { 'ids[]': '1', z: '2' }]],
      ['/a?z=2&%24top=1&ids[]=3', ['/a{?ids[],$top}', { 'ids[]': '3', $top: '1', z: '2' }]],
      ['/a?ids%5b%5d=1&t%6fp=2', ['/a{?ids[],$top}', { 'ids[]': '1', top: '2' }]],
    ],
  },
  {
    name: 'one name in two spellings',
    routes: ['/a', '/b{?x-y*}'],
    found: [
      ['/a?ids[]=1&ids%5b%5D=2&&', ['/a', { 'ids[]': ['1', '2'] }]],
      ['/b?z=3&x-y=1&x%2dy=2', ['/b{?x-y*}', { 'x-y': ['1', '2'], z: '3' }]],
    ],
  },
  {
    name: 'the most literal text beside an expression wins',
    routes: ['/{a}', '/v{a}', '/{a}:cancel', '/v{a}:cancel', '/{+a}', '/{+a}:cancel', '/{a}...{b}', '/{+a}/x/{b}'],
    found: [
      ['/1', ['/{a}', { a: '1' }]],
      ['/v1', ['/v{a}', { a: '1' }]],
      ['/1:cancel', ['/{a}:cancel', { a: '1' }]],
      ['/v1:cancel', ['/v{a}:cancel', { a: '1' }]],
      ['/1/2', ['/{+a}', { a: '1/2' }]],
      ['/1/2:cancel', ['/{+a}:cancel', { a: '1/2' }]],
      ['/1/2/x/3', ['/{+a}/x/{b}', { a: '1/2', b: '3' }]],
      ['/m...n', ['/{a}...{b}', { a: 'm', b: 'n' }]],
      ['/', undefined],
    ],
  },
  {
    name: 'several values in a segment end where the text after them is first',
    routes: ['/c/{a}...{b}', '/t/{y}.{format}', '/m/x-{a}-{b}-{c}!'],
    found: [
      ['/c/main...next', ['/c/{a}...{b}', { a: 'main', b: 'next' }]],
      ['/c/v1.0...v1.1...x', ['/c/{a}...{b}', { a: 'v1.0', b: 'v1.1...x' }]],
      ['/c/main%2E.%2e', ['/c/{a}...{b}', { a: 'main', b: '' }]],
      ['/c/...', ['/c/{a}...{b}', { a: '', b: '' }]],
      ['/c/a..b', undefined],
      ['/t/7.tar.gz', ['/t/{y}.{format}', { y: '7', format: 'tar.gz' }]],
      ['/m/x-1-2-3-4!', ['/m/x-{a}-{b}-{c}!', { a: '1', b: '2', c: '3-4' }]],
      ['/m/x-1-2!', undefined],
    ],
  },
  {
    name: 'every operator',
    routes: ['/l{/list*}', '/d/x{.ext}', '/s/{x}{;y,z*}', '/q{?a,b*}{#h}', '/r{?m*}', '/c/:id', '/n/{x:3}', '/t{/a,b}'],
    found: [
      ['/l', ['/l{/list*}', {}]],
      ['/l/a/b%2Fc', ['/l{/list*}', { list: ['a', 'b/c'] }]],
      ['/s/a;y=1;z=2;z=3', ['/s/{x}{;y,z*}', { x: 'a', y: '1', z: ['2', '3'] }]],
      ['/q?a=1#f', ['/q{?a,b*}{#h}', { a: '1', h: 'f' }]],
      ['/q?b=2&a=1&b=3', ['/q{?a,b*}{#h}', { a: '1', b: ['2', '3'] }]],
      ['/r?x=1&y=2', ['/r{?m*}', { m: { x: '1', y: '2' } }]],
      ['/r?m=1&y=2', ['/r{?m*}', { m: ['1'], y: '2' }]],
      ['/c/7', ['/c/:id', { id: '7' }]],
      ['/n/abc', ['/n/{x:3}', { x: 'abc' }]],
      ['/n/abcd', undefined],
      ['/t/1/2', ['/t{/a,b}', { a: '1', b: '2' }]],
      ['/d/x', ['/d/x{.ext}', {}]],
      ['/d/x.json', ['/d/x{.ext}', { ext: 'json' }]],
    ],
  },
  {
    name: 'the remaining query',
    routes: ['/a/{id}{?page}', 'POST /a', '/k?type=x{&page}', '/k?type=y'],
    found: [
      ['/a/1?sort=x&page=2', ['/a/{id}{?page}', { id: '1', page: '2', sort: 'x' }]],
      ['/a/1?l=a,b&r=1&r=2&e&c=x%2Cy', ['/a/{id}{?page}', { id: '1', l: 'a,b', r: ['1', '2'], e: '', c: 'x,y' }]],
      ['/a/1?__proto__=x', ['/a/{id}{?page}', JSON.parse('{"id":"1","__proto__":"x"}') as RouteParameters]],
      ['/a/1?', ['/a/{id}{?page}', { id: '1' }]],
      ['/a/1?page=1&page=2', undefined],
      ['/a/1?p%61ge=1', ['/a/{id}{?page}', { id: '1', page: '1' }]],
      ['/a/1?page=1&p%61ge=2', undefined],
      ['/k?type=x&t%79pe=2', undefined],
      ['/a/1?x=%ff', undefined],
      ['/a/1#x', undefined],
      ['/a/1?baseUrl=//e&id=2', ['/a/{id}{?page}', { id: '1', [location]: { query: { baseUrl: '//e', id: '2' } } }]],
      ['/a?x=1', ['POST /a', { [location]: { query: { x: '1' } } }]],
      ['/k?type=x&page=2', ['/k?type=x{&page}', { page: '2' }]],
      ['/k?z=1&type=y', ['/k?type=y', { z: '1' }]],
      ['/k', undefined],
    ],
  },
  {
    name: 'several lists in a query',
    routes: ['/a{?l*,m*,n}', 'POST /a{?l*,m*}'],
    found: [
      ['/a?l=1&m=2&l=3&n=4', ['/a{?l*,m*,n}', { n: '4', l: ['1', '3'], m: '2' }]],
      ['/a?l=1,2&x=3', ['/a{?l*,m*,n}', { l: '1,2', x: '3' }]],
      ['/a', ['/a{?l*,m*,n}', {}]],
      ['/a?m=2', ['POST /a{?l*,m*}', { [location]: { query: { m: '2' } } }], 'POST'],
    ],
  },
  {
    name: 'names in path and query, and names of options',
    routes: ['/a/{x}{?x}', '/b/{url}{?data}'],
    found: [
      ['/a/1?x=1', ['/a/{x}{?x}', { x: '1' }]],
      ['/a/1?x=2', ['/a/{x}{?x}', { [location]: { path: { x: '1' }, query: { x: '2' } } }]],
      ['/a/1', ['/a/{x}{?x}', { [location]: { path: { x: '1' } } }]],
      ['/b/1?data=2', ['/b/{url}{?data}', { [location]: { path: { url: '1' }, query: { data: '2' } } }]],
    ],
  },
  {
    name: 'an absolute base',
    baseUrl: `${API}/`,
    routes: ['/users/{id}', 'users', '{?q}', 'https://uploads.example.com/{id}', 'https://api.example.com/v1/users/me'],
    found: [
      [`${API}/users/1`, ['/users/{id}', { id: '1' }]],
      ['HTTPS://API.Example.com:443/v1/users/1', ['/users/{id}', { id: '1' }]],
      ['/v1/users/1', ['/users/{id}', { id: '1' }]],
      [`${API}/users/me`, ['https://api.example.com/v1/users/me', {}]],
      [`${API}/users`, ['users', {}]],
      [`${API}?q=1`, ['{?q}', { q: '1' }]],
      ['https://uploads.example.com/1', ['https://uploads.example.com/{id}', { id: '1' }]],
      ['https://uploads.example.com/v1/users/1', undefined],
      ['http://api.example.com/v1/users/1', undefined],
      ['https://api.example.com:444/v1/users/1', undefined],
      ['https://api.example.com.evil/v1/users/1', undefined],
      ['https://u@api.example.com/v1/users/1', undefined],
      ['https://api.example.com\\@evil/v1/users/1', undefined],
      ['//api.example.com/v1/users/1', undefined],
      ['/users/1', undefined],
      ['/v12/users/1', undefined],
      ['v1/users/1', undefined],
    ],
  },
  {
    name: 'a base without a path, whose urls have a slash',
    baseUrl: 'https://bücher.example',
    routes: ['{?q}', '/a'],
    found: [
      ['https://xn--bcher-kva.example/?q=1', ['{?q}', { q: '1' }]],
      ['https://bücher.example?q=1', ['{?q}', { q: '1' }]],
      ['https://bücher.example', ['{?q}', {}]],
      ['/?q=1', ['{?q}', { q: '1' }]],
      ['', undefined],
    ],
  },
  {
    name: 'a base that is a path; colons in it are text',
    baseUrl: '/a:b/:c',
    routes: ['/{id}', '{?q}'],
    found: [
      ['/a:b/:c/1', ['/{id}', { id: '1' }]],
      ['/a:b/:c?q=1', ['{?q}', { q: '1' }]],
      ['/a:b/x/1', undefined],
      ['https://h/a:b/:c/1', undefined],
    ],
  },
  {
    name: 'other spellings of a url',
    routes: ['/caf%C3%A9/~x/{id}', '/b/{+path}', '/ü'],
    found: [
      ['/caf%c3%a9/%7Ex/@a:b|c', ['/caf%C3%A9/~x/{id}', { id: '@a:b|c' }]],
      ['/café/~x/%C3%BC', ['/caf%C3%A9/~x/{id}', { id: 'ü' }]],
      ['/%C3%BC', ['/ü', {}]],
      ['/b/a%2fb/c', ['/b/{+path}', { path: 'a%2fb/c' }]],
      ['/caf%C3%A9/~x/%', ['/caf%C3%A9/~x/{id}', { id: '%' }]],
      ['/caf%C3%A9/~x/%ff', undefined],
    ],
  },
  {
    name: 'urls that clients change, or that no template writes',
    routes: ['/a/{x}', '/b/{+x}'],
    found: [
      '/a/..',
      '/a/%2e%2E',
      '/a/.',
      '/b/x/../y',
      '/b/..%2fx',
      '/a/x\\y',
      '/a/x\ty',
      '/a/x\n',
      '/a/x ',
      '/a/\ud800',
      '',
      ' /a/x',
      'a/x',
      '#',
      '?',
      'mailto:a',
      'https:',
      'https://',
      'https://[',
      'http:/a/x',
      '//',
      '\0',
      '{',
      '/a/x#',
    ].map((url): [string, Found] => [url, undefined]),
  },
  {
    name: 'the first of routes that are equal',
    routes: ['/a/{x}', '/a/{y}', 'POST /a/{z}'],
    found: [
      ['/a/1', ['/a/{x}', { x: '1' }]],
      ['/a/1', ['POST /a/{z}', { z: '1' }], 'post'],
    ],
  },
  { name: 'no routes', routes: [], found: [['/', undefined]] },
];

describe.each(CASES)('$name', ({ routes, baseUrl, found }) => {
  const { find } = compileRoutes(routes, { baseUrl });
  test.each<[url: string, found: Found, method?: string]>(found)('%j', (url, expected, method) => {
    const result = find(url, method);
    expect(result && [result.route, result.parameters]).toEqual(expected);
    if (!result) return;
    // The parameters build an equivalent url.
    const built = createEndpoint({
      baseUrl: baseUrl ?? '',
    })(result.route, result.parameters);
    const again = find(built.url, built.method);
    expect(again).toEqual(result);
  });
});

test.each<[routes: readonly unknown[], code: string, message: string]>([
  [['/ok', '/{a}{b}'], 'ambiguous-template', 'routes[1] "/{a}{b}": can\'t be matched, because "/'],
  [['/{+a}/{+b}'], 'ambiguous-template', 'routes[0] "/{+a}/{+b}": can\'t be matched, because '],
  [
    ['/a{?b}/c'],
    'ambiguous-template',
    'routes[0] "/a{?b}/c": can\'t be matched with a path after the query; write the query last.',
  ],
  [['/a{&b}'], 'ambiguous-template', 'routes[0] "/a{&b}": can\'t be matched with "{&" before any "?"; write {?name}.'],
  [['GET /{'], 'invalid-template', 'routes[0] "GET /{": unmatched "{" at position 1.'],
  [['FETCH /a'], 'invalid-method', 'routes[0] "FETCH /a": method: use GET'],
  [['GET'], 'invalid-route', 'routes[0] "GET": route: has no url'],
  [['https://{h}/a'], 'invalid-url', 'routes[0] "https://{h}/a": has a host with '],
  [[5], 'invalid-route', 'routes[0]: must be a string.'],
  ['GET /a' as never, 'invalid-route', 'routes: must be a list.'],
])('rejects %j', (routes, code, message) => {
  const error = catchError(() => compileRoutes(routes as readonly string[]));
  expect(error).toMatchObject({ code });
  expect(error?.message).toContain(message);
});

test('rejects a base that the builder rejects, and anything but text', () => {
  expect(() => compileRoutes([], { baseUrl: 'api' })).toThrow('baseUrl: begins with "api"');
  expect(() => compileRoutes([], { baseUrl: 5 as unknown as string })).toThrow("options.baseUrl: isn't a string");
  const { find } = compileRoutes(['/a']);
  expect(() => find(5 as unknown as string)).toThrow('url: must be a string');
  expect(() => find('/a', 5 as unknown as string)).toThrow('method: must be a string');
});

test('has the types of the listed routes', () => {
  const { find } = compileRoutes(['GET /a/{x}', 'POST /b']);
  const found = find('/a/1');
  expectTypeOf(found).toEqualTypeOf<FoundRoute<'GET /a/{x}' | 'POST /b'> | undefined>();
  // @ts-expect-error No such route is listed.
  expect(found?.route === 'GET /c').toBe(false);
});
