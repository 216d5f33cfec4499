/** The compiler's knowledge of a literal route. Each line is a case; a line after `@ts-expect-error` must not compile. */
import {
  createEndpoint,
  endpoint,
  type Endpoint,
  type EndpointOptions,
  type RequestOptions,
  type RouteOptions,
} from 'endpoint.js';
import { describe, expectTypeOf, test } from 'vitest';
import type { ParseRoute, ParseUrl, UrlNames } from './route-types.js';

/** Path (required), path (optional), query and fragment. */
type Url<Required extends string = never, Optional extends string = never, Query extends string = never> = UrlNames<
  Required,
  Optional,
  Query
>;

declare const anyRoute: string;
declare const someText: string | undefined;
declare const anyOptions: EndpointOptions;
declare const someOptions: EndpointOptions | undefined;

/** The names of urls. */
type Names = {
  // In braces.
  '/': Url;
  '': Url;
  '/a/{x}': Url<'x'>;
  '/{x}/{y}/{x}': Url<'x' | 'y'>;
  '{x}{y}': Url<'x' | 'y'>;
  '/{enterprise-team}/{a.b}/{$c}/{d%20}': Url<'enterprise-team' | 'a.b' | '$c' | 'd%20'>;
  '/{x,y}': Url<'x' | 'y'>;
  '/{x}{': Url<'x'>;
  // With modifiers.
  '/{x*}': Url<'x'>;
  '/{x:3}': Url<'x'>;
  '/{x:3,y*,z}': Url<'x' | 'y' | 'z'>;
  '/{?x*,y:12}': Url<never, never, 'x' | 'y'>;
  // With operators.
  '/{+x}': Url<'x'>;
  '/{+x,y*}': Url<'x' | 'y'>;
  '/{/x}': Url<never, 'x'>;
  '/{.x}': Url<never, 'x'>;
  '/{;x,y:2}': Url<never, 'x' | 'y'>;
  '/{?x}': Url<never, never, 'x'>;
  '/{&x}': Url<never, never, 'x'>;
  '/{#x}': Url<never, never, 'x'>;
  '/{a}{/b*}{.c}{?d,e*}{&f:2}{#g}': Url<'a', 'b' | 'c', 'd' | 'e' | 'f' | 'g'>;
  // A literal ? or # ends the path; after an expression that may write nothing it continues.
  '/{a}?b={c}': Url<'a', never, 'c'>;
  '/{a}#{b}': Url<'a', never, 'b'>;
  '/{a}#{b}?{c}': Url<'a', never, 'b' | 'c'>;
  '/{a}?{b}#{c}': Url<'a', never, 'b' | 'c'>;
  '/{a}{?b}/{c}': Url<'a' | 'c', never, 'b'>;
  '/{a}{&b}/{+c}': Url<'a' | 'c', never, 'b'>;
  '/{a}{#b}{/c}?{d}': Url<'a', 'c', 'b' | 'd'>;
  '/{a}#{&b}': Url<'a', never, 'b'>;
  '/{a}?{/b,c*}/:d': Url<'a', never, 'b' | 'c' | 'd'>;
  // Reads :name at the start of the url and after / or ..
  ':a': Url<'a'>;
  ':a/:b': Url<'a' | 'b'>;
  '/:a': Url<'a'>;
  '/:owner/x/:Repo_2': Url<'owner' | 'Repo_2'>;
  '/:owner/compare/:base...:head': Url<'owner' | 'base' | 'head'>;
  '/x.:format': Url<'format'>;
  '/:a.:b.:c/:d': Url<'a' | 'b' | 'c' | 'd'>;
  '/:a-b/:c=d,:e': Url<'a' | 'c'>;
  '/:a{x}/{y}/:b{?z}': Url<'a' | 'x' | 'y' | 'b', never, 'z'>;
  '/v1/{name}:cancel': Url<'name'>;
  '/v1/a:cancel/b': Url;
  '/:8080/:/::a': Url;
  // Of full urls.
  'http://host:8080/:a': Url<'a'>;
  'http://host:8080': Url;
  'http://host:8080{/a}': Url<never, 'a'>;
  'http://host:8080{?a}': Url<never, never, 'a'>;
  'https://user:pass@host:8080/{a}/:b': Url<'a' | 'b'>;
  'https://:pass@host/:a': Url<'a'>;
  'https://user.:pass@host/:a.:b': Url<'a' | 'b'>;
  '/proxy/http://:a/.:b': Url<'a' | 'b'>;
};

