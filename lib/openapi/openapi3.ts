import type { Document, Located } from './document.js';
import { asArray, asObject, asString, isObject, type JsonObject } from './json.js';
import { isJson, type Body, type ListStyle, type Parameter } from './operation.js';

/** The URLs of `servers`, with the defaults of their variables. */
export function readBaseUrls({ servers }: JsonObject): readonly string[] {
  return asArray(servers).flatMap((server) => {
    const { url, variables } = asObject(server);
    if (typeof url !== 'string') return [];
    return url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const all = asObject(variables);
      return (Object.hasOwn(all, name) ? asString(asObject(all[name])['default']) : undefined) ?? whole;
    });
  });
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** Headers that the document does not decide on (OpenAPI 3.0.4, Parameter Object). */
const IGNORED = /^(?:accept|content-type|authorization)$/i;

/** A parameter; undefined for what is none. */
export function readParameter3(document: Document, parameter: JsonObject, file: string): Parameter | undefined {
  const { name, schema, content } = parameter;
  const place = PLACES.find((candidate) => candidate === parameter['in']);
  if (typeof name !== 'string' || !place || (place === 'header' && IGNORED.test(name))) return undefined;
  const located = content === undefined ? { value: schema ?? {}, file } : undefined;
  const { type, description } = document.follow({ value: schema, file })?.value ?? {};
  const isList = place === 'query' && (type === 'array' || asArray(type).includes('array'));
  const lists = isList && located ? listStyle(parameter) : undefined;
  return {
    name,
    in: place,
    required: parameter['required'] === true,
    deprecated: parameter['deprecated'] === true,
    description: asString(parameter['description']) ?? asString(description),
    schema: lists === 'other' ? undefined : located,
    note: noteOn(parameter, lists, place === 'query' && type === 'object'),
    lists,
    multiSegment: parameter['x-multi-segment'] === true,
  };
}

/** `form` is the default in queries, and with it a list is repeated unless told otherwise. */
function listStyle({ style = 'form', explode = style === 'form' }: JsonObject): ListStyle {
  if (explode === true) return 'repeat';
  return style === 'form' ? 'comma' : 'other';
}

function noteOn({ content, style }: JsonObject, lists: ListStyle | undefined, isMap: boolean): string | undefined {
  if (isObject(content)) return `Text of type ${Object.keys(content)[0] ?? 'application/json'}.`;
  if (lists === 'other') return `A list joined by ${style === 'pipeDelimited' ? '"|"' : 'spaces'}, as text.`;
  return isMap && style !== 'deepObject'
    ? 'The API takes each member as a parameter of its own: give them beside this one instead.'
    : undefined;
}

/** The body that an operation takes. */
export function readBody3(document: Document, operation: JsonObject, file: string): Body | undefined {
  if (!isObject(operation['requestBody'])) return undefined;
  const body = document.follow({ value: operation['requestBody'], file });
  if (!body) return undefined;
  const content = asObject(body.value['content']);
  const mediaTypes = Object.keys(content);
  const json = mediaTypes.find(isJson);
  return {
    required: body.value['required'] === true,
    description: asString(body.value['description']),
    mediaTypes: json === undefined ? mediaTypes : [json, ...mediaTypes.filter((type) => type !== json)],
    schema: json === undefined ? undefined : schemaOf(content[json], body.file),
  };
}

function schemaOf(mediaType: unknown, file: string): Located {
  return { value: asObject(mediaType)['schema'] ?? {}, file };
}
