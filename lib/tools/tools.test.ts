/** Tools of small documents: their schemas, the requests of their calls, and the sentences of their errors. */
import { toFetch } from 'endpoint.js/fetch';
import { createTools, type Tools, type ToolsSettings } from 'endpoint.js/tools';
import { describe, expect, test } from 'vitest';
import { catchError } from '../test/attempt.js';

const SERVER = 'https://api.example.com/v1';

function create(operation: object, { route = 'post /x', document = {}, ...settings }: Settings = {}): Tools {
  const [method = '', path = ''] = route.split(' ');
  const root = {
    openapi: '3.1.0',
    servers: [{ url: SERVER }],
    paths: { [path]: { [method]: operation } },
    ...document,
  };
  return createTools(root, settings);
}

interface Settings extends ToolsSettings {
  readonly route?: string;
  readonly document?: object;
}

const schemaOf = (tools: Tools): object => tools.tools[0]?.inputSchema ?? {};
const only = (tools: Tools, args?: unknown): ReturnType<Tools['build']> =>
  tools.build(tools.tools[0]?.name ?? '', args);

/** The sentence of the error that a function throws. */
function sentence(run: () => unknown): string {
  const error = catchError(run);
  return error ? `${error.code} ${error.message}` : 'nothing is thrown';
}

const query = (name: string, schema: unknown, more: object = {}): object => ({ name, in: 'query', schema, ...more });
const path = (name: string, more: object = {}): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  ...more,
});
const header = (name: string, schema: unknown, more: object = {}): object => ({ name, in: 'header', schema, ...more });
const json = (schema: unknown, more: object = {}): object => ({
  requestBody: { content: { 'application/json': { schema } }, ...more },
});
const content = (mediaType: string, schema: unknown, more: object = {}): object => ({
  requestBody: { required: true, content: { [mediaType]: { schema, ...more } } },
});
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

describe('names', () => {
  const long = 'a'.repeat(70);
  test.each<[title: string, paths: object, names: readonly string[]]>([
    ['ids', { '/a': { get: { operationId: 'get-A_1' } } }, ['get-A_1']],
    ['other characters', { '/a': { get: { operationId: 'a/b.c d' } } }, ['a_b_c_d']],
    ['method and path', { '/a/{b}': { delete: { parameters: [path('b')] } } }, ['delete_a_b']],
    ['an id without letters', { '/a': { get: { operationId: '世界' } } }, ['get_a']],
    ['a prototype', { '/a': { get: { operationId: 'constructor' } } }, ['constructor']],
  ])('%s', (_, paths, names) => {
    expect(createTools({ openapi: '3.1.0', paths }).tools.map(({ name }) => name)).toEqual(names);
  });

  const list = (paths: object): string[] => createTools({ openapi: '3.1.0', paths }).tools.map(({ name }) => name);
  test('are unique, and another operation before them changes none', () => {
    const paths = {
      '/a': { get: { operationId: 'same' } },
      '/b': { get: { operationId: 'same' } },
      '/c': { get: { operationId: 'sa me' }, put: { operationId: 'sa_me' } },
      '/d': { get: { operationId: long }, put: { operationId: long } },
    };
    const names = list(paths);
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(names[0]).toBe('same');
    expect(names[3]).toBe('sa_me');
    expect(list({ '/0': { get: { operationId: 'other' } }, ...paths }).slice(1)).toEqual(names);
  });

  test('the choice of operations changes none', () => {
    const paths = { '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x', tags: ['b'] } } };
    const all = list(paths);
    expect(createTools({ openapi: '3.1.0', paths }, { include: ['b'] }).tools[0]?.name).toBe(all[1]);
  });
});

test.each<[operation: object, description: string]>([
  [{ summary: 'Get it', description: 'All of it.' }, 'Get it\n\nAll of it.'],
  [{ summary: 'Get it', description: 'Get it. All.' }, 'Get it\n\n. All.'],
  [{ summary: 'Get\u202Eit\u0000\u200B' }, 'Getit'],
  [{}, 'POST /x'],
  [{ summary: 'word '.repeat(500) }, `${'word '.repeat(204).trim()}…`],
])('the description of %j', (operation, description) => {
  expect(create(operation).tools[0]?.description).toBe(description);
});

