/** The types of a builder with a catalogue. */
import { createEndpoint, type Method, type RequestOptions, type ResponseOf } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
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
    // @ts-expect-error -- q is missing
    api('GET /search');
    // @ts-expect-error -- q is missing
    api('GET /search', {});
    // @ts-expect-error -- repo is missing
    api('GET /repos/{owner}/{repo}/issues', { owner: 'o' });
    // @ts-expect-error -- title is missing
    api('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r' });
    // @ts-expect-error -- title is missing
    api('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', data: { labels: [] } });
    // @ts-expect-error -- one of a and b is missing
    api('POST /either', {});
  });

  test('of wrong names or types are rejected', () => {
    // @ts-expect-error -- a string
    api('GET /search', { q: 1 });
    // @ts-expect-error -- unknown
    api('GET /search', { q: 'x', pag: 1 });
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
    // @ts-expect-error -- url is missing
    api('PATCH /app/hook/config');
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

test('rejects unknown routes', () => {
  // @ts-expect-error -- unknown
  api('GET /users');
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
  /** The wrapper of the guide. */
  async function send<T>(request: RequestOptions<Method, T>): Promise<T> {
    const response: { json(): Promise<T> } = await fetch(...toFetch(request));
    return response.json();
  }

  test('are those of success, or of a status', () => {
    expectTypeOf<ResponseOf<WithResponses, 'GET /user'>>().toEqualTypeOf<{ login: string }>();
    expectTypeOf<ResponseOf<WithResponses, 'GET /user', 404>>().toEqualTypeOf<{ message: string }>();
    expectTypeOf<ResponseOf<WithResponses, 'GET /user', 404 | 200>>().toEqualTypeOf<
      { message: string } | { login: string }
    >();
    expectTypeOf<ResponseOf<WithResponses, 'GET /user', 503>>().toEqualTypeOf<{ code: number }>();
    expectTypeOf<ResponseOf<WithResponses, 'GET /user', 400>>().toEqualTypeOf<unknown>();
    expectTypeOf<ResponseOf<WithResponses, 'PUT /user'>>().toEqualTypeOf<string | number>();
    expectTypeOf<ResponseOf<WithResponses, 'PUT /user', 404>>().toEqualTypeOf<boolean>();
    expectTypeOf<ResponseOf<WithResponses, 'POST /user'>>().toEqualTypeOf<boolean>();
    expectTypeOf<ResponseOf<WithResponses, 'DELETE /user'>>().toEqualTypeOf<void>();
    expectTypeOf<ResponseOf<WithResponses, 'GET /moved'>>().toEqualTypeOf<unknown>();
    expectTypeOf<ResponseOf<WithResponses, 'GET /plain'>>().toEqualTypeOf<unknown>();
    // @ts-expect-error -- unknown
    expectTypeOf<ResponseOf<WithResponses, 'GET /users'>>();
  });

  test('are in the type of a call', () => {
    expectTypeOf(builder('GET /user')).toEqualTypeOf<RequestOptions<'get', { login: string }>>();
    expectTypeOf(builder('GET /user', {})).toEqualTypeOf<RequestOptions<'get', { login: string }>>();
    expectTypeOf(builder.defaults({ a: 1 })('PUT /user')).toEqualTypeOf<RequestOptions<'put', string | number>>();
    expectTypeOf(send(builder('GET /user'))).resolves.toEqualTypeOf<{ login: string }>();
    expectTypeOf(send(builder('DELETE /user', {}))).resolves.toEqualTypeOf<void>();
    expectTypeOf(send(builder('GET /plain'))).resolves.toEqualTypeOf<unknown>();
    expectTypeOf(builder('GET /user')).toExtend<RequestOptions>();
    // @ts-expect-error -- another response
    const request: RequestOptions<'get', string> = builder('GET /user');
    expectTypeOf(request).not.toBeAny();
  });
});

declare function fetch(url: string, init: object): Promise<{ json(): Promise<never> }>;

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
