import type { ApiBody, ApiOperation, ApiParameter } from '../openapi/api.js';
import { createPartReader } from '../openapi/composition.js';
import { asObject } from '../openapi/document.js';
import type { ApiDocument, Located } from '../openapi/document.js';
import { allowsType, COMPOSITIONS, listMembers, type SchemaMember } from '../openapi/schema.js';
import { setOwn } from '../request/plain-objects.js';
import { isBodiless } from '../request/route.js';
import { hasOwn } from '../template/values.js';
import type { Method } from '../options.js';
import type { Schema, SchemaWriter, Written } from './schemas.js';
import { findPathProblem, findQueryProblem, findReservedProblem, findTextProblem, writeSimple } from './values.js';
import { clean } from './words.js';

/** An argument of a tool. */
export interface Argument {
  /** As the API reads it. */
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly required: boolean;
  /** Whether an optional body that is passed must have it. */
  readonly isNeeded?: boolean | undefined;
  readonly written: Written;
  /** Finds a problem that the schema doesn't know. */
  readonly findProblem?: ((value: unknown) => string | undefined) | undefined;
  /** Writes the value that the builder gets. */
  readonly write?: ((value: unknown) => unknown) | undefined;
}

/** How the body is made of its arguments. */
export interface BodyPlan {
  readonly required: boolean;
  /** Whether it is one argument, or else an object of arguments. */
  readonly isWhole: boolean;
  /** Whether it is a form of parts. */
  readonly isParts: boolean;
  /** The `content-type`, unless the builder sets it. */
  readonly type: string | undefined;
  /** The media types of parts by name. */
  readonly partTypes: ReadonlyMap<string, string>;
}

/** What arguments are read with. */
export interface ReadContext {
  readonly document: ApiDocument;
  readonly writer: SchemaWriter;
  /** Adds a warning about the operation. */
  readonly warn: (message: string) => void;
  /** Whether a header or query parameter is left to the settings: it carries credentials, or they have it. */
  readonly isReserved: (place: string, name: string) => boolean;
}

/** The most members of a body that are arguments. */
const MAX_MEMBERS = 1000;
/** The deepest nesting of objects in a query, and the most objects of one parameter. */
const MAX_NESTING = 3;
const MAX_OBJECTS = 50;

/** Headers that the sender of a request writes, and those that change its target or method at some servers. */
const NEVER =
  /^(?:authorization|cookie2?|set-cookie2?|proxy-.*|sec-.*|accept|content-(?:type|length|encoding)|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|forwarded|x-forwarded-.*|x-(?:http-)?method(?:-override)?|x-(?:original|rewrite)-url)$/i;

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;[ -~]*)?$/;

const isJsonType = (mediaType: string): boolean => /[/+]json\s*(?:;|$)/i.test(mediaType);

const text = (description: string | undefined): Written => describe(createWritten({ type: 'string' }), description);

function createWritten(schema: Schema, parts: readonly Written[] = []): Written {
  return {
    schema,
    references: new Set(parts.flatMap(({ references }) => [...references])),
    size: parts.reduce((sum, { size }) => sum + size, 20),
    isCut: parts.some(({ isCut }) => isCut),
  };
}

function describe(written: Written, description: string | undefined): Written {
  const cleaned = clean(description ?? '');
  if (cleaned === '') return written;
  return {
    ...written,
    schema: { ...written.schema, description: cleaned },
    size: written.size + cleaned.length,
  };
}

const OTHER_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'null'];

/** Writes a schema whose objects have only members that it names; undefined where there are none. */
function writeClosed({ document, writer }: ReadContext, schema: Located): Written | undefined {
  let remaining = MAX_OBJECTS;
  const memory = new Map<unknown, Written | undefined>();
  const write = (located: Located, depth: number): Written | undefined => {
    if (!allowsType(document, located, 'object')) return writer.write(located);
    const key = document.follow(located)?.value;
    // An object within itself has no members a second time.
    if (!memory.has(key)) {
      memory.set(key, undefined);
      memory.set(key, close(located, depth));
    }
    return memory.get(key);
  };
  const close = (located: Located, depth: number): Written | undefined => {
    const closed: Written[] = [];
    const members = depth < MAX_NESTING && remaining-- > 0 ? listMembers(document, located, MAX_MEMBERS) : [];
    if (members.length > 0) {
      const properties: Schema = {};
      const parts = members.flatMap((member) => {
        const part = write(member.schema, depth + 1);
        if (part) setOwn(properties, member.name, part.schema);
        return part ?? [];
      });
      const required = members.flatMap((member) =>
        member.required && hasOwn(properties, member.name) ? [member.name] : [],
      );
      closed.push(createWritten({ type: 'object', properties, required, additionalProperties: false }, parts));
    }
    const types = OTHER_TYPES.filter((type) => allowsType(document, located, type));
    const written = writer.write(located);
    if (types.length > 0) closed.push(createWritten({ allOf: [written.schema], type: types }, [written]));
    const [only] = closed;
    return closed.length > 1 ? createWritten({ anyOf: closed.map((part) => part.schema) }, closed) : only;
  };
  return write(schema, 0);
}

