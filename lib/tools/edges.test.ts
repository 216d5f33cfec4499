/** What real documents have at their edges: files anywhere in a form, odd names, several servers, values that a request would lose. */
import { ApiDocument, readApi } from 'endpoint.js/openapi';
import { createTools, createToolsFrom, EndpointError, type Tools, type ToolsSettings } from 'endpoint.js/tools';
import { describe, expect, test } from 'vitest';
import { attempt } from '../test/attempt.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };

interface Settings extends ToolsSettings {
  readonly route?: string;
  readonly servers?: readonly object[];
}

function create(operation: object, { route = 'post /x', servers, ...settings }: Settings = {}): Tools {
  const [method = '', path = ''] = route.split(/ (.*)/);
  const document = {
    openapi: '3.1.1',
    servers: servers ?? [{ url: 'https://a.example/api' }],
    paths: { [path]: { [method]: { operationId: 'op', ...operation } } },
  };
  return createTools(document, settings);
}

const body = (mediaType: string, schema: unknown): object => ({
  requestBody: { required: true, content: { [mediaType]: { schema } } },
});
const parameter = (place: string, name: string, more: object = {}): object => ({
  name,
  in: place,
  required: true,
  schema: list,
  ...more,
});

/** What a call builds, or the sentence of its error. */
function outcome({ build }: Tools, args: object): unknown {
  const result = attempt(() => build('op', args));
  return result instanceof EndpointError ? result.message : result;
}

const binary = { type: 'string', format: 'binary' };
const either = { anyOf: [{ required: ['file'] }, { required: ['url'] }] };

