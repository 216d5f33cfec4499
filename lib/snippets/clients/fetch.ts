/** What `fetch` does to a message, and how JavaScript writes the message's parts for it. */
import { isForbiddenHeader } from '../../adapters/forbidden-headers.js';
import { isAscii, type Message, type TextBody } from '../../adapters/message.js';
import { quoteJavaScript, toLiteral } from '../languages/javascript.js';

/** Of the web platform, and of every runtime that has one. */
declare const URL: new (url: string) => { readonly pathname: string; readonly search: string };

/** Fields of the connection, and a name that objects can't have: `fetch` refuses them or leaves them out, everywhere. */
const UNSENDABLE_FIELD = /^(?:connection|expect|host|keep-alive|te|trailer|upgrade|__proto__)$/;

/** The fields that `fetch` can send. */
export const fetchHeaders = ({ headers }: Message): Message['headers'] =>
  headers.filter(([name]) => !UNSENDABLE_FIELD.test(name));

/** The path and query that `fetch` requests. */
export function normalizedTarget(target: string): string {
  const { pathname, search } = new URL(`http://host${target}`);
  return pathname + search;
}

/** The differences from the message that `fetch` can't avoid. */
export function fetchRemarks({ origin, target, headers }: Message): string[] {
  const names = headers.map(([name]) => name);
  const remarks: string[] = [];
  const requested = normalizedTarget(target);
  if (requested !== target) remarks.push(`fetch normalises the url, and requests ${origin}${requested}`);
  const added = ['accept', 'user-agent'].filter((name) => !names.includes(name));
  if (added.length > 0) remarks.push(`fetch adds headers that the request lacks: ${added.join(', ')}`);
  const dropped = names.filter((name) => UNSENDABLE_FIELD.test(name));
  if (dropped.length > 0) remarks.push(`Left out, because fetch can't send these headers: ${dropped.join(', ')}`);
  // A browser writes the same content-length itself; Node's `fetch` sends the others.
  const forbidden = names.filter(
    (name) => isForbiddenHeader(name) && !UNSENDABLE_FIELD.test(name) && name !== 'content-length',
  );
  if (forbidden.length > 0)
    remarks.push(`A browser leaves out these headers, or sends its own: ${forbidden.join(', ')}`);
  if (!headers.every(([, value]) => isAscii(value)))
    remarks.push('fetch takes header values byte by byte: \\x.. are the bytes of UTF-8');
  return remarks;
}

/** Code for the text of a body; for JSON, code for its value. */
export const toBodyCode = ({ kind, text }: TextBody, indent: string): string =>
  kind === 'json' ? `JSON.stringify(${toLiteral(JSON.parse(text), indent)})` : quoteJavaScript(text);
