import type { Document } from './document.js';
import { asArray, asObject, asString, type JsonObject } from './json.js';
import { isJson, type Body, type ListStyle, type Parameter } from './operation.js';
import type { ParameterSource } from './operations.js';

/** The URLs of `schemes`, `host` and `basePath`. */
export function readBaseUrls2({ schemes, host, basePath }: JsonObject): readonly string[] {
  const path = asString(basePath) ?? '';
  if (typeof host !== 'string') return path === '' ? [] : [path];
  const known = asArray(schemes).filter((scheme) => scheme === 'https' || scheme === 'http');
  const [scheme = 'https'] = known.toSorted().toReversed();
  return [`${scheme}://${host}${path}`];
}

const PLACES = ['path', 'query', 'header'] as const;

/** A parameter; undefined for what is none, or part of the body. */
export function readParameter2(parameter: JsonObject, file: string): Parameter | undefined {
  const { name, type } = parameter;
  const place = PLACES.find((candidate) => candidate === parameter['in']);
  if (typeof name !== 'string' || !place) return undefined;
  const lists = type === 'array' && place === 'query' ? listStyle(parameter['collectionFormat']) : undefined;
  const separator = { ssv: 'spaces', tsv: 'tabs', pipes: '"|"' }[String(parameter['collectionFormat'])];
  return {
    name,
    in: place,
    required: parameter['required'] === true,
    deprecated: parameter['x-deprecated'] === true,
    description: asString(parameter['description']),
    // A parameter is its own schema.
    schema: lists === 'other' ? undefined : { value: withoutPlace(parameter), file },
    note: lists === 'other' ? `A list joined by ${separator ?? 'its collectionFormat'}, as text.` : undefined,
    lists,
    multiSegment: parameter['x-multi-segment'] === true,
  };
}

function listStyle(format: unknown): ListStyle {
  if (format === 'multi') return 'repeat';
  return format === undefined || format === 'csv' ? 'comma' : 'other';
}

/** Without `required`, which means other things in a schema. */
function withoutPlace({ required: _required, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** The body that an operation takes: a parameter in `body`, or those in `formData`. */
export function readBody2(
  document: Document,
  operation: JsonObject,
  parameters: readonly ParameterSource[],
): Body | undefined {
  const consumes = [operation['consumes'], document.root['consumes']].find(Array.isArray) ?? [];
  const declared = consumes.filter((type: unknown): type is string => typeof type === 'string');
  const body = parameters.find(({ value }) => value['in'] === 'body');
  const fields = parameters.filter(({ value }) => value['in'] === 'formData');
  if (body) {
    const mediaTypes = declared.length > 0 ? declared : ['application/json'];
    const json = mediaTypes.find(isJson);
    return {
      required: body.value['required'] === true,
      description: asString(body.value['description']),
      mediaTypes: json === undefined ? mediaTypes : [json, ...mediaTypes.filter((type) => type !== json)],
      schema: json === undefined ? undefined : { value: body.value['schema'] ?? {}, file: body.file },
    };
  }
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ value }) => value['type'] === 'file');
  const forms = declared.filter((type) => /form/i.test(type));
  const [usual] = hasFile ? ['multipart/form-data'] : ['application/x-www-form-urlencoded'];
  return {
    required: fields.some(({ value }) => value['required'] === true),
    description: `Fields: ${fields.map(({ value }) => fieldText(asObject(value))).join(', ')}.`,
    mediaTypes: forms.length > 0 ? forms : [usual ?? ''],
    schema: undefined,
  };
}

function fieldText({ name, type, required }: JsonObject): string {
  return `\`${String(name)}\` (${String(type)}${required === true ? ', required' : ''})`;
}