function readPath(
  { description, schema, text: isText, expression = '', multiSegment }: ApiParameter,
  writer: SchemaWriter,
) {
  const isReserved = expression.startsWith('{+');
  return {
    written: isText ? text(description) : describe(writer.write(schema), description),
    findProblem: isReserved ? (value: unknown) => findReservedProblem(value, !multiSegment) : findPathProblem,
  };
}

type Read = Pick<Argument, 'written' | 'findProblem' | 'write'>;

/** Reads a parameter of the query; text for the reason why it can't be an argument. */
function readQuery(parameter: ApiParameter, context: ReadContext): Read | string {
  const { schema, description, mediaType, expression, text: isText, isObject, isList, explode, style } = parameter;
  if (mediaType !== undefined && isJsonType(mediaType))
    return { written: describe(context.writer.write(schema), description), write: (value) => JSON.stringify(value) };
  if (isText) return { written: text(description) };
  // Its members are in its value.
  if (expression !== undefined && !explode) return { written: describe(context.writer.write(schema), description) };
  const isSpread = isObject && style === 'form' && explode;
  if (isSpread && !isList) return 'its members would be names of the query';
  const written = isSpread ? writeWithout(context, schema) : writeClosed(context, schema);
  if (!written) return 'its members would be names of the query';
  return {
    written: describe(written, description),
    findProblem: (value) => findQueryProblem(value, isSpread ? undefined : written.schema),
  };
}

/** Writes a schema without its objects. */
function writeWithout({ document, writer }: ReadContext, schema: Located): Written {
  const written = writer.write(schema);
  const types = OTHER_TYPES.filter((type) => allowsType(document, schema, type));
  return createWritten({ allOf: [written.schema], type: types }, [written]);
}

function readHeader(
  { schema, description, mediaType, text: isText, explode }: ApiParameter,
  writer: SchemaWriter,
): Read {
  const isJson = mediaType !== undefined && isJsonType(mediaType);
  if (isText && !isJson) return { written: text(description) };
  const written = describe(writer.write(schema), description);
  if (isJson) return { written, write: (value) => JSON.stringify(value) };
  return { written, findProblem: findTextProblem, write: (value) => writeSimple(value, explode) };
}

/** Whether a schema allows lists whose items have members, which nothing but a body and JSON can hold. */
function allowsNested(document: ApiDocument, schema: Located): boolean {
  return createPartReader(
    document,
    COMPOSITIONS,
  )(schema).some(({ value: { items }, file }) => {
    const item = { value: items, file };
    return allowsType(document, item, 'object') || allowsType(document, item, 'array');
  });
}

/** Reads a parameter; undefined for one that isn't an argument, text for the reason why it can't be one. */
function readParameter(parameter: ApiParameter, context: ReadContext): Read | string | undefined {
  const { name, in: place, isWholeQuery, mediaType, text: isText, schema } = parameter;
  if (isWholeQuery) return 'its value would be the whole query';
  if (place === 'cookie' && parameter.required) context.warn(`${name} is a required cookie; set it in the settings.`);
  if (place === 'cookie' || context.isReserved(place, name)) return undefined;
  const isNested = mediaType === undefined && !isText && allowsNested(context.document, schema);
  if (isNested) return 'the items of its lists have members';
  if (place === 'path') return readPath(parameter, context.writer);
  if (place === 'query') return readQuery(parameter, context);
  if (NEVER.test(name)) return undefined;
  return TOKEN.test(name) ? readHeader(parameter, context.writer) : 'its name is no name of a header';
}

/** The problem of a required value that the builder would leave out. */
const findNull = (value: unknown): string | undefined => (value === null ? 'is null; pass a value' : undefined);

/** The arguments of an operation, and how its body is made of some of them. */
export interface Arguments {
  readonly list: readonly Argument[];
  readonly body: BodyPlan | undefined;
}

/** Reads the arguments of an operation; undefined, with a warning, where a required one can't be one. */
export function readArguments(operation: ApiOperation, context: ReadContext): Arguments | undefined {
  const list: Argument[] = [];
  for (const parameter of operation.parameters) {
    const { name, in: place, required } = parameter;
    const read = readParameter(parameter, context);
    if (typeof read === 'string') {
      if (required) {
        context.warn(`is no tool: ${name} is required, but ${read}.`);
        return undefined;
      }
      context.warn(`${name} is left out: ${read}.`);
    } else if (read) {
      const findProblem = required
        ? (value: unknown) => findNull(value) ?? read.findProblem?.(value)
        : read.findProblem;
      list.push({ name, place: place as Argument['place'], required, ...read, findProblem });
    }
  }
  list.push(...readPlaceholders(operation, list));
  const body = operation.body && readBody(operation.body, operation.method.toLowerCase() as Method, context);
  if (operation.body?.required && !body) return undefined;
  return { list: [...list, ...(body?.list ?? [])], body: body?.plan };
}

