import fc from 'fast-check';
import { parse as parseYaml } from 'yaml';
import { beforeAll, expect, test } from 'vitest';
import { packCatalogue, unpackCatalogue, githubCatalogue } from './github.js';
import { readDocumentFile, readOpenApi } from './openapi.js';
import { readOperation, isRouteOf, searchOperations, type Catalogue } from './catalogue.js';
import { runs } from '../../../../dev/testing/full.js';

let github: Catalogue;
beforeAll(async () => {
  github = await githubCatalogue();
});

test('keeps the complete catalogue of GitHub when packed', () => {
  expect(github.operations.length).toBeGreaterThan(1200);
  expect(github.baseUrl).toBe('https://api.github.com');
  expect(unpackCatalogue(JSON.parse(JSON.stringify(packCatalogue(github))))).toEqual(github);
  expect(github.operations.every(({ summary }) => summary !== '')).toBe(true);
  const parameters = github.operations.flatMap((operation) => operation.parameters);
  expect(parameters.filter(({ place, required }) => place === 'path' && !required)).toEqual([]);
  // Only bodies that the document doesn't describe have no type.
  expect(parameters.filter(({ type }) => type === '').length).toBeLessThan(parameters.length / 100);
});

test('reads each operation back from plain JSON', () => {
  const { operations } = github;
  expect(operations.map((operation) => readOperation(JSON.parse(JSON.stringify(operation))))).toEqual(operations);
});

test.each<[json: unknown, message: string]>([
  [null, 'The operation must be an object, but it is null.'],
  [{ path: 5 }, '“path” must be text, but it is a number.'],
  [{ parameters: ['owner'] }, 'Item 1 of “parameters” must be an object, but it is a string.'],
])('rejects a damaged operation: %j', (json, message) => {
  expect(() => readOperation(json)).toThrow(message);
});

