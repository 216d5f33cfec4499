import { createEndpoint, endpoint, EndpointError, type EndpointErrorCode, type EndpointOptions } from 'endpoint.js';
import { explain } from 'endpoint.js/explain';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { catchError } from './test/attempt.js';

type Arguments = [route: string, options?: EndpointOptions] | [options: EndpointOptions];
const build = (builder: typeof endpoint, input: Arguments) => builder(...(input as [string, EndpointOptions?]));
const relative = createEndpoint();
const strict = createEndpoint({ baseUrl: 'https://api.github.com', strict: true });
const IN = endpoint.in;

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;
test.each<[Arguments, EndpointErrorCode, { parameter?: string; position?: number }, RegExp, typeof endpoint?]>([
  [['FETCH /x'], 'invalid-method', { parameter: 'method' }, /use GET, HEAD/],
  [[{ method: 'trace', url: '/x' }], 'invalid-method', { parameter: 'method' }, /not trace/],
  [['GET'], 'invalid-route', {}, /no url/],
  [['  '], 'invalid-route', {}, /no url/],
  [['hello world'], 'invalid-method', {}, /not hello/],
  [[{}], 'invalid-route', { parameter: 'url' }, /url/],
  [[undefined as never], 'invalid-route', { parameter: 'url' }, /url/],
  [['/x', null as never], 'invalid-option', { parameter: 'options' }, /object/],
  [['/x', { request: 'abc' }], 'invalid-option', { parameter: 'request' }, /must be a plain object/],
  [['/x', { headers: 'a: b' as never }], 'invalid-option', { parameter: 'headers' }, /Headers or pairs/],
  ...[['x'], [null], [[1, 'x']], [[Symbol('x'), 'x']], [['x']], [['x', 'y', 'z']]].map(
    (headers): [Arguments, EndpointErrorCode, object, RegExp] => [
      ['/x', { headers: headers as never }],
      'invalid-option',
      { parameter: 'headers' },
      /Headers or pairs/,
    ],
  ),
  ...[1, ['GET'], Symbol('GET')].map((method): [Arguments, EndpointErrorCode, object, RegExp] => [
    [{ url: '/x', method: method as never }],
    'invalid-option',
    { parameter: 'method' },
    /a string/,
  ]),
  [['/x', { baseUrl: 1 as never }], 'invalid-option', { parameter: 'baseUrl' }, /a string/],
  [
    ['/x', { mediaType: { formt: 'raw' } as never }],
    'invalid-option',
    { parameter: 'mediaType.formt' },
    /isn't one of format, previews/,
  ],
  [
    ['/x', { [IN]: { header: {} } as never }],
    'invalid-option',
    { parameter: 'in.header' },
    /isn't one of path, query, body/,
  ],
  [['/x', { mediaType: 'raw' as never }], 'invalid-option', { parameter: 'mediaType' }, /must be a plain object/],
  [['/x', { [IN]: { query: 'a=b' } as never }], 'invalid-option', { parameter: 'in.query' }, /object/],
  [['GET /x', { url: '/y' }], 'duplicate-parameter', { parameter: 'url' }, /endpoint\.in/],
  [['GET /x', { url: '/x' }], 'duplicate-parameter', { parameter: 'url' }, /endpoint\.in/],
  [['GET /x', { method: 'POST' }], 'duplicate-parameter', { parameter: 'method' }, /endpoint\.in/],
  [['GET /a/{b'], 'invalid-template', { position: 3 }, /position 3/],
  [['GET /{a-b}'], 'invalid-template', { position: 2 }, /a-b/, strict],
  [['GET /a b'], 'invalid-template', { position: 2 }, /unencoded character/, strict],
  [['GET /{a:3}', { a: ['x'] }], 'invalid-template', { parameter: 'a', position: 2 }, /prefix/],
  [['GET /{a:3}', { a: { x: 1 } }], 'invalid-template', { parameter: 'a', position: 2 }, /prefix/],
  [['DELETE /users/{id}'], 'missing-parameter', { parameter: 'id', position: 8 }, /id/],
  [['DELETE /users/:id'], 'missing-parameter', { parameter: 'id', position: 8 }, /id/],
  [['GET /{+id}', { id: null }], 'missing-parameter', { parameter: 'id' }, /id/],
  [['GET /{a,b}', { a: 1 }], 'missing-parameter', { parameter: 'b', position: 4 }, /b/],
  [['GET /{id}', { id: [] }], 'missing-parameter', { parameter: 'id' }, /id/],
  [['GET /{id}', { id: [null] }], 'missing-parameter', { parameter: 'id' }, /id/],
  [['GET /{toString}'], 'missing-parameter', { parameter: 'toString' }, /toString/],
  [['GET /{url}'], 'missing-parameter', { parameter: 'url' }, /endpoint\.in/],
  [['GET /{id}/x', { id: '' }], 'missing-parameter', { parameter: 'id' }, /empty/],
  [['GET /{id}/', { id: '' }], 'missing-parameter', { parameter: 'id' }, /empty/],
  [['GET {id}/x', { id: '' }], 'missing-parameter', { parameter: 'id' }, /empty/],
  ...['.', '..'].map((id): [Arguments, EndpointErrorCode, object, RegExp] => [
    ['GET /a/{id}/b', { id }],
    'unsafe-value',
    { parameter: 'id' },
    /escapes the path/,
  ]),
  ...['..', '..#', '..?', 'a/../b', '%2e%2E', './b', 'a/.%2e', '%2E'].map(
    (id): [Arguments, EndpointErrorCode, object, RegExp] => [
      ['GET /a/{+id}', { id }],
      'unsafe-value',
      { parameter: 'id' },
      /escapes the path/,
    ],
  ),
  [['GET /a/.{id}', { id: '.' }], 'unsafe-value', { parameter: 'id' }, /"\.\."/],
  [['GET /a/.{id}', { id: '' }], 'unsafe-value', { parameter: 'id' }, /"\."/],
  [['GET /a/{x}{y}', { x: '.', y: '.' }], 'unsafe-value', {}, /"\.\."/],
  [['GET /a{/id*}', { id: ['..'] }], 'unsafe-value', { parameter: 'id' }, /"\.\."/],
  [['GET /a{/id*}', { id: ['x', '..'] }], 'unsafe-value', { parameter: 'id' }, /"\.\."/],
  [['GET /a/{.id}', { id: '.' }], 'unsafe-value', { parameter: 'id' }, /"\.\."/],
  [['GET {id}', { id: '..' }], 'unsafe-value', { parameter: 'id' }, /"\.\."/],
  [['GET .{id}', { id: '.' }], 'unsafe-value', { parameter: 'id' }, /"\.\."/],
  [['{+u}', { u: '//evil' }], 'unsafe-value', {}, /another host/, relative],
  [['{/u*}', { u: ['', 'evil'] }], 'unsafe-value', {}, /another host/, relative],
  [['GET /x', { a: () => 1 }], 'invalid-value', { parameter: 'a' }, /text in a url/],
  [['GET /x', { a: Symbol('s') }], 'invalid-value', { parameter: 'a' }, /text in a url/],
  [['GET /x', { a: '\ud800' }], 'invalid-value', { parameter: 'a' }, /surrogate/],
  [['GET /x', { '\ud800': 1 }], 'invalid-value', {}, /surrogate/],
  [['GET /x', { a: [[1]] }], 'invalid-value', { parameter: 'a' }, /has no text in a url; pass .* flat list or map/],
  [['GET /x', { a: [{}] }], 'invalid-value', { parameter: 'a' }, /has no text in a url; pass .* flat list or map/],
  [['GET /x', { a: new Map() }], 'invalid-value', { parameter: 'a' }, /flat list/],
  [['GET /x', { a: new Date(Number.NaN) }], 'invalid-value', { parameter: 'a' }, /date/],
  [['GET /x', { a: cyclic }], 'invalid-value', { parameter: 'a' }, /too deep/],
  [['GET /{a}', { a: '\udc00' }], 'invalid-value', { parameter: 'a' }, /surrogate/],
  [['GET /{?a*}', { a: { b: {} } }], 'invalid-value', { parameter: 'a' }, /flat/],
  [['GET /\ud800'], 'invalid-value', {}, /surrogate/],
  [['POST /x', { a: () => 1 }], 'invalid-value', { parameter: 'a' }, /JSON/],
  [['POST /x', { [IN]: { body: { a: Symbol('s') } } }], 'invalid-value', { parameter: 'a' }, /JSON/],
  [['GET /x?a=1', { a: 2 }], 'duplicate-parameter', { parameter: 'a' }, /the url has it too/],
  [['GET /x?a%5B%5D=1', { 'a[]': 2 }], 'duplicate-parameter', { parameter: 'a[]' }, /the url has it too/],
  [['GET /x', { a: 1, [IN]: { query: { a: 2 } } }], 'duplicate-parameter', { parameter: 'a' }, /endpoint\.in/],
  [['POST /x', { a: 1, [IN]: { body: { a: 2 } } }], 'duplicate-parameter', { parameter: 'a' }, /endpoint\.in/],
  [['POST /x', { data: 1, [IN]: { body: { a: 2 } } }], 'duplicate-parameter', { parameter: 'data' }, /endpoint\.in/],
  [['OPTIONS /x', { a: 1 }], 'unsent-parameter', { parameter: 'a' }, /OPTIONS/],
  [['OPTIONS /x', { data: 1 }], 'unsent-parameter', { parameter: 'data' }, /OPTIONS/],
  [['GET /x', { data: 1 }], 'unsent-parameter', { parameter: 'data' }, /GET/],
  [['HEAD /x', { data: null }], 'unsent-parameter', { parameter: 'data' }, /HEAD/],
  [['GET /x', { [IN]: { body: {} } }], 'unsent-parameter', { parameter: 'in.body' }, /GET/],
  [['GET /x', { [IN]: { path: { a: 1 } } }], 'unsent-parameter', { parameter: 'a' }, /\{a\}/],
  ...['a\nb', 'a\rb', 'a\0b', NaN, Infinity, Symbol('s'), {}].map(
    (value): [Arguments, EndpointErrorCode, object, RegExp] => [
      ['/x', { headers: { 'X-Y': value as never } }],
      'invalid-header',
      { parameter: 'x-y' },
      typeof value === 'string' ? /must be text without CR, LF or NUL/ : /must be text without/,
    ],
  ),
  ...['', 'a b', 'a:', 'ä', 'a\n'].map((name): [Arguments, EndpointErrorCode, object, RegExp] => [
    ['/x', { headers: { [name]: 'v' } }],
    'invalid-header',
    { parameter: name },
    /letters, digits/,
  ]),
  ...['', 'a b', 'ä', 'a/b', 1].map((name): [Arguments, EndpointErrorCode, object, RegExp] => [
    ['/x', { mediaType: { previews: [name as never] } }],
    name === 1 ? 'invalid-option' : 'invalid-media-type',
    { parameter: 'mediaType.previews' },
    /mediaType/,
  ]),
  [
    ['/x', { mediaType: { previews: 'mercy' as never } }],
    'invalid-option',
    { parameter: 'mediaType.previews' },
    /list/,
  ],
  [['/x', { mediaType: { format: 'a\r\nb' } }], 'invalid-media-type', { parameter: 'mediaType.format' }, /raw/],
  [['/x', { mediaType: { format: 'raw' } }], 'invalid-media-type', { parameter: 'mediaType' }, /vendor/, relative],
])('rejects %o with %s', (input, code, details, message, builder = endpoint) => {
  const error = catchError(() => build(builder, input));
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ name: 'EndpointError', code, ...details });
  expect(error?.message).toMatch(message);
});

