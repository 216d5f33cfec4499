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

describe('parses the names in a url', () => {
  test('in braces', () => {
    expectTypeOf<ParseUrl<'/'>>().toEqualTypeOf<Url>();
    expectTypeOf<ParseUrl<''>>().toEqualTypeOf<Url>();
    expectTypeOf<ParseUrl<'/a/{x}'>>().toEqualTypeOf<Url<'x'>>();
    expectTypeOf<ParseUrl<'/{x}/{y}/{x}'>>().toEqualTypeOf<Url<'x' | 'y'>>();
    expectTypeOf<ParseUrl<'{x}{y}'>>().toEqualTypeOf<Url<'x' | 'y'>>();
    expectTypeOf<ParseUrl<'/{enterprise-team}/{a.b}/{$c}/{d%20}'>>().toEqualTypeOf<
      Url<'enterprise-team' | 'a.b' | '$c' | 'd%20'>
    >();
    expectTypeOf<ParseUrl<'/{x,y}'>>().toEqualTypeOf<Url<'x' | 'y'>>();
    expectTypeOf<ParseUrl<'/{x}{'>>().toEqualTypeOf<Url<'x'>>();
  });

  test('with modifiers', () => {
    expectTypeOf<ParseUrl<'/{x*}'>>().toEqualTypeOf<Url<'x'>>();
    expectTypeOf<ParseUrl<'/{x:3}'>>().toEqualTypeOf<Url<'x'>>();
    expectTypeOf<ParseUrl<'/{x:3,y*,z}'>>().toEqualTypeOf<Url<'x' | 'y' | 'z'>>();
    expectTypeOf<ParseUrl<'/{?x*,y:12}'>>().toEqualTypeOf<Url<never, never, 'x' | 'y'>>();
  });

  test('with operators', () => {
    expectTypeOf<ParseUrl<'/{+x}'>>().toEqualTypeOf<Url<'x'>>();
    expectTypeOf<ParseUrl<'/{+x,y*}'>>().toEqualTypeOf<Url<'x' | 'y'>>();
    expectTypeOf<ParseUrl<'/{/x}'>>().toEqualTypeOf<Url<never, 'x'>>();
    expectTypeOf<ParseUrl<'/{.x}'>>().toEqualTypeOf<Url<never, 'x'>>();
    expectTypeOf<ParseUrl<'/{;x,y:2}'>>().toEqualTypeOf<Url<never, 'x' | 'y'>>();
    expectTypeOf<ParseUrl<'/{?x}'>>().toEqualTypeOf<Url<never, never, 'x'>>();
    expectTypeOf<ParseUrl<'/{&x}'>>().toEqualTypeOf<Url<never, never, 'x'>>();
    expectTypeOf<ParseUrl<'/{#x}'>>().toEqualTypeOf<Url<never, never, 'x'>>();
    expectTypeOf<ParseUrl<'/{a}{/b*}{.c}{?d,e*}{&f:2}{#g}'>>().toEqualTypeOf<
      Url<'a', 'b' | 'c', 'd' | 'e' | 'f' | 'g'>
    >();
  });

  test('a literal ? or # ends the path; after an expression that may write nothing it continues', () => {
    expectTypeOf<ParseUrl<'/{a}?b={c}'>>().toEqualTypeOf<Url<'a', never, 'c'>>();
    expectTypeOf<ParseUrl<'/{a}#{b}'>>().toEqualTypeOf<Url<'a', never, 'b'>>();
    expectTypeOf<ParseUrl<'/{a}#{b}?{c}'>>().toEqualTypeOf<Url<'a', never, 'b' | 'c'>>();
    expectTypeOf<ParseUrl<'/{a}?{b}#{c}'>>().toEqualTypeOf<Url<'a', never, 'b' | 'c'>>();
    expectTypeOf<ParseUrl<'/{a}{?b}/{c}'>>().toEqualTypeOf<Url<'a' | 'c', never, 'b'>>();
    expectTypeOf<ParseUrl<'/{a}{&b}/{+c}'>>().toEqualTypeOf<Url<'a' | 'c', never, 'b'>>();
    expectTypeOf<ParseUrl<'/{a}{#b}{/c}?{d}'>>().toEqualTypeOf<Url<'a', 'c', 'b' | 'd'>>();
    expectTypeOf<ParseUrl<'/{a}#{&b}'>>().toEqualTypeOf<Url<'a', never, 'b'>>();
    expectTypeOf<ParseUrl<'/{a}?{/b,c*}/:d'>>().toEqualTypeOf<Url<'a', never, 'b' | 'c' | 'd'>>();
  });

  test('reads :name at the start of the url and after / or .', () => {
    expectTypeOf<ParseUrl<':a'>>().toEqualTypeOf<Url<'a'>>();
    expectTypeOf<ParseUrl<':a/:b'>>().toEqualTypeOf<Url<'a' | 'b'>>();
    expectTypeOf<ParseUrl<'/:a'>>().toEqualTypeOf<Url<'a'>>();
    expectTypeOf<ParseUrl<'/:owner/x/:Repo_2'>>().toEqualTypeOf<Url<'owner' | 'Repo_2'>>();
    expectTypeOf<ParseUrl<'/:owner/compare/:base...:head'>>().toEqualTypeOf<Url<'owner' | 'base' | 'head'>>();
    expectTypeOf<ParseUrl<'/x.:format'>>().toEqualTypeOf<Url<'format'>>();
    expectTypeOf<ParseUrl<'/:a.:b.:c/:d'>>().toEqualTypeOf<Url<'a' | 'b' | 'c' | 'd'>>();
    expectTypeOf<ParseUrl<'/:a-b/:c=d,:e'>>().toEqualTypeOf<Url<'a' | 'c'>>();
    expectTypeOf<ParseUrl<'/:a{x}/{y}/:b{?z}'>>().toEqualTypeOf<Url<'a' | 'x' | 'y' | 'b', never, 'z'>>();
    expectTypeOf<ParseUrl<'/v1/{name}:cancel'>>().toEqualTypeOf<Url<'name'>>();
    expectTypeOf<ParseUrl<'/v1/a:cancel/b'>>().toEqualTypeOf<Url>();
    expectTypeOf<ParseUrl<'/:8080/:/::a'>>().toEqualTypeOf<Url>();
  });

  test('of full urls', () => {
    expectTypeOf<ParseUrl<'http://host:8080/:a'>>().toEqualTypeOf<Url<'a'>>();
    expectTypeOf<ParseUrl<'http://host:8080'>>().toEqualTypeOf<Url>();
    expectTypeOf<ParseUrl<'http://host:8080{/a}'>>().toEqualTypeOf<Url<never, 'a'>>();
    expectTypeOf<ParseUrl<'http://host:8080{?a}'>>().toEqualTypeOf<Url<never, never, 'a'>>();
    expectTypeOf<ParseUrl<'https://user:pass@host:8080/{a}/:b'>>().toEqualTypeOf<Url<'a' | 'b'>>();
    expectTypeOf<ParseUrl<'https://:pass@host/:a'>>().toEqualTypeOf<Url<'a'>>();
    expectTypeOf<ParseUrl<'https://user.:pass@host/:a.:b'>>().toEqualTypeOf<Url<'a' | 'b'>>();
    expectTypeOf<ParseUrl<'/proxy/http://:a/.:b'>>().toEqualTypeOf<Url<'a' | 'b'>>();
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

test('parses methods as they are written', () => {
  expectTypeOf<ParseRoute<'GET /x'>['method']>().toEqualTypeOf<'GET'>();
  expectTypeOf<ParseRoute<'  Patch   /x'>['method']>().toEqualTypeOf<'Patch'>();
  expectTypeOf<ParseRoute<'POST\t/x'>['method']>().toEqualTypeOf<'POST'>();
  expectTypeOf<ParseRoute<'POST \r\n /x'>['method']>().toEqualTypeOf<'POST'>();
  expectTypeOf<ParseRoute<'/x'>['method']>().toEqualTypeOf<never>();
  expectTypeOf<ParseRoute<'/x y'>['method']>().toEqualTypeOf<never>();
  expectTypeOf<ParseRoute<'x'>['method']>().toEqualTypeOf<never>();
  expectTypeOf<ParseRoute<string>['method']>().toEqualTypeOf<string>();
  expectTypeOf<ParseRoute<'GET  :a'>['names']>().toEqualTypeOf<Url<'a'>>();
  expectTypeOf<ParseRoute<'GET\t:a'>['names']>().toEqualTypeOf<Url<'a'>>();
});

describe('the result has the method in lower case', () => {
  test('stated by the route, by an option, by the defaults', () => {
    expectTypeOf(endpoint('GET /x')).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(endpoint('Patch /x')).toEqualTypeOf<RequestOptions<'patch'>>();
    expectTypeOf(endpoint('QUERY /x')).toEqualTypeOf<RequestOptions<'query'>>();
    expectTypeOf(endpoint('DELETE /x/{a}', { a: 1 })).toEqualTypeOf<RequestOptions<'delete'>>();
    expectTypeOf(endpoint('/x')).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(endpoint('/x', {})).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(endpoint('/x', { method: 'POST' })).toEqualTypeOf<RequestOptions<'post'>>();
    expectTypeOf(endpoint('PUT /x', { method: 'put' })).toEqualTypeOf<RequestOptions<'put'>>();
    expectTypeOf(endpoint({ url: '/x' })).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(endpoint({ url: '/x', method: 'HEAD' })).toEqualTypeOf<RequestOptions<'head'>>();
    expectTypeOf(endpoint.defaults({ method: 'PUT' })('/x')).toEqualTypeOf<RequestOptions<'put'>>();
    expectTypeOf(endpoint.defaults({ method: 'PUT' })('GET /x')).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(endpoint.defaults({ method: 'PUT' }).defaults({ a: 1 })({ url: '/x' })).toEqualTypeOf<
      RequestOptions<'put'>
    >();
    expectTypeOf(endpoint('GET /{x}' as 'GET /{x}' | 'POST /{x}', { x: 1 })).toEqualTypeOf<
      RequestOptions<'get' | 'post'>
    >();
  });

  test('unknown if it may be any', () => {
    expectTypeOf(endpoint(anyRoute)).toEqualTypeOf<RequestOptions>();
    expectTypeOf(endpoint(anyRoute, { a: 1 })).toEqualTypeOf<RequestOptions>();
    expectTypeOf(endpoint('/x' as `/x${string}`)).toEqualTypeOf<RequestOptions>();
    expectTypeOf(endpoint('PUT /x' as `PUT /x${string}`)).toEqualTypeOf<RequestOptions<'put'>>();
    expectTypeOf(endpoint('/x', { method: anyRoute })).toEqualTypeOf<RequestOptions>();
    expectTypeOf(endpoint(anyOptions)).toEqualTypeOf<RequestOptions>();
    expectTypeOf(endpoint.defaults(anyOptions)('/x')).toEqualTypeOf<RequestOptions>();
  });

  test('merge returns it as written, and parse reads it', () => {
    expectTypeOf(endpoint.merge().method).toEqualTypeOf<'GET'>();
    expectTypeOf(endpoint.merge('Post /x').method).toEqualTypeOf<'Post'>();
    expectTypeOf(endpoint.merge('/x', { method: 'PUT' }).method).toEqualTypeOf<'PUT'>();
    expectTypeOf(endpoint.parse(endpoint.merge('Post /x'))).toEqualTypeOf<RequestOptions<'post'>>();
    expectTypeOf(endpoint.parse({ url: '/x' })).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(endpoint.parse(anyOptions)).toEqualTypeOf<RequestOptions>();
  });
});

describe('parameters', () => {
  test('of the path are required', () => {
    endpoint('GET /{a}/{+b}/:c', { a: 1, b: ['x', 'y'], c: new Date() });
    endpoint({ url: '/{a}', a: 1 });
    endpoint.merge('GET /{a}', { a: 1 });
    // @ts-expect-error -- a is missing
    endpoint('GET /{a}');
    // @ts-expect-error -- a is missing
    endpoint('GET /:a');
    // @ts-expect-error -- a is missing
    endpoint('GET /{+a}', {});
    // @ts-expect-error -- b is missing
    endpoint('GET /{a,b}', { a: 1 });
    // @ts-expect-error -- a is misspelt
    endpoint('GET /{a}', { A: 1 });
    // @ts-expect-error -- a is missing
    endpoint('/{a}', undefined);
    // @ts-expect-error -- a is missing
    endpoint({ url: '/{a}' });
    // @ts-expect-error -- b is missing
    endpoint({ method: 'POST', url: '/{a}/:b', a: 1 });
    // @ts-expect-error -- a is missing
    endpoint.merge('GET /{a}');
    // @ts-expect-error -- a is missing
    endpoint.merge('GET /{a}', {});
    // @ts-expect-error -- a is missing
    endpoint('GET /{a}' as 'GET /{a}' | 'GET /{b}', { b: 1 });
  });

  test('of the path are neither null nor undefined', () => {
    // @ts-expect-error -- null
    endpoint('GET /{a}', { a: null });
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
    endpoint('FETCH /x');
    // @ts-expect-error -- no method
    endpoint('FETCH /x', {});
    // @ts-expect-error -- the route states it
    endpoint('GET /x', { method: 'POST' });
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
    builder('GET /{org}/{repo}');
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