describe('the schema', () => {
  const schema = (properties: object, more: object = {}): object => ({
    type: 'object',
    properties,
    required: [],
    additionalProperties: false,
    ...more,
  });
  const pet = {
    components: {
      schemas: {
        Pet: object(
          { id: { type: 'integer', readOnly: true }, name: text, friend: { $ref: '#/components/schemas/Pet' } },
          { required: ['id', 'name'] },
        ),
      },
    },
  };
  test.each<[title: string, tools: Tools, expected: object]>([
    ['nothing', create({}), schema({})],
    ['each place', create({ parameters: [path('id'), query('q', text, { required: true }), header('X-A', text)], ...json(object({ b: text }), { required: true }) }, { route: 'post /x/{id}' }),
      schema({ id: text, q: text, 'X-A': text, b: text }, { required: ['id', 'q'] })],
    ['a clash', create({ parameters: [path('id'), query('id', text)], ...json(object({ id: text, query_id: text })) }, { route: 'post /x/{id}' }),
      schema({ id: text, query_id: text, body_id: text, body_query_id: text }, { required: ['id'] })],
    ['a recursive schema, without members of responses', create(json(object({ pet: { $ref: '#/components/schemas/Pet' } })), { document: pet }),
      schema({ pet: { $ref: '#/$defs/Pet' } }, { $defs: { Pet: object({ name: text, friend: { $ref: '#/$defs/Pet' } }, { required: ['name'] }) } })],
    ['credentials', create({ parameters: [header('Authorization', text), header('cookie', text), header('Proxy-Authorization', text), header('X-Key', text), header('Host', text), header('X-HTTP-Method-Override', text), query('token', text), query('Token', text), { name: 's', in: 'cookie', schema: text }, header('X-Mine', text), header('user-agent', text)] },
      { document: { components: { securitySchemes: { a: { type: 'apiKey', in: 'header', name: 'x-key' }, b: { type: 'apiKey', in: 'query', name: 'token' } } } }, headers: { 'x-mine': '1' } }), schema({})],
    ['null and exclusive bounds of 3.0', create(json(object({ a: { type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false }, b: { nullable: true, allOf: [text] }, c: { type: 'string', enum: ['x'], nullable: true } })), { document: { openapi: '3.0.3' } }),
      schema({ a: { type: ['integer', 'null'], exclusiveMinimum: 1, maximum: 5 }, b: { type: ['string', 'null'] }, c: { type: ['string', 'null'], enum: ['x', null] } })],
    ['keywords of documents', create(json(object({ a: { ...text, example: 'e', xml: {}, externalDocs: {}, 'x-a': 1, pattern: '(', minLength: -1, required: true, title: 'A' }, b: true, c: false, d: { discriminator: {}, oneOf: [] } }))),
      schema({ a: { ...text, description: 'A' }, b: {}, d: {} })],
    ['a list as body', create(json({ type: 'array', items: text }, { required: true })), schema({ body: { type: 'array', items: text } }, { required: ['body'] })],
    ['text as body', create(content('text/plain', text)), schema({ body: text }, { required: ['body'] })],
    ['members of allOf', create(json({ allOf: [object({ a: text }, { required: ['a'] })], ...object({ b: text }) }, { required: true })), schema({ a: text, b: text }, { required: ['a'] })],
    ['allOf and alternatives', create(json({ allOf: [object({ a: text }, { required: ['a'] })], oneOf: [object({ b: text }), object({ c: text }, { required: ['c'] })] }, { required: true })),
      schema({ body: { anyOf: [object({ a: text, b: text }, { required: ['a'] }), object({ a: text, c: text }, { required: ['c', 'a'] })] } }, { required: ['body'] })],
    ['alternatives of references', create(json({ discriminator: { propertyName: 'kind' }, oneOf: [{ $ref: '#/components/schemas/Pet' }, object({ kind: text })] }, { required: true }), { document: pet }),
      schema({ body: { anyOf: [{ $ref: '#/$defs/Pet' }, object({ kind: text })] } }, { required: ['body'], $defs: { Pet: object({ name: text, friend: { $ref: '#/$defs/Pet' } }, { required: ['name'] }) } })],
    ['any members', create(json(object({ a: text }, { additionalProperties: { type: 'integer' } }))), schema({ body: object({ a: text }, { additionalProperties: { type: 'integer' } }) })],
    ['rules about the whole', create(json(object({ a: text }, { minProperties: 1 }))), schema({ body: object({ a: text }, { minProperties: 1 }) })],
    ['a required member that is not declared', create(json(object({ a: text }, { required: ['b'] }))), schema({ body: object({ a: text, b: {} }, { required: ['b'] }) })],
    ['closed parts', create(json(object({ x: { allOf: [object({ a: text }, { additionalProperties: false }), object({ b: text }, { additionalProperties: false })] } }))),
      schema({ x: object({ a: text, b: text }, { additionalProperties: false }) })],
    ['the portable subset', create(json(object({ a: { type: ['string', 'integer', 'null'], minLength: 1, minimum: 2 }, b: { ...text, format: 'int64', uniqueItems: true, deprecated: true }, c: { const: 1 }, d: { prefixItems: [text, { type: 'integer' }], type: 'array' }, e: { ...text, dependentRequired: {}, not: {}, nullable: true } }))),
      schema({ a: { anyOf: [{ ...text, minLength: 1 }, { type: 'integer', minimum: 2 }, { type: 'null' }] }, b: { ...text, description: 'Deprecated.' }, c: { type: 'number', enum: [1] }, d: { type: 'array', items: { anyOf: [text, { type: 'integer' }] } }, e: { type: ['string', 'null'] } })],
    ['a composition that contains itself', create(json(object({ p: { $ref: '#/components/schemas/N' } })), { document: { components: { schemas: { N: { allOf: [object({ next: { allOf: [{ $ref: '#/components/schemas/N' }, object({ a: text })] } })] } } } } }),
      schema({ p: { $ref: '#/$defs/N' } }, { $defs: { N: object({ next: object({ a: text, next: { $ref: '#/$defs/Schema' } }) }), Schema: object({ a: text, next: { $ref: '#/$defs/Schema' } }) } })],
    ['names that providers refuse', create({ parameters: [query('filter[name]', text), query('$.xgafv', text), query('StartTime<', text), query('filter_name', text)], ...json(object({ o: object({ '@type': text }, { required: ['@type'] }) })) }),
      schema({ filter_name: text, '.xgafv': text, StartTime: text, query_filter_name: text, o: object({ type_kocalj: text }, { required: ['type_kocalj'] }) })],
    ['an object in a query', create({ parameters: [query('f', object({ a: text }), { style: 'deepObject', explode: true })] }),
      schema({ f: object({ a: text }, { additionalProperties: false }) })],
    ['an object of any members in a query', create({ parameters: [query('f', { type: 'object', additionalProperties: true }), query('g', text)] }), schema({ g: text })],
    ['Swagger 2.0', createTools({ swagger: '2.0', paths: { '/x': { post: { parameters: [{ name: 'a', in: 'formData', type: 'file' }, { name: 'b', in: 'query', type: 'array', items: text, collectionFormat: 'csv' }] } } } }),
      schema({ b: { type: 'array', items: text }, a: { ...text, description: "The file's bytes in base64." } })],
  ])('%s', (_, tools, expected) => expect(schemaOf(tools)).toEqual(expected)); // prettier-ignore

  test('stays bounded, whatever the document holds', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`p${index}`, { $ref: `#/components/schemas/S${index % 90}` }]),
    );
    const schemas = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`S${index}`, object(wide)]));
    const loop: Record<string, unknown> = { type: 'object' };
    loop['properties'] = { loop };
    const tools = create(
      { ...json(object({ a: { $ref: '#/components/schemas/S1' }, loop })) },
      { document: { components: { schemas } } },
    );
    expect(JSON.stringify(tools.tools).length).toBeLessThan(300_000);
    expect(tools.warnings).toContain('POST /x: parts of its schema are left out; it is too large.');
  });
});

