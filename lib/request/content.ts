import { EndpointError } from '../errors.js';
import { hasOwn, isPlainObject, isScalar, toJson } from '../template/values.js';
import { spend, type Writer } from '../template/writer.js';
import type { Pass } from './pass.js';
import { assertDepth } from './plain-objects.js';
import { addParameter } from './query.js';
import { recover, report } from './record.js';

export const JSON_MEDIA_TYPE = 'application/json';
/** The `content-type` of a JSON body. */
export const JSON_CONTENT_TYPE = `${JSON_MEDIA_TYPE}; charset=utf-8`;

const FORM = 'application/x-www-form-urlencoded';

/** A media type without its parameters. */
const getEssence = (type: string): string => (type.split(';', 1)[0] as string).trim().toLowerCase();

/** Whether a `content-type` is a media type, with any parameters. */
export const hasType = (type: string | undefined, expected: string): boolean =>
  !!type && getEssence(type) === getEssence(expected);

/** Whether a `content-type` is for a form, `application/x-www-form-urlencoded`. */
export const isForm = (type: string | undefined): boolean => hasType(type, FORM);

/** Whether a body is sent as JSON; strings, `FormData`, `Blob`, buffers, streams and the like have their own form. */
export function isJson(body: unknown): boolean {
  return (
    body === null || typeof body === 'number' || typeof body === 'boolean' || Array.isArray(body) || isPlainObject(body)
  );
}

/** The name of a value's class, as `FormData`, in every realm. */
export const getClass = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** The last words in the names of the web platform's bodies: FormData, URLSearchParams, Uint8Array, … */
const BODY_CLASS = /(?:Data|Params|Blob|File|Stream|Array|Buffer|View)$/;

/** The media type of a body that has one: of a form or a Blob. */
export function findOwnType(body: unknown): string | undefined {
  const name = getClass(body);
  // No `content-type` is that: its sender chooses the boundary.
  if (name === 'FormData') return 'multipart with a boundary';
  if (name === 'URLSearchParams') return FORM;
  return /^(Blob|File)$/.test(name) ? (body as { type: string }).type : undefined;
}

/** Rejects a parameter that JSON would change. Reads each member once; members draw on the budget of the url. */
function assertJson(parameter: unknown, name: string, writer: Writer): void {
  // The path to a value that JSON can't hold, and the problem.
  const find = (value: unknown, key: string | number, depth: number): string | undefined => {
    const json = toJson(value, key);
    let found: string | undefined;
    assertDepth(depth, name);
    if (Array.isArray(json)) {
      spend(writer, json.length, name);
      for (let index = 0; index < json.length; index++)
        if (!isScalar(json[index])) found ||= find(json[index], index, depth + 1);
    } else if (isPlainObject(json)) {
      // Takes less time than a loop over Object.keys.
      for (const memberKey in json) {
        spend(writer, 1, name);
        const member = json[memberKey];
        if (member !== undefined && !isScalar(member) && hasOwn(json, memberKey))
          found ||= find(member, memberKey, depth + 1);
      }
    } else if (!isScalar(json)) {
      const className = getClass(value);
      const fix =
        className === 'Promise'
          ? 'await it'
          : BODY_CLASS.test(className)
            ? 'pass it as data'
            : 'pass text, a finite number, boolean, list or plain object';
      if (json !== null || className === 'Date')
        found = `: JSON can't hold ${typeof value === 'number' ? value : className}; ${fix}.`;
    }
    return found && (depth < 2 ? key : typeof key === 'number' ? `[${key}]` : '.' + key) + found;
  };
  const found = find(parameter, name, 1);
  if (found) throw new EndpointError('invalid-value', found, name);
}

/**
 * Rejects a member of a body that JSON would change, or that a form has no text for.
 * @throws EndpointError `invalid-value`, also at any depth
 */
export function assertMember(pass: Pass, name: string, value: unknown): void {
  try {
    if (pass.asForm)
      addParameter('', name, value, { rules: { query: { arrays: 'indices' } }, remaining: pass.remaining });
    else assertJson(value, name, pass);
  } catch (error) {
    recover(pass.record, error, pass);
  }
}

/**
 * Rejects `data` that would be sent as something else.
 * @throws EndpointError `invalid-value`, also for a member at any depth
 */
export function assertData(pass: Pass, data: unknown): void {
  const className = getClass(data);
  if (pass.asForm && isPlainObject(data)) for (const name of Object.keys(data)) assertMember(pass, name, data[name]);
  else if (isJson(data)) assertMember(pass, 'data', data);
  // Node's streams and generators have no class name.
  else if (typeof data !== 'string' && !BODY_CLASS.test(className) && !(data as object)[Symbol.asyncIterator as never])
    report(
      pass.record,
      'invalid-value',
      'data',
      `can't be sent as ${className}; pass text, bytes, a form, list or plain object`,
    );
}
