import { describe, expect, test } from 'vitest';
import { ApiDocument, createExample, describeSchema, fillServer, listMembers, readApi, type Api } from './index.js';

const COMPONENTS = {
  schemas: {
    Named: { type: 'object', required: ['name'], properties: { name: { type: 'string', example: 'Rex' } } },
    Node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/Node' } } },
    Color: { type: 'string', enum: ['red', 'blue'], default: 'blue', description: 'A color' },
  },
  securitySchemes: {
    token: { type: 'http', scheme: 'Bearer', description: 'A token' },
    basic: { type: 'http', scheme: 'basic' },
    digest: { type: 'http', scheme: 'digest' },
    key: { type: 'apiKey', in: 'query', name: 'api_key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    oauth: { type: 'oauth2', flows: {} },
    mtls: { type: 'mutualTLS' },
  },
};

const document = (more: object = {}): ApiDocument =>
  new ApiDocument({ openapi: '3.1.0', paths: {}, components: COMPONENTS, ...more });
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe('details of a schema', () => {
  test.each<[schema: object, expected: object]>([
    [{ enum: ['a', 'b'] }, { choices: ['a', 'b'], closed: true }],
    [{ const: 1 }, { choices: [1], closed: true }],
    [{ type: 'boolean' }, { choices: [true, false], closed: true }],
    [{ type: ['boolean', 'null'] }, { choices: [true, false, null], closed: true }],
    [{ type: ['boolean', 'string'] }, { choices: [true, false], closed: false }],
    [
      { enum: ['a'], nullable: true },
      { choices: ['a', null], closed: true },
    ],
    [{ anyOf: [{ enum: ['a'] }, { type: 'string' }] }, { choices: ['a'], closed: false }],
    [{ oneOf: [{ enum: ['a'] }, { type: 'null' }] }, { choices: ['a', null], closed: true }],
    [{ allOf: [{}, reference('Color')] }, { choices: ['red', 'blue'], closed: true, default: 'blue' }],
    [{ ...reference('Color'), default: 'red' }, { default: 'red' }],
    [{ type: 'string' }, { choices: [], closed: false, default: undefined, example: undefined, limits: [] }],
    [
      { examples: ['x', 'y'], deprecated: true },
      { example: 'x', deprecated: true },
    ],
    [{ example: false, examples: [true] }, { example: false }],
    [{ type: 'integer', minimum: 1, maximum: 100, format: 'int32' }, { limits: ['int32', '1 to 100'] }],
    [{ minimum: 0, exclusiveMinimum: true }, { limits: ['at least 0 (exclusive)'] }],
    [{ exclusiveMinimum: 0 }, { limits: ['at least 0 (exclusive)'] }],
    [{ maximum: 5, exclusiveMaximum: false }, { limits: ['at most 5'] }],
    [{ minLength: 1 }, { limits: ['at least 1 character'] }],
    [{ minLength: 0, maxLength: 39, pattern: '^a' }, { limits: ['at most 39 characters', 'matches ^a'] }],
    [{ minItems: 2, maxItems: 2, uniqueItems: true }, { limits: ['2 items', 'no item twice'] }],
    [{ multipleOf: 5, maxProperties: 1 }, { limits: ['at most 1 member', 'a multiple of 5'] }],
    [{ allOf: [{ minimum: 1 }], maximum: 3 }, { limits: ['1 to 3'] }],
    [reference('Missing'), { choices: [], limits: [] }],
  ])('%j', (schema, expected) => {
    const api = document();
    expect(describeSchema(api, api.locate(schema))).toMatchObject(expected);
  });
});

test('a name in `required` may be that of a member of another part', () => {
  const api = document();
  const schema = { allOf: [{ properties: { a: {}, b: {} } }, { required: ['a'] }] };
  expect(listMembers(api, api.locate(schema))).toMatchObject([
    { name: 'a', required: true },
    { name: 'b', required: false },
  ]);
});

describe('examples', () => {
  const object = {
    required: ['id'],
    properties: { id: { type: 'integer' }, color: reference('Color'), created: { type: 'string', format: 'date' } },
  };
  test.each<[schema: unknown, required: unknown, all: unknown]>([
    [object, { id: 1 }, { id: 1, color: 'blue', created: '2024-01-31' }],
    [{ type: 'array', items: reference('Named') }, [{ name: 'Rex' }], [{ name: 'Rex' }]],
    [{ type: 'array' }, [], []],
    [{ prefixItems: [{ type: 'boolean' }, { type: 'number', minimum: 3 }] }, [true, 3], [true, 3]],
    [{ allOf: [reference('Named'), { properties: { age: { minimum: 2, type: 'integer' } } }] }, { name: 'Rex' }, { name: 'Rex', age: 2 }],
    [{ oneOf: [{ type: 'null' }, reference('Named'), object] }, { name: 'Rex' }, { name: 'Rex' }],
    [{ ...object, oneOf: [{ required: ['created'] }, { required: ['color'] }] }, { id: 1, created: '2024-01-31' }, { id: 1, color: 'blue', created: '2024-01-31' }],
    [{ anyOf: [{ type: 'string', minLength: 6 }, { type: 'integer' }] }, 'texttext', 'texttext'],
    [{ type: 'string', maxLength: 2 }, 'te', 'te'],
    [{ type: ['null', 'integer'], exclusiveMinimum: 4 }, 5, 5],
    [{ type: 'number', multipleOf: 0.5 }, 0.5, 0.5],
    [{ type: 'integer', maximum: -3 }, -3, -3],
    [{ type: 'object' }, {}, {}],
    [{ properties: { id: { readOnly: true }, a: {} } }, {}, {}],
    [{ example: { any: 1 } }, { any: 1 }, { any: 1 }],
    [{ type: 'string', default: null }, 'text', 'text'],
    [true, undefined, undefined],
    [{}, undefined, undefined],
  ])('%j', (schema, required, all) => {
    const api = document();
    expect(createExample(api, api.locate(schema), { members: 'required' })).toEqual(required);
    expect(createExample(api, api.locate(schema), { members: 'all' })).toEqual(all);
  }); // prettier-ignore

  test('of a schema that contains itself end', () => {
    const api = document();
    const example = createExample(api, api.locate(reference('Node')), { members: 'all' });
    expect(JSON.stringify(example)).toBe(`${'{"next":'.repeat(6)}{}${'}'.repeat(6)}`);
  });

  test('of schemas that branch without end are bounded', () => {
    const properties = Object.fromEntries([...'abcdefgh'].map((name) => [name, reference('Tree')]));
    const api = document({ components: { schemas: { Tree: { type: 'object', properties } } } });
    const example = createExample(api, api.locate(reference('Tree')), { members: 'all' });
    expect(JSON.stringify(example).length).toBeLessThan(20_000);
  });
});

const readOne = (operation: object, more: object = {}): Api =>
  readApi(document({ paths: { '/x': { post: operation } }, ...more }));

describe('security', () => {
  test.each<[title: string, security: unknown, root: unknown, expected: readonly unknown[]]>([
    ['of the document', undefined, [{ token: [] }], [[{ kind: 'bearer', scheme: 'token', description: 'A token' }]]],
    ['of the operation', [{ basic: [] }], [{ token: [] }], [[{ kind: 'basic' }]]],
    ['together', [{ key: [], oauth: ['a'] }], undefined, [[{ kind: 'key', in: 'query', name: 'api_key' }, { kind: 'bearer' }]]],
    ['alternatives', [{ cookie: [] }, {}], undefined, [[{ kind: 'key', in: 'cookie', name: 'sid' }], []]],
    ['by a reference', [{ '#/components/securitySchemes/basic': [] }], undefined, [[{ kind: 'basic' }]]],
    ['none needed', [], [{ token: [] }], [[]]],
    ['none stated', undefined, undefined, []],
    ['others', [{ digest: [], mtls: [], unknown: [] }], undefined, [[{ kind: 'other' }, { kind: 'other' }, { kind: 'other', scheme: 'unknown' }]]],
  ])('%s', (_, security, root, expected) => {
    const { operations } = readOne({ security }, { security: root });
    expect(operations[0]?.security).toMatchObject(expected);
  }); // prettier-ignore

  test('Swagger 2.0 defines schemes elsewhere', () => {
    const { operations } = readApi(
      new ApiDocument({
        swagger: '2.0',
        paths: { '/x': { get: { security: [{ a: [] }, { b: [] }] } } },
        securityDefinitions: { a: { type: 'basic' }, b: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      }),
    );
    expect(operations[0]?.security).toMatchObject([
      [{ kind: 'basic' }],
      [{ kind: 'key', in: 'header', name: 'X-Key' }],
    ]);
  });
});

describe('servers', () => {
  const server = {
    url: 'https://{region}.h/{base}',
    description: 'D',
    variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'R' }, other: { default: 'x' } },
  };
  test('have variables, those that their url names', () => {
    expect(readOne({}, { servers: [server] }).servers).toEqual([
      {
        url: 'https://{region}.h/{base}',
        description: 'D',
        variables: [
          { name: 'region', default: 'eu', choices: ['eu', 'us'], description: 'R' },
          { name: 'base', default: undefined, choices: [], description: undefined },
        ],
      },
    ]);
  });
  test('are filled with values, else with defaults', () => {
    const [first] = readOne({}, { servers: [server] }).servers;
    if (!first) throw new Error('There is none.');
    expect(fillServer(first)).toBe('https://eu.h/{base}');
    expect(fillServer(first, { region: 'us', base: 'v1' })).toBe('https://us.h/v1');
  });
  test('of WebSockets are last', () => {
    const urls = ['WS://a', 'wss://b', 'https://{c}', '/d'];
    const { baseUrls } = readOne({}, { servers: urls.map((url) => ({ url })) });
    expect(baseUrls).toEqual(['https://{c}', '/d', 'WS://a', 'wss://b']);
  });
  test('an operation has its own', () => {
    const [operation] = readOne({ servers: [{ url: 'https://other' }] }, { servers: [server] }).operations;
    expect(operation).toMatchObject({ baseUrl: 'https://other', servers: [{ url: 'https://other' }] });
  });
});

