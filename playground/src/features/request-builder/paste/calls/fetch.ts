import { Draft, type Found } from '../reading.js';
import { listHeaders, noteOthers, readMethod, readOptions } from './options.js';
import { readUrl } from './url.js';

/** Methods that `fetch` writes in upper case; it sends all others as they are. */
const NORMALIZED = /^(?:delete|get|head|options|post|put)$/i;
const REFUSED = /^(?:connect|trace|track)$/i;
/** Whitespace around the value of a header, which `fetch` leaves out. */
const WHITESPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g;
const HARMLESS = 'dispatcher duplex integrity keepalive priority redirect referrerPolicy signal window';
const ADDED = { credentials: 'cookies', referrer: 'the referrer', cache: 'cache headers' };
/** Values of options that change nothing, by their names. */
const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  mode: ['cors', 'same-origin'],
  credentials: ['omit', 'same-origin'],
  referrer: ['', 'about:client'],
  cache: ['default', 'force-cache', 'only-if-cached'],
};

/** Reads the arguments of `fetch` (Fetch Standard), as developer tools copy them. */
export function readFetch([input, init]: readonly unknown[]): Found {
  const draft = new Draft();
  const url = readUrl(draft, input);
  const { method: written = 'GET', headers, body, ...options } = readOptions(init);
  const method = readMethod(written);
  if (!NORMALIZED.test(method) && method !== method.toUpperCase())
    draft.omit(
      `\`fetch\` sends the method “${method}” as it is written, which servers don’t know; write it in upper case.`,
    );
  if (REFUSED.test(method)) draft.omit(`\`fetch\` refuses the method ${method}.`);
  for (const [name, value] of listHeaders(draft, headers)) draft.add(name, String(value).replaceAll(WHITESPACE, ''));
  draft.addDefault('accept', '*/*');
  const text = typeof body === 'string' ? body : undefined;
  if (text !== undefined) draft.addDefault('content-type', 'text/plain;charset=UTF-8');
  else if (body != null) draft.omit('The body is left out: it isn’t a text.', 'data');
  const others = Object.entries(options).filter(([name, value]) => DEFAULTS[name]?.includes(value) !== true);
  noteOthers(draft, Object.fromEntries(others), HARMLESS, ADDED);
  return draft.finish(method, url, text);
}
