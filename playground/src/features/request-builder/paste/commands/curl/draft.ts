/** The options of an operation, applied to its requests. */
import { Draft } from '../../reading.js';
import { encodeValue } from './url.js';
import type { OptionUse } from './arguments.js';

/** The state that the requests of a command share. */
export interface Shared {
  /** The standard input; undefined if the script doesn’t have it. */
  readonly text: string | undefined;
  /** Whether the standard input is read: that is possible once. */
  isRead: boolean;
  /** Whether curl may have ended at an earlier URL. */
  isStopped: boolean;
}

/** The options of an operation, put together. */
export class CurlDraft extends Draft {
  data: string | undefined;
  /** Whether the body is only in a file. */
  isUnread = false;
  isJson = false;
  isGet = false;
  isHead = false;
  globoff = false;
  asIs = false;
  scheme: string | undefined;
  query: string | undefined;
  range: string | undefined;
  agent: string | undefined;
  referer: string | undefined;
  cookies: string[] = [];
  user: string | undefined;
  bearer: string | undefined;
  fields: string[] = [];
  uploads: string[] = [];
  /** The lines of `-H`. */
  lines: string[] = [];
  readonly shared: Shared;

  constructor(shared: Shared) {
    super();
    this.shared = shared;
  }
}

/** The text of `@path`; undefined, with a sentence, if it isn’t in the script. */
function readFile(draft: CurlDraft, path: string, use: 'body' | 'query'): string | undefined {
  if (path === '-') {
    const { shared } = draft;
    const text = shared.isRead ? '' : shared.text;
    shared.isRead = true;
    if (text !== undefined) return text;
  }
  draft.omit(
    `The ${path === '-' ? 'standard input' : `file ${path}`} with the ${use} isn’t read.`,
    use === 'body' ? 'data' : 'route',
  );
  return undefined;
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`. */
function readEncoded(draft: CurlDraft, value: string, use: 'body' | 'query'): string | undefined {
  const [, name = '', separator = '', content = ''] = /^([^=]*)(=)([^]*)$/.exec(value) ??
    /^([^@]*)(@)([^]*)$/.exec(value) ?? ['', '', '', value];
  const text = separator === '@' ? readFile(draft, content, use) : content;
  if (text === undefined) return undefined;
  // curl leaves the name of an empty file out.
  if (text === '' && separator === '@') return '';
  return (name === '' ? '' : `${name}=`) + encodeValue(text);
}

function readData(draft: CurlDraft, name: string, value: string): string | undefined {
  if (name === 'data-urlencode') return readEncoded(draft, value, 'body');
  if (name === 'data-raw' || !value.startsWith('@')) return value;
  const text = readFile(draft, value.slice(1), 'body');
  // `--data` drops line ends of files.
  return name === 'data-binary' || name === 'json' ? text : text?.replaceAll(/[\r\n\0]/g, '');
}

function addData(draft: CurlDraft, { name, value }: OptionUse): void {
  if (name === 'json') draft.isJson = true;
  const text = readData(draft, name, value);
  const { data } = draft;
  if (data === '') draft.omit('Versions of curl join an empty body and others in different ways.');
  if (text === undefined) draft.isUnread = true;
  if (data === undefined) draft.data = text ?? '';
  else draft.data = data + (name === 'json' ? '' : '&') + (text ?? '');
}

function addQuery(draft: CurlDraft, { value }: OptionUse): void {
  const text = value.startsWith('+') ? value.slice(1) : readEncoded(draft, value, 'query');
  if (text !== undefined) draft.query = draft.query === undefined ? text : `${draft.query}&${text}`;
}

function addHeader(draft: CurlDraft, { value }: OptionUse): void {
  if (value.startsWith('@')) draft.omit(`The file ${value.slice(1)} with headers isn’t read.`, 'headers');
  else draft.lines.push(value);
}

function setReferer(draft: CurlDraft, { value }: OptionUse): void {
  const referer = value.replace(/;auto$/, '');
  if (referer.includes(';auto')) draft.omit('`;auto` inside of a referer isn’t read.', 'headers', 'referer');
  draft.referer = referer;
}

function addCookie(draft: CurlDraft, { value }: OptionUse): void {
  if (value.includes('=') && !value.startsWith('@')) draft.cookies.push(value);
  else if (value !== '') draft.omit(`The file ${value} with cookies isn’t read.`, 'headers', 'cookie');
}

function setRange(draft: CurlDraft, { value }: OptionUse): void {
  draft.range = /^\d[^-]*$/.test(value) ? `${/^\d+/.exec(value)?.[0] ?? ''}-` : value;
}

function setScheme(draft: CurlDraft, { value }: OptionUse): void {
  draft.scheme = value.toLowerCase();
}

function addField(draft: CurlDraft, { value }: OptionUse): void {
  draft.fields.push(value.split('=', 1)[0] ?? '');
}

type Apply = (draft: CurlDraft, use: OptionUse) => void;

/** The options that are read; those of authentication that aren’t are named, and their secrets go nowhere. */
export const APPLY: Readonly<Record<string, Apply>> = {
  request: (draft, { value }) => void (draft.method = value),
  header: addHeader,
  data: addData,
  'data-ascii': addData,
  'data-raw': addData,
  'data-binary': addData,
  'data-urlencode': addData,
  json: addData,
  user: (draft, { value }) => void (draft.user = value),
  'oauth2-bearer': (draft, { value }) => void (draft.bearer = value),
  'user-agent': (draft, { value }) => void (draft.agent = value),
  referer: setReferer,
  cookie: addCookie,
  range: setRange,
  'url-query': addQuery,
  form: addField,
  'form-string': addField,
  'upload-file': (draft, { value }) => void draft.uploads.push(value),
  'proto-default': setScheme,
};

/** The options without a value that are read: `--no-…` switches them off. */
export const SWITCH: Readonly<Record<string, (draft: CurlDraft, on: boolean) => void>> = {
  get: (draft, on) => void (draft.isGet = on),
  head: (draft, on) => void (draft.isHead = on),
  globoff: (draft, on) => void (draft.globoff = on),
  'path-as-is': (draft, on) => void (draft.asIs = on),
};

/** Schemes of authentication other than Basic and Bearer. */
export const AUTHENTICATION: ReadonlySet<string> = new Set([
  'anyauth',
  'aws-sigv4',
  'digest',
  'negotiate',
  'ntlm',
  'ntlm-wb',
]);
