import type { ApiParameter } from './api.js';
import { asObject, asString, isObject, type ApiDocument, type JsonObject, type LocatedObject } from './document.js';
import { allowsType, listMembers, readDescription } from './schema.js';

/** A parameter of a document, before its place in a route is known. */
export type ReadParameter = Omit<ApiParameter, 'expression' | 'text'>;

/** The operation that is read. */
export interface ReadContext {
  readonly document: ApiDocument;
  /** Adds a warning that begins with the method and path. */
  readonly warn: (message: string) => unknown;
}

/** Reads a parameter of an operation; nothing for one of the body, or one that is left out. */
export type ReadParameters = (context: ReadContext, located: LocatedObject) => readonly ReadParameter[];

/** Reads the facts that all versions have; undefined, with a warning, for a parameter without a name or in another place. */
function readNameAndPlace(parameter: JsonObject, places: readonly ApiParameter['in'][], { warn }: ReadContext) {
  const { name } = parameter;
  const place = places.find((candidate) => candidate === parameter['in']);
  if (typeof name === 'string' && place)
    return {
      name,
      in: place,
      required: parameter['required'] === true || place === 'path',
      multiSegment: parameter['x-multi-segment'] === true,
    };
  warn(`a parameter is left out; its name is ${String(name)}, its place ${String(parameter['in'])}.`);
  return undefined;
}

/** Reads `example`, or the first of `examples`: in OpenAPI 3 an object of named ones. */
export function readExample(document: ApiDocument, located: LocatedObject): unknown {
  const { example } = located.value;
  const [first] = document.entries(located, 'examples');
  if (example !== undefined || !first) return example;
  // OpenAPI 3.2 has `dataValue`.
  const { value, dataValue = value } = asObject(document.read(first[1]).value);
  return dataValue;
}

/** Header parameters that OpenAPI ignores: other parts of a document decide these headers (3.0.4, Parameter Object). */
const IGNORED = /^(?:accept|content-type|authorization)$/i;

/** OpenAPI 3.x. */
export const readParameter3: ReadParameters = (context, located) => {
  const { document } = context;
  const { value: parameter } = located;
  const isWhole = parameter['in'] === 'querystring';
  const common = readNameAndPlace(
    isWhole ? { ...parameter, in: 'query' } : parameter,
    ['path', 'query', 'header', 'cookie'],
    context,
  );
  if (!common || (common.in === 'header' && IGNORED.test(common.name))) return [];
  const content = document.member(located, 'content');
  const [mediaType] = Object.keys(content.value);
  const media = document.member(content, mediaType ?? '');
  const schema = document.at(parameter['schema'] === undefined ? media : located, 'schema');
  const { explode } = parameter;
  const stated = asString(parameter['style']) ?? (common.in === 'path' || common.in === 'header' ? 'simple' : 'form');
  // Where members are parameters of their own, there is no separator.
  const style = explode === true && /^(?:pipe|space)Delimited$/.test(stated) ? 'form' : stated;
  const isReserved = parameter['allowReserved'] === true;
  const read: ReadParameter = {
    ...common,
    style,
    explode: typeof explode === 'boolean' ? explode : /^(?:form|cookie|deepObject)$/.test(style),
    deprecated: parameter['deprecated'] === true,
    description: asString(parameter['description']) ?? readDescription(document, schema),
    schema,
    example: readExample(document, located) ?? readExample(document, media),
    mediaType,
    isList: allowsType(document, schema, 'array'),
    isObject: allowsType(document, schema, 'object'),
    isWholeQuery: isWhole,
    // In a query, a character such as `&` would begin another parameter.
    allowReserved: isReserved && common.in === 'path' && style === 'simple',
  };
  if (isReserved && !read.allowReserved)
    context.warn(`${read.name}: allowReserved is ignored; its reserved characters are percent-encoded.`);
  return isWhole && !isReserved ? readWholeQuery(read, context, isObject(media.value['encoding'])) : [read];
};

/** The parameter that is the whole query: the fields of a form are parameters; any other text only can be one that is required. */
function readWholeQuery(read: ReadParameter, { warn }: ReadContext, hasEncoding: boolean): ReadParameter[] {
  const { name, mediaType = '', required } = read;
  if (hasEncoding) warn(`${name}: the encoding of its fields is ignored.`);
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(mediaType))
    return [{ ...read, mediaType: undefined, isWholeQuery: false, style: 'form', explode: true }];
  if (required) return [read];
  warn(`${name} is left out; without a value, the query of text would be empty instead of absent.`);
  return [];
}

const COLLECTION_FORMATS: Readonly<Record<string, string>> = {
  csv: 'form',
  multi: 'form',
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

/** The style of a list in Swagger 2.0, in the terms of OpenAPI 3. */
export const readCollection = (format: unknown) => ({
  style: COLLECTION_FORMATS[String(format)] ?? String(format),
  explode: format === 'multi',
});

/** The schema of a parameter or field, which is one itself; its `required` has another meaning there. */
export function readSchema2({ value: { required: _required, ...value }, file }: LocatedObject): LocatedObject {
  return { value, file };
}

/** Swagger 2.0. */
export const readParameter2: ReadParameters = (context, located) => {
  const { value: parameter } = located;
  const { type, collectionFormat = 'csv' } = parameter;
  if (parameter['in'] === 'body' || parameter['in'] === 'formData') return [];
  const common = readNameAndPlace(parameter, ['path', 'query', 'header'], context);
  if (!common) return [];
  const isList = type === 'array';
  const format = isList ? collectionFormat : 'csv';
  const isSimple = common.in !== 'query' && format === 'csv';
  return [
    {
      ...common,
      ...readCollection(format),
      ...(isSimple && { style: 'simple' }),
      deprecated: parameter['x-deprecated'] === true,
      description: asString(parameter['description']),
      schema: readSchema2(located),
      example: parameter['x-example'],
      mediaType: undefined,
      isList,
      isObject: false,
      isWholeQuery: false,
      allowReserved: false,
    },
  ];
};

/**
 * The members of an object that the API reads as parameters, in place of the object: `form` with `explode`. An object of any members stays.
 */
export function spreadObject(read: ReadParameter, document: ApiDocument): readonly ReadParameter[] {
  const { in: place, style, explode, isList, isObject: isSpread, mediaType, schema: object, required } = read;
  if (place !== 'query' || style !== 'form' || !explode || !isSpread || isList || mediaType !== undefined)
    return [read];
  const { additionalProperties } = document.follow(object)?.value ?? {};
  const isFree = additionalProperties === true || isObject(additionalProperties);
  const members = isFree ? [] : listMembers(document, object);
  if (members.length === 0) return [read];
  return members.map(({ name, required: isNeeded, description, schema }) =>
    Object.assign({}, read, {
      name,
      required: required && isNeeded,
      description,
      schema,
      example: undefined,
      isList: allowsType(document, schema, 'array'),
      // Written as `name[member]`: OpenAPI has no style for it.
      isObject: false,
    }),
  );
}

/** Whether a value of a query may have lists or objects inside an object, for which OpenAPI has no style. */
export function isNested(
  { in: place, style, mediaType, schema }: ReadParameter,
  isMember: boolean,
  document: ApiDocument,
): boolean {
  if (place !== 'query' || mediaType !== undefined) return false;
  if (isMember) return allowsType(document, schema, 'object');
  const members = style === 'deepObject' ? listMembers(document, schema) : [];
  return members.some((member) => allowsType(document, member.schema, 'array', 'object'));
}