describe('parses the names in a url', () => {
  test('by their places', () => {
    expectTypeOf<{ [U in keyof Names]: ParseUrl<U> }>().toEqualTypeOf<Names>();
  });

  test('stays within the limits of recursion', () => {
    type Ten<T extends string> = `${T}${T}${T}${T}${T}${T}${T}${T}${T}${T}`;
    type Long = `n${Ten<Ten<'aaaaaaaaa'>>}`;
    expectTypeOf<ParseUrl<`/{${Long}}/:${Long}`>>().toEqualTypeOf<Url<Long>>();
    expectTypeOf<ParseUrl<`/:${Long}-x`>>().toEqualTypeOf<Url<Long>>();
    expectTypeOf<ParseUrl<Ten<Ten<'/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}'>>>['required']>().toEqualTypeOf<
      'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i'
    >();
    expectTypeOf<ParseUrl<Ten<Ten<'/:a/:b/:c/:d/:e/:f/:g/:h/:i'>>>['required']>().toEqualTypeOf<
      'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i'
    >();
    expectTypeOf<ParseUrl<`/{?${Ten<Ten<'a,b,c,d,e*,f,g,h,i,'>>}z}`>['query']>().toEqualTypeOf<
      'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'z'
    >();
  });
});

/** The methods of routes, as they are written. */
type Methods = {
  'GET /x': 'GET';
  '  Patch   /x': 'Patch';
  'POST\t/x': 'POST';
  'POST \r\n /x': 'POST';
  '/x': never;
  '/x y': never;
  x: never;
};

test('parses methods as they are written', () => {
  expectTypeOf<{ [R in keyof Methods]: ParseRoute<R>['method'] }>().toEqualTypeOf<Methods>();
  expectTypeOf<ParseRoute<string>['method']>().toEqualTypeOf<string>();
  expectTypeOf<ParseRoute<'GET  :a'>['names']>().toEqualTypeOf<Url<'a'>>();
  expectTypeOf<ParseRoute<'GET\t:a'>['names']>().toEqualTypeOf<Url<'a'>>();
});

/** Each of a list has the same type. */
type Each<T extends readonly unknown[], One> = { readonly [I in keyof T]: One };

describe('the result has the method in lower case', () => {
  test('stated by the route, by an option, by the defaults', () => {
    const put = endpoint.defaults({ method: 'PUT' });
    const gets = [
      endpoint('GET /x'),
      endpoint('/x'),
      endpoint('/x', {}),
      endpoint({ url: '/x' }),
      put('GET /x'),
      endpoint.parse({ url: '/x' }),
    ] as const;
    expectTypeOf(gets).toEqualTypeOf<Each<typeof gets, RequestOptions<'get'>>>();
    const puts = [endpoint('PUT /x', { method: 'put' }), put('/x'), put.defaults({ a: 1 })({ url: '/x' })] as const;
    expectTypeOf(puts).toEqualTypeOf<Each<typeof puts, RequestOptions<'put'>>>();
    const posts = [endpoint('/x', { method: 'POST' }), endpoint.parse(endpoint.merge('Post /x'))] as const;
    expectTypeOf(posts).toEqualTypeOf<Each<typeof posts, RequestOptions<'post'>>>();
    expectTypeOf(endpoint('Patch /x')).toEqualTypeOf<RequestOptions<'patch'>>();
    expectTypeOf(endpoint('QUERY /x')).toEqualTypeOf<RequestOptions<'query'>>();
    expectTypeOf(endpoint('DELETE /x/{a}', { a: 1 })).toEqualTypeOf<RequestOptions<'delete'>>();
    expectTypeOf(endpoint({ url: '/x', method: 'HEAD' })).toEqualTypeOf<RequestOptions<'head'>>();
    expectTypeOf(endpoint('GET /{x}' as 'GET /{x}' | 'POST /{x}', { x: 1 })).toEqualTypeOf<
      RequestOptions<'get' | 'post'>
    >();
  });

  test('unknown if it may be any', () => {
    const all = [
      endpoint(anyRoute),
      endpoint(anyRoute, { a: 1 }),
      endpoint('/x' as `/x${string}`),
      endpoint('/x', { method: anyRoute }),
      endpoint(anyOptions),
      endpoint.defaults(anyOptions)('/x'),
      endpoint.parse(anyOptions),
    ] as const;
    expectTypeOf(all).toEqualTypeOf<Each<typeof all, RequestOptions>>();
    expectTypeOf(endpoint('PUT /x' as `PUT /x${string}`)).toEqualTypeOf<RequestOptions<'put'>>();
  });

  test('merge returns it as written', () => {
    const merged = [endpoint.merge(), endpoint.merge('Post /x'), endpoint.merge('/x', { method: 'PUT' })] as const;
    type Method<I extends 0 | 1 | 2> = (typeof merged)[I]['method'];
    expectTypeOf<[Method<0>, Method<1>, Method<2>]>().toEqualTypeOf<['GET', 'Post', 'PUT']>();
  });
});

