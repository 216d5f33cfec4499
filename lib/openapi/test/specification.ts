/** The objects of each version of the format by place, and documents that have each of them. */
export type Version = '2.0' | '3.0.4' | '3.1.1' | '3.2.0';
export type Json = Readonly<Record<string, unknown>>;

/** What a member is: an object (`Info`), a map of objects (`{Schema}`) or a list of objects (`[Server]`). */
type Fields = Readonly<Record<string, string>>;

const OPERATIONS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'];

const SCHEMA: Fields = {
  properties: '{Schema}',
  patternProperties: '{Schema}',
  items: 'Schema',
  prefixItems: '[Schema]',
  additionalProperties: 'Schema',
  not: 'Schema',
  allOf: '[Schema]',
  oneOf: '[Schema]',
  anyOf: '[Schema]',
  externalDocs: 'Docs',
};
const OPERATION: Fields = {
  externalDocs: 'Docs',
  parameters: '[Parameter]',
  requestBody: 'Body',
  responses: '{Response}',
  callbacks: '{Callback}',
  security: '[Requirement]',
  servers: '[Server]',
};
const VALUE: Fields = { schema: 'Schema', items: 'Schema', examples: '{Example}', content: '{Media}' };

/** The fields of objects that are objects; those of Swagger 2.0 and OpenAPI 3 together, as none has two meanings. */
const TYPES: Readonly<Record<string, Fields>> = {
  Document: {
    info: 'Info',
    servers: '[Server]',
    paths: '{Item}',
    components: 'Components',
    security: '[Requirement]',
    tags: '[Tag]',
    externalDocs: 'Docs',
    definitions: '{Schema}',
    parameters: '{Parameter}',
    responses: '{Response}',
    securityDefinitions: '{Scheme}',
  },
  Info: { contact: 'Contact', license: 'License' },
  Server: { variables: '{Variable}' },
  Components: {
    schemas: '{Schema}',
    responses: '{Response}',
    parameters: '{Parameter}',
    examples: '{Example}',
    requestBodies: '{Body}',
    headers: '{Header}',
    securitySchemes: '{Scheme}',
    links: '{Link}',
    callbacks: '{Callback}',
    pathItems: '{Item}',
    mediaTypes: '{Media}',
  },
  Item: {
    ...Object.fromEntries(OPERATIONS.map((method) => [method, 'Operation'])),
    additionalOperations: '{Operation}',
    servers: '[Server]',
    parameters: '[Parameter]',
  },
  Operation: OPERATION,
  Parameter: VALUE,
  Header: VALUE,
  Body: { content: '{Media}' },
  Media: { schema: 'Schema', examples: '{Example}', encoding: '{Encoding}' },
  Encoding: { headers: '{Header}' },
  Response: { schema: 'Schema', headers: '{Header}', content: '{Media}', links: '{Link}' },
  Tag: { externalDocs: 'Docs' },
  Schema: SCHEMA,
};

/** A place of a document. */
export interface Place {
  readonly path: readonly string[];
  /** `Info`, `{Schema}`, `[Server]`. */
  readonly type: string;
}

/** Lists the places of a document that have an object, a map or a list of objects. */
export function listPlaces(value: unknown, type = 'Document', path: readonly string[] = []): Place[] {
  if (typeof value !== 'object' || value === null || '$ref' in value) return [];
  const member = /^[[{](\w+)[\]}]$/.exec(type)?.[1];
  const inner = Object.entries(value).flatMap(([key, each]) => {
    const field = member ?? TYPES[type]?.[key];
    return field === undefined ? [] : listPlaces(each, field, [...path, key]);
  });
  return path.length > 0 ? [{ path, type }, ...inner] : inner;
}

const text = { type: 'string' };
const reference = (kind: string, name: string): Json => ({ $ref: `#/${kind}/${name}` });

/** A schema that has every keyword of schemas. */
const schema = (version: Version, schemas: string): Json => ({
  type: 'object',
  required: ['id', 'kind'],
  properties: {
    id: { type: 'integer', readOnly: true },
    pin: { type: 'string', writeOnly: true },
    kind: { enum: ['a', 'b'] },
    tree: reference(schemas, 'Tree'),
    labels: { type: 'object', additionalProperties: { type: 'integer' } },
    list: { type: 'array', items: { type: 'object', properties: { x: text } } },
    any: { not: { type: 'integer' }, externalDocs: { url: 'https://docs' } },
    ...(version !== '2.0' && { choice: { oneOf: [text, { type: 'object', properties: { y: text } }], anyOf: [{ type: 'boolean' }, text] } }),
    ...(version > '3.1' && { tuple: { type: 'array', prefixItems: [text, { type: 'boolean' }] }, map: { patternProperties: { a: text } } }),
  },
  allOf: [{ type: 'object', properties: { all: text } }],
}); // prettier-ignore

const info = { title: 'T', version: '1', contact: { name: 'N' }, license: { name: 'L' } };
const docs = (name: string): Json => ({ url: `https://docs/${name}` });
const list = { type: 'array', items: text };