test.each<[title: string, schema: object]>([
  ['itself, by allOf', { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A' }] }],
  ['itself, by anyOf', { anyOf: Array.from({ length: 20 }, () => ({ $ref: '#/components/schemas/A' })) }],
  ['its members', object({ a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/A' } })],
])('a schema that is %s ends', (_, schema) => {
  const tools = create(
    {
      ...json(object({ a: { $ref: '#/components/schemas/A' } })),
      parameters: [query('q', { $ref: '#/components/schemas/A' }, { style: 'deepObject' })],
    },
    { document: { components: { schemas: { A: schema } } } },
  );
  let value: object = {};
  for (let depth = 0; depth < 60; depth++) value = { a: value, b: 1 };
  expect(sentence(() => only(tools, { a: value }))).not.toContain('RangeError');
});

test('an object with many members of many members in a query ends', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/A' }]),
  );
  const parameters = [query('q', { $ref: '#/components/schemas/A' }, { style: 'deepObject', explode: true })];
  const tools = create({ parameters }, { document: { components: { schemas: { A: object(wide) } } } });
  expect(JSON.stringify(tools.tools).length).toBeLessThan(200_000);
});

test('a body of too many members has a warning', () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`p${index}`, {}]));
  const { warnings } = create(json(object(many)));
  expect(warnings).toContain('POST /x: its body has more than 1000 members; the others are left out.');
});

