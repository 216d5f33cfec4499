import { parse } from 'shell-quote';
import { parseJson } from '../../../json/json.js';

/** A request found in a pasted text. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, or a path. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it is sent. */
  readonly body?: string;
}

/** The request of a curl command, and notes about the parts that were left out. */
interface CurlCommand {
  readonly request: HttpRequest;
  readonly notes: readonly string[];
}

/** Short options by their long names. Options without a value that are missing here don't change the request. */
const LONG: Readonly<Record<string, string>> = {
  X: 'request', H: 'header', d: 'data', 'data-ascii': 'data', u: 'user', G: 'get', I: 'head', A: 'user-agent',
  e: 'referer', b: 'cookie', F: 'form', 'form-string': 'form', T: 'upload-file', r: 'range',
}; // prettier-ignore
/** Options with a value that doesn't change the request. */
const IGNORED_WITH_VALUE = new Set(
  ('o output m max-time connect-timeout x proxy E cert cacert capath key w write-out c cookie-jar D dump-header K config ' +
  'retry retry-delay retry-max-time max-redirs resolve connect-to interface limit-rate C continue-at y Y z time-cond ' +
  'ciphers tls-max dns-servers proto trace trace-ascii U proxy-user noproxy unix-socket P Q t stderr').split(' '),
); // prettier-ignore

interface Draft {
  method?: string;
  urls: string[];
  headers: [name: string, value: string][];
  data: string[];
  query: string[];
  get: boolean;
  head: boolean;
  json: boolean;
  notes: string[];
}