function writeSwagger(): Json {
  const operation = (...parameters: Json[]): Json => ({
    operationId: `o${parameters.length}`,
    tags: ['t'],
    externalDocs: docs('operation'),
    parameters,
    responses: {
      200: { description: 'D', schema: schema('2.0', 'definitions'), headers: { 'x-h': text } },
      default: reference('responses', 'Error'),
    },
    security: [{ key: [], basic: [] }, {}],
  });
  const query = { name: 'q', in: 'query', ...list, collectionFormat: 'multi' };
  return {
    swagger: '2.0',
    info,
    host: 'h.example',
    externalDocs: docs('document'),
    tags: [{ name: 't', externalDocs: docs('tag') }],
    security: [{ basic: [] }],
    securityDefinitions: { basic: { type: 'basic' }, key: { type: 'apiKey', in: 'header', name: 'x-key' } },
    parameters: { Limit: { name: 'limit', in: 'query', type: 'integer' } },
    responses: { Error: { description: 'D', schema: { type: 'object', properties: { message: text } } } },
    definitions: { Tree: { type: 'object', properties: { next: reference('definitions', 'Tree') } } },
    paths: {
      '/a/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
        get: operation(query, reference('parameters', 'Limit')),
        put: operation({ name: 'body', in: 'body', required: true, schema: schema('2.0', 'definitions') }),
      },
      '/form': { post: { ...operation({ name: 'f', in: 'formData', required: true, ...list, collectionFormat: 'multi' }, { name: 'g', in: 'formData', type: 'string' }), security: undefined, consumes: ['application/x-www-form-urlencoded'] } },
    },
  }; // prettier-ignore
}

function writeOpenApi(version: Version): Json {
  const media = (more: Json = {}): Json => ({ schema: schema(version, 'components/schemas'), examples: { one: { value: { kind: 'a' } } }, ...more });
  const servers = (host: string): readonly Json[] => [{ url: `https://{v}.${host}`, variables: { v: { default: 'eu', enum: ['eu', 'us'] } } }];
  const operation = (more: Json): Json => ({
    tags: ['t'],
    externalDocs: docs('operation'),
    responses: {
      200: { description: 'D', headers: { 'x-h': { schema: text } }, content: { 'application/json': media() }, links: { next: { operationId: 'a' } } },
      default: reference('components/responses', 'Error'),
    },
    callbacks: { done: { '{$url}': { post: {} } } },
    security: [{ key: [], basic: [] }, {}],
    ...more,
  });
  const query = { name: 'q', in: 'query', explode: false, schema: list, examples: { one: { value: ['a'] } } };
  const form = { type: 'object', required: ['f'], properties: { f: text, g: list } };
  const encoding = { g: { explode: false, headers: { 'x-e': { schema: text } } } };
  return {
    openapi: version,
    info,
    servers: servers('h.example'),
    externalDocs: docs('document'),
    tags: [{ name: 't', externalDocs: docs('tag') }],
    security: [{ basic: [] }],
    paths: {
      '/a/{id}': {
        servers: servers('item.example'),
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: operation({ parameters: [query, reference('components/parameters', 'Limit'), { name: 'j', in: 'query', content: { 'application/json': { schema: form } } }] }),
        put: operation({ requestBody: { required: true, description: 'B', content: { 'application/json': media() } }, servers: servers('own.example') }),
        delete: operation({ security: [], requestBody: reference('components/requestBodies', 'Any') }),
        ...(version === '3.2.0' && { query: operation({ requestBody: reference('components/requestBodies', 'Any') }), additionalOperations: { PATCH: operation({}) } }),
      },
      '/form': { post: operation({ security: undefined, requestBody: { content: { 'application/x-www-form-urlencoded': { schema: form, encoding } } } }) },
      '/other': version > '3.1' ? reference('components/pathItems', 'Other') : { get: operation({}) },
    },
    components: {
      schemas: { Tree: { type: 'object', properties: { next: reference('components/schemas', 'Tree') } } },
      responses: { Error: { description: 'D', content: { 'application/json': { schema: { type: 'object', properties: { message: text } } } } } },
      parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, examples: { one: reference('components/examples', 'One') } } },
      examples: { One: { value: 1 } },
      requestBodies: { Any: { content: { 'application/json': version === '3.2.0' ? reference('components/mediaTypes', 'Any') : media() } } },
      headers: { H: { schema: text } },
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, key: { type: 'apiKey', in: 'header', name: 'x-key' } },
      links: { next: { operationId: 'a' } },
      callbacks: { done: { '{$url}': { post: {} } } },
      ...(version > '3.1' && { pathItems: { Other: { get: operation({}) } } }),
      ...(version === '3.2.0' && { mediaTypes: { Any: media() } }),
    },
  };
} // prettier-ignore

/** A document of a version with every object. */
export const writeDocument = (version: Version): Json => (version === '2.0' ? writeSwagger() : writeOpenApi(version));