test('documentation is that of the operation, of its tags and of the document', () => {
  const api = readOne(
    { tags: ['a', 'b'], externalDocs: { url: 'https://h/operation' } },
    { externalDocs: { url: 'https://h' }, tags: [{ name: 'a' }, { name: 'b', externalDocs: { url: 'https://h/b' } }] },
  );
  expect(api.docs).toBe('https://h');
  expect([...api.tagDocs]).toEqual([['b', 'https://h/b']]);
  expect(api.operations[0]).toMatchObject({ tags: ['a', 'b'], docs: 'https://h/operation' });
});

test.each<[parameter: object, example: unknown]>([
  [{ example: 1, schema: { example: 2 } }, 1],
  [{ examples: { first: { value: 'a' }, second: { value: 'b' } } }, 'a'],
  [{ examples: { first: { dataValue: 'a', serializedValue: 'b' } } }, 'a'],
  [{ content: { 'application/json': { example: { a: 1 } } } }, { a: 1 }],
  [{ schema: { example: 2 } }, undefined],
])('the example of the parameter %j', (parameter, example) => {
  const { operations } = readOne({ parameters: [{ name: 'a', in: 'query', ...parameter }] });
  expect(operations[0]?.parameters[0]?.example).toEqual(example);
});

test('the example of a body', () => {
  const content = { 'application/json': { schema: {}, examples: { one: { value: { a: 1 } } } } };
  expect(readOne({ requestBody: { content } }).operations[0]?.body?.example).toEqual({ a: 1 });
});
