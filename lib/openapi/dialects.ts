import type { ApiBody, ApiParameter, ListStyle } from './api.js';
import {
  type ApiDocument,
  type LocatedObject,
  asString,
  type JsonObject,
  asArray,
  asObject,
  isObject,
} from './document.js';
import { allowsList } from './schema.js';

/** The readers for one version of the format. */
export interface Dialect {
  /** Reads the base URLs that an object of the document states. */
  readonly readBaseUrls: (value: JsonObject, document: ApiDocument) => readonly string[];
  /** Reads a parameter; undefined where it belongs to the body, or is malformed. */
  readonly readParameter: (document: ApiDocument, parameter: LocatedObject) => ApiParameter | undefined;
  readonly readBody: (
    document: ApiDocument,
    operation: LocatedObject,
    parameters: readonly LocatedObject[],
  ) => ApiBody | undefined;
}

/** Creates a body from its object and its media types; JSON is preferred. */
function createBody(
  { value, file }: LocatedObject,
  mediaTypes: readonly string[],
  getSchema: (mediaType: string) => unknown,
): ApiBody {
  const json = mediaTypes.find(isJson);
  const preferred = json ?? mediaTypes[0];
  return {
    required: value['required'] === true,
    description: asString(value['description']),
    mediaTypes: json === undefined ? mediaTypes : [json, ...mediaTypes.filter((type) => type !== json)],
    json: json !== undefined,
    schema: { value: (preferred === undefined ? undefined : getSchema(preferred)) ?? {}, file },
    fields: [],
  };
}