test("an error shows the address of its code where a program's console prints it, and not in its message", () => {
  const error = catchError(() => build(endpoint, ['DELETE /users/{id}']));
  const { help, message } = error ?? {};
  expect(help).toMatch(/^https:\/\/.*#missing-parameter$/);
  expect(inspect(error)).toContain(`help: '${help}'`);
  expect(message).toBe('id: is missing; pass a value.');
  expect(explain('DELETE /users/{id}').problem).toMatchObject({ code: 'missing-parameter', help });
});

test.each<[object, RegExp]>([
  [{ query: { arrays: 'csv' } }, /isn't one of repeat, comma, brackets/],
  [{ query: { objects: 'dot' } }, /query\.objects: isn't one of brackets, dots/],
  [{ query: { array: 'comma' } }, /arrays, objects/],
  [{ vendor: 'a b' }, /isn't a name/],
  [{ vendor: 'a', mediaTypeVersion: '' }, /isn't a name/],
  [{ baseUrl: 1 }, /a string/],
])('rejects the settings %o', (settings, message) => {
  expect(() => createEndpoint(settings)).toThrow(message);
  expect(() => createEndpoint(settings)).toThrow(EndpointError);
});

test('rejects defaults that contain themselves', () => {
  expect(() => endpoint.defaults({ cyclic })).toThrow(/too deep/);
  // Metadata may: one is passed on as it is, and only two would be merged.
  const builder = endpoint.defaults({ request: cyclic });
  expect(builder('/').request).toBe(cyclic);
  expect(() => builder('/', { request: { self: { ...cyclic } } })).toThrow(/too deep/);
});
