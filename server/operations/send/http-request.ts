import { validateHeaderValue } from 'node:http';
import type { RequestOptions } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { OperationError } from '../service/operation.js';

/** An HTTP request before its connection is known. */
export interface HttpRequestParts {
  /** Absolute. */
  readonly url: string;
  /** In upper case. */
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Servers accept 8 to 64 KiB. */
const maxHeaderBytes = 65_536;

/**
 * The request that options describe.
 *
 * @throws {OperationError} for what can't be sent
 */
export function httpRequestParts(options: RequestOptions): HttpRequestParts {
  const [url, { method, headers, body }] = toFetch(options);
  if (!URL.canParse(url)) {
    throw new OperationError(
      `The url ${JSON.stringify(shortened(url))} is not absolute; give a baseUrl such as https://api.example.com.`,
    );
  }
  checkHeaders(headers);
  return { url, method, headers, body: body === undefined ? undefined : textOf(body) };
}

/** The beginning of a text that is too long for a message. */
function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

/** Options that came as JSON have no other bodies than JSON and text; toFetch makes both text. */
function textOf(body: unknown): string {
  if (typeof body !== 'string') throw new OperationError('The body is neither text nor JSON; give such data.');
  if (/\p{Surrogate}/u.test(body)) {
    throw new OperationError(
      'data holds half of a surrogate pair, which UTF-8 has no bytes for; give whole characters.',
    );
  }
  return body;
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    checkHeader(name, value);
    // As a line: colon, space, CR and LF.
    bytes += name.length + value.length + 4;
  }
  if (bytes > maxHeaderBytes) {
    throw new OperationError(`The headers have ${bytes} bytes; at most ${maxHeaderBytes} are sent.`);
  }
}

// They frame the message or belong to the connection (RFC 9110, section 7.6.1; RFC 9112): a second reading of them is
// how one request is smuggled behind another. host would name another site than the allowed origin.
const connectionHeaders = new Set([
  'connection', 'content-length', 'expect', 'host', 'http2-settings', 'keep-alive', 'proxy-authorization', 'proxy-connection',
  'te', 'trailer', 'transfer-encoding', 'upgrade',
]); // prettier-ignore

function checkHeader(name: string, value: string): void {
  if (connectionHeaders.has(name)) {
    throw new OperationError(`The header ${name} is set by the connection itself; leave it out.`);
  }
  try {
    validateHeaderValue(name, value);
  } catch (error) {
    throw new OperationError(
      `The header ${shortened(name)} has a control character or one beyond U+00FF, which HTTP can't carry; encode it.`,
      { cause: error },
    );
  }
}