function isJson(mediaType: string): boolean {
  return /^(?:\*\/\*|application\/\*|(?:application|text)\/json|[^/;]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}

const OPENAPI_PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** Header parameters that OpenAPI ignores: other parts of a document decide these headers (3.0.4, Parameter Object). */
const IGNORED = /^(?:accept|content-type|authorization)$/i;

const STYLES: Readonly<Record<string, ListStyle>> = {
  form: 'comma',
  pipeDelimited: 'pipes',
  spaceDelimited: 'spaces',
};

/** OpenAPI 3.x. */
export const openApi3: Dialect = {
  readBaseUrls: readServers,
  readParameter: readOpenApiParameter,
  readBody: readOpenApiBody,
};

/** Reads the URLs of `servers`, with the defaults of their variables; those of a document on the web can be relative to its origin. */
function readServers({ servers }: JsonObject, { entry }: ApiDocument): readonly string[] {
  const origin = /^https?:\/\/[^/?#]*/i.exec(entry)?.[0] ?? '';
  return asArray(servers).flatMap((server) => {
    const { url, variables } = asObject(server);
    if (typeof url !== 'string') return [];
    const absolute = /^\/(?!\/)/.test(url) ? origin + url : url;
    return absolute.replace(/\{([^{}]*)\}/g, (variable, name: string) => {
      const all = asObject(variables);
      return (Object.hasOwn(all, name) ? asString(asObject(all[name])['default']) : undefined) ?? variable;
    });
  });
}

function readOpenApiParameter(
  document: ApiDocument,
  { value: parameter, file }: LocatedObject,
): ApiParameter | undefined {
  const { name, style, content } = parameter;
  const place = OPENAPI_PLACES.find((candidate) => candidate === parameter['in']);
  if (typeof name !== 'string' || !place || (place === 'header' && IGNORED.test(name))) return undefined;
  const media = isObject(content) ? Object.entries(content)[0] : undefined;
  const schema = { value: parameter['schema'] ?? asObject(media?.[1])['schema'] ?? {}, file };
  const { type, description } = document.follow(schema)?.value ?? {};
  const isText = content !== undefined;
  return {
    name,
    in: place,
    required: parameter['required'] === true || place === 'path',
    deprecated: parameter['deprecated'] === true,
    description: asString(parameter['description']) ?? asString(description),
    schema,
    mediaType: isText ? (media?.[0] ?? 'application/json') : undefined,
    list: place === 'query' && !isText && allowsList(document, schema) ? readListStyle(parameter) : undefined,
    spread: place === 'query' && !isText && type === 'object' && style !== 'deepObject',
    multiSegment: parameter['x-multi-segment'] === true,
  };
}

/** `form` is the default in queries, and repeats a list by default. */
function readListStyle({ style = 'form', explode = style === 'form' }: JsonObject): ListStyle {
  return explode === true ? 'repeat' : (STYLES[String(style)] ?? 'unknown');
}

function readOpenApiBody(document: ApiDocument, { value: operation, file }: LocatedObject): ApiBody | undefined {
  const body = document.follow({ value: operation['requestBody'], file });
  if (!body) return undefined;
  const content = asObject(body.value['content']);
  return createBody(body, Object.keys(content), (mediaType) => asObject(content[mediaType])['schema']);
}

const SWAGGER_PLACES = ['path', 'query', 'header'] as const;

const COLLECTION_FORMATS: Readonly<Record<string, ListStyle>> = {
  multi: 'repeat',
  csv: 'comma',
  ssv: 'spaces',
  tsv: 'tabs',
  pipes: 'pipes',
};

/** Swagger 2.0. */
export const swagger2: Dialect = {
  readBaseUrls: readHost,
  readParameter: readSwaggerParameter,
  readBody: readSwaggerBody,
};

/** Reads the URL of `schemes`, `host` and `basePath`. */
function readHost({ schemes, host, basePath }: JsonObject): readonly string[] {
  const path = asString(basePath) ?? '';
  if (typeof host !== 'string') return path === '' ? [] : [path];
  const scheme = asArray(schemes).includes('http') && !asArray(schemes).includes('https') ? 'http' : 'https';
  return [`${scheme}://${host}${path}`];
}

function readSwaggerParameter(
  _document: ApiDocument,
  { value: parameter, file }: LocatedObject,
): ApiParameter | undefined {
  const { name, type, collectionFormat = 'csv' } = parameter;
  const place = SWAGGER_PLACES.find((candidate) => candidate === parameter['in']);
  if (typeof name !== 'string' || !place) return undefined;
  return {
    name,
    in: place,
    required: parameter['required'] === true || place === 'path',
    deprecated: parameter['x-deprecated'] === true,
    description: asString(parameter['description']),
    schema: { value: readSchema(parameter), file },
    mediaType: undefined,
    list:
      type === 'array' && place === 'query' ? (COLLECTION_FORMATS[String(collectionFormat)] ?? 'unknown') : undefined,
    spread: false,
    multiSegment: parameter['x-multi-segment'] === true,
  };
}

/** A parameter is a schema; its `required` has another meaning there. */
function readSchema({ required: _required, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** Reads the parameter in `body`, or those in `formData`. */
function readSwaggerBody(
  document: ApiDocument,
  { value: operation }: LocatedObject,
  parameters: readonly LocatedObject[],
): ApiBody | undefined {
  const consumes = [operation['consumes'], document.root['consumes']].find(Array.isArray);
  const mediaTypes = asArray(consumes).filter((mediaType) => typeof mediaType === 'string');
  const body = parameters.find(({ value }) => value['in'] === 'body');
  if (body) {
    const types = mediaTypes.length > 0 ? mediaTypes : ['application/json'];
    return createBody(body, types, () => body.value['schema']);
  }
  const fields = parameters.filter(({ value }) => value['in'] === 'formData' && typeof value['name'] === 'string');
  const [first] = fields;
  if (!first) return undefined;
  const forms = mediaTypes.filter((mediaType) => /form/i.test(mediaType));
  const hasFile = fields.some(({ value }) => value['type'] === 'file');
  return {
    required: fields.some(({ value }) => value['required'] === true),
    description: undefined,
    mediaTypes: forms.length > 0 ? forms : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'],
    json: false,
    schema: { value: {}, file: first.file },
    fields: fields.map(({ value, file }) => ({
      name: String(value['name']),
      required: value['required'] === true,
      description: asString(value['description']),
      schema: { value: readSchema(value), file },
    })),
  };
}
