import type { ApiBody, ApiParameter, ListStyle } from './api.js';
import { createBody, type Dialect } from './dialect.js';
import type { ApiDocument, LocatedObject } from './document.js';
import { asArray, asObject, asString, isObject, type JsonObject } from './json.js';
import { allowsList } from './schema.js';

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** Header parameters that OpenAPI ignores: other parts of a document decide these headers (3.0.4, Parameter Object). */
const IGNORED = /^(?:accept|content-type|authorization)$/i;

const SEPARATED_LISTS: Readonly<Record<string, ListStyle>> = {
  form: 'comma',
  pipeDelimited: 'pipes',
  spaceDelimited: 'spaces',
};

/** What only OpenAPI 3.x has. */
export const openApi3: Dialect = { readBaseUrls, readParameter, readBody };

/** Reads the URLs of `servers`, with the defaults of their variables; those of a document on the web can be relative to its origin. */
function readBaseUrls({ servers }: JsonObject, { entry }: ApiDocument): readonly string[] {
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

function readParameter(document: ApiDocument, { value: parameter, file }: LocatedObject): ApiParameter | undefined {
  const { name, style, content } = parameter;
  const place = PLACES.find((candidate) => candidate === parameter['in']);
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
  return explode === true ? 'repeat' : (SEPARATED_LISTS[String(style)] ?? 'unknown');
}

function readBody(document: ApiDocument, { value: operation, file }: LocatedObject): ApiBody | undefined {
  const body = document.follow({ value: operation['requestBody'], file });
  if (!body) return undefined;
  const content = asObject(body.value['content']);
  return createBody(body, Object.keys(content), (mediaType) => asObject(content[mediaType])['schema']);
}
