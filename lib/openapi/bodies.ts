import type { ApiBody } from './api.js';
import { asObject, asString, isObject, type ApiDocument, type LocatedObject } from './document.js';
import { readCollection, readExample, readSchema2, type ReadContext } from './parameters.js';

/** Reads the body of an operation, in OpenAPI 3 from the operation, in Swagger 2.0 from its parameters; undefined without one. */
type ReadBody = (
  context: ReadContext,
  operation: LocatedObject,
  parameters: readonly LocatedObject[],
) => ApiBody | undefined;

/** Creates a body from its object and its media types; JSON is preferred. */
function createBody({ document, warn }: ReadContext, { value }: LocatedObject, content: LocatedObject): ApiBody {
  const mediaTypes = Object.keys(content.value);
  const json = mediaTypes.find((type) => isJson(type) && !type.includes('*')) ?? mediaTypes.find(isJson);
  const media = document.member(content, json ?? mediaTypes[0] ?? '');
  for (const keyword of ['itemSchema', 'prefixEncoding', 'itemEncoding'])
    if (media.value[keyword] !== undefined) warn(`${keyword} of its body is left to the maker of the body.`);
  return {
    required: value['required'] === true,
    description: asString(value['description']),
    mediaTypes: json === undefined ? mediaTypes : [json, ...mediaTypes.filter((type) => type !== json)],
    json: json !== undefined,
    schema: document.at(media, 'schema'),
    example: readExample(document, media),
    encoding: Object.fromEntries(
      (json === undefined ? document.entries(media, 'encoding') : []).map(([name, each]) => [
        name,
        asObject(document.read(each).value),
      ]),
    ),
    fields: [],
  };
}

export function isJson(mediaType: string): boolean {
  return /^(?:\*\/\*|application\/\*|(?:application|text)\/json|[^/;]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}

/** Whether the members of a body of a media type are parameters, which adapters write as a form. */
export const isForm = (mediaType = '') => /^application\/x-www-form-urlencoded\b/i.test(mediaType);

/** OpenAPI 3.x. */
export const readBody3: ReadBody = (context, operation) => {
  const body = context.document.member(operation, 'requestBody');
  return isObject(operation.value['requestBody'])
    ? createBody(context, body, context.document.member(body, 'content'))
    : undefined;
};

/** The media types of an operation of Swagger 2.0, or else of the document. */
export function listMediaTypes(document: ApiDocument, operation: LocatedObject, keyword: string) {
  const holder = operation.value[keyword] === undefined ? document.locate(document.root) : operation;
  return document.list(holder, keyword).flatMap(({ value }) => asString(value) ?? []);
}

/** Writes the schema of a body or response of Swagger 2.0 as OpenAPI 3 has it, by media types, or else as JSON. */
export function writeContent(mediaTypes: readonly string[], { value: { schema }, file }: LocatedObject): LocatedObject {
  const types = mediaTypes.length > 0 ? mediaTypes : ['application/json'];
  return { value: Object.fromEntries(types.map((type) => [type, { schema }])), file };
}

/** Swagger 2.0: from the parameter in `body`, or those in `formData`. */
export const readBody2: ReadBody = (context, operation, parameters) => {
  const mediaTypes = listMediaTypes(context.document, operation, 'consumes');
  const body = parameters.find(({ value }) => value['in'] === 'body');
  if (body) return createBody(context, body, writeContent(mediaTypes, body));
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
    encoding: Object.fromEntries(
      fields.flatMap(({ value: { name, type, collectionFormat = 'csv' } }) =>
        type === 'array' && collectionFormat !== 'multi' ? [[String(name), readCollection(collectionFormat)]] : [],
      ),
    ),
    fields: fields.map((field) => ({
      name: String(field.value['name']),
      required: field.value['required'] === true,
      description: asString(field.value['description']),
      schema: readSchema2(field),
    })),
  };
};
