/** The headers that curl sends because of the options of a command: without its own, such as `host`. */
import { parseJson } from '../../../../../json/json.js';
import { encodeBase64 } from '../../../model/auth.js';
import { VARIABLE } from '../../variables.js';
import type { CurlDraft } from './draft.js';

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Headers that browsers always send, or that their transport needs. */
const ALWAYS_SENT: ReadonlySet<string> = new Set(['accept', 'user-agent', 'host', 'content-length']);

interface Context {
  readonly host: string;
  readonly body: string | undefined;
  /** Names in `-H`: curl doesn’t add its own header of such a name. */
  readonly custom: Set<string>;
}

/** Whether a header of the connection says what any client sends. */
function isImplied(key: string, value: string, { host, body = '' }: Context): boolean {
  if (key === 'host') return value.toLowerCase() === host.toLowerCase();
  return key === 'content-length' && value === String(new TextEncoder().encode(body).length);
}

function addValue(draft: CurlDraft, name: string, value: string, context: Context): void {
  const key = name.toLowerCase();
  if (key !== 'host' && key !== 'content-length' && key !== 'transfer-encoding') draft.headers.push([name, value]);
  else if (!isImplied(key, value, context))
    draft.omit(`The header ${name} is left out: the client sets it.`, 'headers', name);
}

/** `Name: value`, `Name:` without one of curl’s own headers, or `Name;` with an empty value. */
function addLine(draft: CurlDraft, line: string, context: Context): void {
  const [, name = '', separator = '', rest = ''] =
    /^([^:]*)(:)([^]*)$/.exec(line) ?? /^([^;]*)(;)([^]*)$/.exec(line) ?? [];
  const value = rest.trim();
  const lacksDefault = (): void => {
    if (ALWAYS_SENT.has(name.toLowerCase()))
      draft.omit(`curl sends no header ${name} here; a browser always does.`, 'headers', name);
  };
  if (separator === '' || (separator === ';' && value !== '')) {
    if (line !== '') draft.notes.push(`curl doesn’t send the header “${line}”: it has no colon.`);
    if (separator === '') return undefined;
    // It replaces curl's own header all the same.
    context.custom.add(name.toLowerCase());
    return lacksDefault();
  }
  if (!TOKEN.test(name.replaceAll(VARIABLE, 'x')))
    return draft.omit(`“${name}” isn’t the name of a header; curl sends the line as it is.`, 'headers');
  context.custom.add(name.toLowerCase());
  if (separator === ';') return void draft.headers.push([name, '']);
  return value !== '' ? addValue(draft, name, value, context) : lacksDefault();
}

/** Bytes as text, with a character for each. */
const toBytes = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** Decodes what is percent-encoded to bytes, like curl: anything else stays. */
function decodeUserinfo(text: string): string {
  return toBytes(text).replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Adds one of curl’s own headers, unless `-H` has its name. */
type AddOwn = (name: string, value: string) => void;

function addAuthorization(draft: CurlDraft, userinfo: string | undefined, addOwn: AddOwn) {
  const { user, bearer } = draft;
  const text = user ?? userinfo;
  if (text === undefined) return bearer === undefined ? undefined : addOwn('authorization', `Bearer ${bearer}`);
  if (bearer !== undefined) return draft.omit('A token beside a user isn’t read.', 'headers', 'authorization');
  if (draft.omitUnknownCredentials(text)) return undefined;
  if (user !== undefined && !user.includes(':'))
    return draft.omit('curl asks for the password; fill it in under “authorization”.', 'headers', 'authorization');
  if (user !== undefined) return addOwn('authorization', `Basic ${encodeBase64(user)}`);
  if (text.includes('%00')) return draft.omit('curl refuses a NUL in the credentials of a URL.');
  return addOwn('authorization', `Basic ${btoa(decodeUserinfo(text.includes(':') ? text : `${text}:`))}`);
}

function addType(draft: CurlDraft, body: string | undefined, addOwn: AddOwn): void {
  if (draft.isJson) {
    addOwn('content-type', 'application/json');
    addOwn('accept', 'application/json');
  } else if (body !== undefined && draft.uploads.length === 0) {
    addOwn('content-type', 'application/x-www-form-urlencoded');
    if (/^\s*[[{]/.test(body) && !draft.lines.some((line) => /^content-type\s*[:;]/i.test(line)) && parseJson(body).ok)
      draft.notes.push('The body is JSON, but sent as a form, because the command sets no type.');
  }
}

/** The parts of a request on which its headers depend, besides the options. */
export interface Target {
  readonly host: string;
  readonly userinfo: string | undefined;
  /** Undefined for a request without one, and for that of a form with files. */
  readonly body: string | undefined;
  /** Whether other schemes of authentication are used, which aren’t read. */
  readonly hasAuthentication: boolean;
}

/** Adds the headers to the draft. */
export function addHeaders(draft: CurlDraft, { host, userinfo, body, hasAuthentication }: Target): void {
  const context: Context = { host, body, custom: new Set() };
  for (const line of draft.lines) addLine(draft, line, context);
  const addOwn: AddOwn = (name, value) => {
    if (!context.custom.has(name)) draft.headers.push([name, value]);
  };
  if (draft.agent === '' && !context.custom.has('user-agent'))
    draft.omit('curl sends no header User-Agent here; a browser always does.', 'headers', 'user-agent');
  else if (draft.agent !== undefined) addOwn('user-agent', draft.agent);
  if (draft.referer) addOwn('referer', draft.referer);
  if (draft.cookies.length > 0) addOwn('cookie', draft.cookies.join(';'));
  if (draft.range !== undefined) addOwn('range', `bytes=${draft.range}`);
  if (!hasAuthentication) addAuthorization(draft, userinfo, addOwn);
  addType(draft, body, addOwn);
  if (!draft.has('accept')) addOwn('accept', '*/*');
}
