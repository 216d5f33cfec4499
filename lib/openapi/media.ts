import type { ApiBody, ApiOperation } from './api.js';
import { asObject, hasObject, type ApiDocument, type LocatedObject } from './document.js';
import { isForm, isJson, listMediaTypes, writeContent } from './bodies.js';
import type { SchemaTypes } from './schema-types.js';
import { hasOwn } from '../template/values.js';
import { block, stringLiteral } from './text.js';

/**
 * The declaration that {@link writeOpaque} refers to: an instance of a class of the runtime, of which TypeScript knows the type only
 * with the types of DOM, Node or another runtime. No name of a schema begins in lower case.
 */
export const INSTANCE = `/** An instance of a class of the runtime. */
type instance<Name extends string, Else = unknown> = typeof globalThis extends {
  [K in Name]: { prototype: infer Instance };
}
  ? Instance
  : Else;
`;

/** How the caller writes text, by style. */
export const TEXT_NOTES: Readonly<Record<string, string>> = {
  pipeDelimited: 'Joined by "|", as text.',
  spaceDelimited: 'Joined by spaces, as text.',
  tabDelimited: 'Joined by tabs, as text.',
};

/** Writes the type of a body that isn't JSON. All but the members of a form are passed in `data`. */
export function writeOpaque(body: ApiBody, types: SchemaTypes): string {
  const sent = [...new Set(body.mediaTypes.map(writeSent))];
  const form = isForm(body.mediaTypes[0]) ? writeForm(body, types) : 'unknown';
  if (form === 'unknown') return sent.join(' | ') || form;
  // Beside `unknown`, which stands for a class without a type, the form would not be checked.
  return [form, ...sent.map((type) => type.replace('">', '", never>'))].join(' | ');
}

function writeForm({ fields, schema, encoding }: ApiBody, types: SchemaTypes): string {
  if (fields.length === 0) return types.writeType(schema);
  const properties = fields.map(({ name, schema: { value } }): [string, unknown] => {
    // Forms repeat the name of a list; the caller joins any other.
    const note = TEXT_NOTES[String(asObject(encoding[name])['style'])] ?? 'A list as text, joined by commas.';
    return [name, hasOwn(encoding, name) ? { type: 'string', description: note } : value];
  });
  const required = fields.flatMap((field) => (field.required ? field.name : []));
  return types.writeType({ value: { properties: Object.fromEntries(properties), required }, file: schema.file });
}

function writeSent(mediaType: string): string {
  if (/^multipart\//i.test(mediaType)) return 'instance<"FormData">';
  if (isForm(mediaType)) return 'instance<"URLSearchParams">';
  return isTextType(mediaType) ? 'string' : 'instance<"Blob"> | ArrayBuffer | ArrayBufferView | string';
}

/** Whether a media type is of text. */
export const isTextType = (mediaType: string): boolean => /^text\/|[/+]xml\b|\byaml\b/i.test(mediaType);

/** Lists the content of an operation's responses with certain statuses. */
function listResponses(
  document: ApiDocument,
  { source }: ApiOperation,
  statuses: RegExp,
): (readonly [status: string, content: LocatedObject])[] {
  return document.entries(source, 'responses').flatMap(([status, located]) => {
    if (!statuses.test(status)) return [];
    const response = document.read(located);
    if (!hasObject(response)) return [];
    if (response.value['schema'] === undefined) return [[status, document.member(response, 'content')]];
    // In Swagger 2.0, the operation states the media types.
    return [[status, writeContent(listMediaTypes(document, source, 'produces'), response)]];
  });
}

/** The media types of an operation's successful responses, JSON first. */
export function listAccepted(document: ApiDocument, operation: ApiOperation) {
  const contents = listResponses(document, operation, /^2/).flatMap(([, content]) => Object.keys(content.value));
  const { swagger } = document.root;
  const declared = swagger === undefined ? contents : listMediaTypes(document, operation.source, 'produces');
  const types = declared.filter((type) => /^[!-~]+\/[ -~]+$/.test(type));
  return [...new Set([...types.filter((type) => /[/+]json\b/i.test(type)), ...types])];
}

/** Writes the bodies of an operation's responses by status; empty text where the document has none. */
export function writeResponses(types: SchemaTypes, operation: ApiOperation): string {
  const statuses = /^(?:[1-5](?:\d\d|XX)|default)$/i;
  const lines = listResponses(types.document, operation, statuses).map(([status, content]) => {
    const key = /xx$/i.test(status) ? stringLiteral(status.toUpperCase()) : status;
    return `${key}: ${writeReceived(types, content, status)};`;
  });
  return lines.length === 0 ? '' : `responses: ${block(lines)};`;
}

/** Writes what a caller reads from a response; JSON is preferred. */
function writeReceived(types: SchemaTypes, content: LocatedObject, status: string): string {
  const mediaTypes = Object.keys(content.value);
  // Their responses have no body (RFC 9110, section 15).
  if (mediaTypes.length === 0 || /^(?:204|205|304)$/.test(status)) return 'void';
  const json = mediaTypes.find(isJson);
  const { document } = types;
  if (json !== undefined) return types.writeType(document.at(document.member(content, json), 'schema'), 'response');
  return mediaTypes.every(isTextType) ? 'string' : 'instance<"Blob">';
}
