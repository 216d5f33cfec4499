import { fail } from '../errors.js';
import type { QueryArrays } from '../options.js';
import { FORM_TYPE } from '../request/content.js';
import { addParameter } from '../request/query.js';
import { Writer } from '../template/writer.js';
import { isPlainObject } from '../template/values.js';

/** How lists are written into a form: `a=1&a=2`, `a[]=1&a[]=2` or `a=1,2`. */
export type FormArrays = Exclude<QueryArrays, 'indices'>;

/** How an adapter writes a body of fields under `application/x-www-form-urlencoded`. */
export interface FormOptions {
  /** How lists are written into a form: `repeat` (`a=1&a=2`) by default. */
  arrays?: FormArrays | undefined;
}

/** JSON, also by suffix (RFC 6839), with or without parameters. */
const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;

/** The fields of a form, nested ones as in a query. */
function formText(body: unknown, arrays: FormArrays): string {
  if (!isPlainObject(body)) return fail('invalid-value', 'body', 'a form needs an object of fields');
  const writer = new Writer(Infinity);
  return Object.keys(body).reduce((form, name) => addParameter(form, name, body[name], arrays, writer), '');
}

/**
 * The text to send for a value of JSON: a form under `application/x-www-form-urlencoded`, else JSON.
 * @throws EndpointError `invalid-header` for a content type that is neither, `invalid-value` for a value that it can't hold
 */
export function bodyText(body: unknown, contentType: string | undefined, arrays: FormArrays = 'repeat'): string {
  if (contentType !== undefined) {
    if (FORM_TYPE.test(contentType)) return formText(body, arrays);
    if (!JSON_TYPE.test(contentType))
      fail('invalid-header', 'content-type', `"${contentType}" isn't JSON or a form; pass data as text`);
  }
  try {
    return JSON.stringify(body);
  } catch (error) {
    return fail('invalid-value', 'body', `isn't valid JSON (${(error as Error).message})`);
  }
}