describe('parameters', () => {
  test('of the path are required', () => {
    endpoint('GET /{a}/{+b}/:c', { a: 1, b: ['x', 'y'], c: new Date() });
    endpoint({ url: '/{a}', a: 1 });
    endpoint.merge('GET /{a}', { a: 1 });
    // @ts-expect-error -- a is missing
    endpoint('GET /{+a}', {});
    // @ts-expect-error -- b is missing
    endpoint('GET /{a,b}', { a: 1 });
    // @ts-expect-error -- a is missing
    endpoint('/{a}', undefined);
    // @ts-expect-error -- b is missing
    endpoint({ method: 'POST', url: '/{a}/:b', a: 1 });
    // @ts-expect-error -- a is missing
    endpoint.merge('GET /{a}', {});
    // @ts-expect-error -- a is missing
    endpoint('GET /{a}' as 'GET /{a}' | 'GET /{b}', { b: 1 });
  });

  test('of the path are neither null nor undefined', () => {
    // @ts-expect-error -- undefined
    endpoint('GET /{a}', { a: undefined });
    // @ts-expect-error -- may be undefined
    endpoint('GET /:a', { a: someText });
    // @ts-expect-error -- null
    endpoint({ url: '/{a}', a: null });
    // @ts-expect-error -- a symbol has no text
    endpoint('GET /{a}', { a: Symbol('a') });
  });

  test('of anything else are optional', () => {
    endpoint('GET /x{?a,b}{&c}');
    endpoint('GET /x{/a}{.b}{;c}{#d}', {});
    endpoint('GET /x?y={a}', { a: null });
    endpoint('GET /x{?a}', { a: undefined, b: null });
    endpoint('GET /x', undefined);
    endpoint({ url: '/x{?a}' });
    // @ts-expect-error -- a symbol has no text
    endpoint('GET /x{?a}', { a: Symbol('a') });
  });

  test('that the route does not name become query or body', () => {
    endpoint('GET /{a}', { a: 1, q: 'x', nested: { x: 1 }, nothing: null });
    endpoint('POST /x', { title: 'x' });
  });

  test('accompany options, which keep their types', () => {
    endpoint('POST /x', {
      headers: { a: 'b', c: null },
      mediaType: { format: 'raw' },
      data: [1],
      request: {},
      baseUrl: '/',
    });
    // @ts-expect-error -- headers are fields
    endpoint('GET /x', { headers: 1 });
    // @ts-expect-error -- an object
    endpoint('GET /x', { mediaType: 'raw' });
    // @ts-expect-error -- a string
    endpoint('GET /x', { baseUrl: 1 });
    // @ts-expect-error -- no method
    endpoint('/x', { method: 'FETCH' });
    // @ts-expect-error -- no method
    endpoint('FETCH /x', {});
    // @ts-expect-error -- the route states it
    endpoint('GET /x', { url: '/y' });
    // @ts-expect-error -- the route states it
    endpoint('/{a}', { a: 1, url: '/y' });
  });
});

