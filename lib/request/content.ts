import { isPlainObject } from '../template/values.js';
import { report, type Recorder } from './record.js';

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

/** The last words in the names of the web platform's bodies, in every realm: FormData, URLSearchParams, Uint8Array, … */
const BODY_CLASS = /(?:Data|Params|Blob|File|Stream|Array|Buffer|View)]$/;

/**
 * Rejects an instance of another class, which would be sent as `[object Object]`.
 * @throws EndpointError `invalid-value`
 */
export function assertBody(body: unknown, record: Recorder | undefined): void {
  const className: string = Object.prototype.toString.call(body);
  // Node's streams and generators have no class name.
  if (
    typeof body !== 'string' &&
    !isJson(body) &&
    !BODY_CLASS.test(className) &&
    !(body as object)[Symbol.asyncIterator as never]
  )
    report(
      record,
      'invalid-value',
      'data',
      `can't be sent as ${className}; pass a plain object, text, bytes or a form`,
    );
}
