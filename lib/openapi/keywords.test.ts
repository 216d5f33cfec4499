/**
 * Every keyword of the objects of a document that describe a request is obeyed, reported, or without effect on requests, for the reason in
 * the table: each is planted wherever it is allowed, and must change the types, the route or the warnings.
 */
import { createEndpoint, endpoint } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { ApiDocument, readApi, writeCatalogue } from './index.js';

type Version = '2.0' | '3.0.4' | '3.1.1' | '3.2.0';
type Json = Readonly<Record<string, unknown>>;

const VERSIONS3: readonly Version[] = ['3.0.4', '3.1.1', '3.2.0'];
const text = { type: 'string' };
const list = { type: 'array', items: text };
const object = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };
const SHAPES = { text, list, object };

/** The base document and the one with a keyword in it. */
interface Planting {
  readonly title: string;
  readonly version: Version;
  readonly operation: Json;
  readonly planted: Json;
  /** Beside the operations. */
  readonly more?: Json;
}

/** Why a keyword changes no request. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  description: 'documents the value',
  deprecated: 'documents the parameter',
  example: 'documents the value',
  examples: 'documents values',
  'x-example': 'documents the value',
  allowEmptyValue: 'the builder sends an empty value in any case',
};

/** Keywords without effect in some places, by their values. */
const isDefault = (keyword: string, value: unknown, place: string, shape: string): boolean =>
  // They concern lists and objects alone.
  (keyword === 'explode' && shape === 'text') ||
  // A list in a path or header is joined by commas either way, and `cookie` writes single values as `form` does.
  (keyword === 'explode' && shape === 'list' && (place === 'path' || place === 'header')) ||
  (keyword === 'explode' && value === (place === 'query' || place === 'cookie')) ||
  (keyword === 'style' && value === { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }[place]) ||
  (keyword === 'collectionFormat' && (value === 'csv' || shape !== 'list'));

const PARAMETER: Readonly<Record<string, readonly unknown[]>> = {
  description: ['D'],
  required: [true],
  deprecated: [true],
  allowEmptyValue: [true],
  style: ['simple', 'matrix', 'label', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'cookie', 'newer'],
  explode: [true, false],
  allowReserved: [true],
  example: ['x'],
  examples: [{ one: { value: 'x' } }],
};

const PARAMETER2: Readonly<Record<string, readonly unknown[]>> = {
  description: ['D'],
  required: [true],
  allowEmptyValue: [true],
  collectionFormat: ['csv', 'ssv', 'tsv', 'pipes', 'multi', 'newer'],
  'x-example': ['x'],
};

/** Keywords of values in Swagger 2.0, which its parameters have themselves. */
const VALUES2: Json = {
  format: 'date', default: 'x', maximum: 9, minimum: 1, maxLength: 9, minLength: 1, pattern: 'x', maxItems: 9, minItems: 1, enum: ['x'], type: 'integer',
}; // prettier-ignore

function* plantParameters(): Generator<Planting> {
  const wrap = (parameter: Json): Json => ({ parameters: [parameter] });
  const entries = (keywords: Readonly<Record<string, readonly unknown[]>>): [string, unknown][] =>
    Object.entries(keywords).flatMap(([keyword, values]) => values.map((value): [string, unknown] => [keyword, value]));
  for (const place of ['path', 'query', 'header', 'cookie'])
    for (const [shape, schema] of Object.entries(SHAPES))
      for (const version of VERSIONS3)
        for (const [keyword, value] of entries(PARAMETER)) {
          if (isDefault(keyword, value, place, shape) || (keyword === 'required' && place === 'path')) continue;
          const base = { name: 'v', in: place, schema };
          const title = `${version} ${keyword} ${JSON.stringify(value)} of ${shape} in ${place}`;
          yield { title, version, operation: wrap(base), planted: wrap({ ...base, [keyword]: value }) };
        }
  for (const place of ['path', 'query', 'header'])
    for (const [shape, schema] of Object.entries({ text, list }))
      for (const [keyword, value] of [...entries(PARAMETER2), ...Object.entries(VALUES2)]) {
        if (isDefault(keyword, value, place, shape) || (keyword === 'required' && place === 'path')) continue;
        // Text that the caller writes: its type is left to the caller.
        if (Object.hasOwn(VALUES2, keyword) && place === 'header') continue;
        const base = { name: 'v', in: place, ...schema };
        const title = `2.0 ${keyword} ${JSON.stringify(value)} of ${shape} in ${place}`;
        yield { title, version: '2.0', operation: wrap(base), planted: wrap({ ...base, [keyword]: value }) };
      }
  const whole = (mediaType: string, schema: Json, required = true): Json =>
    wrap({ name: 'v', in: 'querystring', required, content: { [mediaType]: { schema } } });
  for (const [mediaType, schema] of [['application/x-www-form-urlencoded', object], ['application/json', object], ['text/plain', text]] as const)
    yield { title: `3.2.0 querystring of ${mediaType}`, version: '3.2.0', operation: {}, planted: whole(mediaType, schema) }; // prettier-ignore
  yield { title: '3.2.0 an optional querystring of text', version: '3.2.0', operation: {}, planted: whole('text/plain', text, false) }; // prettier-ignore
  const fields = (media: Json): Json =>
    wrap({
      name: 'v',
      in: 'querystring',
      content: { 'application/x-www-form-urlencoded': { schema: object, ...media } },
    });
  yield { title: '3.2.0 encoding of a querystring', version: '3.2.0', operation: fields({}), planted: fields({ encoding: { a: { explode: false } } }) }; // prettier-ignore
  for (const version of VERSIONS3) {
    const base = { name: 'v', in: 'query', schema: object };
    const content = { name: 'v', in: 'query', content: { 'application/json': { schema: object } } };
    yield { title: `${version} content of a parameter`, version, operation: wrap(base), planted: wrap(content) };
    yield { title: `${version} another place`, version, operation: {}, planted: wrap({ name: 'v', in: 'fragment' }) };
  }
}

