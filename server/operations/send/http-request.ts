import { validateHeaderValue } from 'node:http';
import type { RequestOptions } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { OperationError } from '../../service/operation.js';

/** An HTTP request with a body of text, as it passes between threads. */
export interface HttpRequestText {
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
 * Turns request options into a request.
 *
 * @throws {OperationError} for options that can't be sent
 */
export function toHttpRequestText(options: RequestOptions): HttpRequestText {
  const [url, { method, headers, body }] = toFetch(options);
  if (!URL.canParse(url)) {
    throw new OperationError(
      `The url ${JSON.stringify(shorten(url))} is not absolute; pass a baseUrl such as https://api.example.com.`,
    );
  }
  checkHeaders(headers);
  return { url, method, headers, body: body === undefined ? undefined : checkBody(body) };
}

/** Shortens a text that is too long for a message. */
function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

/** Options in JSON have bodies of JSON and text only; toFetch makes both text. */
function checkBody(body: unknown): string {
  if (typeof body !== 'string')
    throw new OperationError('The body is neither text nor JSON; pass text or JSON as data.');
  if (/\p{Surrogate}/u.test(body)) {
    throw new OperationError('data holds half of a surrogate pair, which UTF-8 can not encode; pass whole characters.');
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

// They frame the message or belong to the connection (RFC 9110, section 7.6.1; RFC 9112): two readings of them let one request be
// smuggled inside another. host would name another site than the allowed origin.
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
      `The header ${shorten(name)} has a control character or one beyond U+00FF, which HTTP can't carry; encode it.`,
      { cause: error },
    );
  }
}