describe('files', () => {
  test.each<[title: string, schema: object, args: (file: unknown) => object]>([
    ['beside a rule', { type: 'object', properties: { file: binary, url: text }, ...either }, (file) => ({ body: { file } })],
    ['of any other name', { type: 'object', additionalProperties: binary }, (file) => ({ body: { file } })],
    ['a schema that says nothing', { type: 'object', properties: { file: {} } }, (file) => ({ file })],
    ['a list of such', { type: 'object', properties: { file: { type: 'array', items: {} } } }, (file) => ({ file: [file] })],
    ['a list or null', { type: 'object', properties: { file: { anyOf: [{ type: 'array', items: binary }, { type: 'null' }] } } }, (file) => ({ file: [file] })],
    ['a list', { type: 'object', properties: { file: { type: 'array', items: binary } } }, (file) => ({ file: [file] })],
  ])('%s: base64, a Blob and bytes are a part with its bytes', async (_, schema, args) => {
    const tools = create(body('multipart/form-data', schema));
    expect(JSON.stringify(tools.tools)).toContain('in base64');
    const files = ['aGVsbG8=', new Blob(['hello']), new TextEncoder().encode('hello'), new File(['hello'], 'file')];
    for (const file of files) {
      const form = tools.build('op', args(file)).body as FormData;
      const part = form.get('file') as File;
      expect([part.name, await part.text()]).toEqual(['file', 'hello']);
    }
    expect(outcome(tools, args('*'))).toBe("`file`: isn't a file; pass its bytes in base64.");
    expect(outcome(tools, args(7))).toMatch(/is the number 7; pass text/);
  }); // prettier-ignore

  test('a schema with a title alone is text, as FastAPI writes it, and so is an empty one of OpenAPI 3.0', () => {
    const properties = { a: { title: 'A' } };
    const tools = create(body('multipart/form-data', { type: 'object', properties }));
    expect([...(tools.build('op', { a: 'aGVsbG8=' }).body as FormData)]).toEqual([['a', 'aGVsbG8=']]);
  });

  test('are no part of JSON', () => {
    const tools = create(body('application/json', { type: 'object', properties: { file: text } }));
    expect(outcome(tools, { file: new Blob(['hello']) })).toMatch(/^`file`: isn't plain data/);
  });
});

const kind = { kind: text };
const id = { type: 'integer', format: 'int64' };

test.each<[title: string, alternatives: object, args: object, expected: unknown]>([
  ['of one alternative', [{ ...kind, id }, { ...kind, name: text }], { id: '9007199254740993' }, '{"kind":"a","id":9007199254740993}'],
  ['of the last one', [{ ...kind, name: text }, { ...kind, id }], { id: '9007199254740993' }, '{"kind":"a","id":9007199254740993}'],
  ['that another has as text', [{ ...kind, id }, { ...kind, id: text }], { id: '9007199254740993' }, { kind: 'a', id: '9007199254740993' }],
  ['in a list', [{ ...kind, ids: { type: 'array', items: id } }, kind], { ids: ['9007199254740993'] }, '{"kind":"a","ids":[9007199254740993]}'],
])('a number as text %s', (_, alternatives, args, expected) => {
  const oneOf = (alternatives as unknown as object[]).map((properties) => ({ type: 'object', required: ['kind'], properties }));
  expect(outcome(create(body('application/json', { oneOf })), { body: { kind: 'a', ...args } })).toMatchObject({ body: expected });
}); // prettier-ignore

const pipes = { style: 'pipeDelimited', explode: false };
const spaces = { style: 'spaceDelimited', explode: false };

test.each<[title: string, parameters: readonly object[], args: object, expected: string]>([
  ['an empty list of the query', [parameter('query', 'a')], { a: [] }, '`a`: is empty; pass a value.'],
  ['a list of null', [parameter('query', 'a', { schema: { type: 'array' } })], { a: [null] }, '`a`: is empty; pass a value.'],
  ['an empty object', [parameter('query', 'a', { style: 'deepObject', schema: { type: 'object', properties: kind } })], { a: {} }, '`a`: is empty; pass a value.'],
  ['an empty list of a header', [parameter('header', 'a')], { a: [] }, '`a`: is empty; pass a value.'],
  ['a separator in a list of pipes', [parameter('query', 'p', pipes)], { p: ['a|b'] }, '`p`: a member contains the separator of the list.'],
  ['a separator in a list of another style', [parameter('query', 'p', pipes), parameter('query', 's', spaces)], { p: ['a'], s: ['a b'] }, '`s`: has " ", which separates its members; pass members without it.'],
  ['a separator in a header', [parameter('header', 'a')], { a: ['a,b', 'c'] }, '`a`: has ",", which separates its members; pass members without it.'],
  ['a header of the name of a placeholder', [parameter('path', 'id', { schema: text }), parameter('header', 'id', { schema: text })], { id: '1', header_id: 'a\nb' }, '`header_id`: must be text without CR, LF or NUL.'],
])('%s is an error', (_, parameters, args, expected) => {
  const route = JSON.stringify(parameters).includes('"path"') ? 'get /x/{id}' : 'get /x';
  expect(outcome(create({ parameters }, { route }), args)).toBe(expected);
}); // prettier-ignore

test('no member of an exploded object becomes a name of the query, beside a list too', () => {
  const object = { type: 'object', properties: { api_key: text } };
  const query = parameter('query', 'id', { schema: { anyOf: [object, list] } });
  const parameters = [parameter('path', 'id', { schema: text }), query];
  const tools = create({ parameters }, { route: 'get /x/{id}' });
  expect(outcome(tools, { id: '1', query_id: { api_key: 'a' } })).toBe('`query_id`: is an object; pass a list.');
  expect(outcome(tools, { id: '1', query_id: ['a'] })).toMatchObject({ url: 'https://a.example/api/x/1?id=a' });
});

test.each<[mediaType: string, schema: object, args: object]>([
  ['multipart/form-data', { type: ['string', 'null'] }, { a: null }],
  ['multipart/form-data', list, { a: [] }],
  ['multipart/form-data', { type: 'array', items: binary }, { a: [] }],
  ['application/x-www-form-urlencoded', list, { a: [] }],
])('a required member of %s that would be left out is an error', (mediaType, schema, args) => {
  const tools = create(body(mediaType, { type: 'object', required: ['a'], properties: { a: schema } }));
  expect(outcome(tools, args)).toBe('`a`: is empty; pass a value.');
});

test.each<[path: string, name: string, key: string, url: string]>([
  ['/u/{user id}', 'user id', 'user_id', '/u/7'],
  ['/u/{ü}', 'ü', 'path', '/u/7'],
  ['/u/{a*}', 'a*', 'a', '/u/7'],
  ['/u/{proxy+}/x', 'proxy+', 'proxy', '/u/7/x'],
  ['/u/{id:}', 'id:', 'id', '/u/7'],
])('the placeholder of %s has a value', (path, name, key, url) => {
  const parameters = [parameter('path', name, { schema: text })];
  const tools = create({ parameters }, { route: `get ${path}` });
  expect(tools.warnings).toEqual([]);
  const [own = ''] = Object.keys(tools.tools[0]?.inputSchema.properties ?? {});
  expect(own).toBe(key);
  expect(outcome(tools, { [own]: '7' })).toMatchObject({ url: `https://a.example/api${url}` });
});

test.each<[servers: readonly object[], own: readonly object[] | undefined, settings: Settings, expected: string]>([
  [[{ url: 'wss://a.example' }, { url: 'https://b.example' }], undefined, {}, 'https://b.example/x'],
  [[{ url: 'https://a.example' }], [{ url: 'wss://b.example' }, { url: 'https://b.example' }], {}, 'https://b.example/x'],
  [[{ url: 'https://a.example/api' }], [{ url: '/' }], {}, 'POST /x: is left out; no route can begin with its server.'],
  [[{ url: 'https://a.example' }], [{ url: 'https://{tenant}.b.example' }], {}, 'POST /x: is left out; no route can begin with its server.'],
  [[{ url: 'https://a.example' }], [{ url: 'https://{tenant}.b.example' }], { baseUrl: 'https://t.b.example' }, 'https://t.b.example/x'],
])('of the servers %j and its own, %j, an operation has the right one', (servers, own, settings, expected) => {
  const tools = create(own ? { servers: own } : {}, { servers, ...settings });
  if (tools.tools.length > 0) expect(tools.build('op').url).toBe(expected);
  else expect(tools.warnings).toContain(expected);
}); // prettier-ignore

test.each<[mediaType: string, args: object, expected: object | string]>([
  ['image/*', { body: 'aGk=' }, { body: new Uint8Array([104, 105]), headers: { accept: 'application/json' } }],
  ['text/plain; charset=UTF-8', { body: 'é' }, { body: 'é' }],
  ['text/plain; charset="utf-8"', { body: 'é' }, { body: 'é' }],
  ['text/plain; charset=iso-8859-1', {}, "POST /x: is no tool: its body is required, but its charset isn't UTF-8."],
])('a body of the type %s', (mediaType, args, expected) => {
  const tools = create(body(mediaType, mediaType === 'image/*' ? {} : text));
  if (typeof expected === 'string') expect(tools.warnings).toContain(expected);
  else expect(outcome(tools, args)).toMatchObject(expected);
});

test.each<[parameter: object, expected: object]>([
  [
    { deprecated: true, schema: text },
    { type: 'string', description: 'Deprecated.' },
  ],
  [
    { deprecated: true, description: 'Old.', schema: text },
    { type: 'string', description: 'Deprecated. Old.' },
  ],
  [
    { description: 'Old.', schema: { ...text, deprecated: true } },
    { type: 'string', description: 'Deprecated. Old.' },
  ],
  [
    { deprecated: true, schema: { ...text, deprecated: true } },
    { type: 'string', description: 'Deprecated.' },
  ],
])('%j is deprecated', (one, expected) => {
  const tools = create({ parameters: [parameter('query', 'a', one)] });
  expect(tools.tools[0]?.inputSchema.properties['a']).toEqual(expected);
});

test('an alias of other letters has the name in its description', () => {
  const properties = { 日本: text, ü: { ...text, description: 'A.' } };
  const schema = { type: 'object', properties: { ...properties, inner: { type: 'object', properties } } };
  const tools = create(body('application/json', schema));
  const found = JSON.stringify(tools.tools[0]?.inputSchema);
  expect(found.split('"description":"`日本`."')).toHaveLength(3);
  expect(found.split('"description":"`ü`. A."')).toHaveLength(3);
});

test('text without spaces is cut at the end', () => {
  const description = '查询用户信息，'.repeat(200);
  const { tools, warnings } = create({ description });
  expect(tools[0]?.description).toBe(`${description.slice(0, 1023)}…`);
  expect(warnings).toContain('POST /x: its description is cut.');
});

test('wrong arguments of createToolsFrom, include and build have a sentence', () => {
  const root = { openapi: '3.1.0', paths: {} };
  const document = new ApiDocument(root);
  const says = (sentence: string): object => expect.objectContaining({ message: expect.stringContaining(sentence) });
  expect(() => createToolsFrom(root as never, readApi(document))).toThrow(says('pass new ApiDocument(document)'));
  expect(() => createToolsFrom(document, undefined as never)).toThrow(says('the result of readApi'));
  expect(() => createTools(root, { include: [1n as never] })).toThrow(says('the document has no "1"'));
  expect(() => createTools(root).build('op')).toThrow(says('there is no tool "op"; no operation is one.'));
});
