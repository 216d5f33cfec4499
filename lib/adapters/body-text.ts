import { fail } from '../errors.js';
import type { QueryStyle } from '../options.js';
import { isForm, JSON_CONTENT_TYPE } from '../request/content.js';
import { addParameter } from '../request/query.js';
import { isPlainObject } from '../template/values.js';

/** How an adapter writes a body of fields under `application/x-www-form-urlencoded`. */
export type FormOptions = QueryStyle;

/** JSON, also by suffix (RFC 6839), with or without parameters. */
export const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;

/**
 * The text to send for a value of JSON: a form under `application/x-www-form-urlencoded`, else JSON.
 * @throws EndpointError `invalid-header` for a content type that is neither, `invalid-value` for a value that it can't hold
 */
export function bodyText(body: unknown, contentType: string | undefined, { arrays = 'repeat', objects }: FormOptions) {
  // The builder's own type needs no reading.
  if (contentType !== undefined && contentType !== JSON_CONTENT_TYPE) {
    if (isForm(contentType)) {
      if (!isPlainObject(body)) return fail('invalid-value', 'body', 'a form needs an object of fields');
      const writer = { rules: { query: { arrays, objects } }, remaining: Infinity };
      return Object.keys(body).reduce((text, name) => addParameter(text, name, body[name], writer), '');
    }
    if (!JSON_TYPE.test(contentType))
      fail('invalid-header', 'content-type', `"${contentType}" isn't JSON or a form; pass data as text`);
  }
  try {
    return JSON.stringify(body);
  } catch {
    // Each engine has another message for it.
    return fail('invalid-value', 'body', "isn't valid JSON; write bigints as text, and remove cycles");
  }
}
