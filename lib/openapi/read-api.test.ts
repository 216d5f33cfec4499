import type { QueryArrays } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { ApiDocument, listMembers, readApi, summarizeType, type ApiOperation } from './index.js';

const read = (document: object): ReturnType<typeof readApi> =>
  readApi(new ApiDocument({ openapi: '3.0.0', ...document }));

function readOperation(operation: object, document: object = {}): ApiOperation {
  const [only, ...others] = read({ paths: { '/x': { post: operation } }, ...document }).operations;
  if (!only || others.length > 0) throw new Error('There must be one operation.');
  return only;
}

describe('versions', () => {
  const cases: readonly [version: object, format: string | undefined][] = [
    [{ openapi: '3.0.3' }, 'OpenAPI 3.0.3'],
    [{ openapi: '3.1.1' }, 'OpenAPI 3.1.1'],
    // YAML reads unquoted versions as numbers.
    [{ openapi: 3.1 }, 'OpenAPI 3.1'],
    [{ openapi: 3 }, 'OpenAPI 3'],
    [{ openapi: undefined, swagger: 2 }, 'Swagger 2.0'],
    [{ openapi: undefined, swagger: '2.0' }, 'Swagger 2.0'],
    [{ openapi: '2.0' }, undefined],
    [{ openapi: '30.0.0' }, undefined],
    [{ openapi: undefined, swagger: '3.0' }, undefined],
    [{ openapi: undefined, swagger: '1.2' }, undefined],
  ];
  test.each(cases)('%j is read as %s', (version, format) => {
    if (format === undefined) expect(() => read({ paths: {}, ...version })).toThrow('its version is ');
    else expect(read({ paths: {}, ...version }).format).toBe(format);
  });
});

describe('base URLs', () => {
  const cases: readonly [document: object, urls: readonly string[]][] = [
    [{ servers: [{ url: 'https://{a}.h', variables: { a: { default: '' } } }] }, ['https://.h']],
    [{ servers: [{ url: 'https://{a}.h', variables: { b: { default: 'b' } } }] }, ['https://{a}.h']],
    [{ servers: [{}, { url: '/v2' }] }, ['/v2']],
    [{ openapi: undefined, swagger: '2.0', host: 'h', schemes: ['wss', 'http'] }, ['http://h']],
    [{ openapi: undefined, swagger: '2.0', host: 'h', schemes: ['ws'] }, ['https://h']],
    [{ openapi: undefined, swagger: '2.0' }, []],
  ];
  test.each(cases)('%j has %j', (document, urls) => expect(read({ paths: {}, ...document }).baseUrls).toEqual(urls));
});

test.each<[document: object, urls: readonly string[]]>([
  [
    { openapi: '3.0.0', servers: [{ url: '/v1' }, { url: 'v2' }, { url: '//h/v3' }] },
    ['http://127.0.0.1:8080/v1', 'v2', '//h/v3'],
  ],
  [{ swagger: '2.0', basePath: '/v1' }, ['http://127.0.0.1:8080/v1']],
  [{ swagger: '2.0', basePath: '/v1', host: 'h' }, ['https://h/v1']],
  [{ swagger: '2.0' }, []],
])('base URLs of a document on the web are relative to its origin: %j', (document, urls) => {
  const root = { ...document, paths: {} };
  const entry = 'http://127.0.0.1:8080/api/openapi.json';
  expect(readApi(new ApiDocument(root, { entry, files: new Map([[entry, root]]) })).baseUrls).toEqual(urls);
});

