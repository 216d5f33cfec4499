/** The types of a builder with a catalogue. */
import {
  createEndpoint,
  type CatalogueArguments,
  type CatalogueOptions,
  type ErrorOf,
  type RequestOptions,
  type ResponseOf,
} from 'endpoint.js';
import { describe, expectTypeOf, test } from 'vitest';

interface Routes {
  'GET /user': object;
  'GET /search': { query: { q: string; page?: number } };
  'GET /repos/{owner}/{repo}/issues': {
    path: { owner: string; repo: string };
    query?: { state?: 'open' | 'closed'; page?: number };
  };
  'POST /repos/{owner}/{repo}/issues': {
    path: { owner: string; repo: string };
    body: { title: string; labels?: readonly string[] };
  };
  'PATCH /app/hook/config': { body: { url: string; secret?: string } };
  'PUT /topics/{id}': { path: { id: number }; body: readonly string[] };
  'POST /uploads/{name}': { path: { name: string }; query: { label: string }; body?: { name: string } };
  'POST /exports{?format}': { query: { format: string; dry?: boolean } };
  'POST /files': { body: Blob };
  'POST /open': { body: { a: string; [key: string]: unknown } };
  'POST /either': { body: { a: string } | { b: number } };
  'POST /maybe': { body?: { a: string } };
  'POST /form': { body: { name: string; tags?: readonly string[] } | Form };
}

/** The members of `URLSearchParams` that matter here. */
interface Form {
  readonly size: number;
  get(name: string): string | null;
}

/** The members of a binary body that matter here. */
interface Blob {
  readonly size: number;
  text(): Promise<string>;
}

declare const anyRoute: string;
const api = createEndpoint<Routes>({ baseUrl: 'https://api.example' });

describe('parameters', () => {
  test('are accepted in their locations', () => {
    expectTypeOf(api('GET /user')).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(api('POST /maybe', { a: 'x' })).toEqualTypeOf<RequestOptions<'post'>>();
    api('GET /user', { headers: { a: 'b' }, mediaType: { format: 'raw' }, request: {}, baseUrl: '/' });
    api('GET /search', { q: 'x' });
    api('GET /search', { [api.in]: { query: { q: 'x' } } });
    api('GET /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', state: 'open', page: 1 });
    api('GET /repos/{owner}/{repo}/issues', {
      repo: 'r',
      [api.in]: { path: { owner: 'o' }, query: { state: 'open' } },
    });
    api('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', title: 't', labels: ['l'] });
    api('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', data: { title: 't' } });
    api('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', [api.in]: { body: { title: 't' } } });
    api('POST /exports{?format}', { format: 'x', [api.in]: { query: { dry: true } } });
    api('POST /open', { a: 'x', anything: 1 });
    api('POST /either', { a: 'x' });
    api('POST /either', { b: 1 });
    api('POST /maybe');
  });

  test('are required', () => {
    // @ts-expect-error -- title is missing
    api('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r' });
    // @ts-expect-error -- title is missing
    api('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', data: { labels: [] } });
    // @ts-expect-error -- one of a and b is missing
    api('POST /either', {});
  });

  test('of wrong names or types are rejected', () => {
    // @ts-expect-error -- unknown
    api('GET /search', { q: 'x', [api.in]: { query: { pag: 1 } } });
    // @ts-expect-error -- a string
    api('GET /search', { [api.in]: { query: { q: 1 } } });
    // @ts-expect-error -- unknown
    api('GET /repos/{owner}/{repo}/issues', { repo: 'r', [api.in]: { path: { owner: 'o', name: 'n' } } });
    // @ts-expect-error -- open or closed
    api('GET /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', state: 'opened' });
    // @ts-expect-error -- null
    api('GET /repos/{owner}/{repo}/issues', { owner: null, repo: 'r' });
    // @ts-expect-error -- neither a nor b
    api('POST /either', { c: 1 });
    // @ts-expect-error -- header fields
    api('GET /user', { headers: 1 });
    // @ts-expect-error -- no body
    api('GET /user', { data: 1 });
    // @ts-expect-error -- the route states it
    api('GET /user', { url: '/x' });
    // @ts-expect-error -- the route states it
    api('GET /user', { method: 'POST' });
  });

  test('with names that mean something else alone belong in endpoint.in', () => {
    api('PATCH /app/hook/config', { secret: 's', [api.in]: { body: { url: 'u' } } });
    api('POST /uploads/{name}', { name: 'n', [api.in]: { query: { label: 'l' }, body: { name: 'm' } } });
    // @ts-expect-error -- would be the request's url
    api('PATCH /app/hook/config', { url: 'u' });
    // @ts-expect-error -- url is missing
    api('PATCH /app/hook/config', { secret: 's' });
    // @ts-expect-error -- would be a key of the body
    api('POST /uploads/{name}', { name: 'n', label: 'l' });
    // @ts-expect-error -- label is missing
    api('POST /uploads/{name}', { name: 'n' });
  });

  test('of a body without keys are data', () => {
    api('PUT /topics/{id}', { id: 1, data: ['x'] });
    api('POST /files', { data: { size: 1, text: async () => 'x' } });
    // @ts-expect-error -- data is missing
    api('PUT /topics/{id}', { id: 1 });
    // @ts-expect-error -- strings
    api('PUT /topics/{id}', { id: 1, data: [1] });
    // @ts-expect-error -- a file's size isn't a parameter
    api('POST /files', { size: 1 });
  });
});

