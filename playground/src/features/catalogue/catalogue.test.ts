import { expect, test } from 'vitest';
import { fillServer, isRouteOf, type Credential, type Operation } from './catalogue.js';
import { describeCredentials } from './credentials.js';
import githubJson from './github-catalogue.json';
import { readOperation } from './operation-json.js';
import { PLAIN_OPERATION, PLAIN_PARAMETER, unpackOperation, type PackedCatalogue } from './pack.js';
import { readServerUrl } from './server-url.js';
import { looksLikeOpenApi, isOpenApiFile } from './sniff.js';

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

test.each<[json: unknown]>([
  [null],
  [{}],
  [{ ...PLAIN_OPERATION, path: 5 }],
  [{ ...PLAIN_OPERATION, parameters: {} }],
  [{ ...PLAIN_OPERATION, parameters: ['owner'] }],
  [{ ...PLAIN_OPERATION, parameters: [{ ...PLAIN_PARAMETER, limits: 'none' }] }],
])('rejects a damaged operation: %j', (json) => {
  expect(() => readOperation(json)).toThrow('The operation is damaged, or of another version of the page.');
});

test.each<[route: string, belongs: boolean]>([
  ['POST /repos/{owner}/{repo}/issues', true],
  ['POST /repos/{o}/{r}/issues{?draft}', true],
  ['POST /repos/octokit/{repo}/issues', false],
  ['GET /repos/{owner}/{repo}/issues', false],
])('%s belongs to the operation: %s', (route, belongs) => {
  const operation = github.filter(({ id }) => id === 'issues/create');
  expect(operation.map((each) => isRouteOf(each, route))).toEqual([belongs]);
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

test.each<[text: string, values: object | undefined]>([
  ['https://eu.h/v1', { region: 'eu', base: 'v1' }],
  ['https://eu.h/{base}', { region: 'eu', base: '' }],
  ['https://{region}.h/', undefined],
  ['https://as.h/v1', undefined],
  ['https://eu.i/v1', undefined],
])('reads the values of a server’s variables in %s', (text, values) => {
  const region = { name: 'region', preset: 'eu', choices: ['eu', 'us'], description: '' };
  const variables = [region, { ...region, name: 'base', choices: [] }];
  const read = readServerUrl({ url: 'https://{region}.h/{base}', description: '', variables }, text);
  expect(read && Object.fromEntries(read)).toEqual(values);
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
