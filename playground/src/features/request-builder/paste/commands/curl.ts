import { parseJson } from '../../../../json/json.js';
import { writeBasic } from '../../model/auth.js';
import { addScheme, appendQuery, Draft, encodeKeeping, type Findings, type Found } from '../reading.js';
import { findCurlCalls, type CurlCall } from '../shells/commands.js';

/** Short options by their long names. Options without a value that are missing here don't change the request. */
const LONG: Readonly<Record<string, string>> = {
  X: 'request', H: 'header', d: 'data', 'data-ascii': 'data', u: 'user', G: 'get', I: 'head', A: 'user-agent',
  e: 'referer', b: 'cookie', F: 'form', T: 'upload-file', r: 'range',
}; // prettier-ignore
/** Options with a value that doesn't change the request. */
const IGNORED_WITH_VALUE = new Set(
  ('o output m max-time connect-timeout x proxy E cert cacert capath key w write-out c cookie-jar D dump-header K config ' +
  'retry retry-delay retry-max-time max-redirs resolve connect-to interface limit-rate C continue-at y Y z time-cond ' +
  'ciphers tls-max dns-servers proto proto-redir proto-default trace trace-ascii U proxy-user noproxy unix-socket P Q t stderr ' +
  'cert-type key-type pass max-filesize aws-sigv4 output-dir rate keepalive-time local-port happy-eyeballs-timeout-ms ' +
  'doh-url netrc-file pinnedpubkey curves abstract-unix-socket expect100-timeout speed-limit speed-time').split(' '),
); // prettier-ignore

class CurlDraft extends Draft {
  urls: string[] = [];
  data: string[] = [];
  query: string[] = [];
  fields: string[] = [];
  get = false;
  head = false;
  json = false;
  basic: readonly [user: string, password: string] | undefined;
  readonly input: string | undefined;

  constructor(input: string | undefined) {
    super();
    this.input = input;
  }
}

/** Encodes the content of `name=content` like curl. */
function encodeContent(text: string): string {
  const [, name = '', content = ''] = /^([^=]*)=([^]*)$/.exec(text) ?? ['', '', text];
  return (name === '' ? '' : `${name}=`) + encodeKeeping(content);
}

function addHeader(draft: CurlDraft, line: string): void {
  if (line.startsWith('@')) return draft.omit(`The file ${line.slice(1)} with headers isn’t read.`);
  const [, name = '', separator, value = ''] = /^([^:;]*)([:;])([^]*)$/.exec(line) ?? [];
  // "name:" removes a default header of curl, which isn't sent from here anyway.
  if (name.trim() === '' || (separator === ':' && value.trim() === '')) return undefined;
  draft.headers.push([name.trim(), separator === ';' ? '' : value.trim()]);
  return undefined;
}