describe('the body of a form', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form: Form = { size: 1, get: () => null };

  test('is its members, or an instance as data', () => {
    api('POST /form', { headers, name: 'n', tags: ['t'] });
    api('POST /form', { headers, data: { name: 'n' } });
    api('POST /form', { data: form });
    api('POST /form', { headers, [api.in]: { body: { name: 'n' } } });
  });

  test('is checked', () => {
    // @ts-expect-error -- a string
    api('POST /form', { headers, name: 1 });
    // @ts-expect-error -- unknown
    api('POST /form', { headers, name: 'n', tag: [] });
    // @ts-expect-error -- name is missing
    api('POST /form', { headers, tags: [] });
    // @ts-expect-error -- name is missing
    api('POST /form', { headers, data: { tags: [] } });
    // @ts-expect-error -- neither members nor a form
    api('POST /form', { data: 'name=n' });
  });
});

test('rejects unknown routes', () => {
  // @ts-expect-error -- unknown
  api('DELETE /user', {});
  // @ts-expect-error -- not literal
  api(anyRoute);
  // @ts-expect-error -- a definition has other members
  createEndpoint<{ 'GET /x': { path: string } }>();
});

describe('responses', () => {
  interface WithResponses {
    'GET /user': { responses: { 200: { login: string }; 404: { message: string }; '5XX': { code: number } } };
    'PUT /user': { responses: { 201: string; 202: number; default: boolean } };
    'POST /user': { responses: { default: boolean } };
    'DELETE /user': { responses: { 204: void } };
    'GET /moved': { responses: { 302: void } };
    'GET /plain': object;
  }
  const builder = createEndpoint<WithResponses>();

  /** The bodies of success, of errors, and of the statuses 404 and 503. */
  type Bodies<Responses, Rs = { 'GET /x': { responses: Responses } }, R extends keyof Rs = keyof Rs> = [
    ResponseOf<Rs, R>,
    ErrorOf<Rs, R>,
    ResponseOf<Rs, R, 404>,
    ErrorOf<Rs, R, 503>,
  ];

  test('are those of success, of errors, or of a status', () => {
    expectTypeOf<
      [
        Bodies<{ 200: 'a' }>,
        Bodies<{ 200: 'a'; 201: 'b'; 204: void }>,
        Bodies<{ 200: 'a'; default: 'e' }>,
        Bodies<{ '2XX': 'a'; default: 'e' }>,
        Bodies<{ '200': 'a'; '404': 'n'; default: 'e' }>,
        Bodies<{ 200: 'a'; 404: 'n'; '5XX': 's' }>,
        Bodies<{ 204: void; '4XX': 'n'; 503: 'u'; default: 'e' }>,
        Bodies<{ default: 'e' }>,
        Bodies<{ 302: void; default: 'e' }>,
        Bodies<{ 302: void; 404: 'n' }>,
        Bodies<{ 302: void }>,
      ]
    >().toEqualTypeOf<
      [
        ['a', unknown, unknown, unknown],
        ['a' | 'b' | void, unknown, unknown, unknown],
        ['a', 'e', 'e', 'e'],
        ['a', 'e', 'e', 'e'],
        ['a', 'n' | 'e', 'n', 'e'],
        ['a', 'n' | 's', 'n', 's'],
        [void, 'n' | 'u' | 'e', 'n', 'u'],
        ['e', 'e', 'e', 'e'],
        ['e', 'e', 'e', 'e'],
        [unknown, 'n', 'n', unknown],
        [unknown, unknown, unknown, unknown],
      ]
    >();
    expectTypeOf<ResponseOf<WithResponses, 'GET /user', 404 | 200>>().toEqualTypeOf<
      { message: string } | { login: string }
    >();
    expectTypeOf<ErrorOf<WithResponses, 'GET /plain'>>().toEqualTypeOf<unknown>();
    // @ts-expect-error -- unknown
    expectTypeOf<ResponseOf<WithResponses, 'GET /users'>>();
    // @ts-expect-error -- unknown
    expectTypeOf<ErrorOf<WithResponses, 'GET /users'>>();
  });

  test('are in the type of a call', () => {
    expectTypeOf(builder('GET /user')).toEqualTypeOf<RequestOptions<'get', { login: string }>>();
    expectTypeOf(builder('DELETE /user', {})).toEqualTypeOf<RequestOptions<'delete', void>>();
    expectTypeOf(builder('GET /plain')).toEqualTypeOf<RequestOptions<'get'>>();
    expectTypeOf(builder.defaults({ a: 1 })('PUT /user')).toEqualTypeOf<RequestOptions<'put', string | number>>();
    // @ts-expect-error -- another response
    const request: RequestOptions<'get', string> = builder('GET /user');
    expectTypeOf(request).not.toBeAny();
  });
});

