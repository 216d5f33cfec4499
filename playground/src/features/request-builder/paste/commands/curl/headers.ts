/** The headers that curl sends because of the options of a command: without its own, such as `host`. */
import { parseJson } from '../../../../../json/json.js';
import { encodeBase64 } from '../../../model/auth.js';
import { countBytes, decodeBytes, FORM_TYPE, type Draft } from '../../reading.js';
import { VARIABLE } from '../../variables.js';
import type { Operation } from './arguments.js';
import { AUTHENTICATION } from './options.js';

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Headers that browsers always send, or that their transport needs. */
const ALWAYS_SENT: ReadonlySet<string> = new Set(['accept', 'user-agent', 'host', 'content-length']);
const CONNECTION = /^(?:host|content-length|transfer-encoding)$/;

/** The parts of a request on which its headers depend, besides the options. */
export interface Target {
  readonly host: string;
  readonly userinfo: string | undefined;
  /** Undefined for a request without one, and for that of a form with files. */
  readonly body: string | undefined;
}

/** `Name: value`, `Name:` without one of curl’s own headers, or `Name;` with an empty value; returns the name of the header. */
function addLine(draft: Draft, line: string, { host, body = '' }: Target): string | undefined {
  if (line.startsWith('@')) {
    draft.omit(`The file ${line.slice(1)} with headers isn’t read.`, 'headers');
    return undefined;
  }
  const [, name = '', separator, rest = ''] = /^([^:]*)(:)([^]*)$/.exec(line) ?? /^([^;]*)(;)([^]*)$/.exec(line) ?? [];
  const key = name.toLowerCase();
  const value = rest.trim();
  // One with a value replaces curl's own header all the same.
  const isMistaken = separator === ';' && value !== '';
  if ((separator === undefined && line !== '') || isMistaken)
    draft.notes.push(`curl doesn’t send the header “${line}”: it has no colon.`);
  if (separator === undefined) return undefined;
  if (!isMistaken && !TOKEN.test(name.replaceAll(VARIABLE, 'x'))) {
    draft.omit(`“${name}” isn’t the name of a header; curl sends the line as it is.`, 'headers');
    return undefined;
  }
  if (isMistaken || (separator === ':' && value === '')) {
    if (ALWAYS_SENT.has(key)) draft.omit(`curl sends no header ${name} here; a browser always does.`, 'headers', name);
  } else if (value === '' || !CONNECTION.test(key)) draft.add(name, value);
  // A header of the connection may say what any client sends.
  else if (
    key === 'host'
      ? value.toLowerCase() !== host.toLowerCase()
      : key !== 'content-length' || value !== String(countBytes(body))
  )
    draft.omit(`The header ${name} is left out: the client sets it.`, 'headers', name);
  return key;
}

/** The credentials of options or of the URL; undefined without any that are read. */
function findAuthorization(draft: Draft, operation: Operation, userinfo: string | undefined): string | undefined {
  const isOther = operation.options.some(({ name, on }) => on && AUTHENTICATION.has(name));
  const bearer = operation.last('oauth2-bearer');
  const user = operation.last('user');
  const text = user ?? userinfo;
  const omit = (note: string) => draft.omit(note, 'headers', 'authorization');
  if (bearer !== undefined && operation.options.some(({ name, on }) => on && name === 'basic'))
    omit('A token beside `--basic` isn’t read.');
  if (isOther) return undefined;
  if (text === undefined) return bearer === undefined ? undefined : `Bearer ${bearer}`;
  if (bearer !== undefined) omit('A token beside a user isn’t read.');
  else if (!draft.omitUnknownCredentials(text)) {
    if (user === undefined && !text.includes('%00'))
      return `Basic ${btoa(decodeBytes(text.includes(':') ? text : `${text}:`))}`;
    if (user?.includes(':') === true) return `Basic ${encodeBase64(user)}`;
    if (user === undefined) draft.omit('curl refuses a NUL in the credentials of a URL.');
    else omit('curl asks for the password; fill it in under “authorization”.');
  }
  return undefined;
}

/** Adds the headers to the draft. */
export function addHeaders(draft: Draft, operation: Operation, target: Target): void {
  const { body, userinfo } = target;
  const isJson = operation.list('json').length > 0;
  const isFile = operation.list('upload-file').length > 0;
  const cookies = operation.list('cookie');
  const isFileOfCookies = (value: string) => value.startsWith('@') || !value.includes('=');
  const referer = operation.last('referer')?.replace(/;auto$/, '');
  const range = operation.last('range');
  /** Those that curl adds, unless `-H` has their names. */
  const own = new Map([
    ['user-agent', operation.last('user-agent')],
    ['referer', referer || undefined],
    ['cookie', cookies.filter((value) => !isFileOfCookies(value)).join(';') || undefined],
    ['range', range && `bytes=${/^\d[^-]*$/.test(range) ? `${/^\d+/.exec(range)?.[0]}-` : range}`],
    ['authorization', findAuthorization(draft, operation, userinfo)],
    ['content-type', isJson ? 'application/json' : body === undefined || isFile ? undefined : FORM_TYPE],
    ['accept', isJson ? 'application/json' : '*/*'],
  ]);
  for (const file of cookies.filter(isFileOfCookies))
    if (file !== '') draft.omit(`The file ${file} with cookies isn’t read.`, 'headers', 'cookie');
  if (referer?.includes(';auto') === true) draft.omit('`;auto` inside of a referer isn’t read.', 'headers', 'referer');
  for (const line of operation.list('header')) own.delete(addLine(draft, line, target) ?? '');
  if (own.get('user-agent') === '') {
    own.delete('user-agent');
    draft.omit('curl sends no header User-Agent here; a browser always does.', 'headers', 'user-agent');
  }
  if (own.get('content-type') === FORM_TYPE && /^\s*[[{]/.test(body ?? '') && parseJson(body ?? '').ok)
    draft.notes.push('The body is JSON, but sent as a form, because the command sets no type.');
  for (const [name, value] of own) if (value !== undefined) draft.add(name, value);
}