describe('requests', () => {
  const long = { type: 'integer', format: 'int64' };
  const id = '1917043659912705296';
  test.each<[title: string, tools: Tools, args: object, expected: object]>([
    ['names of options', create({ parameters: [query('url', text), query('method', text), query('baseUrl', text)], ...json(object({ headers: text, data: text, request: text })) }),
      { url: 'u', method: 'm', baseUrl: 'b', headers: 'h', data: 'd', request: 'r' }, { method: 'post', url: `${SERVER}/x?url=u&method=m&baseUrl=b`, body: { headers: 'h', data: 'd', request: 'r' } }],
    ['a required body without arguments', create(json(object({ a: text }), { required: true })), {}, { body: {} }],
    ['undefined counts as absent', create(json(object({ a: text }))), { a: undefined }, { body: undefined }],
    ['a base URL of the settings', create({}, { baseUrl: 'https://other.example' }), {}, { url: 'https://other.example/x' }],
    ['a relative server', create({}, { document: { servers: [{ url: '/v2' }] } }), {}, { url: '/v2/x' }],
    ['a server with a variable', create({}, { document: { servers: [{ url: 'https://{host}.example' }] } }), {}, { url: '/x' }],
    ['a placeholder without a parameter', create({}, { route: 'get /x/{id}/{+rest}' }), { id: '1', rest: 'a/b' }, { url: `${SERVER}/x/1/a/b` }],
    ['a server of the operation', create({ servers: [{ url: 'https://files.example' }] }), {}, { url: 'https://files.example/x' }],
    ['a relative server of the operation, with a base URL of the settings', create({ servers: [{ url: '/x' }] }, { baseUrl: 'https://other.example', route: 'post /x/y' }), {}, { url: 'https://other.example/x/y' }],
    ['a server of the operation, with a base URL of the settings', create({ servers: [{ url: 'https://files.example/v2/' }] }, { baseUrl: 'https://other.example' }), {}, { url: 'https://other.example/x' }],
    ['a member of the body with the name of a query parameter that the settings have', create({ parameters: [query('key', object({ a: text }), { explode: false })], ...json(object({ key: text })) }, { document: { components: { securitySchemes: { a: { type: 'apiKey', in: 'query', name: 'key' } } } } }),
      { key: 'x' }, { url: `${SERVER}/x`, body: { key: 'x' } }],
    ['a member of the body with the name of a query parameter that is left out', create({ parameters: [query('a', object({}))], ...json(object({ a: text })) }),
      { a: 'x' }, { url: `${SERVER}/x`, body: { a: 'x' } }],
    ['the name __proto__', create(json(object(JSON.parse('{"__proto__":{"type":"string"}}') as object))), JSON.parse('{"__proto__":"x"}') as object, { body: JSON.parse('{"__proto__":"x"}') as object }],
    ['the response that the settings have', create({ responses: { 200: { content: { 'text/csv': {} } } } }, { headers: { accept: 'image/png' } }), {}, { headers: { accept: 'image/png' } }],
    ['JSON in upper case', create(content('Application/JSON', object({ a: text }))), { a: 'x' }, { body: { a: 'x' }, headers: { 'content-type': 'application/json; charset=utf-8' } }],
    ['digits in each place', create({ parameters: [{ ...path('id'), schema: long }, query('q', long), header('X-A', long)], ...json(object({ a: long, b: { type: 'array', items: long }, c: { anyOf: [object({ d: long }), text] }, e: text })) }, { route: 'post /x/{id}' }),
      { id, q: id, 'X-A': id, a: id, b: ['1', id], c: { d: id }, e: '7' }, { url: `${SERVER}/x/${id}?q=${id}`, headers: { 'x-a': id, 'content-type': 'application/json; charset=utf-8' }, body: `{"a":${id},"b":[1,${id}],"c":{"d":${id}},"e":"7"}` }],
    ['digits of a number', create(json(object({ a: { type: 'number' } }))), { a: '0.10' }, { body: '{"a":0.10}', headers: { 'content-type': 'application/json; charset=utf-8' } }],
    ['text of a number that JavaScript holds', create(json(object({ a: { type: 'number' }, b: long }))), { a: '0.1', b: '-7' }, { body: { a: 0.1, b: -7 } }],
    ['text that another alternative allows', create(json(object({ a: { type: 'array', items: { anyOf: [long, text] } }, b: { anyOf: [object({ c: long }), object({ c: { type: 'boolean' } })] } }))), { a: ['7', 8], b: { c: '7' } }, { body: { a: ['7', 8], b: { c: 7 } } }],
    ['digits in a form', create(content('application/x-www-form-urlencoded', object({ a: long, o: object({ b: long }) }))), { a: id, o: { b: id } }, { body: { a: id, o: `{"b":${id}}` } }],
    ['bytes', create(content('image/png', {})), { body: 'iVBORw==' }, { body: Uint8Array.of(137, 80, 78, 71), headers: { 'content-type': 'image/png' } }],
  ])('%s', (_, tools, args, { headers = {}, body, ...expected }: { readonly headers?: object; readonly body?: unknown }) => {
    const request = only(tools, args);
    expect(request).toMatchObject({ ...expected, headers });
    expect(request.body).toEqual(body);
    toFetch(request);
  }); // prettier-ignore
});

