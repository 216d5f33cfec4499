/** URLs as curl reads and sends them. */
import { toWellFormed } from '../../reading.js';
import { encodeBraces, openUrl, rewriteAround, VARIABLE } from '../../variables.js';

/** The settings of an operation for its URLs. */
export interface UrlSettings {
  /** Whether braces and brackets are text (`-g`). */
  readonly globoff: boolean;
  /** Whether dot segments stay (`--path-as-is`). */
  readonly asIs: boolean;
  /** The scheme of a URL without one (`--proto-default`). */
  readonly scheme: string | undefined;
  /** The text that `-G` or `--url-query` appends to the query. */
  readonly query: string | undefined;
}

/** A URL, with sentences about what differs from the URL that curl sends. */
export interface CurlUrl {
  readonly url: string;
  readonly userinfo: string | undefined;
  readonly host: string;
  readonly mistakes: readonly string[];
}

const encodeSign = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes a text for a query or form like curl; `{{name}}` stays. */
export function encodeValue(text: string): string {
  return rewriteAround(toWellFormed(text), (piece) =>
    encodeURIComponent(piece)
      .replaceAll(/[!'()*]/g, encodeSign)
      .replaceAll('%20', '+'),
  );
}

/** Removes dot segments (RFC 3986 section 5.2.4), but not encoded ones, which curl keeps. */
function removeDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '..') kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (isLast) kept.push('');
  }
  return `/${kept.join('/')}`;
}

/** The schemes that curl guesses from the beginning of a host. */
const GUESSED = /^(?:ftp|dict|ldap|imap|smtp|pop3)\./i;
/**
 * What isn’t a pattern of several texts: `{{name}}`, escaped signs, brackets of an IPv6 address, `[]`, and one name in braces, which curl
 * sends without them: a placeholder of documentation.
 */
const NO_PATTERN = /\{\{[^{}]*\}\}|\\(?!\{\{[^{}]*\}\})[{}[\]]|\[(?:[\da-f:.]*:[\da-f:.]*)?\]|\{[a-z_][\w-]*\}/gi;

/** Braces as text, except those of placeholders: the builder would read them as a variable. Backslashes are for signs of a pattern alone. */
function writeBraces(text: string, globoff: boolean, mistakes: string[], isPattern = !globoff): string {
  const literal = isPattern ? text.replaceAll(/\\([[\]])/g, '$1') : text;
  const signs = globoff ? /[{}]/g : isPattern ? /\\[{}]/g : /(?!)/g;
  const escaped = rewriteAround(literal, (piece) => piece.replaceAll(signs, (sign) => encodeSign(sign.slice(-1))));
  const written = globoff ? escaped : encodeBraces(escaped);
  if (written !== (globoff ? text : openUrl(literal)))
    mistakes.push('Braces in the URL are sent as `%7B` and `%7D`; curl sends them as they are.');
  return written;
}

/** A query with its `?`, and with the text that is added to it; empty without either. */
function joinQuery(query: string | undefined, added: string | undefined): string {
  // What follows a `#` is no longer part of the query, for curl too.
  const [text = ''] = added?.split('#', 1) ?? [];
  if (text === '') return query === undefined ? '' : `?${query}`;
  return query === undefined || query === '' ? `?${text}` : `?${query}${query.endsWith('&') ? '' : '&'}${text}`;
}

/** Sentence for a URL that curl refuses, or whose request isn’t one of HTTP; undefined for any other. */
function findMistake(text: string, scheme: string, authority: string, isGuessed: boolean): string | undefined {
  if (/[\0-\x20\x7f]/.test(text)) return 'curl refuses a URL with spaces or controls.';
  if (!/^https?$/i.test(scheme)) return `The scheme \`${scheme}\` isn’t read; only http and https are.`;
  const host = authority.replace(/^[^@]*@/, '');
  // Without a scheme, curl refuses an empty port.
  const isEmptyPort = isGuessed && host.endsWith(':');
  if (
    isEmptyPort ||
    !/^(?:\[[\da-f:.]+\]|[\w.-]|[^\0-\x7f])+(?::\d*)?$/i.test(host) ||
    !URL.canParse(`http://${host}/`)
  )
    return `The host \`${host}\` isn’t read.`;
  return undefined;
}

/** Reads a URL of a command. */
export function readUrl(written: string, settings: UrlSettings): CurlUrl {
  const mistakes: string[] = [];
  if (!settings.globoff && /[{}[\]]/.test(written.replaceAll(NO_PATTERN, '')))
    mistakes.push('curl expands braces and brackets in a URL into several, which isn’t read; `-g` turns that off.');
  const [, schemeName, rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^]*)$/i.exec(written) ?? [];
  const [, authority = '', path = '', before, fragment = ''] =
    /^([^/?#]*)([^?#]*)(?:\?([^#]*))?([^]*)$/.exec(rest) ?? [];
  const [, userinfo, host = ''] = /^(?:([^@]*)@)?([^]*)$/.exec(authority) ?? [];
  const guessed = GUESSED.test(host) ? host.slice(0, host.indexOf('.')).toLowerCase() : 'http';
  const scheme = schemeName ?? settings.scheme ?? guessed;
  // A URL with variables isn’t sent before they have values, so only its pieces are put together.
  const opened = openUrl(`//${host}`).slice(2);
  if (opened !== host || written.search(VARIABLE) >= 0) {
    const start = schemeName === undefined && opened.startsWith('{{') ? '' : `${scheme}://`;
    const url = start + opened + path + joinQuery(before, settings.query) + fragment;
    return { url, userinfo, host: '', mistakes };
  }
  if (/^[a-z][a-z\d+.-]*:\/(?!\/[^/])/i.test(written)) mistakes.push('A scheme is read with two slashes only.');
  const mistake = findMistake(
    path + (before ?? '') + (settings.query ?? '') + fragment,
    scheme,
    authority,
    schemeName === undefined,
  );
  if (mistake !== undefined) mistakes.push(mistake);
  const encoded = toWellFormed(path === '' ? '/' : path).replaceAll(/[^\0-\x7f]+/g, encodeURIComponent);
  const sent = settings.asIs ? encoded : removeDotSegments(encoded);
  const own = writeBraces(before === undefined ? sent : `${sent}?${before}`, settings.globoff, mistakes);
  const added = writeBraces(`?${settings.query ?? ''}`, settings.globoff, mistakes, false);
  const [, bare = '', ownQuery] = /^([^?]*)(?:\?([^]*))?$/.exec(own) ?? [];
  const target = bare + joinQuery(ownQuery, added.slice(1));
  return {
    url: `${scheme.toLowerCase()}://${host}${target}${fragment}`,
    userinfo,
    host,
    mistakes: [...new Set(mistakes)],
  };
}
