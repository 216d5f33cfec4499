import { METHODS } from '../request/route.js';
import type { Api, ApiBody, ApiOperation, ApiParameter, ApiServer, ListStyle } from './api.js';
import { asArray, asObject, asString, isObject } from './document.js';
import type { ApiDocument, JsonObject, LocatedObject } from './document.js';
import { allowsType } from './schema.js';
import { readSecurity } from './security.js';
import { fillServer, readHosts, readServers } from './servers.js';

/** Other members of a path item that are methods. */
const OTHER_METHODS = /^(?:trace|connect|additionalOperations)$/;

/**
 * Reads the operations of a document. Malformed parts count as absent; `document.warnings` names those that are left out.
 *
 * @returns operations in the order of the document's paths; those of a path in the order GET, HEAD, OPTIONS, QUERY, POST, PUT, PATCH, DELETE
 */
export function readApi(document: ApiDocument): Api {
  const { swagger, openapi, info, paths, tags } = document.root;
  const dialect = swagger === undefined ? openApi3 : swagger2;
  const { title, version } = asObject(info);
  const servers = dialect.readServers(document.root, document);
  return {
    title: asString(title),
    version: asString(version),
    format: swagger === undefined ? `OpenAPI ${String(openapi)}` : 'Swagger 2.0',
    baseUrls: servers.map((server) => fillServer(server)),
    servers,
    docs: readDocs(document.root),
    tagDocs: new Map(
      asArray(tags)
        .map(asObject)
        .flatMap((tag) => {
          const docs = readDocs(tag);
          return docs === undefined ? [] : [[String(tag['name']), docs]];
        }),
    ),
    operations: Object.entries(asObject(paths)).flatMap(([path, value]) => {
      const item = path.startsWith('x-') ? undefined : document.follow(document.locate(value));
      return item ? readPath(document, dialect, path, item) : [];
    }),
  };
}

function readDocs({ externalDocs }: JsonObject): string | undefined {
  return asString(asObject(externalDocs)['url']);
}

function readPath(document: ApiDocument, dialect: Dialect, path: string, item: LocatedObject): ApiOperation[] {
  for (const key of Object.keys(item.value).filter((name) => OTHER_METHODS.test(name)))
    document.warn(`${path}: ${key} is left out; it isn't one of the methods of requests.`);
  return METHODS.flatMap((method) => {
    const operation = item.value[method];
    if (!isObject(operation)) return [];
    return [{ method: method.toUpperCase(), path, ...readOperation(document, dialect, item, operation) }];
  });
}

function readOperation(
  document: ApiDocument,
  dialect: Dialect,
  { value: item, file }: LocatedObject,
  operation: JsonObject,
): Omit<ApiOperation, 'method' | 'path'> {
  const source = { value: operation, file };
  const parameters = readParameters(document, file, [item['parameters'], operation['parameters']]);
  // An operation's members replace those of the path.
  const both: JsonObject = { ...item, ...operation };
  const servers = Array.isArray(both['servers']) ? dialect.readServers(both, document) : [];
  return {
    id: asString(operation['operationId']),
    summary: asString(both['summary']),
    description: asString(both['description']),
    deprecated: operation['deprecated'] === true,
    docs: readDocs(operation),
    baseUrl: servers[0] && fillServer(servers[0]),
    servers,
    security: readSecurity(document, operation),
    tags: asArray(operation['tags']).map(String),
    parameters: parameters.flatMap((parameter) => dialect.readParameter(parameter, document) ?? []),
    body: dialect.readBody(source, parameters, document),
    source,
  };
}

/** Reads the parameters of a path and of an operation; the operation's replace those of the same place and name. */
function readParameters(document: ApiDocument, file: string, lists: readonly unknown[]): LocatedObject[] {
  const parameters = new Map<string, LocatedObject>();
  for (const value of lists.flatMap(asArray)) {
    const parameter = document.follow({ value, file });
    if (parameter) parameters.set(JSON.stringify([parameter.value['in'], parameter.value['name']]), parameter);
  }
  return [...parameters.values()];
}

/** The readers for one version of the format. */
interface Dialect {
  /** Reads the servers that an object of the document states. */
  readServers(value: JsonObject, document: ApiDocument): readonly ApiServer[];
  /** Reads a parameter; undefined where it belongs to the body, or is malformed. */
  readParameter(parameter: LocatedObject, document: ApiDocument): ApiParameter | undefined;
  readBody(operation: LocatedObject, parameters: readonly LocatedObject[], document: ApiDocument): ApiBody | undefined;
}

/** Reads the facts that all versions state alike; undefined for a parameter elsewhere, or without a name. */
function readNameAndPlace(parameter: JsonObject, places: readonly ApiParameter['in'][]) {
  const { name } = parameter;
  const place = places.find((candidate) => candidate === parameter['in']);
  return typeof name === 'string' && place
    ? {
        name,
        in: place,
        required: parameter['required'] === true || place === 'path',
        multiSegment: parameter['x-multi-segment'] === true,
      }
    : undefined;
}