test.each<[query: string, first: string]>([
  ['create an issue', 'POST /repos/{owner}/{repo}/issues'],
  ['list repository issues', 'GET /repos/{owner}/{repo}/issues'],
  ['/repos/{owner}/{repo}', 'GET /repos/{owner}/{repo}'],
  ['PATCH /repos/octokit/endpoint.js', 'PATCH /repos/{owner}/{repo}'],
  ['https://api.github.com/repos/octokit/endpoint.js/issues?state=open', 'GET /repos/{owner}/{repo}/issues'],
  ['delete reference', 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'],
  ['/search/co', 'GET /search/code'],
  ['emojis', 'GET /emojis'],
])('searches for “%s” and finds %s first', (query, first) => {
  const [found] = searchOperations(github.operations, query);
  expect(`${found?.method} ${found?.path}`).toBe(first);
});

test.each<[query: string, count: (all: number) => number]>([
  ['', (all) => all],
  ['xyzzy', () => 0],
  ['GET /no/such/route/at/all', () => 0],
])('searches for “%s” and finds all or nothing', (query, count) => {
  expect(searchOperations(github.operations, query)).toHaveLength(count(github.operations.length));
});

test('searches for any text without an error', () => {
  fc.assert(
    fc.property(fc.string(), (query) => void searchOperations(github.operations, query)),
    { numRuns: runs(100) },
  );
});

test.each<[route: string, belongs: boolean]>([
  ['POST /repos/{owner}/{repo}/issues', true],
  ['POST /repos/{o}/{r}/issues{?draft}', true],
  ['POST /repos/octokit/{repo}/issues', false],
  ['GET /repos/{owner}/{repo}/issues', false],
])('%s belongs to the operation: %s', (route, belongs) => {
  const [operation] = searchOperations(github.operations, 'create an issue');
  if (operation === undefined) throw new Error('There is none.');
  expect(isRouteOf(operation, route)).toBe(belongs);
});

const OPENAPI = `
openapi: 3.1.0
info: { title: Pets }
servers: [{ url: 'https://{region}.pets.example/v1', variables: { region: { default: eu } } }]
paths:
  /pets/{id}:
    parameters: [{ $ref: '#/components/parameters/id' }, { name: trace, in: header, schema: { type: string } }]
    get:
      summary: Get a pet
      parameters:
        - { name: fields, in: query, schema: { type: array, items: { type: string, enum: [name, tag] } } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: accept, in: header, schema: { type: string } }
    put:
      operationId: put-pet
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
    post:
      description: "Upload **its** [photo](https://h).\\n\\nMore of it."
      requestBody: { required: true, content: { image/png: { schema: { type: string, format: binary } } } }
components:
  parameters: { id: { name: id, in: path, required: true, description: Its number, schema: { type: integer } } }
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: [string, 'null'], description: A name } } }
    Pet: { allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { parent: { $ref: '#/components/schemas/Pet' } } }] }
`;

const SWAGGER = {
  swagger: '2.0',
  info: { title: 'Old pets' },
  host: 'pets.example',
  basePath: '/v2',
  schemes: ['http', 'https'],
  paths: {
    '/pets': {
      post: {
        summary: 'Add',
        parameters: [
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
        ],
      },
    },
  },
  definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
};

const shown = ({ operations }: Catalogue) =>
  operations.map(({ method, path, summary, parameters }) => [
    `${method} ${path}: ${summary}`,
    ...parameters.map(
      ({ name, place, required, type, description, notation }) =>
        `${place} ${name}${notation}${required ? '!' : ''}: ${type}${description && ` (${description})`}`,
    ),
  ]);

test('reads OpenAPI 3 in YAML', async () => {
  const catalogue = await readDocumentFile(new File([OPENAPI], 'pets.yaml'));
  expect(catalogue).toMatchObject({ title: 'Pets', baseUrl: 'https://eu.pets.example/v1' });
  expect(catalogue).toEqual(readOpenApi(parseYaml(OPENAPI)));
  expect(shown(catalogue)).toEqual([
    [
      'GET /pets/{id}: Get a pet',
      'path id!: integer (Its number)',
      'header trace: string',
      'query fields*: ("name" | "tag")[]',
      'query tags: string[]',
    ],
    [
      'POST /pets/{id}: Upload its photo.',
      'path id!: integer (Its number)',
      'data data!: string',
      'header trace: string',
    ],
    [
      'PUT /pets/{id}: put-pet',
      'path id!: integer (Its number)',
      'body name!: string | null (A name)',
      'header trace: string',
      'body parent: object',
    ],
  ]);
});

test('reads Swagger 2 in JSON', async () => {
  const catalogue = await readDocumentFile(new File([JSON.stringify(SWAGGER)], 'pets.json'));
  expect(catalogue).toMatchObject({ title: 'Old pets', baseUrl: 'https://pets.example/v2' });
  expect(shown(catalogue)).toEqual([['POST /pets: Add', 'query tags*: string[]', 'body name: string']]);
});

test.each<[name: string, text: string, message: RegExp]>([
  ['broken.json', '{"openapi": ', /^broken\.json: .*JSON/],
  ['broken.yaml', 'a: [', /^broken\.yaml: .*line/],
  ['other.json', '{"a": 1}', /isn't an OpenAPI 3\.x or Swagger 2\.0 document/],
  ['list.json', '[]', /isn't an OpenAPI 3\.x or Swagger 2\.0 document/],
  ['one.json', '{"swagger": "1.2", "paths": {}}', /isn't an OpenAPI 3\.x/],
  ['empty.yaml', '', /isn't an OpenAPI 3\.x/],
  ['none.yaml', 'openapi: 3.0.0\npaths: {}', /no routes/],
  ['bomb.yaml', `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${'*b,'.repeat(99)}*b]`, /alias/i],
])('rejects %s with the reason', async (name, text, message) => {
  await expect(readDocumentFile(new File([text], name))).rejects.toThrow(message);
});

test.each<[name: string, json: object]>([
  ['references in cycles', { $ref: '#/paths/~1a/get' }],
  [
    'malformed parameters',
    { parameters: [null, 5, { name: 'x' }, { name: 5, in: 'query' }, { $ref: 'other.json#/x' }] },
  ],
  ['a malformed body', { requestBody: { content: [] } }],
  [
    'a schema in cycles',
    { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
  ],
])('reads past %s', (_, get) => {
  const root = {
    openapi: '3.0.0',
    paths: { '/a': { get } },
    components: {
      schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }], oneOf: [{ $ref: '#/components/schemas/A' }] } },
    },
  };
  expect(readOpenApi(root).operations).toHaveLength(1);
});
