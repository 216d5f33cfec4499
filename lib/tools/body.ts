import type { ApiBody } from '../openapi/api.js';
import { createPartReader } from '../openapi/composition.js';
import { asArray, asObject, type ApiDocument, type Located } from '../openapi/document.js';
import { isTextType } from '../openapi/media.js';
import { hasPart, listMembers, listTypes, type SchemaMember } from '../openapi/schema.js';
import type { Method } from '../options.js';
import { hasType, isForm, JSON_MEDIA_TYPE } from '../request/content.js';
import { isBodiless } from '../request/route.js';
import { hasOwn } from '../template/values.js';
import type { Argument, ReadContext } from './argument.js';
import { createFieldWriter, createPartWriter, type Field } from './forms.js';
import { createText, describeWritten } from './schemas.js';
import { failArgument, readFile } from './values.js';

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
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;[ -~]*)?$/;

/** The reason why a body can't be sent. */
function findProblem({ json, mediaTypes: [mediaType = ''] }: ApiBody, method: Method): string | undefined {
  if (isBodiless(method)) return `${method.toUpperCase()} has none`;
  if (/^multipart\//i.test(mediaType) && !hasType(mediaType, MULTIPART)) return 'its media type needs a boundary';
  return json || MEDIA_TYPE.test(mediaType) ? undefined : 'its media type is malformed';
}

/** The rules about an object as a whole, beside those about its members. */
const RULES =
  /^(?:oneOf|anyOf|patternProperties|unevaluatedProperties|minProperties|maxProperties|propertyNames|dependentRequired|dependentSchemas|dependencies|not|if|const|enum)$/;

/** Whether a schema says no more than the members of an object, so that each can be an argument. */
function isPlain(document: ApiDocument, schema: Located): boolean {
  const parts = createPartReader(document)(schema);
  const names = parts.flatMap((part) => document.entries(part, 'properties').map(([name]) => name));
  const known = new Set<unknown>(names);
  return (
    known.size === names.length &&
    !hasOwn(parts[parts.length - 1]?.value ?? {}, 'discriminator') &&
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

/** How a form writes a member, and whether it is a file or a list of files. */
function readField(document: ApiDocument, { name, schema }: SchemaMember, body: ApiBody): Field & { isFile: boolean } {
  const encoding = asObject(body.encoding[name]);
  const followed = document.follow(schema);
  const contentMediaType = followed?.value['contentMediaType'];
  const isBytes = isFile(document, schema) || (!!followed && isFile(document, document.at(followed, 'items')));
  const stated = encoding['contentType'] ?? contentMediaType;
  const isTyped = typeof stated === 'string' && !/^text\/plain\b/i.test(stated);
  const type = isTyped && MEDIA_TYPE.test(stated) && !stated.includes('*') ? stated : 'application/octet-stream';
  return { encoding, type: isTyped || isBytes ? type : undefined, isFile: isBytes };
}

/** The argument of a file: bytes in base64 from a model, or a `Blob` or bytes that the host puts there. */
function readFiles(description: string | undefined, isList: boolean): Pick<Argument, 'written' | 'read'> {
  const note = "The file's bytes in base64.";
  const written = createText([description, note].filter(Boolean).join('\n\n'));
  if (!isList) return { written, read: readFile };
  return {
    written: { ...written, schema: { ...written.schema, type: 'array', items: { type: 'string' } } },
    read: (value, key) =>
      Array.isArray(value)
        ? value.map((item) => readFile(item, key))
        : failArgument(key, "isn't a list; pass a list of files"),
  };
}

function readAny(schema: Located, description: string | undefined, { writer }: ReadContext) {
  const written = writer.write(schema);
  return written && { written: describeWritten(written, description) };
}

/** Reads the body of an operation; undefined, with a warning, where it can't be sent. */
export function readBody(body: ApiBody, method: Method, context: ReadContext): Arguments | undefined {
  const { document, warn } = context;
  const { required, schema, fields, description } = body;
  const [mediaType = ''] = body.mediaTypes;
  const reason = findProblem(body, method);
  if (reason !== undefined) {
    warn(`${required ? 'is no tool: its body is required, but' : 'its body is left out:'} ${reason}.`);
    return undefined;
  }
  const isParts = hasType(mediaType, MULTIPART);
  const isJson = body.json && !isFile(document, schema);
  const isStructured = isJson || isForm(mediaType) || isParts;
  const stated = fields.length > 0 ? fields : isStructured ? listMembers(document, schema, MAX_MEMBERS + 1) : [];
  const formFields = new Map(isJson ? [] : stated.map((member) => [member.name, readField(document, member, body)]));
  for (const [name, { encoding }] of formFields) {
    const ignored = Object.keys(encoding).filter((key) => !/^(?:contentType|style|explode|x-.*)$/.test(key));
    if (ignored.length > 0) warn(`${name}: its encoding has ${ignored.join(', ')}, which a form ignores.`);
  }
  const isFlat = fields.length > 0 || (stated.length > 0 && isPlain(document, schema));
  if (isFlat && stated.length > MAX_MEMBERS)
    warn(`its body has more than ${MAX_MEMBERS} members; the others are left out.`);
  const list = (isFlat ? stated.slice(0, MAX_MEMBERS) : []).flatMap((member): Argument | [] => {
    const isBytes = isParts && formFields.get(member.name)?.isFile;
    const isList = listTypes(document.follow(member.schema)?.value ?? {}).includes('array');
    const read = isBytes ? readFiles(member.description, isList) : readAny(member.schema, member.description, context);
    const facts = { name: member.name, place: 'body', required: required && member.required } as const;
    if (!read) warn(`${member.name} is left out: its schema allows nothing.`);
    return read ? { ...facts, isNeeded: member.required, ...read } : [];
  });
  const isWhole = list.length === 0;
  if (isWhole) {
    const isWritten = isTextType(mediaType) || listTypes(document.follow(schema)?.value ?? {}).includes('string');
    const isBytes = !isStructured && (!isWritten || isFile(document, schema));
    const whole = isJson ? schema : { value: { type: 'object', allOf: [schema.value] }, file: schema.file };
    const readText = isStructured ? readAny(whole, description, context) : { written: createText(description) };
    const read = isBytes ? readFiles(description, false) : readText;
    if (!read) {
      warn('is no tool: the schema of its body allows nothing.');
      return undefined;
    }
    list.push({ name: 'body', place: 'body', required, ...read });
  }
  const isDefault = (isJson && mediaType.trim().toLowerCase() === JSON_MEDIA_TYPE) || mediaType.includes('*');
  const write = isParts ? createPartWriter(formFields) : isForm(mediaType) ? createFieldWriter(formFields) : undefined;
  const type = isParts || isDefault ? undefined : mediaType;
  return { list, body: { required, isWhole, isJson, type, write } };
}
