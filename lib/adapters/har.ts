import { EndpointError } from '../errors.js';
import type { RequestOptions } from '../options.js';
import { getClass } from '../request/content.js';
import type { FormOptions } from './body-text.js';
import { absoluteUrl, byteLength, readFields, toMessage } from './message.js';

export type { FormOptions };

/** A name with its value, as HAR writes headers, query strings and form fields. */
export interface HarPair {
  name: string;
  value: string;
}

/** The body in a HAR request: either its text or the fields of a form. */
export type HarPostData = { mimeType: string } & ({ text: string } | { params: HarPair[] });

/** A request of the HTTP Archive format, version 1.2. */
export interface HarRequest {
  /** In upper case. */
  method: string;
  /** Absolute, without fragment. */
  url: string;
  httpVersion: string;
  /** The pairs of the `cookie` header. */
  cookies: HarPair[];
  headers: HarPair[];
  /** The url's query, decoded. */
  queryString: HarPair[];
  /** Absent without a body. */
  postData?: HarPostData;
  /** Always -1: unknown, since the sender adds fields. */
  headersSize: -1;
  /** Bytes of the body; -1 for multipart, which the sender writes. */
  bodySize: number;
}

const toPairs = (entries: Iterable<readonly [string, string]>) =>
  Array.from(entries, ([name, value]) => ({ name, value }));

/** The pairs of a `cookie` header (RFC 6265 section 4.2.1). */
const parseCookies = (field = '') =>
  field
    .split(';')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('=') };
    });

/** The fields of a `FormData`; undefined for any other body. */
function multipartParams(body: unknown) {
  if (getClass(body) !== 'FormData') return undefined;
  return Array.from(body as Iterable<[string, unknown]>, ([name, value]) => {
    if (typeof value === 'string') return { name, value };
    throw new EndpointError('invalid-value', `body: HAR can't hold the file "${name}"; pass text fields.`, name);
  });
}

/**
 * A built request in the HTTP Archive format 1.2, for the many tools that read it.
 *
 * `request` is the caller's metadata and not part of it. A body is text (JSON is stringified); URLSearchParams, FormData and the
 * fields of a form are `params`; a body without a content type has the empty `mimeType`.
 * @throws EndpointError `invalid-value` for bodies that HAR can't hold (streams, blobs, buffers), `invalid-url` for a relative url
 */
export function toHar(request: RequestOptions, form: FormOptions = {}): HarRequest {
  const multipart = multipartParams(request.body);
  const message = toMessage(multipart ? { ...request, body: undefined } : request, 'HAR', form);
  const { method, target, headers, body } = message;
  const fields = new Map(headers);
  const har: HarRequest = {
    method,
    url: absoluteUrl(message, 'HAR'),
    httpVersion: 'HTTP/1.1',
    cookies: parseCookies(fields.get('cookie')),
    headers: toPairs(headers),
    queryString: toPairs(new URLSearchParams(/\?(.*)/.exec(target)?.[1] ?? '')),
    headersSize: -1,
    bodySize: multipart ? -1 : byteLength(body?.text ?? ''),
  };
  const mimeType = fields.get('content-type') || (multipart ? 'multipart/form-data' : '');
  const params = multipart ?? (body?.kind === 'form' ? toPairs(readFields(body)) : undefined);
  if (params) har.postData = { mimeType, params };
  else if (body) har.postData = { mimeType, text: body.text };
  return har;
}