/** The words of a shell command, and the operator that ends it, if any. Variables stay unexpanded. */
function splitWords(text: string): { readonly words: string[]; readonly operator: string | undefined } {
  const joined = text
    .trim()
    .replace(/^\$\s+/, '')
    .replaceAll(/\\\r?\n/g, ' ');
  const words: string[] = [];
  for (const entry of parse(joined, (name) => `$${name}`)) {
    if (typeof entry === 'string') words.push(entry);
    else if ('pattern' in entry) words.push(entry.pattern);
    else if ('op' in entry) return { words, operator: entry.op };
  }
  return { words, operator: undefined };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Encodes the content of `name=content` like curl. */
function urlencode(text: string): string {
  const [, name = '', content = ''] = /^([^=]*)=([^]*)$/.exec(text) ?? ['', '', text];
  return (name === '' ? '' : `${name}=`) + encodeURIComponent(content);
}

function addHeader(draft: Draft, line: string): void {
  if (line.startsWith('@')) {
    draft.notes.push(`The file ${line.slice(1)} with headers is not read.`);
    return;
  }
  const [, name = '', separator, value = ''] = /^([^:;]*)([:;])([^]*)$/.exec(line) ?? [];
  // "name:" removes a default header of curl, which isn't sent from here anyway.
  if (name.trim() === '' || (separator === ':' && value.trim() === '')) return;
  draft.headers.push([name.trim(), separator === ';' ? '' : value.trim()]);
}

function addData(draft: Draft, option: string, value: string): void {
  const file = option === 'data-urlencode' ? /^[^=@]*@(.*)$/.exec(value)?.[1] : /^@(.*)$/.exec(value)?.[1];
  if (option !== 'data-raw' && file !== undefined) draft.notes.push(`The file ${file} with the body is not read.`);
  else draft.data.push(option === 'data-urlencode' ? urlencode(value) : value);
  if (option === 'json') draft.json = true;
}

const APPLY: Readonly<Record<string, (draft: Draft, value: string) => void>> = {
  request: (draft, value) => void (draft.method = value),
  header: addHeader,
  data: (draft, value) => addData(draft, 'data', value),
  'data-raw': (draft, value) => addData(draft, 'data-raw', value),
  'data-binary': (draft, value) => addData(draft, 'data-binary', value),
  'data-urlencode': (draft, value) => addData(draft, 'data-urlencode', value),
  json: (draft, value) => addData(draft, 'json', value),
  user: (draft, value) => void draft.headers.push(['authorization', `Basic ${base64(value)}`]),
  'oauth2-bearer': (draft, value) => void draft.headers.push(['authorization', `Bearer ${value}`]),
  'user-agent': (draft, value) => void draft.headers.push(['user-agent', value]),
  referer: (draft, value) => void draft.headers.push(['referer', value]),
  cookie: (draft, value) => void draft.headers.push(['cookie', value]),
  range: (draft, value) => void draft.headers.push(['range', `bytes=${value}`]),
  url: (draft, value) => void draft.urls.push(value),
  'url-query': (draft, value) => void draft.query.push(urlencode(value)),
  form: (draft, value) => void draft.notes.push(`The form field ${value.split('=', 1)[0]} is left out: a form with files can’t be JSON.`),
  'upload-file': (draft, value) => void draft.notes.push(`The file ${value} is not read.`),
}; // prettier-ignore

function applyFlag(draft: Draft, name: string): void {
  if (name === 'get') draft.get = true;
  if (name === 'head') draft.head = true;
}

/** Reads an option with its value, or a URL; returns the number of words read. */
function readWord(draft: Draft, words: readonly string[], at: number): number {
  const word = words[at] ?? '';
  if (!word.startsWith('-')) {
    draft.urls.push(word);
    return 1;
  }
  if (word.startsWith('--')) {
    const name = LONG[word.slice(2)] ?? word.slice(2);
    APPLY[name]?.(draft, words[at + 1] ?? '');
    applyFlag(draft, name);
    return Object.hasOwn(APPLY, name) || IGNORED_WITH_VALUE.has(name) ? 2 : 1;
  }
  // `-sSXPOST`: several flags in one word, of which the last may be followed by its value.
  for (let index = 1; index < word.length; index += 1) {
    const letter = word.charAt(index);
    const name = LONG[letter] ?? letter;
    const attached = word.slice(index + 1);
    if (IGNORED_WITH_VALUE.has(letter)) return attached === '' ? 2 : 1;
    if (Object.hasOwn(APPLY, name)) {
      APPLY[name]?.(draft, attached === '' ? (words[at + 1] ?? '') : attached);
      return attached === '' ? 2 : 1;
    }
    applyFlag(draft, name);
  }
  return 1;
}

/** Moves credentials of the URL into a header, like curl. */
function moveUserinfo(draft: Draft, url: string): string {
  const [, scheme = '', userinfo, rest = ''] = /^([a-z]+:\/\/)(?:([^/?#@]*)@)?([^]*)$/i.exec(url) ?? [];
  if (userinfo === undefined) return url;
  draft.headers.push(['authorization', `Basic ${base64(decodeURIComponent(userinfo))}`]);
  return scheme + rest;
}

function assembleUrl(draft: Draft): string {
  const [first = '', ...others] = draft.urls;
  if (others.length > 0) draft.notes.push(`Of ${draft.urls.length} URLs only the first is used.`);
  const absolute = first.includes('://') || first.startsWith('/') ? first : `http://${first}`;
  const url = moveUserinfo(draft, absolute);
  const query = [...draft.query, ...(draft.get ? draft.data : [])].join('&');
  if (query === '') return url;
  const [, front = '', fragment = ''] = /^([^#]*)([^]*)$/.exec(url) ?? [];
  return `${front}${front.includes('?') ? '&' : '?'}${query}${fragment}`;
}

function addTypes(draft: Draft, body: string | undefined): void {
  const has = (header: string) => draft.headers.some(([name]) => name.toLowerCase() === header);
  if (draft.json) {
    if (!has('content-type')) draft.headers.push(['content-type', 'application/json']);
    if (!has('accept')) draft.headers.push(['accept', 'application/json']);
  } else if (body !== undefined && !has('content-type')) {
    // Documentation often shows JSON after a plain -d, and means JSON.
    const json = parseJson(body);
    if (json.ok && typeof json.value === 'object')
      draft.notes.push('The body looks like JSON and is sent as JSON; curl’s -d alone would send it as a form.');
    else draft.headers.push(['content-type', 'application/x-www-form-urlencoded']);
  }
}

/** Reads a curl command; undefined if it has no URL. */
export function readCurl(text: string): CurlCommand | undefined {
  const { words, operator } = splitWords(text);
  const draft: Draft = { urls: [], headers: [], data: [], query: [], get: false, head: false, json: false, notes: [] };
  for (let at = words.findIndex((word) => /(?:^|[/\\])curl(?:\.exe)?$/.test(word)) + 1; at < words.length;) {
    at += readWord(draft, words, at);
  }
  if (draft.urls.length === 0) return undefined;
  if (operator !== undefined) draft.notes.push(`Everything after ${operator} is left out.`);
  const body = draft.get || draft.data.length === 0 ? undefined : draft.data.join(draft.json ? '' : '&');
  const url = assembleUrl(draft);
  addTypes(draft, body);
  const implied = draft.head ? 'HEAD' : body === undefined ? 'GET' : 'POST';
  const request = { method: draft.method ?? implied, url, headers: draft.headers };
  return { request: body === undefined ? request : { ...request, body }, notes: draft.notes };
}