describe('errors', () => {
  const tools = create(
    {
      operationId: 'change_pet',
      parameters: [path('id'), query('page', { type: 'integer', minimum: 1, maximum: 9 }), query('state', { enum: ['open', 'closed'] }), header('X-A', text)],
      ...json(object({ tags: { type: 'array', items: text, minItems: 1, maxItems: 2, uniqueItems: true }, pet: object({ name: text }, { required: ['name'], additionalProperties: false }), either: { anyOf: [text, { type: 'integer' }] }, note: { type: 'string', minLength: 2, maxLength: 3 }, step: { type: 'number', multipleOf: 0.1 }, any: {} })),
    },
    { route: 'post /x/{id}' },
  ); // prettier-ignore
  class Instance {
    name = 'x';
  }
  const cases: readonly (readonly [args: unknown, expected: string])[] = [
    [{}, 'missing-parameter `id`: is missing; pass text.'],
    [{ id: undefined }, 'missing-parameter `id`: is missing; pass text.'],
    [{ id: '' }, 'invalid-value `id`: is empty; pass a value.'],
    [{ id: '..' }, 'unsafe-value `id`: would make the path segment ".."; pass a plain value.'],
    [{ id: '%2e%2E' }, 'unsafe-value `id`: would make the path segment "%252e%252E"; pass a plain value.'],
    [{ id: '\uD800' }, 'invalid-value `id`:'],
    [{ id: 1 }, 'invalid-value `id`: is the number 1; pass text.'],
    [{ id: null }, 'invalid-value `id`: is null; pass text.'],
    [{ id: ['a'] }, 'invalid-value `id`: is a list; pass text.'],
    [{ id: 'a', pag: 1 }, "unsent-parameter `pag`: isn't an argument of change_pet; the closest one is `page`."],
    [{ id: 'a', zzz: 1 }, "unsent-parameter `zzz`: isn't an argument of change_pet; leave it out."],
    [{ id: 'a', page: '1' }, 'nothing is thrown'],
    [{ id: 'a', page: '1.5' }, 'invalid-value `page`: is text; pass an integer.'],
    [{ id: 'a', page: '10' }, 'invalid-value `page`: is too large; pass at most 9.'],
    [{ id: 'a', page: null }, 'nothing is thrown'],
    [{ id: 'a', step: 1917043659912705296 }, 'invalid-value `step`: has 1917043659912705300, of which digits may be lost; pass it as text.'], // eslint-disable-line
    [{ id: 'a', page: 1.5 }, 'invalid-value `page`: is the number 1.5; pass an integer.'],
    [{ id: 'a', page: NaN }, "invalid-value `page`: isn't plain data; pass text, finite numbers, true, false, null, lists and plain objects."],
    [{ id: 'a', page: 0 }, 'invalid-value `page`: is too small; pass at least 1.'],
    [{ id: 'a', page: 10 }, 'invalid-value `page`: is too large; pass at most 9.'],
    [{ id: 'a', state: 'opn' }, 'invalid-value `state`: isn\'t allowed; pass one of "open", "closed".'],
    [{ id: 'a', 'X-A': 'a\r\nb: c' }, 'invalid-header `X-A`: must be text without CR, LF or NUL.'],
    [{ id: 'a', tags: ['a', 1] }, 'invalid-value `tags[1]`: is the number 1; pass text.'],
    [{ id: 'a', tags: ['a', 'b', 'c'] }, 'invalid-value `tags`: is too long; pass at most 2 items.'],
    [{ id: 'a', tags: [] }, 'invalid-value `tags`: is too short; pass at least 1 item.'],
    [{ id: 'a', tags: ['a', 'a'] }, 'invalid-value `tags`: has an item twice; pass it once.'],
    [{ id: 'a', pet: {} }, 'invalid-value `pet.name`: is missing; pass it.'],
    [{ id: 'a', pet: { name: 'x', age: 1 } }, 'invalid-value `pet`: has no member "age"; leave it out.'],
    [{ id: 'a', pet: new Instance() }, "invalid-value `pet`: isn't plain data;"],
    [{ id: 'a', pet: Object.create({ name: 'x' }) as object }, "invalid-value `pet`: isn't plain data;"],
    [{ id: 'a', either: true }, 'invalid-value `either`: is true; pass text or an integer.'],
    [{ id: 'a', note: '😀' }, 'invalid-value `note`: is too short; pass at least 2 characters.'],
    [{ id: 'a', note: '😀😀😀' }, 'nothing is thrown'],
    [{ id: 'a', step: 0.3 }, 'nothing is thrown'],
    [{ id: 'a', step: 0.35 }, "invalid-value `step`: isn't a multiple of 0.1; pass one."],
    [{ id: 'a', any: () => 1 }, "invalid-value `any`: isn't plain data;"],
    [{ id: 'a', any: { toJSON: () => 'x' } }, "invalid-value `any`: isn't plain data;"],
    [{ id: 'a', any: new Date() }, "invalid-value `any`: isn't plain data;"],
    [{ id: 'a', any: 1n }, "invalid-value `any`: isn't plain data;"],
    [{ id: 'a', any: Array.from({ length: 300_000 }, () => 1) }, 'too-long `any`: is too large; pass less.'],
    [{ get id() { throw new Error('no'); } }, "invalid-value `arguments`: can't be read; pass plain data."],
    [[], 'invalid-value `arguments`: must be a plain object; pass one.'],
    ['{"id":"a"}', 'invalid-value `arguments`: must be a plain object; pass one.'],
    [{ __proto__: { id: 'a' } }, 'invalid-value `arguments`: must be a plain object; pass one.'],
  ]; // prettier-ignore
  test.each(cases.map(([args, expected]) => ({ expected, run: () => only(tools, args) })))(
    '$expected',
    ({ expected, run }) => expect(sentence(run)).toContain(expected),
  );

  test('a member of an optional body that the others need', () => {
    const optional = create(json(object({ a: text, b: text }, { required: ['a'] })));
    expect(sentence(() => only(optional, { b: 'x' }))).toBe('missing-parameter `a`: is missing; pass text.');
    expect(sentence(() => only(optional, {}))).toBe('nothing is thrown');
  });

  test.each<[name: string, expected: string]>([
    ['changepet', 'invalid-option name: there is no tool "changepet"; the closest one is `change_pet`.'],
    ['zzz', 'invalid-option name: there is no tool "zzz"; call one of change_pet.'],
    ['toString', 'invalid-option name: there is no tool "toString"; call one of change_pet.'],
  ])('the tool %s', (name, expected) => expect(sentence(() => tools.build(name, {}))).toBe(expected));

  test.each<[include: readonly string[], expected: string]>([
    [
      ['change_pt'],
      'invalid-option settings.include: the document has no "change_pt"; the closest one is `change_pet`.',
    ],
    [['zzz'], 'invalid-option settings.include: the document has no "zzz"; pass operationIds or tags.'],
  ])('include %j', (include, expected) => {
    expect(sentence(() => create({ operationId: 'change_pet' }, { include }))).toBe(expected);
  });

  test('reserved characters that would end the path, and members that the document lacks', () => {
    const reserved = create({ parameters: [path('p', { 'x-multi-segment': true }), query('f', object({ a: text }), { style: 'deepObject', explode: true }), query('g', {})] }, { route: 'get /x/{p}' }); // prettier-ignore
    const problem = (args: object): string => sentence(() => only(reserved, { p: 'a', ...args }));
    expect(problem({ p: 'a?b' })).toContain('`p`: contains "?" or "#", which would end the path');
    const segment = create({ parameters: [path('p', { allowReserved: true })] }, { route: 'delete /x/{p}' });
    expect(only(segment, { p: 'a:b' }).url).toBe(`${SERVER}/x/a:b`);
    expect(sentence(() => only(segment, { p: '1/shares/2' }))).toContain(
      '`p`: contains "?", "/" or "#", which would end the segment',
    );
    const open = create({ parameters: [path('p', {})] }, { route: 'get /x/{+p}' });
    expect(only(open, { p: 'a/b' }).url).toBe(`${SERVER}/x/a/b`);
    expect(sentence(() => only(open, { p: 'a?admin=true' }))).toContain('"?" or "#", which would end the path');
    const inQuery = create({}, { route: 'get /x?q={+p}' });
    expect(only(inQuery, { p: 'a?b' }).url).toBe(`${SERVER}/x?q=a?b`);
    expect(sentence(() => only(inQuery, { p: 'a&b=c' }))).toContain('"&" or "#", which would end the parameter');
    const nullable = create({ parameters: [query('v', { type: ['string', 'null'] }, { required: true })] });
    expect(sentence(() => only(nullable, { v: null }))).toContain('`v`: is null; pass a value');
    expect(problem({ p: 'a/../b' })).toContain('unsafe-value `p`');
    expect(problem({ f: { b: 'x' } })).toContain('`f`: has no member "b"');
    expect(problem({ g: { b: 'x' } })).toContain(
      '`g`: is an object; pass text or a number or true or false or a list or null',
    );
    expect(problem({ g: [{ b: 'x' }] })).toContain('`g[0]`: is an object; pass');
  });
});

