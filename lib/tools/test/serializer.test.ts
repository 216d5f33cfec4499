/** The serializer that judges tools: against the table of styles in OpenAPI's "Parameter Object", and its rules about forms and references. */
import type { Tool } from 'endpoint.js/tools';
import { describe, expect, test } from 'vitest';
import { fits } from './conform.js';
import { expectBody } from './expected-body.js';
import { Maker } from './make.js';
import { readOperations, type Operation } from './operations.js';
import { serialize, Undefined } from './serializer.js';
import { Source, type Json } from './source.js';
import { Arguments } from './tool-arguments.js';

const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };

function read(
  operation: Json,
  { path = '/x', ...document }: Json & { readonly path?: string } = {},
): [Source, Operation] {
  const source = new Source({ openapi: '3.0.4', paths: { [path]: { post: operation } }, ...document });
  return [source, readOperations(source)[0] as Operation];
}

/** The text of a parameter `color`. */
function write(parameter: Json, value: unknown): string {
  const isInPath = parameter['in'] === 'path';
  const [, operation] = read({ parameters: [{ name: 'color', ...parameter }] }, { path: isInPath ? '/{color}' : '/x' });
  const values = new Map(operation.parameters.map((one) => [one, value]));
  const { path, query, headers } = serialize(operation, values);
  return isInPath ? path.slice(1) : (headers['color'] ?? query.map(([first = '']) => first).join('&'));
}

