import type { ApiBody } from '../openapi/api.js';
import { listParts } from '../openapi/composition.js';
import { asArray, asObject, isObject, type ApiDocument, type Located } from '../openapi/document.js';
import { isTextType } from '../openapi/media.js';
import { allowsType, hasPart, listMembers, listTypes, type SchemaMember } from '../openapi/schema.js';
import type { Method } from '../options.js';
import { hasType, isForm, JSON_MEDIA_TYPE } from '../request/content.js';
import { isBodiless } from '../request/route.js';
import { getLast, hasOwn } from '../template/values.js';
import type { Argument, ReadContext } from './argument.js';
import { createFieldWriter, createPartWriter, listFields, type Field } from './forms.js';
import { createText, type Written } from './schemas.js';
import { EMPTY, readFile } from './values.js';

/** How the body is made of its arguments. */
export interface BodyPlan {
  readonly required: boolean;
  /** Whether it is one argument, or else an object of arguments. */
  readonly isWhole: boolean;
  readonly isJson: boolean;
  /** The `content-type`, unless the builder sets it. */
  readonly type: string | undefined;
  /** Writes a form; undefined for any other body. */
  readonly write?: ((members: unknown) => unknown) | undefined;
}

/** The arguments of an operation, and how its body is made of some of them. */
export interface Arguments {
  readonly list: readonly Argument[];
  readonly body: BodyPlan | undefined;
}

/** The most members of a body that are arguments. */
const MAX_MEMBERS = 1000;
const MULTIPART = 'multipart/form-data';
const MEDIA_TYPE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;[ -~]*)?$/;

