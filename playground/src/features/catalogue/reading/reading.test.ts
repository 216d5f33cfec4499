import { describe, expect, test, vi } from 'vitest';
import type { Catalogue, Operation, Parameter } from '../catalogue.js';
import { unpackOperation, type PackedCatalogue } from '../pack.js';
import { readDocument, type ReadDocument } from './read-document.js';
import { readOpenApi } from './read-openapi.js';
import { cutMarkdown, summarizeMarkdown } from './read-parameters.js';

const read = (text: string, name: string): Promise<ReadDocument> =>
  readDocument({ kind: 'file', file: new File([text], name) });

const unpack = ({ catalogue }: ReadDocument): Catalogue => {
  const packed = JSON.parse(catalogue) as PackedCatalogue;
  return { ...packed, operations: packed.operations.flatMap((_, index) => unpackOperation(packed, index) ?? []) };
};

const OPENAPI = `
openapi: 3.1.0
info: { title: Pets, version: '1.2' }
servers: [{ url: 'https://{region}.pets.example/v1', variables: { region: { default: eu } } }]
security: [{ token: [] }]
externalDocs: { url: https://pets.example/docs }
paths:
  /pets/{id}:
    parameters: [{ $ref: '#/components/parameters/id' }, { name: trace, in: header, schema: { type: string } }]
    get:
      summary: Get a pet
      parameters:
        - { name: fields, in: query, schema: { type: array, items: { type: string, enum: [name, tag] } } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: sort, in: query, schema: { enum: [asc, desc], default: asc } }
        - { name: accept, in: header, schema: { type: string } }
    put:
      operationId: put-pet
      deprecated: true
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
    post:
      description: "Upload **its** [photo](https://h).\\n\\nMore of it."
      requestBody: { required: true, content: { image/png: { schema: { type: string, format: binary } } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters: { id: { name: id, in: path, required: true, description: Its number, example: 7, schema: { type: integer } } }
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: [string, 'null'], description: A name } } }
    Pet: { allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { parent: { $ref: '#/components/schemas/Pet' } } }] }
`;

const shown = ({ operations }: Catalogue): string[][] =>
  operations.map(({ route, summary, parameters }) => [
    `${route}: ${summary}`,
    ...parameters.map(
      ({ name, place, required, type, description }) =>
        `${place} ${name}${required ? '!' : ''}: ${type}${description && ` (${description})`}`,
    ),
  ]);

test('reads merge keys of YAML', async () => {
  const { count } = await read('openapi: 3.1.0\nx-get: &get { get: {} }\npaths: { /x: { <<: *get } }', 'pets.yaml');
  expect(count).toBe(1);
});

test('reads JSON with a comma too many', async () => {
  const { count } = await read('\ufeff{"openapi": "3.0.0", "paths": { "/a": { "get": {} }, }, }', 'pets.json');
  expect(count).toBe(1);
});

