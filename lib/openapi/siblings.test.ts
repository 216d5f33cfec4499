/** Members beside a reference by version, and the names that schemas have besides their place. */
import { describe, expect, test } from 'vitest';
import { ApiDocument, describeSchema, listMembers, readApi, writeCatalogue } from './index.js';
import type { Json } from './test/specification.js';

const OLD = ['2.0', '3.0.3'];
const NEW = ['3.1.0', '3.2.0', 3.1];
const FILE = '/folder/document.json';

const O = { type: 'object', properties: { x: { type: 'string', description: 'X' } } };
const SCHEMAS = {
  O,
  Text: { type: 'string', enum: ['a', 'b'], description: 'T', maxLength: 9 },
  Id: { type: 'integer', readOnly: true },
};
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function open(version: unknown, more: Json, files: Json = {}): ApiDocument {
  const format = version === '2.0' ? { swagger: version } : { openapi: version };
  const root = { ...format, servers: [{ url: 'https://h' }], host: 'h', components: { schemas: SCHEMAS }, paths: {}, ...more };
  return new ApiDocument(root, { entry: FILE, files: new Map<string, unknown>([[FILE, root], ...Object.entries(files)]) });
} // prettier-ignore

/** The paths of a document whose body has a schema. */
const inBody = (version: unknown, schema: Json): Json => ({
  paths: {
    '/x': {
      post:
        version === '2.0'
          ? { parameters: [{ name: 'b', in: 'body', schema }] }
          : { requestBody: { content: { 'application/json': { schema } } } },
    },
  },
});

/** The type of a body, its docstrings, declared types and warnings. */
function writeBody(version: unknown, schema: Json, more: Json = {}, files?: Json): string {
  const document = open(version, { ...inBody(version, schema), ...more }, files);
  const text = writeCatalogue(document).replace(/^[^]*?body\??: /, '').replace(/\s+/g, ' ');
  return [text, ...document.warnings].join('\n');
} // prettier-ignore

const BESIDE: readonly (readonly [name: string, beside: Json])[] = [
  ['O', { required: ['x', 'y'], properties: { y: { type: 'integer' } } }],
  ['O', { required: ['x'] }],
  ['O', { type: ['object', 'null'] }],
  ['O', { additionalProperties: false, description: 'D' }],
  ['O', { allOf: [{ properties: { z: { type: 'boolean' } } }] }],
  ['O', { oneOf: [{ required: ['x'] }, { properties: { w: {} } }] }],
  ['Text', { enum: ['a'] }],
  ['Text', { default: 'a', title: 'T' }],
  ['Text', { minLength: 3, type: 'integer' }],
  ['Text', { deprecated: true }],
];

describe.each(BESIDE)('beside a reference to %s: %j', (name, beside) => {
  test.each(OLD)('%s ignores all but texts', (version) => {
    const { description } = beside;
    const alone = { ...reference(name), ...(description !== undefined && { description }) };
    for (const wrap of [(schema: Json) => schema, (schema: Json) => ({ properties: { member: schema } })])
      expect(writeBody(version, wrap({ ...reference(name), ...beside }))).toBe(writeBody(version, wrap(alone)));
  });

  test.each(NEW)('%s reads it as allOf', (version) => {
    const { allOf = [], ...others } = beside;
    const equivalent = { ...others, allOf: [reference(name), ...(allOf as Json[])] };
    for (const wrap of [(schema: Json) => schema, (schema: Json) => ({ properties: { member: schema } })])
      expect(writeBody(version, wrap({ ...reference(name), ...beside }))).toBe(writeBody(version, wrap(equivalent)));
    const document = open(version, {});
    const [schema, other] = [{ ...reference(name), ...beside }, equivalent].map((value) => document.locate(value));
    if (!schema || !other) throw new Error('There are two.');
    expect(describeSchema(document, schema)).toEqual(describeSchema(document, other));
    expect(listMembers(document, schema)).toEqual(listMembers(document, other));
  });
});