test.each<[style: string, explode: boolean, place: string, text: string, list: string, object: string]>([
  ['matrix', false, 'path', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['matrix', true, 'path', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['label', false, 'path', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, 'path', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, 'path', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, 'path', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['simple', false, 'header', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, 'header', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['form', false, 'query', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'query', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['spaceDelimited', false, 'query', 'color=blue', 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  ['pipeDelimited', false, 'query', 'color=blue', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['deepObject', true, 'query', 'color=blue', 'color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
])('%s, explode: %s, in %s', (style, explode, place, text, list, object) => {
  const parameter = { in: place, style, explode, schema: {} };
  expect([write(parameter, 'blue'), write(parameter, LIST), write(parameter, OBJECT)]).toEqual([text, list, object]);
}); // prettier-ignore

test.each<[parameter: Json, value: unknown, text: string]>([
  [{ in: 'query', schema: {} }, 'a b&c=é', 'color=a%20b%26c%3D%C3%A9'],
  [{ in: 'query', name: 'ids[]', schema: {} }, LIST, 'ids%5B%5D=blue&ids%5B%5D=black&ids%5B%5D=brown'],
  [{ in: 'query', schema: {} }, null, ''],
  [{ in: 'query', content: { 'application/json': {} } }, OBJECT, 'color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D'],
  [{ in: 'querystring', content: { 'application/x-www-form-urlencoded': {} } }, { a: '1', b: LIST }, 'a=1&b=blue&b=black&b=brown'],
  [{ in: 'path', allowReserved: true, schema: {} }, 'a:b', 'a:b'],
  [{ in: 'header', schema: {} }, true, 'true'],
])('%j of %j', (parameter, value, text) => expect(write(parameter, value)).toBe(text)); // prettier-ignore

test('what the specification leaves open', () => {
  expect(() => write({ in: 'query', schema: {} }, [LIST])).toThrow(Undefined);
});

const body = (mediaType: string, encoding: Json, value: unknown, properties: Json = {}): unknown => {
  const content = { [mediaType]: { schema: { type: 'object', properties }, encoding } };
  const [source, operation] = read({ requestBody: { content } });
  return expectBody(source, operation.body, value);
};

test.each<[encoding: Json, value: Json, pairs: readonly (readonly [string, string])[]]>([
  [{}, { a: 1, b: null, c: true }, [['a', '1'], ['c', 'true']]],
  [{}, { a: ['x', null, { b: 1 }] }, [['a', 'x'], ['a', '{"b":1}']]],
  [{}, { a: { b: [1] } }, [['a', '{"b":[1]}']]],
  [{ a: { style: 'deepObject', explode: true } }, { a: { b: { c: 1 }, d: ['x', { e: 2 }], f: null } }, [['a[b][c]', '1'], ['a[d][0]', 'x'], ['a[d][1][e]', '2']]],
  [{ a: { explode: false } }, { a: ['x', 'y'] }, [['a', 'x,y']]],
  [{ a: { style: 'pipeDelimited', explode: false } }, { a: ['x', 'y'] }, [['a', 'x|y']]],
  [{ a: { style: 'form' } }, { a: { b: 1 } }, [['b', '1']]],
  [{ a: { contentType: 'application/json' } }, { a: ['x'] }, [['a', '["x"]']]],
])('a form with the encoding %j of %j', (encoding, value, pairs) => {
  expect(body('application/x-www-form-urlencoded', encoding, value)).toEqual({ kind: 'form', pairs });
}); // prettier-ignore

test('parts: text first, files last', () => {
  const file = { type: 'string', format: 'binary' };
  const encoding = { typed: { contentType: 'application/json' }, png: { contentType: 'image/png' } };
  const value = { file: 'f', png: 'p', files: ['1', '2'], text: 't', object: { a: 1 }, typed: { b: 2 }, none: null };
  expect(
    body('multipart/form-data', encoding, value, { file, png: file, files: { type: 'array', items: file } }),
  ).toEqual({
    kind: 'multipart',
    parts: [
      { name: 'text', isFile: false, type: undefined, text: 't' },
      { name: 'object', isFile: false, type: undefined, text: '{"a":1}' },
      { name: 'typed', isFile: 'either', type: 'application/json', text: '{"b":2}' },
      { name: 'file', isFile: true, type: 'application/octet-stream', text: 'f' },
      { name: 'png', isFile: true, type: 'image/png', text: 'p' },
      { name: 'files', isFile: true, type: 'application/octet-stream', text: '1' },
      { name: 'files', isFile: true, type: 'application/octet-stream', text: '2' },
    ],
  });
});

describe('references', () => {
  const schemas = { Text: { type: 'string' }, Base: { type: 'object', properties: { x: { type: 'integer' } } } };
  const check = (openapi: string, schema: Json, value: unknown): boolean =>
    fits(new Source({ openapi, paths: {}, components: { schemas }, schema }), schema, value);
  test.each<[openapi: string, schema: Json, value: unknown, isFitting: boolean]>([
    ['3.0.3', { $ref: '#/components/schemas/Text', maxLength: 1, type: 'integer' }, 'text', true],
    ['3.1.0', { $ref: '#/components/schemas/Text', maxLength: 1 }, 'text', false],
    ['3.1.0', { $ref: '#/components/schemas/Base', required: ['y'] }, { x: 1 }, false],
    ['3.0.3', { type: 'string', nullable: true }, null, true],
    ['3.1.0', { type: 'string', nullable: true }, null, false],
    ['3.0.3', { type: 'integer', minimum: 1, exclusiveMinimum: true }, 1, false],
    ['3.1.0', { type: ['string', 'null'] }, null, true],
  ])('%s: %j of %j', (openapi, schema, value, isFitting) => expect(check(openapi, schema, value)).toBe(isFitting)); // prettier-ignore

  test('anchors, ids and other files', () => {
    const tree = { $id: 'https://h.test/tree', $defs: { a: { $anchor: 'name', const: 1 } }, properties: { a: { $ref: '#name' }, b: { $ref: 'tree' } } };
    const root = { openapi: '3.1.0', paths: {}, components: { schemas: { Tree: tree, File: { $ref: 'other.yaml#/x' } } } };
    const source = new Source(root, new Map([['other.yaml', { x: { $ref: '#/y' }, y: { const: 2 } }]]));
    expect(fits(source, tree, { a: 1, b: { a: 1 } })).toBe(true);
    expect(fits(source, tree, { a: 1, b: { a: 2 } })).toBe(false);
    expect(fits(source, { $ref: '#/components/schemas/File' }, 2)).toBe(true);
  }); // prettier-ignore
});

test('values for each alternative, wherever it is', () => {
  const schema = { type: 'object', required: ['pet'], properties: { pet: { oneOf: [{ type: 'object', required: ['a'], properties: { a: { enum: [1, 2] } }, additionalProperties: false }, { type: 'string', minLength: 3 }] }, note: { type: ['integer', 'null'] } } }; // prettier-ignore
  const values = new Maker(new Source({ openapi: '3.1.0', paths: {} }))
    .list(schema)
    .map(({ value }) => JSON.stringify(value));
  expect(values).toContain('{"pet":{"a":1}}');
  expect(values.some((text) => text.includes('"text"'))).toBe(true);
  expect(values.some((text) => text.includes('"note":null'))).toBe(true);
  expect(values.every((text) => text.includes('"pet"'))).toBe(true);
});

test.each<[title: string, properties: Json, args: Json]>([
  ['names as they are', { 'a b': {}, id: {}, query_id: {}, 'x$': { properties: { 'c d': {} } } }, { 'a b': 1, id: 2, query_id: 3, x$: { 'c d': 4 } }],
  ['aliases', { a_b: {}, id: {}, query_id: {}, x_1: { properties: { c_d_2: {} } } }, { a_b: 1, id: 2, query_id: 3, x_1: { c_d_2: 4 } }],
  ['a whole body', { a_b: {}, id: {}, query_id: {}, body: { anyOf: [{ properties: { x_: { $ref: '#/$defs/x' } } }] } }, { a_b: 1, id: 2, query_id: 3, body: { x_: { c_d: 4 } } }],
])('arguments: %s', (_, properties, args) => {
  const parameters = [{ name: 'a b', in: 'query', schema: {} }, { name: 'id', in: 'path', schema: {} }, { name: 'id', in: 'query', schema: {} }];
  const schema = { type: 'object', properties: { x$: { type: 'object', properties: { 'c d': {} } } } };
  const [source, operation] = read({ parameters, requestBody: { content: { 'application/json': { schema } } } }, { path: '/{id}' });
  const inputSchema = { type: 'object', properties, required: [], additionalProperties: false, $defs: { x: { properties: { c_d: {} } } } };
  const mapping = new Arguments(source, { name: 't', description: '', inputSchema } as unknown as Tool, operation);
  const values = new Map(operation.parameters.map((one, index) => [one, index + 1]));
  expect(mapping.write(values, { x$: { 'c d': 4 } })).toEqual({ args, lost: [] });
}); // prettier-ignore