test('reads OpenAPI 3 in YAML', async () => {
  const document = await read(OPENAPI, 'pets.yaml');
  expect(document).toMatchObject({ title: 'Pets', version: '1.2', name: 'pets.yaml', count: 3, warnings: [] });
  const catalogue = unpack(document);
  expect(shown(catalogue)).toEqual([
    [
      'GET /pets/{id}{?tags}: Get a pet',
      'path id!: integer (Its number)',
      'header trace: string',
      'query fields: ("name" | "tag")[]',
      'query tags: string[]',
      'query sort: "asc" | "desc"',
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
  const [get, post, put] = catalogue.operations;
  expect(get).toMatchObject({
    docs: 'https://pets.example/docs',
    security: [[{ kind: 'bearer', name: 'token', in: '' }]],
    servers: [{ url: 'https://{region}.pets.example/v1', variables: [{ name: 'region', preset: 'eu' }] }],
  });
  expect(get?.parameters.find(({ name }) => name === 'sort')).toMatchObject({ choices: ['asc', 'desc'], closed: true, preset: 'asc', kind: 'text' }); // prettier-ignore
  expect(get?.parameters[0]).toMatchObject({ example: '7', hasExample: true, kind: 'json' });
  expect(post).toMatchObject({
    body: { kind: 'files' },
    description: 'Upload **its** [photo](https://h).\n\nMore of it.',
  });
  expect(put).toMatchObject({ deprecated: true, body: { kind: 'members', required: false } });
});

describe('documents with a mistake', () => {
  test.each<[name: string, text: string, message: string]>([
    ['cut.json', '{"openapi": ', 'cut.json, line 1, column 13: isn\'t valid JSON or YAML (Flow map must end with a }); correct the text there.'],
    ['broken.yaml', 'openapi: 3.0.0\na: [', 'broken.yaml, line 2, column 5: isn\'t valid JSON or YAML ('],
    ['other.json', '{"a": 1}', 'other.json: isn\'t an OpenAPI 3.x or Swagger 2.0 document: it has neither "openapi" nor "swagger".'],
    ['old.json', '{\n  "swagger": "1.2", "paths": {}}', 'old.json, line 2, column 3: isn\'t an OpenAPI 3.x or Swagger 2.0 document: its version is "1.2"'],
    ['empty.yaml', ' \n', 'empty.yaml: is empty; choose an OpenAPI document in JSON or YAML.'],
    ['page.html', '\n<!doctype html>', 'page.html, line 2, column 1: is HTML or XML; choose the OpenAPI document itself, in JSON or YAML.'],
    ['none.yaml', 'openapi: 3.0.0\npaths: {}', 'none.yaml, line 1, column 1: has no routes: its “paths” contain no operation'],
    ['bomb.yaml', `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${'*b,'.repeat(99)}*b]`, "bomb.yaml: isn't safe to read (Excessive alias count"],
  ])('%s', async (name, text, message) => {
    await expect(read(text, name)).rejects.toThrow(message);
  }); // prettier-ignore

  test('one that is nested too deep', async () => {
    const depth = 20_000;
    const example = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const parameter = `{"name":"a","in":"query","schema":{"example":${example}}}`;
    const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[${parameter}]}}}}`;
    await expect(read(text, 'deep.json')).rejects.toThrow('deep.json: is nested too deeply to be read');
  });

  test('a large one is not read', async () => {
    const file = new File([], 'large.json');
    Object.defineProperty(file, 'size', { value: 65_000_000 });
    await expect(readDocument({ kind: 'file', file })).rejects.toThrow('large.json: has 65.0 MB, more');
  });
});

const PETS = 'openapi: 3.0.0\npaths: { /a: { get: {} } }';

describe('documents of an address', () => {
  const url = 'https://h/openapi.yaml';
  const fetchWith = (answer: () => Promise<Response>): Promise<ReadDocument> => {
    const fetch = vi.fn<typeof globalThis.fetch>(answer);
    vi.stubGlobal('fetch', fetch);
    return readDocument({ kind: 'url', url }).finally(() => {
      expect(fetch).toHaveBeenCalledWith(url, expect.objectContaining({ credentials: 'omit' }));
      vi.unstubAllGlobals();
    });
  };
  test.each([
    { redirect: undefined, server: 'https://h/v1' },
    { redirect: 'https://other.h/openapi.json', server: 'https://other.h/v1' },
  ])('are fetched, and have servers at the origin of $redirect', async ({ redirect, server }) => {
    const text = JSON.stringify({ openapi: '3.0.0', servers: [{ url: '/v1' }], paths: { '/a': { get: {} } } });
    const response = Object.defineProperty(new Response(text), 'url', { value: redirect });
    const document = await fetchWith(() => Promise.resolve(response));
    expect(document).toMatchObject({ name: url, count: 1 });
    expect(unpack(document).operations[0]?.servers).toMatchObject([{ url: server }]);
  });
  test('whose connection drops, with what to do', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(PETS));
      },
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    });
    await expect(fetchWith(() => Promise.resolve(new Response(body)))).rejects.toThrow(
      `${url}: could not be read: its server doesn't answer, or breaks off`,
    );
  });
  test.each(['', 'not an address', 'ftp://h', 'https://'])('rejects %j, which isn’t one', async (text) => {
    await expect(readDocument({ kind: 'url', url: text })).rejects.toThrow(`${text}: isn't an address; write one such`);
  });
  test('that don’t exist', async () => {
    const missing = fetchWith(() => Promise.resolve(new Response('', { status: 404, statusText: 'Not Found' })));
    await expect(missing).rejects.toThrow(`${url}: its server answers 404 Not Found; check the address.`);
  });
});