test.each<[version: unknown, schema: Json, type: string]>([
  ['3.0.3', { ...reference('Text'), nullable: true }, 'Text; }; } /** *'],
  ['3.1.0', { ...reference('Text'), nullable: true }, 'Text; }; } /** *'],
  ['3.1.0', { ...reference('O'), required: ['x', 'y'], properties: { y: { type: 'integer' } } }, '{ y: number; x: unknown; } & O; }; } export'],
  ['3.0.3', { properties: { a: { ...reference('Text'), description: 'D', default: 'a' } } }, '{ /** D */ a?: Text; }; }; }'],
  ['3.1.0', { properties: { a: { ...reference('Text'), description: 'D', default: 'a' } } }, '{ /** * D * * Default: `a`. */ a?: Text; }; }; }'],
  ['3.0.3', { properties: { a: { ...reference('O'), readOnly: true } } }, '{ a?: O; }; }; }'],
  ['3.1.0', { properties: { a: { ...reference('O'), readOnly: true } } }, '{}; }; }'],
  ['3.1.0', { properties: { a: { ...reference('Id'), description: 'D' }, b: {} } }, '{ b?: unknown; }; }; }'],
  ['3.1.0', { properties: { a: { ...reference('Id'), default: 1 }, b: {} } }, '{ b?: unknown; }; }; }'],
  ['3.1.0', { properties: { $ref: '#/components/schemas/O/properties' } }, '{ /** X */ x?: string; }; }; }'],
  ['3.1.0', { properties: { $ref: { type: 'integer' } } }, '{ $ref?: number; }; }; }'],
  ['3.1.0', { properties: { a: { enum: [{ $ref: 'gone' }], default: { $ref: 'gone' }, example: { $ref: 'gone' } } } }, '{ a?: unknown; }; }; }'],
  ['3.1.0', { type: 'string', contentEncoding: 'base64' }, 'string; }; }'],
  ['3.1.0', { properties: { a: { type: 'string', contentEncoding: 'base64' } } }, '{ /** Encoding: `base64`. */ a?: string; }; }; }'],
])('%s: %j', (version, schema, type) => {
  expect(writeBody(version, schema).slice(0, type.length)).toBe(type);
}); // prettier-ignore

test('a schema has one normal form', () => {
  const document = open('3.1.0', {});
  const [beside, alone, plain] = [{ ...reference('O'), required: ['x'] }, { ...reference('O'), description: 'D' }, O].map((value) => document.locate(value));
  if (!beside || !alone || !plain) throw new Error('There are three.');
  expect(document.normalize(beside).value).toEqual({ required: ['x'], allOf: [reference('O')] });
  expect(document.normalize(beside).value).toBe(document.normalize(beside).value);
  expect(document.normalize(alone).value).toBe(alone.value);
  expect(document.normalize(plain)).toBe(plain);
}); // prettier-ignore

describe('beside the reference of a parameter, response and path item', () => {
  const P = { name: 'p', in: 'query', description: 'P', schema: { type: 'string' } };
  const read = (version: unknown, parameter: Json, files: Json = {}) =>
    readApi(open(version, { paths: { '/x': { get: { parameters: [parameter] } } }, 'x-p': P }, files)).operations[0]?.parameters[0];

  test.each<[version: unknown, expected: Json]>([
    ['2.0', { description: 'D', required: false }],
    ['3.0.3', { description: 'D', required: false }],
    ['3.1.0', { description: 'D', required: true }],
    ['3.2.0', { description: 'D', required: true }],
  ])('%s', (version, expected) => {
    expect(read(version, { $ref: '#/x-p', description: 'D', required: true })).toMatchObject(expected);
  });

  test('a member is relative to its own file', () => {
    const files = { '/folder/sub/p.json': { p: { ...P, content: undefined, example: 1, schema: { $ref: '#/s' } }, s: { type: 'integer' } } };
    const schema = { $ref: '#/components/schemas/Text' };
    expect(read('3.1.0', { $ref: 'sub/p.json#/p' }, files)?.schema.file).toBe('/folder/sub/p.json');
    expect(read('3.1.0', { $ref: 'sub/p.json#/p', schema }, files)).toMatchObject({ name: 'p', example: 1, schema: { value: schema, file: FILE } });
  });

  test.each(['2.0', '3.0.3', '3.1.0'])('%s: a path item keeps all', (version) => {
    const files = { '/folder/item.json': { get: { parameters: [{ $ref: 'p.json' }] }, post: { summary: 'lost' } }, '/folder/p.json': P };
    const document = open(version, { paths: { '/x': { $ref: 'item.json', post: { summary: 'kept', parameters: [{ $ref: '#/x-p' }] } } }, 'x-p': { ...P, name: 'own' } }, files);
    const { operations } = readApi(document);
    expect(operations.map(({ route, summary, parameters }) => [route, summary, ...parameters.map(({ name }) => name)])).toEqual([['GET /x', undefined, 'p'], ['POST /x', 'kept', 'own']]);
    expect(document.warnings).toEqual([]);
  });
}); // prettier-ignore

const TREE = { type: 'object', properties: { leaf: { type: 'string' } } };
const FOUND = 'Tree; }; } export type Tree = { leaf?: string; }; ';
const NESTED = { $id: 'https://example.com/schemas/tree', ...TREE, $defs: { deep: { ...TREE, $anchor: 'deep' } } };

