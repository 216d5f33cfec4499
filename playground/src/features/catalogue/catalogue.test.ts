import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../dev/testing/full.js';
import { fillServer, isRouteOf, type Credential, type Operation } from './catalogue.js';
import { describeCredentials } from './credentials.js';
import githubJson from './github-catalogue.json';
import { readOperation } from './operation-json.js';
import { unpackOperation, type PackedCatalogue } from './pack.js';
import { looksLikeOpenApi, isOpenApiFile } from './sniff.js';
import { searchRoutes } from './library/shelf.js';

const packed = githubJson as unknown as PackedCatalogue;
const github = packed.operations.flatMap((_, index) => unpackOperation(packed, index) ?? []);

test('has all routes of GitHub, each with a summary and a link to its documentation', () => {
  expect(github.length).toBeGreaterThan(1200);
  expect(github.every(({ summary }) => summary !== '')).toBe(true);
  expect(github.filter(({ docs }) => !docs.startsWith('https://docs.github.com/'))).toEqual([]);
  const parameters = github.flatMap((operation) => operation.parameters);
  expect(parameters.filter(({ place, required }) => place === 'path' && !required)).toEqual([]);
  // Only bodies that the document doesn't describe have no type.
  expect(parameters.filter(({ type }) => type === '').length).toBeLessThan(parameters.length / 100);
  expect(unpackOperation(packed, -1)).toBeUndefined();
});

test('reads each operation back from plain JSON', () => {
  expect(github.map((operation) => readOperation(JSON.parse(JSON.stringify(operation))))).toEqual(github);
});

test('reads servers and credentials back from plain JSON', () => {
  const operation: Operation = {
    ...readOperation({}),
    servers: [{ url: 'https://{a}', description: 'D', variables: [{ name: 'a', preset: 'b', choices: ['b'], description: '' }] }],
    security: [[{ kind: 'key', name: 'X-Key', in: 'header' }], []],
  }; // prettier-ignore
  expect(readOperation(JSON.parse(JSON.stringify(operation)))).toEqual(operation);
});

test.each<[json: unknown, message: string]>([
  [null, 'The operation must be an object, but it is null.'],
  [{ path: 5 }, '“path” must be text, but it is a number.'],
  [{ parameters: ['owner'] }, 'Item 1 of “parameters” must be an object, but it is a string.'],
  [{ body: 1 }, '“body” must be an object, but it is a number.'],
  [{ security: [['x']] }, 'A credential must be an object, but it is a string.'],
])('rejects a damaged operation: %j', (json, message) => {
  expect(() => readOperation(json)).toThrow(message);
});

describe('search', () => {
  test.each<[query: string, first: string]>([
    ['create an issue', 'POST /repos/{owner}/{repo}/issues'],
    ['list repository issues', 'GET /repos/{owner}/{repo}/issues'],
    ['/repos/{owner}/{repo}', 'GET /repos/{owner}/{repo}'],
    ['PATCH /repos/octokit/endpoint.js', 'PATCH /repos/{owner}/{repo}'],
    ['https://api.github.com/repos/octokit/endpoint.js/issues?state=open', 'GET /repos/{owner}/{repo}/issues'],
    ['delete reference', 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'],
    ['/search/co', 'GET /search/code'],
    ['emojis', 'GET /emojis'],
  ])('for “%s” finds %s first', (query, first) => {
    const [found] = searchRoutes(github, query);
    expect(`${found?.method} ${found?.path}`).toBe(first);
  });

  test.each<[query: string, count: (all: number) => number]>([
    ['', (all) => all],
    ['xyzzy', () => 0],
    ['GET /no/such/route/at/all', () => 0],
  ])('for “%s” finds all or nothing', (query, count) => {
    expect(searchRoutes(github, query)).toHaveLength(count(github.length));
  });

  test('for any text without an error', () => {
    fc.assert(
      fc.property(fc.string(), (query) => void searchRoutes(github, query)),
      { numRuns: runs(100) },
    );
  });
});

test.each<[route: string, belongs: boolean]>([
  ['POST /repos/{owner}/{repo}/issues', true],
  ['POST /repos/{o}/{r}/issues{?draft}', true],
  ['POST /repos/octokit/{repo}/issues', false],
  ['GET /repos/{owner}/{repo}/issues', false],
])('%s belongs to the operation: %s', (route, belongs) => {
  const [operation] = searchRoutes(github, 'create an issue');
  if (operation === undefined) throw new Error('There is none.');
  expect(isRouteOf(operation, route)).toBe(belongs);
});

test.each<[values: Readonly<Record<string, string>>, url: string]>([
  [{}, 'https://eu.h/{base}'],
  [{ region: 'us', base: 'v1' }, 'https://us.h/v1'],
  [{ region: '', toString: 'x' }, 'https://{region}.h/{base}'],
])('fills the url of a server with %j', (values, url) => {
  const variable = { choices: [], description: '' };
  const variables = [{ ...variable, name: 'region', preset: 'eu' }, { ...variable, name: 'base', preset: '' }]; // prettier-ignore
  expect(fillServer({ url: 'https://{region}.h/{base}', description: '', variables }, values)).toBe(url);
});

const bearer: Credential = { kind: 'bearer', name: 'token', in: '' };
const key: Credential = { kind: 'key', name: 'X-Key', in: 'header' };

test.each<[security: Operation['security'], sentence: string]>([
  [[], ''],
  [[[]], 'Needs no credentials.'],
  [[[bearer]], 'Needs a bearer token.'],
  [[[bearer], [{ ...bearer, name: 'other' }]], 'Needs a bearer token.'],
  [[[bearer, key]], 'Needs a bearer token and an API key in the header `X-Key`.'],
  [[[key], []], 'Works without credentials, or with an API key in the header `X-Key`.'],
  [[[{ ...key, in: 'query' }], [{ ...bearer, kind: 'basic' }]], 'Needs an API key in the query parameter `X-Key`, or a user name and password (Basic).'],
  [[[{ kind: 'other', name: 'mtls', in: '' }]], 'Needs credentials of the kind `mtls`.'],
])('describes the credentials %j', (security, sentence) => {
  expect(describeCredentials(security)).toBe(sentence);
}); // prettier-ignore

test.each<[text: string, is: boolean]>([
  ['openapi: 3.1.0\ninfo: {}', true],
  ['# A comment\nopenapi: "3.0.0"', true],
  ['{"openapi":"3.0.0"}', true],
  ['{\n  "info": {},\n  "swagger": "2.0"\n}', true],
  ['\ufeffswagger: 2.0', true],
  ['{"a": "openapi: 3"}', false],
  ['curl https://h/openapi:3', false],
  ['{"log": {"version": "1.2"}}', false],
  ['', false],
])('%j looks like OpenAPI: %s', (text, is) => {
  expect(looksLikeOpenApi(text)).toBe(is);
});

test('a file is recognized by its end too', async () => {
  const file = (content: string): File => new File([content], 'a.json');
  const long = `{"components": {"x": "${'x'.repeat(600_000)}"}`;
  expect(await isOpenApiFile(file(`${long}, "openapi": "3.0.0"}`))).toBe(true);
  expect(await isOpenApiFile(file(`${long}, "other": "3.0.0"}`))).toBe(false);
});