describe('parameters', () => {
  const array = { type: 'array', items: { type: 'string' } };
  const cases: readonly [title: string, parameter: object, expected: object | undefined][] = [
    ['always requires one in a path', { name: 'a', in: 'path' }, { required: true }],
    ['describes one by its schema', { name: 'a', in: 'query', schema: { description: 'D' } }, { description: 'D' }],
    ['leaves a list of the default style to the builder', { name: 'a', in: 'query', schema: array }, { style: 'form', explode: true, expression: undefined, text: false }],
    ['finds a list among alternatives', { name: 'a', in: 'query', explode: false, schema: { oneOf: [{ type: 'string' }, array] } }, { expression: '{?a}' }],
    ['finds a list by its items', { name: 'a', in: 'query', explode: false, schema: { items: {} } }, { expression: '{?a}' }],
    ['explodes what may be a list or an object', { name: 'a', in: 'query', schema: { oneOf: [{ type: 'object' }, array] } }, { expression: '{?a*}' }],
    ['joins a list by spaces', { name: 'a', in: 'query', style: 'spaceDelimited', schema: array }, { style: 'spaceDelimited', expression: undefined, text: false }],
    ['has no such style of lists', { name: 'a', in: 'query', style: 'deepObject', schema: array }, { expression: undefined, text: true }],
    ['has a media type instead of a style', { name: 'a', in: 'query', content: { 'application/json': { schema: array } } }, { expression: undefined, text: true, mediaType: 'application/json', schema: { value: array, file: '/' } }],
    ['explodes an object of any members', { name: 'a', in: 'query', schema: { type: 'object' } }, { expression: '{?a*}' }],
    ['reads the members of an object', { name: 'a', in: 'query', schema: { properties: { b: {} } } }, { name: 'b', expression: undefined }],
    ['ignores a header that OpenAPI ignores', { name: 'Accept', in: 'header' }, undefined],
    ['ignores one without a name', { in: 'query' }, undefined],
    ['ignores one that leads nowhere', { $ref: '#/components/parameters/%E0%A4%A' }, undefined],
  ]; // prettier-ignore
  test.each(cases)('OpenAPI 3 %s', (_title, parameter, expected) => {
    const { parameters } = readOperation({ parameters: [parameter] });
    expect(parameters).toEqual(expected === undefined ? [] : [expect.objectContaining(expected)]);
  });

  test.each<[collectionFormat: string | undefined, expected: object]>([
    [undefined, { style: 'form', explode: false, expression: '{?a}', text: false }],
    ['csv', { style: 'form', explode: false, expression: '{?a}', text: false }],
    ['multi', { style: 'form', explode: true, expression: undefined, text: false }],
    ['pipes', { style: 'pipeDelimited', expression: undefined, text: false }],
    ['tsv', { style: 'tabDelimited', expression: undefined, text: true }],
    ['other', { style: 'other', expression: undefined, text: true }],
  ])('Swagger 2.0 writes a list of format %s as %j', (collectionFormat, expected) => {
    const parameters = [{ name: 'a', in: 'query', type: 'array', collectionFormat }];
    const operation = readOperation({ parameters }, { openapi: undefined, swagger: '2.0' });
    expect(operation.parameters).toMatchObject([{ name: 'a', ...expected }]);
  });

  test.each<[arrays: QueryArrays | undefined, route: string]>([
    [undefined, 'GET /x{?joined,any*}'],
    ['repeat', 'GET /x{?joined,any*}'],
    ['brackets', 'GET /x{?repeated*,joined,any*}'],
    ['indices', 'GET /x{?repeated*,joined,any*}'],
    ['comma', 'GET /x{?repeated*,any*}'],
    ['pipes', 'GET /x{?repeated*,joined,any*}'],
    ['spaces', 'GET /x{?repeated*,joined,any*}'],
  ])('routes for the style %s name the lists of other styles', (arrays, route) => {
    const parameter = (name: string, members: object): object => ({ name, in: 'query', schema: array, ...members });
    const get = {
      parameters: [
        parameter('repeated', {}),
        parameter('joined', { explode: false }),
        parameter('any', { schema: { type: 'object' } }),
        parameter('text', { schema: { type: 'string' } }),
        parameter('deep', { style: 'deepObject', explode: true, schema: { type: 'object' } }),
      ],
    };
    const api = readApi(new ApiDocument({ openapi: '3.1.0', paths: { '/x': { get } } }), arrays);
    expect(api.operations[0]?.route).toBe(route);
    expect(api.arrays).toBe(arrays ?? 'repeat');
  });

  test('Swagger 2.0 keeps the headers that OpenAPI 3 ignores', () => {
    const parameters = [{ name: 'Authorization', in: 'header', type: 'string' }];
    const operation = readOperation({ parameters }, { openapi: undefined, swagger: '2.0' });
    expect(operation.parameters).toMatchObject([{ name: 'Authorization', in: 'header' }]);
  });

  test('a reference of a path has members beside it', () => {
    const paths = { '/a': { $ref: '#/paths/~1b', post: {} }, '/b': { get: {} }, 'http://evil/x': { get: {} } };
    expect(read({ paths }).operations.map(({ route }) => route)).toEqual(['GET /a', 'POST /a', 'GET /b']);
  });

  test('skips paths that are extensions', () => {
    expect(read({ paths: { 'x-a': { get: {} }, '/b': { get: {} } } }).operations).toMatchObject([{ path: '/b' }]);
  });
});