test('a file that can’t be read is named, with what to do', async () => {
  const file = new File([], 'gone.json');
  file.text = () => Promise.reject(new DOMException('The file was changed.', 'NotReadableError'));
  await expect(readDocument({ kind: 'file', file })).rejects.toThrow(
    'gone.json: could not be read; choose the file again.',
  );
});

const readOne = (operation: object, more: object = {}): Operation => {
  const root = { openapi: '3.0.0', paths: { '/a': { post: operation } }, ...more };
  const [only] = readOpenApi(root).operations;
  if (only === undefined) throw new Error('There is none.');
  return only;
};

test.each<[servers: object[] | undefined, url: string | undefined, read: string]>([
  [[{ url: '/api' }], undefined, 'https://{host}/api'],
  [[{ url: './api' }], undefined, 'https://{host}/api'],
  [[{ url: 'v{n}', variables: { n: { default: '2' } } }], undefined, 'https://{host}/v{n}'],
  [[{ url: '/' }], undefined, 'https://{host}/'],
  [undefined, undefined, 'https://{host}'],
  [undefined, 'https://h/docs/openapi.json', 'https://h'],
  [[{ url: '/api' }], 'https://h/docs/openapi.json', 'https://h/api'],
  [[{ url: '//h/api' }], undefined, '//h/api'],
  [[{ url: '{base}/api', variables: { base: { default: 'https://h' } } }], undefined, '{base}/api'],
  [[{ url: '{base}/api' }], undefined, '{base}/api'],
])('of the servers %j at %s, the first is %s', (servers, url, expected) => {
  const { operations } = readOpenApi({ openapi: '3.0.0', servers, paths: { '/a': { get: {} } } }, url);
  const [server] = operations[0]?.servers ?? [];
  expect(server?.url).toBe(expected);
  expect(server?.variables.some(({ name, preset }) => name === 'host' && preset === '')).toBe(
    expected.includes('{host}'),
  );
});

describe('bodies', () => {
  const schema = {
    required: ['a'],
    properties: { a: { type: 'string' }, b: { properties: { c: { type: 'integer' } } } },
  };
  const content = (mediaType: string, media: object): object => ({ requestBody: { content: { [mediaType]: media } } });
  test.each<[operation: object, kind: string, parameters: Partial<Parameter>[]]>([
    [content('application/json', { schema }), 'members', [{ name: 'a', place: 'body', example: 'text', hasExample: false }, { name: 'b', example: '{}', fullExample: '{"c":1}' }]],
    [content('application/json', { schema, example: { a: 'x', b: { c: 2 } } }), 'members', [{ name: 'a', example: 'x', hasExample: true }, { example: '{"c":2}' }]],
    [content('application/json', { schema: { type: 'array', items: schema } }), 'json', [{ name: 'data', place: 'data', kind: 'json', example: '[{"a":"text"}]', hasExample: true }]],
    [content('application/json', { schema: {} }), 'json', [{ name: 'data', kind: 'json', example: '' }]],
    [content('application/x-www-form-urlencoded', { schema }), 'form', [{ name: 'a', place: 'body' }, { name: 'b' }]],
    [content('multipart/form-data', { schema }), 'files', [{ name: 'a' }, { name: 'b' }]],
    [content('text/plain', { schema: { type: 'string' } }), 'text', [{ name: 'data', kind: 'text', example: 'text' }]],
    [content('application/xml', { schema }), 'text', [{ name: 'data', kind: 'text', example: '', hasExample: false }]],
  ])('%j', (operation, kind, parameters) => {
    const { body, parameters: found } = readOne(operation);
    expect(body?.kind).toBe(kind);
    expect(found).toMatchObject(parameters);
  }); // prettier-ignore
});