/** The placeholders of the path that the document has no parameter for. */
function readPlaceholders({ path }: ApiOperation, list: readonly Argument[]): Argument[] {
  const known = new Set(list.flatMap(({ name, place }) => (place === 'path' ? [name] : [])));
  return Array.from(path.matchAll(/\{([+./;]?)([^{}?#&]+)\}/g)).flatMap(([, operator, names = '']) =>
    names.split(',').flatMap((varspec): Argument | [] => {
      const name = varspec.replace(/[*:].*$/, '');
      if (known.has(name)) return [];
      known.add(name);
      const findProblem = operator === '+' ? findReservedProblem : findPathProblem;
      return { name, place: 'path', required: true, written: text(undefined), findProblem };
    }),
  );
}

interface ReadBody {
  readonly list: readonly Argument[];
  readonly plan: BodyPlan;
}

function readBody(body: ApiBody, method: Method, context: ReadContext): ReadBody | undefined {
  const { document, writer, warn } = context;
  const [mediaType = ''] = body.mediaTypes;
  const isParts = /^multipart\/form-data\b/i.test(mediaType);
  const isMultipart = !isParts && /^multipart\//i.test(mediaType);
  if (isBodiless(method) || isMultipart || (!body.json && !MEDIA_TYPE.test(mediaType))) {
    const reason = isBodiless(method)
      ? `${method.toUpperCase()} has none`
      : isMultipart
        ? 'its media type needs a boundary'
        : 'its media type is malformed';
    warn(`${body.required ? 'is no tool: its body is required, but' : 'its body is left out:'} ${reason}.`);
    return undefined;
  }
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(mediaType);
  const isStructured = body.json || isForm || isParts;
  const stated = body.fields.length > 0 ? body.fields : listMembers(document, body.schema, MAX_MEMBERS + 1);
  const members = isStructured ? stated.slice(0, MAX_MEMBERS) : [];
  if (members.length < stated.length && isStructured)
    warn(`its body has more than ${MAX_MEMBERS} members; the others are left out.`);
  const partTypes = new Map<string, string>();
  const list = members.map((member): Argument => {
    const encoding = asObject(body.encoding[member.name]);
    const { contentType, ...others } = encoding;
    if (isParts) {
      readPartType(document, member, contentType, partTypes);
      const names = Object.keys(others).join(', ');
      if (names) warn(`${member.name}: its encoding has ${names}, which a part of a form ignores.`);
    }
    const separator = isForm ? findSeparator(encoding, body.fields.length > 0) : undefined;
    return {
      name: member.name,
      place: 'body',
      required: body.required && member.required,
      isNeeded: member.required,
      written: describe(writer.write(member.schema), member.description),
      ...(separator !== undefined && {
        write: (value: unknown) => (Array.isArray(value) ? value.join(separator) : value),
      }),
      ...(isForm && isJsonType(String(contentType)) && { write: writeJsonText }),
    };
  });
  const isWhole = list.length === 0;
  if (isWhole) {
    const whole = isStructured ? writer.write(body.schema) : text(undefined);
    const written = isForm || isParts ? createWritten({ ...whole.schema, type: 'object' }, [whole]) : whole;
    list.push({ name: 'body', place: 'body', required: body.required, written: describe(written, body.description) });
  }
  const isDefault = /^(?:application\/json\b|[^;]*\*)/i.test(mediaType);
  const type = isParts || (body.json && isDefault) ? undefined : mediaType;
  return { list, plan: { required: body.required, isWhole, isParts, type, partTypes } };
}

const writeJsonText = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);

const SEPARATORS: ReadonlyMap<unknown, string> = new Map([
  ['csv', ','],
  ['ssv', ' '],
  ['tsv', '\t'],
  ['pipes', '|'],
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

/** The text between the members of a list in a form; undefined where each is a field. */
function findSeparator({ collectionFormat, style = 'form', explode }: Schema, isSwagger: boolean): string | undefined {
  if (isSwagger) return SEPARATORS.get(collectionFormat ?? 'csv');
  return SEPARATORS.get(style) ?? (explode === false ? ',' : undefined);
}

/** Reads the media type of a part: its encoding's, or that of a file. */
function readPartType(
  document: ApiDocument,
  { name, schema }: SchemaMember,
  stated: unknown,
  types: Map<string, string>,
) {
  const { type, format, contentMediaType, items } = document.follow(schema)?.value ?? {};
  const item = document.follow({ value: items, file: schema.file })?.value ?? {};
  const isFile = type === 'file' || format === 'binary' || item['format'] === 'binary';
  const media = stated ?? contentMediaType ?? (isFile ? 'application/octet-stream' : undefined);
  if (typeof media !== 'string' || (!isFile && /^text\/plain\b/i.test(media))) return;
  types.set(name, MEDIA_TYPE.test(media) && !media.includes('*') ? media : 'application/octet-stream');
}
