import type { ApiBody, ApiParameter, ListStyle } from './api.js';
import { createBody, type Dialect } from './dialect.js';
import type { ApiDocument, LocatedObject } from './document.js';
import { asArray, asString, type JsonObject } from './json.js';

const PLACES = ['path', 'query', 'header'] as const;

const LISTS: Readonly<Record<string, ListStyle>> = {
  multi: 'repeat',
  csv: 'comma',
  ssv: 'spaces',
  tsv: 'tabs',
  pipes: 'pipes',
};

/** What only Swagger 2.0 has. */
export const swagger2: Dialect = { readBaseUrls, readParameter, readBody };

/** Reads the URL of `schemes`, `host` and `basePath`. */
function readBaseUrls({ schemes, host, basePath }: JsonObject): readonly string[] {
  const path = asString(basePath) ?? '';
  if (typeof host !== 'string') return path === '' ? [] : [path];
  const scheme = asArray(schemes).includes('http') && !asArray(schemes).includes('https') ? 'http' : 'https';
  return [`${scheme}://${host}${path}`];
}

function readParameter(_document: ApiDocument, { value: parameter, file }: LocatedObject): ApiParameter | undefined {
  const { name, type, collectionFormat = 'csv' } = parameter;
  const place = PLACES.find((candidate) => candidate === parameter['in']);
  if (typeof name !== 'string' || !place) return undefined;
  return {
    name,
    in: place,
    required: parameter['required'] === true || place === 'path',
    deprecated: parameter['x-deprecated'] === true,
    description: asString(parameter['description']),
    schema: { value: readSchema(parameter), file },
    mediaType: undefined,
    list: type === 'array' && place === 'query' ? (LISTS[String(collectionFormat)] ?? 'unknown') : undefined,
    spread: false,
    multiSegment: parameter['x-multi-segment'] === true,
  };
}

/** A parameter is a schema; its `required` has another meaning there. */
function readSchema({ required: _required, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** Reads the parameter in `body`, or those in `formData`. */
function readBody(
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