test.each<[operation: object, settings: Settings, tools: number, warning: string]>([
  [json(object({ a: text })), { route: 'get /x' }, 1, 'GET /x: its body is left out: GET has none.'],
  [json(object({ a: text }), { required: true }), { route: 'get /x' }, 0, 'GET /x: is no tool: its body is required, but GET has none.'],
  [{ parameters: [query('f', { type: 'object', additionalProperties: true }, { required: true })] }, {}, 0, 'POST /x: is no tool: f is required, but its members would be names of the query.'],
  [{ parameters: [header('a b', text)] }, {}, 1, 'POST /x: a b is left out: its name is no name of a header.'],
  [{ parameters: [{ name: 'c', in: 'cookie', required: true, schema: text }] }, {}, 1, "POST /x: c is a cookie, so it isn't an argument; set it in settings.headers."],
  [{}, { route: 'get /x/..' }, 0, 'GET /x/..: is left out: url: has the segment ".."; write the path that it means.'],
  [{ requestBody: { required: true, content: { 'multipart/mixed': { schema: { type: 'array' } } } } }, {}, 0, 'POST /x: is no tool: its body is required, but its media type needs a boundary.'],
  [{ requestBody: { content: { 'multipart/form-data': { schema: object({ a: text }), encoding: { a: { headers: {} } } } } } }, {}, 1, 'POST /x: a: its encoding has headers, which a form ignores.'],
  ...['X-Registry-Auth', 'api-key', 'X-Secret', 'token'].map((name): [object, Settings, number, string] => [{ parameters: [header(name, text)] }, {}, 1, `POST /x: ${name} carries credentials, so it isn't an argument; set it in settings.headers.`]),
  [{ parameters: [query('access_token', text)] }, {}, 1, "POST /x: access_token carries credentials, so it isn't an argument; add it to the built url."],
  [{}, { route: 'get /x?{a}=1' }, 0, 'GET /x?{a}=1: is left out; its arguments would be names of the query.'],
  [{ responses: { 101: {} } }, { route: 'get /x' }, 0, 'GET /x: is left out; it upgrades the connection, which no request and response can.'],
  [{}, { document: { servers: [{ url: '/v2' }] } }, 1, 'servers: "/v2" has no host; pass baseUrl.'],
  [{}, { document: { servers: [{ url: 'https://u:p@h/v2' }] } }, 1, 'servers: "https://h/v2" has a user, which is left out; set headers.'],
  [{}, { document: { servers: undefined } }, 1, 'servers: "" has no host; pass baseUrl.'],
  [{}, { document: { servers: [{ url: 'https://{h}.example' }] } }, 1, 'servers: "https://{h}.example" can\'t be a base URL; pass baseUrl.'],
])('%j has a warning', (operation, settings, count, warning) => {
  const { tools, warnings } = create(operation, settings);
  expect(tools).toHaveLength(count);
  expect(warnings).toContain(warning);
}); // prettier-ignore