/** Reads `example`, or the first of `examples`: in OpenAPI 3 an object of named ones. */
function readExample(document: ApiDocument, { value, file }: LocatedObject): unknown {
  if (value['example'] !== undefined) return value['example'];
  const [first] = Object.values(asObject(value['examples']));
  return document.follow({ value: first, file })?.value['value'];
}

/** Creates a body from its object and its media types; JSON is preferred. */
function createBody(
  document: ApiDocument,
  { value, file }: LocatedObject,
  mediaTypes: readonly string[],
  getMedia: (mediaType: string) => JsonObject,
): ApiBody {
  const json = mediaTypes.find(isJson);
  const preferred = json ?? mediaTypes[0];
  const media = preferred === undefined ? {} : getMedia(preferred);
  return {
    required: value['required'] === true,
    description: asString(value['description']),
    mediaTypes: json === undefined ? mediaTypes : [json, ...mediaTypes.filter((type) => type !== json)],
    json: json !== undefined,
    schema: { value: media['schema'] ?? {}, file },
    example: readExample(document, { value: media, file }),
    fields: [],
  };
}

export function isJson(mediaType: string): boolean {
  return /^(?:\*\/\*|application\/\*|(?:application|text)\/json|[^/;]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}

/** Header parameters that OpenAPI ignores: other parts of a document decide these headers (3.0.4, Parameter Object). */
const IGNORED = /^(?:accept|content-type|authorization)$/i;

const STYLES: Readonly<Record<string, ListStyle>> = {
  form: 'comma',
  pipeDelimited: 'pipes',
  spaceDelimited: 'spaces',
};

/** `form` is the default in queries, and repeats a list by default. */
function readListStyle({ style = 'form', explode = style === 'form' }: JsonObject): ListStyle {
  return explode === true ? 'repeat' : (STYLES[String(style)] ?? 'unknown');
}

/** OpenAPI 3.x. */
const openApi3: Dialect = {
  readServers,

  readParameter({ value: parameter, file }, document) {
    const common = readNameAndPlace(parameter, ['path', 'query', 'header', 'cookie']);
    if (!common || (common.in === 'header' && IGNORED.test(common.name))) return undefined;
    const { style, content } = parameter;
    const [mediaType, media] = isObject(content) ? (Object.entries(content)[0] ?? ['application/json']) : [];
    const schema = { value: parameter['schema'] ?? asObject(media)['schema'] ?? {}, file };
    const { type, description } = document.follow(schema)?.value ?? {};
    const isQuery = common.in === 'query' && mediaType === undefined;
    const spread = isQuery && type === 'object' && style !== 'deepObject';
    return {
      ...common,
      deprecated: parameter['deprecated'] === true,
      description: asString(parameter['description']) ?? asString(description),
      schema,
      example: readExample(document, { value: { ...asObject(media), ...parameter }, file }),
      mediaType,
      list: spread || (isQuery && allowsType(document, schema, 'array')) ? readListStyle(parameter) : undefined,
      spread,
    };
  },

  readBody({ value: operation, file }, _parameters, document) {
    const body = document.follow({ value: operation['requestBody'], file });
    if (!body) return undefined;
    const content = asObject(body.value['content']);
    return createBody(document, body, Object.keys(content), (mediaType) => asObject(content[mediaType]));
  },
};

const COLLECTION_FORMATS: Readonly<Record<string, ListStyle>> = {
  multi: 'repeat',
  csv: 'comma',
  ssv: 'spaces',
  tsv: 'tabs',
  pipes: 'pipes',
};

/** The schema of a parameter, which is one itself; its `required` has another meaning there. */
function readSchema({ value: { required: _required, ...value }, file }: LocatedObject): LocatedObject {
  return { value, file };
}

/** Swagger 2.0. */
const swagger2: Dialect = {
  readServers: readHosts,

  readParameter(located) {
    const { type, collectionFormat = 'csv', ...parameter } = located.value;
    const common = readNameAndPlace(parameter, ['path', 'query', 'header']);
    const isList = common?.in === 'query' && type === 'array';
    return (
      common && {
        ...common,
        deprecated: parameter['x-deprecated'] === true,
        description: asString(parameter['description']),
        schema: readSchema(located),
        example: parameter['x-example'],
        mediaType: undefined,
        list: isList ? (COLLECTION_FORMATS[String(collectionFormat)] ?? 'unknown') : undefined,
        spread: false,
      }
    );
  },

  /** From the parameter in `body`, or those in `formData`. */
  readBody({ value: operation }, parameters, document) {
    const consumes = [operation['consumes'], document.root['consumes']].find(Array.isArray);
    const mediaTypes = asArray(consumes).filter((mediaType) => typeof mediaType === 'string');
    const body = parameters.find(({ value }) => value['in'] === 'body');
    if (body) {
      const types = mediaTypes.length > 0 ? mediaTypes : ['application/json'];
      return createBody(document, body, types, () => ({ schema: body.value['schema'] }));
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
      example: undefined,
      fields: fields.map((field) => ({
        name: String(field.value['name']),
        required: field.value['required'] === true,
        description: asString(field.value['description']),
        schema: readSchema(field),
      })),
    };
  },
};
