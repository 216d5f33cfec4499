import { requireHttp, UnreadableError, type Draft } from '../reading.js';
import { encodeBraces } from '../variables.js';

/** Characters that `URL` leaves out or rewrites: controls and spaces around it, `\` and dot segments. */
const REWRITTEN = /[\\]|\/\.{1,2}(?:[/?#]|$)|%2e/i;

/** The url of a call as `fetch` sends it, relative to the form’s base where it has no scheme. */
export function readUrl(draft: Draft, value: unknown): string {
  if (typeof value !== 'string' || /^\{\{[^{}]*\}\}$/.test(value))
    throw new UnreadableError('The URL of the call isn’t in the text; write it in quotes.');
  const url = value.replaceAll(/^[\0- ]+|[\0- ]+$|[\t\n\r]/g, '');
  requireHttp(url, false);
  if (/^https?:\/\/[^/?#]*@/i.test(url)) draft.omit('`fetch` refuses a URL with credentials, and axios moves them.');
  if (url.startsWith('//')) {
    draft.notes.push('The URL has the scheme of the page that calls; `https` is shown.');
    return encodeBraces(`https:${url}`);
  }
  const isAbsolute = /^https?:\/\//i.test(url);
  if (!isAbsolute && !url.startsWith('{{'))
    draft.notes.push('The URL is relative to one that isn’t in the text; the base URL of the form is shown.');
  const isRewritten = isAbsolute && REWRITTEN.test(url) && !url.includes('{') && URL.canParse(url);
  return encodeBraces(isRewritten ? new URL(url).href : url);
}