test('credentials and headers come from the settings', () => {
  const { headers } = only(create({}, { headers: { authorization: 'token' } }));
  expect(headers['authorization']).toBe('token');
});

test('an operation, its annotations and its policy', () => {
  const { tools, operation } = createTools({
    openapi: '3.1.0',
    paths: {
      '/x': { get: { operationId: 'a', summary: 'Read it' }, put: { tags: ['t'], deprecated: true }, post: {} },
    },
  });
  expect(tools.map(({ annotations }) => annotations)).toEqual([
    { title: 'Read it', readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  ]);
  expect(operation('put_x')).toEqual({
    method: 'PUT',
    route: 'PUT /x',
    operationId: undefined,
    tags: ['t'],
    deprecated: true,
  });
  expect(sentence(() => operation('zzz'))).toBe(
    'invalid-option name: there is no tool "zzz"; call one of a, post_x, put_x.',
  );
});

test('many tools, and texts that are cut, have warnings', () => {
  const paths = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`/${index}`, { get: {} }]));
  const { warnings } = createTools({
    openapi: '3.1.0',
    servers: [{ url: SERVER }],
    paths: {
      ...paths,
      '/x': {
        get: { summary: 'word '.repeat(500), parameters: [query('q', { ...text, description: 'word '.repeat(500) })] },
      },
    },
  });
  expect(warnings).toEqual([
    'GET /x: its description is cut.',
    'GET /x: q: its description is cut.',
    '130 tools are too much for most models; choose some with settings.include.',
  ]);
});