function* plantBodies(): Generator<Planting> {
  const body = (mediaType: string, media: Json = {}, more: Json = {}): Json => ({
    requestBody: { content: { [mediaType]: { schema: object, ...media } }, ...more },
  });
  for (const version of VERSIONS3)
    for (const mediaType of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      const base = body(mediaType);
      const plant = (title: string, planted: Json): Planting => ({ title: `${version} ${title} of ${mediaType}`, version, operation: base, planted }); // prettier-ignore
      yield plant('description', body(mediaType, {}, { description: 'D' }));
      yield plant('required', body(mediaType, {}, { required: true }));
      yield plant('content', body('application/json'));
      yield plant('example', body(mediaType, { example: 'x' }));
      for (const [keyword, value] of Object.entries({
        contentType: 'text/csv',
        headers: { 'x-a': { schema: text } },
        style: 'pipeDelimited',
        explode: false,
        allowReserved: true,
      }))
        // prettier-ignore
        yield plant(`encoding.${keyword}`, body(mediaType, { encoding: { a: { [keyword]: value } } }));
      if (version !== '3.2.0') continue;
      for (const keyword of ['encoding', 'prefixEncoding', 'itemEncoding'])
        yield plant(`encoding.${keyword}`, body(mediaType, { encoding: { a: { [keyword]: {} } } }));
      for (const keyword of ['itemSchema', 'prefixEncoding', 'itemEncoding'])
        yield plant(keyword, body(mediaType, { [keyword]: {} }));
    }
  const field = (more: Json): Json => ({ parameters: [{ name: 'a', in: 'formData', ...list, ...more }] });
  for (const [keyword, value] of Object.entries({ collectionFormat: 'pipes', type: 'file', required: true }))
    yield { title: `2.0 ${keyword} of a field`, version: '2.0', operation: field({}), planted: field({ [keyword]: value }) }; // prettier-ignore
  const text2 = { parameters: [{ name: 'b', in: 'body', schema: object }] };
  yield { title: '2.0 consumes', version: '2.0', operation: text2, planted: { ...text2, consumes: ['text/csv'] } };
}

function* plantOperations(): Generator<Planting> {
  for (const version of VERSIONS3)
    for (const url of ['https://other.example/v2', '/v2', 'https://{host}/'])
      yield { title: `${version} the server ${url}`, version, operation: {}, planted: { servers: [{ url }] } };
  yield { title: '2.0 schemes', version: '2.0', operation: {}, planted: { schemes: ['http'] }, more: { host: 'h', schemes: ['https'] } }; // prettier-ignore
}

function read({ version, more = { servers: [{ url: 'https://h' }] } }: Planting, operation: Json): string {
  const path = JSON.stringify(operation).includes('"in":"path"') ? '/x/{v}' : '/x';
  const format = version === '2.0' ? { swagger: version } : { openapi: version };
  const document = new ApiDocument({ ...format, ...more, paths: { [path]: { post: operation } } });
  return [writeCatalogue(document), ...document.warnings].join('\n');
}

describe.each([
  ['parameters', [...plantParameters()]],
  ['bodies', [...plantBodies()]],
  ['operations', [...plantOperations()]],
])('keywords of %s', (_, plantings) => {
  test.each(plantings)('$title', (planting) => {
    const { operation, planted, title } = planting;
    const keyword = title.split(' ')[1] ?? '';
    const isObeyed = read(planting, operation) !== read(planting, planted);
    expect(isObeyed || WITHOUT_EFFECT[keyword]).toBeTruthy();
  });
});

test.each<[title: string, item: Json, routes: readonly string[], warnings: readonly string[]]>([
  ['query', { query: {} }, ['QUERY /x'], []],
  ['a method of requests', { additionalOperations: { QUERY: {}, Patch: {} } }, ['QUERY /x', 'PATCH /x'], []],
  ['another method', { additionalOperations: { LINK: {} } }, [], ["/x: LINK is left out; endpoint.js builds no requests of this method."]],
  ['TRACE', { trace: {} }, [], ["/x: trace is left out; endpoint.js builds no requests of this method."]],
])('OpenAPI 3.2: %s', (_, item, routes, warnings) => {
  const document = new ApiDocument({ openapi: '3.2.0', paths: { '/x': item } });
  expect(readApi(document).operations.map(({ route }) => route)).toEqual(routes);
  expect(document.warnings).toEqual(warnings);
}); // prettier-ignore

test.each<[parameter: Json, value: Json, url: string]>([
  [{ name: 'q', in: 'querystring', required: true, content: { 'text/plain': { schema: text } } }, { path: { q: 'a b&c' } }, '/x?a%20b%26c'],
  [{ name: 'q', in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: { properties: { a: list, b: text } } } } }, { query: { a: ['1', '2'], b: 'x&y' } }, '/x?a=1&a=2&b=x%26y'],
])('OpenAPI 3.2: %j', (parameter, value, url) => {
  const document = new ApiDocument({ openapi: '3.2.0', paths: { '/x': { get: { parameters: [parameter] } } } });
  const { operations, arrays } = readApi(document);
  const build = createEndpoint({ query: { arrays } });
  expect(build(operations[0]?.route ?? '', { [endpoint.in]: value }).url).toBe(url);
  expect(document.warnings).toEqual([]);
}); // prettier-ignore