describe('bodies', () => {
  test.each<[mediaTypes: readonly string[], first: string, json: boolean]>([
    [['text/plain', 'application/json'], 'application/json', true],
    [['application/xml', 'application/vnd.a+json; charset=utf-8'], 'application/vnd.a+json; charset=utf-8', true],
    [['*/*'], '*/*', true],
    [['application/json-seq'], 'application/json-seq', false],
    [['image/png', 'image/gif'], 'image/png', false],
  ])('of %j prefer %s', (mediaTypes, first, json) => {
    const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: { title: mediaType } }]));
    const { body } = readOperation({ requestBody: { content } });
    expect(body).toMatchObject({ json, schema: { value: { title: first } } });
    expect(body?.mediaTypes).toEqual([first, ...mediaTypes.filter((mediaType) => mediaType !== first)]);
  });

  test('Swagger 2.0 states their media types once for all operations', () => {
    const parameters = [{ name: 'b', in: 'body', schema: { type: 'string' } }];
    const document = { openapi: undefined, swagger: '2.0', consumes: ['application/xml'] };
    expect(readOperation({ parameters }, document).body).toMatchObject({
      json: false,
      mediaTypes: ['application/xml'],
    });
  });
});

describe('schemas', () => {
  const document = new ApiDocument({ openapi: '3.0.0', paths: {}, a: { type: 'array', items: { $ref: '#/a' } } });
  const cases: readonly [schema: unknown, summary: string][] = [
    [{ type: 'integer' }, 'integer'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ enum: ['a', 'b'], nullable: true }, '"a" | "b" | null'],
    [{ type: 'string', enum: [1, true] }, '"1" | "true"'],
    [{ const: 'a' }, '"a"'],
    [{ type: 'string', enum: [...'abcdefghi'] }, 'string'],
    [{ type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }, 'object'],
    [{ items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ additionalProperties: { type: 'string' } }, 'object'],
    [{ allOf: [{}, { type: 'string' }] }, 'string'],
    [{ $ref: '#/a' }, `unknown${'[]'.repeat(9)}`],
    [{}, ''],
    [true, ''],
  ];
  test.each(cases)('%j is summarized as %s', (schema, summary) =>
    expect(summarizeType(document, document.locate(schema))).toBe(summary),
  );

  test('have members that are sent, of alternatives as optional ones', () => {
    const schema = {
      required: ['a'],
      properties: { a: { description: 'A' }, id: { readOnly: true } },
      allOf: [{ properties: { b: {} }, required: ['b'] }],
      oneOf: [{ properties: { c: {} }, required: ['c'] }],
    };
    const members = listMembers(document, document.locate(schema));
    expect(members).toMatchObject([
      { name: 'b', required: true },
      { name: 'a', required: true, description: 'A' },
      { name: 'c', required: false },
    ]);
  });
});

test('names what it leaves out', () => {
  const document = new ApiDocument({ openapi: '3.0.0', paths: { '/x': { trace: {}, get: { parameters: [{ $ref: 'b.json' }] } } } }); // prettier-ignore
  expect(readApi(document).operations).toHaveLength(1);
  expect(document.warnings).toEqual([
    '/x: trace is left out; endpoint.js builds no requests of this method.',
    '$ref "b.json": was not read.',
  ]);
});
