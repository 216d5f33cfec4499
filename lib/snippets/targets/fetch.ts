import type { RequestOptions } from '../../options.js';
import { toMessage, type Message, type TextBody } from '../../adapters/message.js';
import { objectLiteral, quoteJavaScript, toHeadersLiteral, toLiteral, withRemarks } from '../languages/javascript.js';

/** Of the web platform, and of every runtime that has one. */
declare const URL: new (url: string) => { readonly pathname: string; readonly search: string };

/** Fields of the connection, and a name that is none for objects: `fetch` refuses them or leaves them out, everywhere. */
const UNSENDABLE_FIELD = /^(?:connection|expect|host|keep-alive|te|trailer|upgrade|__proto__)$/;
/** Forbidden request headers of the Fetch Standard; Node's `fetch` sends them. */
const FORBIDDEN_FIELD =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|cookie2?|date|dnt|origin|proxy-.*|referer|sec-.*|set-cookie|via)$/;

/** The fields that `fetch` can be told to send. */
export const fetchHeaders = ({ headers }: Message): Message['headers'] =>
  headers.filter(([name]) => !UNSENDABLE_FIELD.test(name));

/** The path and query that `fetch` requests. */
export function normalizedTarget(target: string): string {
  const { pathname, search } = new URL(`http://host${target}`);
  return pathname + search;
}

/** Where `fetch` can't but differ from the message. */
export function fetchRemarks({ origin, target, headers }: Message): string[] {
  const names = headers.map(([name]) => name);
  const remarks: string[] = [];
  const requested = normalizedTarget(target);
  if (requested !== target) remarks.push(`fetch normalises the url, and requests ${origin}${requested}`);
  const added = ['accept', 'user-agent'].filter((name) => !names.includes(name));
  if (added.length > 0) remarks.push(`fetch adds headers that are not asked for: ${added.join(', ')}`);
  const dropped = names.filter((name) => UNSENDABLE_FIELD.test(name));
  if (dropped.length > 0) remarks.push(`Left out, fetch can't send these headers: ${dropped.join(', ')}`);
  const forbidden = names.filter((name) => FORBIDDEN_FIELD.test(name));
  if (forbidden.length > 0)
    remarks.push(`A browser leaves out these headers, or sends its own: ${forbidden.join(', ')}`);
  // oxlint-disable-next-line no-control-regex -- ASCII is what is meant
  if (headers.some(([, value]) => /[^\0-\x7f]/.test(value)))
    remarks.push('fetch takes header values byte by byte: \\x.. are the bytes of UTF-8');
  return remarks;
}

/** Code for the text of a body: JSON as the value it stands for. */
export const toBodyCode = ({ kind, text }: TextBody, indent: string): string =>
  kind === 'json' ? `JSON.stringify(${toLiteral(JSON.parse(text), indent)})` : quoteJavaScript(text);

function bodyProperty({ headers, body }: Message): string[] {
  if (!body) return [];
  const code = toBodyCode(body, '  ');
  if (body.kind === 'form') return [`body: new URLSearchParams(${code})`];
  // To text without a content type, fetch would add one.
  const typed = headers.some(([name]) => name === 'content-type');
  return [`body: ${typed ? code : `new TextEncoder().encode(${code})`}`];
}

/** A call of `fetch`, as it is in browsers, Node, Deno and Bun. */
export function toFetchCall(request: RequestOptions): string {
  const message = toMessage(request, 'a snippet');
  const { method, origin, target } = message;
  const headers = fetchHeaders(message);
  const properties = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: ${toHeadersLiteral(headers, '  ')}`] : []),
    ...bodyProperty(message),
  ];
  const call = `const response = await fetch(${quoteJavaScript(origin + target)}`;
  const init = properties.length > 0 ? `, ${objectLiteral(properties, '', call.length + 2)}` : '';
  return withRemarks(fetchRemarks(message), `${call}${init});\nconsole.log(response.status, await response.text());\n`);
}
