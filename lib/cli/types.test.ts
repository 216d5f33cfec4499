import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { runCommand, type Outcome } from '../test/cli-io.js';

const INFO = { title: 'T', version: '1' };

const writeTypes = (document: unknown, ...args: readonly string[]): Promise<Outcome> =>
  runCommand(['types', '-', ...args], typeof document === 'string' ? document : JSON.stringify(document));

/** Writes the catalogue of a document with one body schema, and finds the type of the body. */
async function writeBody(
  schema: unknown,
  components: object = {},
): Promise<{ type: string; declared: string; stderr: string }> {
  const { code, stdout, stderr } = await writeTypes({
    openapi: '3.1.0',
    info: INFO,
    paths: { '/x': { post: { requestBody: { required: true, content: { 'application/json': { schema } } } } } },
    components: { schemas: components },
  });
  expect(code).toBe(0);
  const [, type = '', declared = ''] = /\n {4}body: ([^]*?);\n {2}\};\n\}\n([^]*)$/.exec(stdout) ?? [];
  const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();
  return { type: oneLine(type), declared: oneLine(declared), stderr };
}

describe('schemas', () => {
  const cases: readonly [schema: unknown, type: string][] = [
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{}, 'unknown'],
    [true, 'unknown'],
    [false, 'never'],
    [{ type: 'strange' }, 'unknown'],
    [{ enum: ['a', "b'\"\\", 1, -1.5, true, null] }, `"a" | "b'\\"\\\\" | 1 | -1.5 | true | null`],
    [{ type: 'string', enum: [1, true, 'c'] }, '"1" | "true" | "c"'],
    [{ enum: [{ a: 1 }] }, 'unknown'],
    [{ type: 'string', enum: ['a'], nullable: true }, '"a" | null'],
    [{ const: 'a' }, '"a"'],
    [{ const: null }, 'null'],
    [{ type: 'array', items: { type: 'string' } }, 'readonly string[]'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
    [{ type: 'array', items: { type: 'array', items: { type: 'number' } } }, 'readonly (readonly number[])[]'],
    [{ type: 'array' }, 'readonly unknown[]'],
    [{ items: { type: 'string' } }, 'readonly string[]'],
    [{ prefixItems: [{ type: 'string' }, { type: 'number' }] }, 'readonly (string | number)[]'],
    [{ type: 'object' }, '{ [key: string]: unknown; }'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number; }'],
    [{ type: 'object', additionalProperties: false }, '{}'],
    [{ type: 'object', properties: {} }, '{}'],
    [{ properties: { a: { type: 'string' }, b: {} }, required: ['b'] }, '{ a?: string; b: unknown; }'],
    [{ properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } }, '{ a?: string; [key: string]: unknown; }'],
    [{ patternProperties: { '^x-': { type: 'number' } } }, '{ [key: string]: unknown; }'],
    [{ properties: { id: { readOnly: true }, a: {} }, required: ['id', 'a'] }, '{ a: unknown; }'],
    [{ properties: { id: { $ref: '#/components/schemas/ReadOnly' }, a: {} } }, '{ a?: unknown; }'],
    [{ properties: { 'a-b': {}, __proto__: {}, '0': {}, '"': {}, '': {} } }, '{ "0"?: unknown; "a-b"?: unknown; "\\""?: unknown; ""?: unknown; }'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] }, 'string | number'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'unknown'],
    [{ type: 'object', oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }, 'A | null'],
    [{ allOf: [{ $ref: '#/components/schemas/A' }], nullable: true }, 'A | null'],
    [{ allOf: [{ $ref: '#/components/schemas/A' }, { properties: { b: { type: 'string' } } }] }, 'A & { b?: string; }'],
    [{ properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, '{ a?: string; } & ({ a: unknown; } | { b: unknown; })'],
    [{ allOf: [{ properties: { id: { readOnly: true }, a: {} } }], required: ['id', 'a'] }, '{ a: unknown; } & { a?: unknown; }'],
    [{ $ref: '#/components/schemas/A' }, 'A'],
  ]; // prettier-ignore

  test.each(cases)('%j becomes %s', async (schema, expected) => {
    const components = { A: { type: 'object' }, ReadOnly: { type: 'string', readOnly: true } };
    const { type, stderr } = await writeBody(schema, components);
    expect({ type, stderr }).toStrictEqual({ type: expected, stderr: '' });
  });

  test('types have names that are identifiers, unique and not reserved', async () => {
    const names = ['simple-user', 'simpleUser', 'simple_user', 'string', 'Routes', '2fa', '日本', 'v1'];
    const { declared } = await writeBody(
      { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${encodeURIComponent(name)}` })) },
      Object.fromEntries(names.map((name, index) => [name, { const: index }])),
    );
    expect(declared).toBe(
      'export type SimpleUser = 0; export type SimpleUser2 = 1; export type SimpleUser3 = 2; export type String = 3; export type Routes2 = 4; export type Schema2fa = 5; export type Schema = 6; export type V1 = 7;',
    );
  });

  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const recursive: readonly [components: object, declared: string, warned: boolean][] = [
    [{ A: { properties: { next: ref('A') } } }, 'export type A = { next?: A; };', false],
    [{ A: { type: 'array', items: ref('A') } }, 'export type A = readonly A[];', false],
    [{ A: { additionalProperties: ref('A') } }, 'export type A = { [key: string]: A; };', false],
    [{ A: ref('A') }, 'export type A = unknown;', true],
    [{ A: { oneOf: [ref('B'), { type: 'string' }] }, B: ref('A') }, 'export type A = B | string; export type B = unknown;', true],
    [{ A: { allOf: [ref('B')] }, B: { allOf: [ref('C')] }, C: { anyOf: [ref('B'), { type: 'null' }] } }, 'export type A = B; export type B = C; export type C = unknown;', true],
  ]; // prettier-ignore

  test.each(recursive)('recursive schemas terminate: %j', async (components, expected, warned) => {
    const { declared, stderr } = await writeBody(ref('A'), components);
    expect(declared).toBe(expected);
    expect(stderr.includes('refers to itself')).toBe(warned);
  });

  test('a reference that leads nowhere becomes unknown, with a warning', async () => {
    const { type, stderr } = await writeBody({ properties: { a: ref('Gone'), b: { $ref: '#anchor' } } });
    expect(type).toBe('{ a?: unknown; b?: unknown; }');
    expect(stderr).toBe(
      'warning: $ref "#/components/schemas/Gone": leads nowhere: there is no "Gone".\n' +
        'warning: $ref "#anchor": leads nowhere: there is no anchor "anchor".\n',
    );
  });

  test('docstrings contain descriptions, limits, headers, cookies and tags', async () => {
    const { stdout } = await writeTypes({
      openapi: '3.0.3',
      info: INFO,
      paths: {
        '/x/{id}': {
          get: {
            summary: 'Short',
            description: 'Long\n\n@param evil */ `a`',
            deprecated: true,
            externalDocs: { url: 'https://docs' },
            parameters: [
              { name: 'id', in: 'path', required: true, description: 'D', deprecated: true, schema: { type: 'string', format: 'uuid' } },
              { name: 'n', in: 'query', schema: { type: 'integer', minimum: 1, default: 30, description: 'Count' } },
              { name: 'X-Key', in: 'header', required: true },
              { name: 'Accept', in: 'header' },
              { name: 'sid', in: 'cookie' },
            ],
            servers: [{ url: 'https://{place}.example', variables: { place: { default: 'up' } } }],
          },
        },
      },
    }); // prettier-ignore
    expect(stdout.slice(stdout.indexOf('export'))).toBe(`export interface Routes {
  /**
   * Short
   *
   * Long
   *
   * \\@param evil *\\/ \`a\`
   *
   * Headers: \`X-Key\` (required).
   *
   * Cookies: \`sid\`.
   *
   * @see https://docs
   *
   * @deprecated
   */
  "GET https://up.example/x/{id}": {
    path: {
      /**
       * D
       *
       * Format: uuid.
       *
       * @deprecated
       */
      id: string;
    };
    query?: {
      /**
       * Count
       *
       * Default: \`30\`. Minimum: \`1\`.
       */
      n?: number;
    };
  };
}
`);
  });
});

describe('parameters', () => {
  /** Writes the entries of a document with these paths, in one line. */
  async function writeEntries(paths: object, more: object = { openapi: '3.0.0' }): Promise<[string, string]> {
    const { code, stdout, stderr } = await writeTypes({ info: INFO, paths, ...more });
    expect(code).toBe(0);
    return [
      /Routes \{\n([^]*?)\n?\}\n/
        .exec(stdout)?.[1]
        ?.replace(/\s*\n\s*/g, ' ')
        .trim() ?? '',
      stderr,
    ];
  }
  const path = (name: string, more: object = {}): object => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...more,
  });
  const query = (name: string, more: object = {}): object => ({
    name,
    in: 'query',
    schema: { type: 'string' },
    ...more,
  });
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
  const cases: readonly [title: string, paths: object, entry: string, warning?: string][] = [
    ['no parameters', { '/x': { get: {} } }, '"GET /x": {};'],
    ['undeclared parameters', { '/{a}/{b-c}': { get: {} } }, '"GET /{a}/{b-c}": { path: { a: string | number; "b-c": string | number; }; };'],
    ['parameters of the path item, and overridden ones', { '/{a}': { parameters: [path('a'), query('b')], get: { parameters: [query('b', { required: true })] } } }, '"GET /{a}": { path: { a: string; }; query: { b: string; }; };'],
    ['a parameter of several segments', { '/c/{p}': { get: { parameters: [path('p', { 'x-multi-segment': true })] } } }, '"GET /c/{+p}": { path: { p: string; }; };'],
    ['parameters that their operator makes optional', { '/a{.format}{/rest}{?q}': { get: {} } }, '"GET /a{.format}{/rest}{?q}": { path?: { format?: string | number; rest?: string | number; }; query?: { q?: string | number; }; };'],
    ['parameters in the query of the path', { '/s?q={q}&v=1': { get: { parameters: [path('q'), query('v'), query('w')] } } }, '"GET /s?q={q}&v=1": { query: { w?: string; q: string; }; };'],
    ['parameters of the same name', { '/{id}': { put: { parameters: [path('id'), query('id')], requestBody: { content: { 'application/json': { schema: { properties: { id: { type: 'number' } } } } } } } } }, '"PUT /{id}": { path: { id: string; }; query?: { id?: string; }; body?: { id?: number; }; };'],
    ['a colon as text', { '/a/:cancel': { post: {} } }, '"POST /a/%3Acancel": {};'],
    ['a colon after a placeholder', { '/{name}:cancel': { post: {} } }, '"POST /{name}:cancel": { path: { name: string | number; }; };'],
    ['a parameter of JSON text', { '/x': { get: { parameters: [{ name: 'f', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } }] } } }, '"GET /x": { query?: { /** Text of type application/json. */ f?: string; }; };'],
    ['each list in its style', { '/x': { get: { parameters: [query('a', { schema: { type: 'array' } }), query('b', { schema: { type: 'array' }, explode: false }), query('c', { schema: { type: 'array' } }), query('d', { schema: { type: 'array' }, style: 'pipeDelimited' })] } } }, '"GET /x{?a*,b,c*}": { query?: { d?: readonly unknown[]; a?: readonly unknown[]; b?: readonly unknown[]; c?: readonly unknown[]; }; };'],
    ['a form', { '/x': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } } }, '/** Body (required): `multipart/form-data`, passed as `data`. */ "POST /x": { body: instance<"FormData">; };'],
    ['a form with members', { '/x': { post: { requestBody: { required: true, description: 'D', content: { 'application/x-www-form-urlencoded': { schema: { required: ['a'], properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer' } } } } } } } } } }, '/** The body\'s media type is `application/x-www-form-urlencoded`: set the header `content-type`, or pass `URLSearchParams` as `data`. */ "POST /x": { /** D */ body: { a: string; b?: readonly number[]; } | instance<"URLSearchParams", never>; };'],
    ['a form without a schema', { '/x': { post: { requestBody: { content: { 'application/x-www-form-urlencoded': {} } } } } }, '/** The body\'s media type is `application/x-www-form-urlencoded`: set the header `content-type`, or pass `URLSearchParams` as `data`. */ "POST /x": { body?: instance<"URLSearchParams">; };'],
    ['a body of another JSON type', { '/x': { post: { requestBody: { content: { 'application/vnd.a+json': { schema: { type: 'string' } } } } } } }, '/** The body\'s media type is `application/vnd.a+json`: set the header `content-type`. */ "POST /x": { /** Text is sent as it is: pass its JSON as `data`, with the header `content-type`. */ body?: string; };'],
    ['no null in a url', { '/{a}': { get: { parameters: [path('a', { schema: { type: ['integer', 'null'] } }), query('b', { schema: { type: 'string', nullable: true } }), query('c', { schema: { enum: ['x', null] } }), query('d', { schema: { oneOf: [{ type: 'string' }, { type: 'null' }] } }), query('e', { schema: { type: 'array', items: { type: ['string', 'null'] } } })] } } }, '"GET /{a}": { path: { a: number; }; query?: { b?: string; c?: "x"; d?: string; e?: readonly string[]; }; };'],
    ['no null of a reference in a url', { '/x': { 'x-a': { type: ['string', 'null'] }, get: { parameters: [query('a', { schema: { $ref: '#/paths/~1x/x-a' } })] } } }, '"GET /x": { query?: { a?: NonNullable<XA>; }; };'],
    ['the members of an object that the query has one by one', { '/x': { get: { parameters: [query('f', { required: true, schema: { type: 'object', required: ['from'], properties: { from: { type: 'string' }, to: { type: 'integer' } } } })] } } }, '"GET /x": { query: { from: string; to?: number; }; };'],
    ['bodies of other types', { '/x': { put: { requestBody: { content: { 'image/png': {} } } }, post: { requestBody: { content: { 'text/csv': {}, 'application/x-www-form-urlencoded': {} } } } } }, '/** Body: `text/csv` or `application/x-www-form-urlencoded`, passed as `data`. */ "POST /x": { body?: string | instance<"URLSearchParams">; }; /** Body: `image/png`, passed as `data`. */ "PUT /x": { body?: instance<"Blob"> | ArrayBuffer | ArrayBufferView | string; };'],
    ['responses by status', { '/x': { get: { responses: { 200: json({ type: 'string' }), 204: json({}), 301: {}, '4xx': json({ properties: { a: { writeOnly: true }, b: { readOnly: true } }, required: ['a', 'b'] }), default: { content: { 'text/plain': {} } }, 500: { content: { 'image/png': {} } }, 'x-a': {}, 99: {} } } } }, '"GET /x": { responses: { 200: string; 204: void; 301: void; 500: instance<"Blob">; "4XX": { b: unknown; }; default: string; }; };'],
    ['no body of GET', { '/x': { get: { requestBody: { content: { 'application/json': {} } } } } }, '"GET /x": {};', 'GET /x: its body is left out; GET sends none.'],
    ['no method TRACE', { '/x': { trace: {} } }, '', '/x: trace is left out; endpoint.js builds no requests of this method.'],
    ['no path parameter that the path lacks', { '/x': { get: { parameters: [path('a')] } } }, '"GET /x": {};', 'GET /x: its path has no {a}, which is left out.'],
    ['no route that isn\'t a template', { '/{a': { get: {} }, '/y': { get: {} } }, '"GET /y": {};', 'GET /{a: is left out: '],
    ['no route that the builder rejects', { '//evil': { get: {} } }, '', 'GET //evil: is left out: '],
  ]; // prettier-ignore

  test.each(cases)('writes %s', async (_title, paths, expected, warning) => {
    const [entry, stderr] = await writeEntries(paths);
    expect(entry).toBe(expected);
    expect(stderr.startsWith(warning ? `warning: ${warning}` : '')).toBe(true);
    expect(stderr === '').toBe(warning === undefined);
  });

  test('writes the parameters, bodies and forms of Swagger 2.0', async () => {
    const [entry, stderr] = await writeEntries(
      {
        '/{id}': {
          put: {
            parameters: [
              { name: 'id', in: 'path', type: 'integer', required: true },
              { name: 'tags', in: 'query', type: 'array', items: { type: 'string', enum: ['a', 'b'] }, required: true },
              { name: 'pipes', in: 'query', type: 'array', collectionFormat: 'pipes' },
              { name: 'any', in: 'body', required: true, schema: { $ref: '#/definitions/Body' } },
            ],
          },
          post: {
            consumes: ['multipart/form-data'],
            parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }, { name: 'note', in: 'formData', type: 'string' }],
          },
        },
      },
      { swagger: '2.0', host: 'h.example', basePath: '/v1', schemes: ['http', 'https'], definitions: { Body: { type: 'object' } } },
    ); // prettier-ignore
    expect(stderr).toBe('');
    expect(entry).toBe(
      '/** Body (required): `multipart/form-data`, passed as `data`. Fields: `file` (file, required), `note` (string). */ ' +
        '"POST /{id}": { path: { id: string | number; }; body: instance<"FormData">; }; ' +
        '"PUT /{id}{?tags}": { path: { id: number; }; query: { pipes?: readonly unknown[]; tags: readonly ("a" | "b")[]; }; body: Body; };',
    );
  });
});

test('writes the members of a form of Swagger 2.0', async () => {
  const field = (name: string, members: object): object => ({ name, in: 'formData', type: 'string', ...members });
  const list = { type: 'array', items: { type: 'integer' } };
  const { stdout } = await writeTypes({
    swagger: '2.0',
    info: INFO,
    consumes: ['application/x-www-form-urlencoded'],
    paths: { '/x': { post: { parameters: [field('a', { required: true }), field('b', list), field('c', { ...list, collectionFormat: 'multi' })] } } },
  }); // prettier-ignore
  expect(/body: [^]*?never>/.exec(stdout)?.[0].replace(/\s+/g, ' ')).toBe(
    'body: { a: string; /** A list as text, joined by commas. */ b?: string; c?: readonly number[]; } | instance<"URLSearchParams", never>',
  );
});

test('--query-arrays writes the routes for a builder of that style', async () => {
  const list = (explode: boolean): object => ({ name: `explode-${explode}`, in: 'query', explode, schema: { type: 'array' } });
  const document = { openapi: '3.1.0', info: INFO, paths: { '/x': { get: { parameters: [list(true), list(false)] } } } };
  const plain = await writeTypes(document);
  const joined = await writeTypes(document, '--query-arrays', 'comma');
  expect(plain.stdout).toContain('  "GET /x{?explode-false}": {');
  expect(joined.stdout).toContain('  "GET /x{?explode-true*}": {');
  expect(joined.stdout).toContain('createEndpoint<Routes>({ query: { arrays: "comma" } });');
  expect(await writeTypes(document, '--query-arrays', 'words')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--query-arrays: "words" is unknown; use one of '),
  });
}); // prettier-ignore

test('types of requests and responses are apart where they differ', async () => {
  const json = (name: string): object => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const both = (name: string): object => ({ requestBody: json(name), responses: { 200: json(name) } });
  const { stdout } = await writeTypes({
    openapi: '3.1.0',
    info: INFO,
    paths: { '/a': { put: both('Pet') }, '/b': { put: both('Tag') } },
    components: {
      schemas: {
        Pet: { properties: { owner: { $ref: '#/components/schemas/Owner' }, tag: { $ref: '#/components/schemas/Tag' } } },
        Owner: { properties: { id: { readOnly: true }, pet: { $ref: '#/components/schemas/Pet' }, pin: { writeOnly: true } } },
        Tag: { type: 'string' },
      },
    },
  }); // prettier-ignore
  expect(stdout.slice(stdout.indexOf('export')).replace(/\s+/g, ' ').trim()).toBe(
    'export interface Routes { ' +
      '"PUT /a": { body?: Pet; responses: { 200: PetResponse; }; }; "PUT /b": { /** Text is sent as it is: pass its JSON as `data`, with the header `content-type`. */ body?: Tag; responses: { 200: Tag; }; }; } ' +
      'export type Pet = { owner?: Owner; tag?: Tag; }; ' +
      'export type PetResponse = { owner?: OwnerResponse; tag?: Tag; }; ' +
      'export type Tag = string; ' +
      'export type Owner = { pet?: Pet; pin?: unknown; }; ' +
      'export type OwnerResponse = { id?: unknown; pet?: PetResponse; };',
  );
});

describe('the header contains the settings of the builder', () => {
  const array = {
    get: { parameters: [{ name: 'a', in: 'query', style: 'pipeDelimited', schema: { type: 'array' } }] },
  };
  const cases: readonly [document: object, settings: string][] = [
    [{ openapi: '3.0.0' }, ''],
    [{ openapi: '3.0.0', servers: [{ url: 'https://h/v1' }, { url: '/v2' }] }, '{ baseUrl: "https://h/v1" }'],
    [{ openapi: '3.1.0', servers: [{ url: 'https://h' }], paths: { '/x': array } }, '{ baseUrl: "https://h", query: { arrays: "pipes" } }'],
    [{ swagger: '2.0', host: 'h', basePath: '/v1', schemes: ['ws', 'http'] }, '{ baseUrl: "http://h/v1" }'],
    [{ swagger: '2.0', basePath: '/v1' }, '{ baseUrl: "/v1" }'],
  ]; // prettier-ignore

  test.each(cases)('%j', async (document, settings) => {
    const { stdout } = await writeTypes({ info: INFO, paths: {}, ...document }, '--name', 'Api');
    expect(stdout).toContain(`\n *     const api = createEndpoint<Api>(${settings});\n`);
    expect(stdout).toContain('export interface Api {\n');
    expect(stdout.includes('\n * The document names no host; ')).toBe(!settings.includes('http'));
  });
});

describe('hostile documents', () => {
  /** Replaces comments and strings by empty strings. */
  const stripText = (text: string): string => text.replace(/\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, '""');

  const hostile = ['*/ declare const evil: 1; /*', '" } ; declare const evil: 1; //', '\n*/\ndeclare const evil: 1;\n/*', '\\" ; declare const evil: 1;', '*\u200b/ */', '\u2028declare const evil: 1;']; // prettier-ignore

  const check = async (text: string): Promise<void> => {
    const { stdout, code } = await writeTypes({
      openapi: '3.1.0',
      info: { title: text, version: text },
      servers: [{ url: text, description: text }],
      paths: {
        '/x': {
          post: {
            summary: text,
            description: `.${text}`,
            externalDocs: { url: `https://h/${text}` },
            parameters: [
              { name: `.${text}`, in: 'query', description: text, schema: { enum: [`.${text}`], default: text, format: text } },
              { name: text, in: 'header' },
            ],
            requestBody: { description: text, content: { 'application/json': { schema: { $ref: '#/components/schemas/x' } }, [text]: {} } },
            servers: [{ url: text }],
          },
        },
      },
      components: { schemas: { x: { title: text, description: text, properties: { [`.${text}`]: { const: text, pattern: text } }, required: [`.${text}`] } } },
    }); // prettier-ignore
    expect(code).toBe(0);
    // Only the shape of the document remains.
    const shape = stripText(stdout).replace(/""|\s+/g, '');
    expect(shape).toBe('exportinterfaceRoutes{:{query?:{?:;};body?:X;};}exporttypeX={:;};');
    const [, literal = '""'] = /\?: ("(?:[^"\\]|\\.)*");/.exec(stdout) ?? [];
    expect(JSON.parse(literal)).toBe(`.${text}`);
  }; // prettier-ignore

  test('any text stays in comments and strings', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'*/@"\\\n\r\u2028`{}; a') }), check), {
      numRuns: runs(30),
      examples: hostile.map((text) => [text]),
    });
  });

  test('directives to compilers are disabled', async () => {
    const directives = ['@ts-ignore', '@ts-expect-error', '@ts-nocheck', '@jsx evil', '@jsxImportSource evil'];
    const { stdout } = await writeTypes({
      openapi: '3.0.0',
      info: { title: directives.join(' '), version: '\n@deprecated' },
      paths: { '/x': { get: { description: directives.join('\n') } } },
    });
    expect(stdout).not.toMatch(/@(?:ts-|jsx|deprecated)/);
  });

  test('merge keys of YAML', async () => {
    const { stdout } = await writeTypes(`openapi: 3.1.0
x-base: &base { type: object, required: [a], properties: { a: { type: string } } }
x-other: &other { type: array, required: [b] }
paths:
  /x:
    post:
      requestBody:
        required: true
        content:
          application/json: { schema: { <<: [*base, *other], properties: { a: { type: integer } } } }
`);
    expect(stdout).toContain('    body: {\n      a: number;\n    };');
  });

  const rejected: readonly [title: string, document: string, stderr: string | RegExp][] = [
    ['aliases that stand for billions of values', `openapi: 3.0.0\nx0: &x0 [a, a, a, a, a, a, a, a, a, a]\n${Array.from({ length: 9 }, (_, i) => `x${i + 1}: &x${i + 1} [${Array.from({ length: 10 }).fill(`*x${i}`).join()}]`).join('\n')}\npaths: {}\n`, /has more than 5000000 values, aliases included\.\n$/],
    ['aliases in a cycle', 'openapi: 3.0.0\npaths: &p\n  /x: *p\n', /is nested more than 400 levels deep\.\n$/],
    ['deep nesting', `{"openapi":"3.0.0","paths":{"/x":${'['.repeat(500)}${']'.repeat(500)}}}`, /is nested more than 400 levels deep\.\n$/],
    ['another object', '{"a":1}', /stdin\.json: isn't an OpenAPI 3\.x or Swagger 2\.0 document: it has neither "openapi" nor "swagger"\.\n$/],
    ['another version', '{"swagger":"1.2","paths":{}}', /isn't an OpenAPI 3\.x or Swagger 2\.0 document: its version is "1\.2"\.\n$/],
    ['version 4', '{"openapi":"4.0.0","paths":{}}', /its version is "4\.0\.0"\.\n$/],
    ['a document without paths', '{"openapi":"3.0.0"}', /has no paths, so there are no routes\.\n$/],
    ['malformed JSON', '{"openapi":', /stdin\.json/],
    ['malformed YAML', 'a: [', /stdin\.yaml/],
    ['empty text', '', /stdin\.yaml/],
    ['other text', 'hello', /stdin\.yaml/],
  ]; // prettier-ignore

  test.each(rejected)('rejects %s', async (_title, document, expected) => {
    const { code, stdout, stderr } = await writeTypes(document);
    expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(expected);
  });
});