/** The reason why a body can't be sent. */
function findObstacle({ json, mediaTypes: [mediaType = ''] }: ApiBody, method: Method) {
  if (isBodiless(method)) return `${method.toUpperCase()} has none`;
  if (/^multipart\//i.test(mediaType) && !hasType(mediaType, MULTIPART)) return 'its media type needs a boundary';
  if (/charset\s*=(?!\s*"?(?:utf-?8|us-ascii))/i.test(mediaType)) return "its charset isn't UTF-8";
  return json || MEDIA_TYPE.test(mediaType) ? undefined : 'its media type is malformed';
}

/** The rules about an object as a whole, beside those about its members. */
const RULES =
  /^(?:oneOf|anyOf|patternProperties|unevaluatedProperties|minProperties|maxProperties|propertyNames|dependentRequired|dependentSchemas|dependencies|not|if|const|enum)$/;

/** Whether a schema says no more than the members of an object, so that each can be an argument. */
function isPlain(document: ApiDocument, schema: Located): boolean {
  const parts = listParts(document, schema);
  const names = parts.flatMap((part) => Object.keys(document.member(part, 'properties', true).value));
  const known = new Set<unknown>(names);
  return (
    known.size === names.length &&
    !hasOwn(getLast(parts)?.value ?? {}, 'discriminator') &&
    parts.every(({ value }) => {
      const { type = 'object', nullable, additionalProperties = false, required } = value;
      return (
        String(type) === 'object' &&
        nullable !== true &&
        additionalProperties === false &&
        asArray(required).every((name) => known.has(name)) &&
        !Object.keys(value).some((key) => RULES.test(key))
      );
    })
  );
}

/** Whether a schema is of a file: bytes that JSON can't hold. */
const isFile = (document: ApiDocument, schema: Located): boolean =>
  hasPart(
    document,
    schema,
    ({ value: { type, format, contentMediaType, contentEncoding } }) =>
      type === 'file' || format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined),
  );

/** Whether a schema says nothing, which is a file in a form of parts since OpenAPI 3.1 (section 4.8.14.3). */
const isEmpty = ({ isModern }: ApiDocument, { value }: Located): boolean =>
  isModern && isObject(value) && Object.keys(value).every((key) => key === 'description');

/** How a form writes a member. */
function readField(document: ApiDocument, name: string, schema: Located, body: ApiBody): Field {
  const encoding = asObject(body.encoding[name]);
  const isBytes = (each: Located) => isFile(document, each) || (name !== '' && isEmpty(document, each));
  const hasBytes = isBytes(schema) || hasPart(document, schema, (part) => isBytes(document.at(part, 'items')));
  const stated = encoding['contentType'] ?? document.follow(schema)?.value['contentMediaType'];
  const isTyped = typeof stated === 'string' && !/^text\/plain\b/i.test(stated);
  const type = isTyped && MEDIA_TYPE.test(stated) && !stated.includes('*') ? stated : 'application/octet-stream';
  return {
    encoding,
    type: isTyped || hasBytes ? type : undefined,
    isFile: hasBytes && hasType(String(body.mediaTypes[0]), MULTIPART),
  };
}

/** The schema of a file: bytes in base64 from a model, or a `Blob` or bytes that the host puts there. */
function createFile(description = '', isList = false): Written {
  const written = createText(`${description}\n\nThe file's bytes in base64.`);
  return isList ? { ...written, schema: { ...written.schema, type: 'array', items: { type: 'string' } } } : written;
}

/**
 * Reads a member of a body as an argument; nothing, with a warning, where its schema allows nothing.
 *
 * @param field how a form writes it
 */
function readMember(
  { name, description, required: isNeeded, schema }: SchemaMember,
  required: boolean,
  field: Field | undefined,
  { document, writer, warn }: ReadContext,
): Argument[] {
  const hasFiles = field?.isFile;
  const written = hasFiles
    ? createFile(description, allowsType(document, schema, 'array'))
    : writer.write(schema, description);
  const findProblem =
    field && isNeeded
      ? (value: unknown) =>
          (hasFiles ? [value].flat() : listFields(name, value, field.encoding)).length === 0 ? EMPTY : undefined
      : undefined;
  if (!written) warn(`${name} is left out: its schema allows nothing.`);
  return written
    ? [{ name, place: 'body', required: required && isNeeded, isNeeded, findProblem, written, hasFiles }]
    : [];
}

/** Reads the body of an operation; undefined, with a warning, where it can't be sent. */
export function readBody(body: ApiBody, method: Method, context: ReadContext): Arguments | undefined {
  const { document, warn } = context;
  const { required, schema, fields, description } = body;
  const [mediaType = ''] = body.mediaTypes;
  const reason = findObstacle(body, method);
  if (reason !== undefined) {
    warn(`${required ? 'is no tool: its body is required, but' : 'its body is left out:'} ${reason}.`);
    return undefined;
  }
  const isParts = hasType(mediaType, MULTIPART);
  const isJson = body.json && !isFile(document, schema);
  const isStructured = isJson || isForm(mediaType) || isParts;
  const stated = fields.length > 0 ? fields : isStructured ? listMembers(document, schema, MAX_MEMBERS + 1) : [];
  const formFields = new Map(
    isJson ? [] : stated.map((member) => [member.name, readField(document, member.name, member.schema, body)]),
  );
  for (const [name, { encoding }] of formFields) {
    const ignored = Object.keys(encoding).filter((key) => !/^(?:contentType|style|explode|x-.*)$/.test(key));
    if (ignored.length > 0) warn(`${name}: its encoding has ${ignored.join(', ')}, which a form ignores.`);
  }
  const isFlat = stated.length > 0 && isPlain(document, schema);
  if (isFlat && stated.length > MAX_MEMBERS)
    warn(`its body has more than ${MAX_MEMBERS} members; the others are left out.`);
  const list = (isFlat ? stated.slice(0, MAX_MEMBERS) : []).flatMap((member) =>
    readMember(member, required, formFields.get(member.name), context),
  );
  const isWhole = list.length === 0;
  const further = document.follow(schema);
  const others =
    isParts && further ? readField(document, '', document.at(further, 'additionalProperties'), body) : undefined;
  const hasFiles = [...formFields.values(), others].some((each) => each?.isFile);
  if (isWhole) {
    const isWritten = isTextType(mediaType) || listTypes(further?.value ?? {}).includes('string');
    const isBytes = !isStructured && (!isWritten || isFile(document, schema));
    const whole = isJson ? schema : { value: { type: 'object', allOf: [schema.value] }, file: schema.file };
    const text = hasFiles ? `${description ?? ''}\n\nFiles are their bytes in base64.` : description;
    const written = isBytes
      ? createFile(description)
      : isStructured
        ? context.writer.write(whole, text)
        : createText(text);
    if (!written) {
      warn('is no tool: the schema of its body allows nothing.');
      return undefined;
    }
    const write = isBytes ? (value: unknown) => readFile(value, 'body') : undefined;
    list.push({ name: 'body', place: 'body', required, written, hasFiles: isBytes || hasFiles, write });
  }
  const isDefault = (isJson && mediaType.trim().toLowerCase() === JSON_MEDIA_TYPE) || mediaType.includes('*');
  const write = isParts
    ? createPartWriter(formFields, others)
    : isForm(mediaType)
      ? createFieldWriter(formFields)
      : undefined;
  const type = isParts || isDefault ? undefined : mediaType;
  return { list, body: { required, isWhole, isJson, type, write } };
}