function addData(draft: CurlDraft, option: string, value: string): void {
  if (option === 'json') draft.json = true;
  const file = option === 'data-urlencode' ? /^([^=@]*)@(.*)$/.exec(value) : /^()@(.*)$/.exec(value);
  if (option === 'data-raw' || file === null) {
    draft.data.push(option === 'data-urlencode' ? encodeContent(value) : value);
    return;
  }
  const [, name = '', path = ''] = file;
  const input = path === '-' ? draft.input : undefined;
  if (input === undefined) {
    draft.method ??= 'POST';
    draft.omit(`The ${path === '-' ? 'standard input' : `file ${path}`} with the body isn’t read.`);
  } else if (option === 'data-urlencode') draft.data.push(encodeContent(`${name}=${input}`));
  // Like curl: `--data` drops line ends of files.
  else
    draft.data.push(
      option === 'data' && !/^\s*[[{]/.test(input) ? input.replaceAll(/[\r\n]/g, '') : input.replace(/\n$/, ''),
    );
}

function addCookie(draft: CurlDraft, value: string): void {
  if (value.includes('=')) draft.headers.push(['cookie', value]);
  else draft.omit(`The file ${value} with cookies isn’t read.`);
}

function addFile(draft: CurlDraft, file: string): void {
  draft.method ??= 'PUT';
  draft.omit(`The file ${file} with the body isn’t read.`);
}

/** Splits `user:password`; without a colon, the password is empty. */
function splitUser(text: string): [user: string, password: string] {
  const [, user = '', password = ''] = /^([^:]*):?([^]*)$/.exec(text) ?? [];
  return [user, password];
}

const APPLY: Readonly<Record<string, (draft: CurlDraft, value: string) => void>> = {
  request: (draft, value) => void (draft.method = value),
  header: addHeader,
  data: (draft, value) => addData(draft, 'data', value),
  'data-raw': (draft, value) => addData(draft, 'data-raw', value),
  'data-binary': (draft, value) => addData(draft, 'data-binary', value),
  'data-urlencode': (draft, value) => addData(draft, 'data-urlencode', value),
  json: (draft, value) => addData(draft, 'json', value),
  user: (draft, value) => void (draft.basic = splitUser(value)),
  'oauth2-bearer': (draft, value) => void draft.headers.push(['authorization', `Bearer ${value}`]),
  'user-agent': (draft, value) => void draft.headers.push(['user-agent', value]),
  referer: (draft, value) => void draft.headers.push(['referer', value]),
  cookie: addCookie,
  range: (draft, value) => void draft.headers.push(['range', `bytes=${value}`]),
  url: (draft, value) => void draft.urls.push(value),
  'url-query': (draft, value) => void draft.query.push(encodeContent(value)),
  form: (draft, value) => void draft.fields.push(value.split('=', 1)[0] ?? ''),
  'form-string': (draft, value) => void draft.fields.push(value.split('=', 1)[0] ?? ''),
  'upload-file': addFile,
};

function applyFlag(draft: CurlDraft, name: string): void {
  if (name === 'get') draft.get = true;
  if (name === 'head') draft.head = true;
}

/** Reads an option with its value, or a URL; returns the number of words read. */
function readWord(draft: CurlDraft, words: readonly string[], at: number): number {
  const word = words[at] ?? '';
  if (!/^-[^\s]/.test(word)) {
    if (word.trim() !== '') draft.urls.push(word);
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

/** Decodes what is percent-encoded; anything that isn't UTF-8 stays. */
function decodeKnown(text: string): string {
  return text.replaceAll(/%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f])+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      return encoded;
    }
  });
}

/** Moves credentials of the URL into a header, like curl. */
function moveUserinfo(draft: CurlDraft, url: string): string {
  const [, scheme = '', userinfo, rest = ''] = /^([a-z]+:\/\/)(?:([^/?#@]*)@)?([^]*)$/i.exec(url) ?? [];
  if (userinfo === undefined) return url;
  const [user, password] = splitUser(userinfo);
  draft.basic ??= [decodeKnown(user), decodeKnown(password)];
  return scheme + rest;
}

function assembleUrl(draft: CurlDraft): string {
  const [first = '', ...others] = draft.urls;
  if (others.length > 0) draft.notes.push(`Of ${draft.urls.length} URLs only the first is used.`);
  const url = moveUserinfo(draft, addScheme(first));
  return appendQuery(url, [...draft.query, ...(draft.get ? draft.data : [])].join('&'));
}

function addTypes(draft: CurlDraft, body: string | undefined): void {
  if (draft.json) {
    draft.addDefault('content-type', 'application/json');
    draft.addDefault('accept', 'application/json');
  } else if (body !== undefined && !draft.has('content-type')) {
    // Documentation often shows JSON after a plain -d, and means JSON.
    const json = parseJson(body);
    if (json.ok && typeof json.value === 'object')
      draft.notes.push('The body looks like JSON and is sent as JSON; curl’s -d alone would send it as a form.');
    else draft.headers.push(['content-type', 'application/x-www-form-urlencoded']);
  }
}

function readCall({ arguments: words, input, notes }: CurlCall): Found | undefined {
  const draft = new CurlDraft(input);
  for (let at = 0; at < words.length;) at += readWord(draft, words, at);
  if (draft.urls.length === 0) return undefined;
  const body = draft.get || draft.data.length === 0 ? undefined : draft.data.join(draft.json ? '' : '&');
  const url = assembleUrl(draft);
  if (draft.basic !== undefined) {
    if (draft.basic.join('').includes('{{'))
      draft.omit('The credentials depend on variables; fill them in under “authorization”.');
    else draft.addDefault('authorization', writeBasic(...draft.basic));
  }
  const hasFields = draft.fields.length > 0;
  if (hasFields) draft.omitMultipart(draft.fields);
  else addTypes(draft, body);
  draft.notes.push(...notes);
  const implied = draft.head ? 'HEAD' : body === undefined && !hasFields ? 'GET' : 'POST';
  return draft.finish(draft.method ?? implied, url, hasFields ? undefined : body);
}

/** Reads the curl commands of a script for cmd or a POSIX shell. */
export function readCurl(text: string): Findings {
  return { requests: findCurlCalls(text).flatMap((call) => readCall(call) ?? []) };
}
