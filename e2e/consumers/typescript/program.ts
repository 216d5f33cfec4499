/** Uses every entry of the packages: checked by each version of TypeScript, and run. */
import {
  createEndpoint,
  endpoint,
  EndpointError,
  type Endpoint,
  type RequestOptions,
  type ResponseOf,
} from 'endpoint.js';
import { explain, type Explanation } from 'endpoint.js/explain';
import { toFetch, type FetchInit } from 'endpoint.js/fetch';
import { toHar, type HarRequest } from 'endpoint.js/har';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import { ApiDocument, readApi, type Api } from 'endpoint.js/openapi';
import { ResponseError, send, type Sent } from 'endpoint.js/send';
import { snippetTargets, toSnippet, type SnippetTarget } from 'endpoint.js/snippets';
import { createTools, type Tools } from 'endpoint.js/tools';
import { compile, EndpointError as TemplateError, expand, type Values } from 'endpoint.js/uri-template';
import { CallError, Code, createCallClient, type CallClient } from 'endpoint.js-client';

interface Routes {
  'GET /search': { query: { q: string; sort?: 'stars' | 'updated' }; responses: { 200: { items: string[] } } };
  'POST /repos/{owner}/{repo}/issues': { path: { owner: string; repo: string }; body: { title: string } };
  'PATCH /app/hook/config': { body: { url: string } };
}

const repository = { owner: 'octokit', repo: 'endpoint.js' };

// From a literal route: its parameters, and the method of the result.
const built = endpoint('GET /repos/{owner}/:repo{?page}', { ...repository, page: 2 });
const method: 'get' = built.method;
const ofOrganization = endpoint.defaults({ owner: 'octokit' })('GET /orgs/{owner}');
// @ts-expect-error Property 'repo' is missing
const incomplete = (): RequestOptions => endpoint('GET /repos/{owner}/{repo}', { owner: 'octokit' });
// @ts-expect-error "get" is not "post"
const otherMethod = (): 'post' => endpoint('GET /user').method;

// From a catalogue.
const api = createEndpoint<Routes>({ baseUrl: 'https://api.example.com' });
const search = api('GET /search', { q: 'rest', sort: 'stars' });
const hook = api('PATCH /app/hook/config', { [api.in]: { body: { url: 'https://example.com' } } });
const items: ResponseOf<Routes, 'GET /search'>['items'] = [];
// @ts-expect-error 'srot' does not exist
const mistyped = (): RequestOptions => api('GET /search', { q: 'rest', srot: 'stars' });
// @ts-expect-error "GET /serch" is no route
const misspelt = (): RequestOptions => api('GET /serch', { q: 'rest' });

const respond = (): Promise<Response> => Promise.resolve(new Response());
const sent: Promise<Sent<{ items: string[] }>> = send(search, { fetch: respond, timeout: 1000 });
// @ts-expect-error 'maxByte' does not exist
const unlimited = (): Promise<Sent> => send(search, { maxByte: 1 });
const notFound = (error: unknown): boolean => error instanceof ResponseError && error.status === 404;
const init: FetchInit = toFetch(search)[1];
const har: HarRequest = toHar(built);
const explanation: Explanation = explain('GET /repos/{owner}/{repo}', repository);
const json: string = optionsToJson(optionsFromJson('{"@in":{"query":{"url":"x"}}}'));
const document: Api = readApi(new ApiDocument({ openapi: '3.1.0', paths: { '/a': { get: { responses: {} } } } }));
const tools: Tools = createTools({ openapi: '3.1.0', paths: { '/a': { get: { operationId: 'a' } } } });
const curl: SnippetTarget = 'curl';
const values: Values = { name: 'a b' };
const expanded: string = expand('/{name}', values) + compile('{?name}')(values);
const client: CallClient = createCallClient({ host: 'https://bridge.example.com' });

/** A class of the package is a value and a type. */
class MyError extends EndpointError {}
const failure = (): EndpointError => {
  try {
    incomplete();
  } catch (error) {
    if (error instanceof TemplateError && !(error instanceof MyError)) return error;
  }
  throw new Error('There was no EndpointError.');
};
const code: EndpointError['code'] = failure().code;
const isUnavailable = (error: unknown): boolean => error instanceof CallError && error.code === Code.UNAVAILABLE;

// What a module of the other kind gets.
export { api, endpoint, failure, isUnavailable, misspelt, mistyped, notFound, otherMethod, sent, unlimited };
export const location: typeof endpoint.in = endpoint.in;
export const builder: Endpoint = endpoint;

console.log(
  JSON.stringify([
    [built.url, method, ofOrganization.url, hook.body, init.method, har.method],
    [
      explanation.url.map(({ text }) => text).join(''),
      json,
      document.operations.length,
      toSnippet(built, curl).startsWith('curl'),
      snippetTargets.length > 0,
    ],
    [expanded, typeof client.call, code, items.length, tools.build('a').url],
  ]),
);