test.each<[title: string, schemas: Json, schema: Json, type: string, more?: Json]>([
  ['an anchor', { Tree: { ...TREE, $anchor: 'tree' } }, { $ref: '#tree' }, FOUND],
  ['a dynamic anchor', { Tree: { ...TREE, $dynamicAnchor: 'tree' } }, { $ref: '#tree' }, FOUND],
  ['a dynamic reference', { Tree: { ...TREE, $dynamicAnchor: 'tree' } }, { $dynamicRef: '#tree' }, FOUND],
  ['a dynamic reference to an anchor', { Tree: { ...TREE, $anchor: 'tree' } }, { $dynamicRef: '#tree' }, FOUND],
  ['a dynamic reference of several targets', { Tree: { ...TREE, $dynamicAnchor: 'tree' }, B: { $id: 'b', $dynamicAnchor: 'tree' } }, { $dynamicRef: '#tree' }, `${FOUND}\n$dynamicRef "#tree": has several targets; the one of its own schema is read.`],
  ['an id', { Tree: NESTED }, { $ref: 'https://example.com/schemas/tree' }, FOUND],
  ['a relative id', { Tree: { ...NESTED, $id: 'schemas/tree' } }, { $ref: 'schemas/tree' }, FOUND],
  ['an id with a pointer', { T: NESTED }, { $ref: 'https://example.com/schemas/tree#/$defs/deep' }, 'Deep; }; } export type Deep = { leaf?: string; }; '],
  ['an id with an anchor', { T: NESTED }, { $ref: 'https://example.com/schemas/tree#deep' }, 'Deep; }; } export type Deep = { leaf?: string; }; '],
  ['an id as a base', { Tree: NESTED, A: { $id: 'https://example.com/schemas/a', properties: { b: { $ref: 'tree' } } } }, reference('A'), 'A; }; } export type A = { b?: Tree; }; export type Tree = { leaf?: string; }; '],
  ['an id as a base of pointers', { A: { $id: 'a', properties: { b: { $ref: '#/$defs/Tree' } }, $defs: { Tree: TREE } } }, reference('A'), 'A; }; } export type A = { b?: Tree; }; export type Tree = { leaf?: string; }; '],
  ['an id inside an id', { A: { $id: 'https://example.com/a/', $defs: { Tree: { ...TREE, $id: 'tree' } } } }, { $ref: 'https://example.com/a/tree' }, FOUND],
  ['the own URI of a document', { Tree: TREE }, { $ref: 'https://example.com/api#/components/schemas/Tree' }, FOUND, { $self: 'https://example.com/api' }],
  ['a reference relative to it', { Tree: TREE }, { $ref: 'api#/components/schemas/Tree' }, FOUND, { $self: 'https://example.com/api' }],
  ['a file around it', {}, { $ref: 'Tree.json' }, FOUND, { $self: 'https://example.com/api' }],
  ['a file that has an anchor', {}, { $ref: 'Tree.json#tree' }, FOUND],
  ['one type by several names', { Tree: { ...TREE, $id: 'tree', $anchor: 'tree' } }, { oneOf: [reference('Tree'), { $ref: 'tree' }, { $ref: 'tree#tree' }] }, FOUND],
  ['no anchor in data', { Tree: { default: { $anchor: 'tree' }, enum: [{ $anchor: 'tree' }] } }, { $ref: '#tree' }, 'unknown; }; } \n$ref "#tree": leads nowhere: there is no anchor "tree".'],
  ['a member of that name', { Tree: { ...TREE, properties: { ...TREE.properties, default: { ...TREE, $anchor: 'inner' } } } }, { $ref: '#inner' }, 'Default; }; } export type Default = { leaf?: string; }; '],
  ['an id that is no URI', { Tree: { ...TREE, $id: 'http://[' } }, reference('Tree'), FOUND],
  ['an id that is the file itself', { Tree: { ...TREE, $id: FILE } }, reference('Tree'), FOUND],
])('%s', (_, schemas, schema, type, more = {}) => {
  const files = { '/folder/Tree.json': { ...TREE, $anchor: 'tree' } };
  for (const version of NEW)
    expect(writeBody(version, schema, { components: { schemas }, ...more }, files)).toBe(type);
}); // prettier-ignore

test('OpenAPI 3.0 has no anchors, and says so', () => {
  const components = { schemas: { Tree: { ...TREE, $anchor: 'tree' } } };
  expect(writeBody('3.0.3', { $ref: '#tree' }, { components })).toContain('there is no anchor "tree".');
});

test('a document that was only parsed is refused', () => {
  expect(() => readApi({ openapi: '3.1.0', paths: {} } as unknown as ApiDocument)).toThrow('document: pass it as new ApiDocument(document)');
}); // prettier-ignore