test.each<[schema: object, expected: Partial<Parameter>]>([
  [{ type: 'boolean', default: false }, { kind: 'json', choices: ['true', 'false'], closed: true, preset: 'false' }],
  [{ enum: ['a', null] }, { kind: 'text', choices: ['a'], closed: true }],
  [{ enum: [1, 2] }, { kind: 'json', choices: ['1', '2'] }],
  [{ anyOf: [{ type: 'string' }, { enum: ['a'] }] }, { kind: 'text', choices: ['a'], closed: false }],
  [{ type: 'integer', minimum: 1, default: 30 }, { kind: 'json', preset: '30', example: '30', limits: ['at least 1'] }],
  [{ type: 'string', format: 'date', deprecated: true }, { example: '2024-01-31', hasExample: false, deprecated: true, limits: ['date'] }],
  [{ type: ['string', 'integer'], example: 1 }, { kind: 'json', example: '1', hasExample: true }],
  [{ type: 'string', example: 1 }, { kind: 'text', example: '1', hasExample: true }],
  [{ type: 'array', items: { type: 'string', example: 'x' } }, { kind: 'json', example: '["x"]', hasExample: true }],
])('a parameter of %j', (schema, expected) => {
  expect(readOne({ parameters: [{ name: 'a', in: 'query', schema }] }).parameters).toMatchObject([expected]);
}); // prettier-ignore

const ARRAY = { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, example: ['a', 'b'] };
const OBJECT = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };

test.each<[parameter: object, expected: Partial<Parameter>]>([
  [{ style: 'pipeDelimited', explode: false, schema: ARRAY }, { type: 'string', kind: 'text', inRoute: false, choices: [], example: '', hasExample: false, limits: ['a list joined by pipes'] }],
  [{ style: 'spaceDelimited', explode: false, schema: ARRAY }, { kind: 'text', limits: ['a list joined by spaces'] }],
  [{ style: 'pipeDelimited', explode: true, schema: ARRAY }, { kind: 'json', inRoute: false, example: '["a","b"]', limits: [] }],
  [{ style: 'newer', explode: false, schema: ARRAY }, { kind: 'text', limits: ['a list in a style of the API'] }],
  [{ style: 'pipeDelimited', explode: false, schema: OBJECT }, { kind: 'text', limits: ['members joined by pipes'] }],
  [{ explode: false, schema: OBJECT }, { kind: 'json', inRoute: true, limits: [] }],
  [{ schema: OBJECT }, { name: 'a', kind: 'json', inRoute: false, limits: [] }],
  [{ content: { 'application/json': { schema: OBJECT } } }, { type: 'string', kind: 'text', inRoute: false, limits: ['text of type application/json'] }],
])('a query parameter that is %j', (parameter, expected) => {
  expect(readOne({ parameters: [{ name: 'a', in: 'query', ...parameter }] }).parameters).toMatchObject([expected]);
}); // prettier-ignore

test('names what it can’t use, and leaves it out', () => {
  const get = { parameters: [{ $ref: 'other.json#/x' }] };
  const { operations, warnings } = readOpenApi({
    openapi: '3.0.0',
    paths: { '/a': { get, trace: {} }, '//b': { get } },
  });
  expect(operations.map(({ route }) => route)).toEqual(['GET /a']);
  expect(warnings).toEqual([
    '/a: trace is left out; endpoint.js builds no requests of this method.',
    '$ref "other.json#/x": was not read.',
    expect.stringContaining('GET //b: is left out'),
  ]);
});

test.each<[markdown: string, summary: string]>([
  ['Use [this](https://h/a_(b)) and `that`.\n\nMore.', 'Use this and that.'],
  ['> [!NOTE]\n> A **bold** _claim_', 'A bold claim'],
  ['# Title\ntext <b>x</b>', 'Title text x'],
  ['a b c '.repeat(40), `${'a b c '.repeat(26)}a …`],
])('%j in one line', (markdown, summary) => {
  expect(summarizeMarkdown(markdown, 160)).toBe(summary);
});

test.each<[markdown: string, cut: string]>([
  ['short', 'short'],
  ['first paragraph\n\nsecond one is long', 'first paragraph\n\n…'],
  ['a [link text](https://example.com/long) b', 'a …'],
  ['words and `some code` here', 'words and …'],
])('%j is cut', (markdown, cut) => {
  expect(cutMarkdown(markdown, 20)).toBe(cut);
});
