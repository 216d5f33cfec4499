import { EndpointError } from '../errors.js';
import { isPlainObject, toJson } from '../template/values.js';
import { spend, type Writer } from '../template/writer.js';
import type { Options } from './merge.js';
import type { Pass } from './pass.js';
import { assertDepth } from './plain-objects.js';
import { addParameter } from './query.js';
import { recover, report, type Recorder } from './record.js';

export const JSON_MEDIA_TYPE = 'application/json';
/** The `content-type` of a JSON body. */
export const JSON_CONTENT_TYPE = `${JSON_MEDIA_TYPE}; charset=utf-8`;

/** `application/x-www-form-urlencoded`, with or without parameters. */
export const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether a body is sent as JSON; strings, `FormData`, `Blob`, buffers, streams and the like have their own form. */
export function isJson(body: unknown): boolean {
  return (
    body === null || typeof body === 'number' || typeof body === 'boolean' || Array.isArray(body) || isPlainObject(body)
  );
}

/** As `[object FormData]`, in every realm. */
const getClass = (value: unknown): string => Object.prototype.toString.call(value);

/** The last words in the names of the web platform's bodies: FormData, URLSearchParams, Uint8Array, … */
const BODY_CLASS = /(?:Data|Params|Blob|File|Stream|Array|Buffer|View)]$/;

const MULTIPART = 'multipart/form-data';

/** The media type that a body brings along: of a form or a Blob. */
export function findOwnType(body: unknown): string | undefined {
  switch (getClass(body)) {
    case '[object FormData]':
      return MULTIPART;
    case '[object URLSearchParams]':
      return 'application/x-www-form-urlencoded';
    case '[object Blob]':
    case '[object File]':
      return (body as { type: string }).type || undefined;
    default:
      return undefined;
  }
}

const getEssence = (type: string): string => (type.split(';', 1)[0] as string).trim().toLowerCase();

/**
 * Rejects a `content-type` that isn't the body's own. The sender writes the one of a form with parts, with their boundary.
 * @throws EndpointError `invalid-header`
 */
export function assertType(type: string | undefined, ownType: string | undefined, record: Recorder | undefined): void {
  if (type && ownType && (ownType === MULTIPART || getEssence(type) !== getEssence(ownType)))
    report(
      record,
      'invalid-header',
      'content-type',
      `"${type}" isn't that of the body, which is ${ownType}; leave it out`,
    );
}

/** A value that JSON can't hold. */
interface Unsendable {
  /** The path to it from the value that was searched: `[2].file`. */
  path: string;
  readonly value: unknown;
}

/**
 * The first value that JSON would leave out or replace. Reads each member once; members draw on the budget of the url.
 * @param key as JSON passes it to `toJSON`
 */
function findUnsendable(
  value: unknown,
  key: string,
  parameter: { readonly writer: Writer; readonly name: string },
  depth: number,
): Unsendable | undefined {
  const json = typeof value === 'object' && value ? toJson(value, key) : value;
  if (json === null) return getClass(value) === '[object Date]' ? { path: '', value } : undefined;
  if (typeof json === 'string' || typeof json === 'boolean' || Number.isFinite(json)) return undefined;
  const isList = Array.isArray(json);
  if (!isList && !isPlainObject(json)) return { path: '', value };
  assertDepth(depth, parameter.name);
  const keys = isList ? json : Object.keys(json);
  spend(parameter.writer, keys.length, parameter.name);
  for (let index = 0; index < keys.length; index++) {
    const memberKey = isList ? `${index}` : (keys[index] as string);
    const member: unknown = json[memberKey as never];
    if (typeof member === 'string' || (member === undefined && !isList)) continue;
    const found = findUnsendable(member, memberKey, parameter, depth + 1);
    if (found) {
      found.path = (isList ? `[${index}]` : `.${memberKey}`) + found.path;
      return found;
    }
  }
  return undefined;
}

/** Rejects a parameter that JSON would change. */
function assertJson(value: unknown, name: string, writer: Writer): void {
  const found = findUnsendable(value, name, { writer, name }, 0);
  if (!found) return;
  const className = getClass(found.value);
  const fix =
    className === '[object Promise]'
      ? 'await it'
      : BODY_CLASS.test(className)
        ? 'pass it as data'
        : 'pass text, a finite number, boolean, null, list or plain object';
  const kind = typeof found.value === 'number' ? found.value : className;
  throw new EndpointError('invalid-value', `${name}${found.path}: JSON can't hold ${kind}; ${fix}.`, name);
}

/**
 * Rejects a body that would be sent as another one.
 * @param body `data`, or the remaining parameters
 * @throws EndpointError `invalid-value`, also for a member at any depth
 */
export function assertBody(pass: Pass, body: unknown, { data, headers }: Options): void {
  const className = getClass(body);
  const isData = body === data;
  if (isData && !isJson(body)) {
    // Node's streams and generators have no class name.
    if (typeof body !== 'string' && !BODY_CLASS.test(className) && !(body as object)[Symbol.asyncIterator as never])
      report(
        pass.record,
        'invalid-value',
        'data',
        `can't be sent as ${className}; pass a plain object, text, bytes or a form`,
      );
    return;
  }
  const isForm = FORM_TYPE.test(headers['content-type'] ?? '') && isPlainObject(body);
  const members = isData && !isForm ? { data } : (body as Record<string, unknown>);
  for (const name of Object.keys(members)) {
    try {
      if (isForm)
        addParameter('', { name }, members[name], {
          rules: { query: { arrays: 'indices' } },
          remaining: pass.remaining,
        });
      else assertJson(members[name], name, pass);
    } catch (error) {
      recover(pass.record, error, pass);
    }
  }
}