/** The guide, which compilers.test.ts compiles, has functions that take all arguments of a route, and of some routes. */
describe('functions of any route', () => {
  interface Books {
    'GET /books': { query?: { page?: number; tag?: readonly string[] } };
    'GET /search': { query: { q: string; page?: number } };
    'GET /books/{id}': { path: { id: number }; responses: { 200: 'book' } };
    'PUT /books/{id}/tags': { path: { id: number }; body: readonly string[] };
    'PATCH /hook': { body: { url: string } };
  }
  const books = createEndpoint<Books>();
  const take = <R extends keyof Books>(route: R, options: CatalogueOptions<Books, R>) => books(route, options);

  test('take the parameters of the route', () => {
    expectTypeOf(take('GET /books/{id}', { id: 1 })).toEqualTypeOf<RequestOptions<'get', 'book'>>();
    take('PUT /books/{id}/tags', { id: 1, data: ['a'] });
    // @ts-expect-error -- q is missing
    take('GET /search', {});
    // @ts-expect-error -- a number
    take('GET /books/{id}', { id: '1' });
    // @ts-expect-error -- unknown
    take('GET /books', { tags: ['a'] });
    // @ts-expect-error -- a list of strings
    take('PUT /books/{id}/tags', { id: 1, data: [1] });
    // @ts-expect-error -- url belongs in endpoint.in
    take('PATCH /hook', { url: 'u' });
  });

  test('pass options to a builder with defaults', () => {
    const ours = books.defaults({ id: 1 });
    const first = <R extends keyof Books>(route: R, ...options: CatalogueArguments<Books, R, 'id'>) =>
      ours(route, ...options);
    expectTypeOf(first('GET /books/{id}').method).toEqualTypeOf<'get'>();
    // @ts-expect-error -- q is missing
    first('GET /search');
  });

  test('pass no less than a route requires', () => {
    type Of<R extends keyof Books> = CatalogueOptions<Books, R>;
    // @ts-expect-error -- some routes have required parameters
    expectTypeOf(<R extends keyof Books>(route: R, options?: Of<R>) => books(route, options));
    // @ts-expect-error -- those of another route
    expectTypeOf(<R extends keyof Books>(route: R, options: Of<'GET /books'>) => books(route, options));
    // @ts-expect-error -- any options
    expectTypeOf(<R extends keyof Books>(route: R, options: object) => books(route, options));
    // @ts-expect-error -- any route
    expectTypeOf((route: string) => books(route, {}));
  });
});

test('types defaults, merge and parse', () => {
  const ours = api.defaults({ owner: 'o', title: 't' });
  ours('GET /repos/{owner}/{repo}/issues', { repo: 'r' });
  ours('POST /repos/{owner}/{repo}/issues', { repo: 'r', owner: 'p' });
  api.defaults({ [api.in]: { query: { label: 'l' } } })('POST /uploads/{name}', { name: 'n' });
  // @ts-expect-error -- repo is missing
  ours('GET /repos/{owner}/{repo}/issues');
  expectTypeOf(api.parse(api.merge('POST /maybe'))).toEqualTypeOf<RequestOptions<'post'>>();
  expectTypeOf(api.merge('GET /search', { q: 'x' }).method).toEqualTypeOf<'GET'>();
  // @ts-expect-error -- q is missing
  api.merge('GET /search');
});
