import type { ApiBody } from './api.js';
import { asArray, asObject, asString } from './document.js';
import type { JsonObject, LocatedObject } from './document.js';
import { readCollection, readExample, readSchema2, type ReadContext } from './parameters.js';

/** Reads the body of an operation, in OpenAPI 3 from the operation, in Swagger 2.0 from its parameters; undefined without one. */
export type ReadBody = (
  context: ReadContext,
  operation: LocatedObject,
  parameters: readonly LocatedObject[],
) => ApiBody | undefined;

/** Creates a body from its object and its media types; JSON is preferred. */
function createBody(
  { document, warn }: ReadContext,
  { value, file }: LocatedObject,
  mediaTypes: readonly string[],
  getMedia: (mediaType: string) => JsonObject,
): ApiBody {
  const json = mediaTypes.find(isJson);
  const preferred = json ?? mediaTypes[0];
  const media = preferred === undefined ? {} : getMedia(preferred);
  for (const keyword of ['itemSchema', 'prefixEncoding', 'itemEncoding'])
    if (media[keyword] !== undefined) warn(`${keyword} of its body is left to the maker of the body.`);
  return {
    required: value['required'] === true,
    description: asString(value['description']),
    mediaTypes: json === undefined ? mediaTypes : [json, ...mediaTypes.filter((type) => type !== json)],
    json: json !== undefined,
    schema: { value: media['schema'] ?? {}, file },
    example: readExample(document, { value: media, file }),
    encoding: json === undefined ? asObject(media['encoding']) : {},
    fields: [],
  };
}

export function isJson(mediaType: string): boolean {
  return /^(?:\*\/\*|application\/\*|(?:application|text)\/json|[^/;]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}

/** Whether the members of a body are parameters, which adapters write as a form. */
export const isForm = ({ mediaTypes: [first = ''] }: ApiBody): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(first);

/** OpenAPI 3.x. */
export const readBody3: ReadBody = (context, { value: operation, file }) => {
  const { document } = context;
  const body = document.follow({ value: operation['requestBody'], file });
  if (!body) return undefined;
  const content = asObject(body.value['content']);
  return createBody(context, body, Object.keys(content), (mediaType) =>
    asObject(document.follow({ value: content[mediaType], file: body.file })?.value),
  );
};

/** Swagger 2.0: from the parameter in `body`, or those in `formData`. */
export const readBody2: ReadBody = (context, { value: operation }, parameters) => {
  const consumes = [operation['consumes'], context.document.root['consumes']].find(Array.isArray);
  const mediaTypes = asArray(consumes).filter((mediaType) => typeof mediaType === 'string');
  const body = parameters.find(({ value }) => value['in'] === 'body');
  if (body) {
    const types = mediaTypes.length > 0 ? mediaTypes : ['application/json'];
    return createBody(context, body, types, () => ({ schema: body.value['schema'] }));
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