describe('endpoint.in', () => {
  test('has parameters of the path', () => {
    endpoint('GET /{a}', { [endpoint.in]: { path: { a: 1 } } });
    endpoint('GET /{a}/{b}', { a: 1, [endpoint.in]: { path: { b: 1 } } });
    endpoint('PATCH /{a}', { a: 1, [endpoint.in]: { query: { a: 1 }, body: { a: 1, url: 'x' } } });
    endpoint('GET /x{/a}', { [endpoint.in]: { path: { a: 1 } } });
    endpoint({ url: '/{a}', [endpoint.in]: { path: { a: 1 } } });
    endpoint.merge('GET /{a}', { [endpoint.in]: { path: { a: 1 } } });
    // @ts-expect-error -- null
    endpoint('GET /{a}', { [endpoint.in]: { path: { a: null } } });
    // @ts-expect-error -- b is missing
    endpoint('GET /{a}/{b}', { [endpoint.in]: { path: { a: 1 } } });
    // @ts-expect-error -- the body is not the path
    endpoint('PATCH /{a}', { [endpoint.in]: { body: { a: 1 } } });
    // @ts-expect-error -- the path has no b
    endpoint('GET /{a}', { [endpoint.in]: { path: { a: 1, b: 1 } } });
    // @ts-expect-error -- b is the query's
    endpoint('GET /{a}{?b}', { [endpoint.in]: { path: { a: 1, b: 1 } } });
    // @ts-expect-error -- no such location
    endpoint('GET /x', { [endpoint.in]: { header: { a: 1 } } });
  });

  test('is the only way for names that are options', () => {
    endpoint('GET /{url}/{data}', { [endpoint.in]: { path: { url: 'x', data: 'y' } } });
    // @ts-expect-error -- url is missing
    endpoint('GET /{url}');
    // @ts-expect-error -- data would be the body
    endpoint('POST /{data}', { data: 'x' });
    // @ts-expect-error -- headers would be header fields
    endpoint('GET /{headers}', { headers: {} });
  });
});

describe('defaults', () => {
  const builder = endpoint.defaults({ org: 'x' }).defaults({ [endpoint.in]: { path: { id: 1 } } });

  test('make their parameters optional', () => {
    builder('GET /{org}');
    builder('GET /{org}/{id}', { org: 'y' });
    builder('GET /{org}/{repo}', { repo: 'r' });
    builder.merge('GET /{org}');
    builder({ url: '/{org}' });
    // @ts-expect-error -- repo is missing
    builder({ url: '/{org}/{repo}' });
    // @ts-expect-error -- endpoint itself has no defaults
    endpoint('GET /{org}');
  });

  test('make unset parameters required again', () => {
    // @ts-expect-error -- org is missing
    builder.defaults({ org: undefined })('GET /{org}');
    // @ts-expect-error -- org is missing
    builder.defaults({ org: null })('GET /{org}');
    // @ts-expect-error -- org may be missing
    endpoint.defaults({ org: someText })('GET /{org}');
    // @ts-expect-error -- url is an option
    endpoint.defaults({ url: '/x' })('GET /{url}');
    // @ts-expect-error -- the body is not the path
    endpoint.defaults({ [endpoint.in]: { body: { org: 'x' } } })('GET /{org}');
  });

  test('of any type leave no parameter required', () => {
    endpoint.defaults(anyOptions)('GET /{org}');
  });

  test('keep the types of options', () => {
    // @ts-expect-error -- a string
    endpoint.defaults({ baseUrl: 1 });
    // @ts-expect-error -- header fields
    endpoint.defaults({ headers: 1 });
  });
});

test('a route of type string stays loose', () => {
  endpoint(anyRoute, { url: '/x', method: 'x', anything: null, [endpoint.in]: { path: { a: null } } });
  endpoint(anyRoute, undefined);
  endpoint(anyRoute, someOptions);
});

test('missing: omit requires nothing', () => {
  const omit = createEndpoint({ missing: 'omit' });
  omit('GET /{a}');
  omit('GET /{a}', { a: null });
  omit({ url: '/{a}' });
  // @ts-expect-error -- a is missing
  createEndpoint({ missing: 'error' })('GET /{a}');
  // @ts-expect-error -- no such setting
  createEndpoint({ vendr: 'acme' });
});

test('builders and options are assignable to general types', () => {
  const use = (builder: Endpoint): RequestOptions => builder('GET /x');
  use(endpoint);
  use(endpoint.defaults({ org: 'x', method: 'POST' }));
  use(createEndpoint());
  use(endpoint.defaults(anyOptions));
  expectTypeOf(endpoint).toExtend<(route: string, options?: EndpointOptions) => RequestOptions>();

  const getUser = (options: RouteOptions<'GET /users/{name}{?page}'>): RequestOptions<'get'> =>
    endpoint('GET /users/{name}{?page}', options);
  getUser({ name: 'x', page: 1, more: true });
  // @ts-expect-error -- name is missing
  getUser({ page: 1 });
  const pass = (route: string, options?: EndpointOptions): RequestOptions => endpoint(route, options);
  pass(...(['/x', {}] as [string, EndpointOptions?]));
});
