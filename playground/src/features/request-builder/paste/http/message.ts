import { parseJson } from '../../../../json/json.js';
import {
  countBytes,
  Draft,
  FORM_TYPE,
  isAbsolute,
  isConnection,
  requireHttp,
  UnreadableError,
  type Found,
} from '../reading.js';
import { encodeBraces } from '../variables.js';

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+)[ \t]+(\S.*)[ \t]HTTP\/\d(?:\.\d)?[ \t]*$/i;
/** A request line without a version, with methods of editors beside those of HTTP. */
const SHORT_LINE =
  /^(GET|HEAD|OPTIONS|QUERY|POST|PUT|PATCH|DELETE|CONNECT|TRACE|GRAPHQL|GRPC|WEBSOCKET|WSS?)[ \t]+(\S.*)$/;
/** What follows the target: whitespace, with or without a comment. */
const LINE_END = /(?<![ \t])[ \t]+(?:(?:#|\/\/).*)?$/;
/** A target that prose doesn’t have: without whitespace outside of open values, or absolute with whitespace after the path. */
const TARGET = /^(?:(?:\{\{[^{}]*\}\}|<[^<>]*>|(?!\{\{[^{}]*\}\}|<[^<>]*>)\S)+|\{\{.*|https?:\/\/\S*\?.*)$/;
export const PSEUDO_HEADER = /^:(?:method|authority|path|scheme):/i;
const HEADER = /^(:?[!#$%&'*+.^_`|~\w-]+):[ \t]?(.*)$/;
/** The start of a body in JSON, which follows the head of a console command directly. */
export const JSON_START = /^\s*(?:[{[]|"{3})/;

/** The method and the target of a request line; `isShort` without a version. */
function parseRequestLine(line: string) {
  const whole = REQUEST_LINE.exec(line);
  const [, method, target = ''] = whole ?? SHORT_LINE.exec(line) ?? [];
  if (method === undefined) return undefined;
  return { method, target: whole ? target : target.replace(LINE_END, ''), isShort: !whole };
}

export function isRequestLine(line: string): boolean {
  const read = parseRequestLine(line);
  return read !== undefined && (!read.isShort || TARGET.test(read.target));
}

/** A request as it is written. */
export interface Message {
  readonly name: string;
  /** The request line and the headers. */
  readonly lines: readonly string[];
  readonly body: string;
  readonly notes: readonly string[];
  /** Whether a script runs before it. */
  readonly isScripted: boolean;
}

/** Reads the header lines; returns those of the connection. */
function readHeaders(draft: Draft, lines: readonly string[]): ReadonlyMap<string, string> {
  let last: string | undefined;
  for (const line of lines) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    const before = draft.headers.get(name?.toLowerCase() ?? last ?? '');
    // RFC 9112 section 5.2: a line that begins with whitespace continues the value before it.
    if (/^[ \t]/.test(line) && last !== undefined) draft.headers.set(last, `${before} ${line.trim()}`.trim());
    else if (name === undefined) {
      draft.omit(`“${line.trim()}” isn’t a header, so it is left out.`);
      last = undefined;
    } else if (isConnection(name)) {
      if (before !== undefined && before !== value.trim()) draft.omit(`The message has several values of ${name}.`);
      draft.headers.set(name.toLowerCase(), value.trim());
      last = undefined;
    } else {
      draft.add(name, value.trim());
      last = name.toLowerCase();
    }
  }
  return draft.takeConnection();
}

/** A host without a scheme, which editors add: `localhost:3000`, `api.example.com`. */
const HOST = /^(?:localhost\b|[\w.-]+:\d+|(?:[\w-]+\.)+[a-z]{2,}(?=\/|$)(?!\/_))/i;

/** The absolute url of a target. The scheme is that of the connection, which only HTTP/2 states. */
function completeUrl(draft: Draft, target: string, values: ReadonlyMap<string, string>): string {
  requireHttp(target);
  const isHost = HOST.test(target);
  if (isHost) draft.notes.push('The URL has no scheme; `http` is shown.');
  const path = encodeBraces(isHost ? `http://${target}` : /^[/{]|^https?:/i.test(target) ? target : `/${target}`);
  const host = values.get(':authority') ?? values.get('host') ?? '';
  if (isAbsolute(path)) return path;
  const shown = values.get(':scheme') ?? (/^(?:localhost|127\.|\[::1\])/.test(host) ? 'http' : 'https');
  if (host === '') draft.notes.push('The message has no host; the base URL of the form is shown.');
  else if (!values.has(':scheme'))
    draft.notes.push(`The message doesn’t say whether it was sent over TLS; \`${shown}\` is shown.`);
  return host === '' ? path : `${shown}://${host}${path}`;
}

/** The body of a length: line ends may have been CR LF. What follows may only be the end of the pasted text. */
function cutBody(body: string, length: number): string | undefined {
  for (const text of [body, body.replaceAll(/\r?\n/g, '\r\n')]) {
    const cut = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, length));
    if (countBytes(cut) === length && text.slice(cut.length).trim() === '') return cut;
  }
  return undefined;
}

/** The body as it is framed. */
function frameBody(draft: Draft, body: string, values: ReadonlyMap<string, string>): string {
  const coding = values.get('transfer-encoding');
  const length = values.get('content-length');
  if (coding !== undefined) draft.omit(`The body is framed (Transfer-Encoding: ${coding}), which isn’t read.`, 'data');
  if (length === undefined) return body.trimEnd();
  const content = /^\d+$/.test(length) ? cutBody(body, Number(length)) : undefined;
  if (content !== undefined) return content;
  const mistake = `Content-Length is ${length}, but the body has ${countBytes(body)} bytes.`;
  // Documentation has its own whitespace; what is JSON has an end.
  if (parseJson(body).ok) draft.notes.push(mistake);
  else draft.omit(mistake, 'data');
  return body;
}

/** A body for the console as JSON: without comments, and with a text in quotes for one in three. */
function readConsole(body: string): string {
  return body
    .replaceAll(/(?<![ \t])[ \t]+(?:<\d+>[ \t]*)+$/gm, '')
    .replaceAll(
      /"{3}([^]*?)(?:"{3}|$)|("(?:[^"\\\n]|\\[^])*")|\/\/[^\n]*|#[^\n]*|\/\*[^]*?(?:\*\/|$)/g,
      (_, text?: string, quoted = '') => (text === undefined ? quoted : JSON.stringify(text)),
    );
}

/** A body in JSON without the comments of consoles and editors; undefined for another. Only without a version may its values be open. */
function readJson(body: string, isShort: boolean): string | undefined {
  if (!JSON_START.test(body) || (!isShort && parseJson(body).ok)) return undefined;
  const json = readConsole(body).trim();
  return isShort || parseJson(json).ok ? json : undefined;
}

/** Whether each line is a value of JSON: the form of bulk requests. */
const isLines = (body: string): boolean =>
  /\n/.test(body.trim()) && body.split('\n').every((line) => line.trim() === '' || parseJson(line).ok);

const trimLines = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : line.trim()));

/** Adds the type of a body in JSON unless the request has one; returns the body as it is sent. */
function addType(draft: Draft, json: string): string {
  const areLines = isLines(json);
  draft.addDefault('content-type', areLines ? 'application/x-ndjson' : 'application/json');
  return areLines ? `${trimLines(json).join('\n')}\n` : json;
}

function readBody(draft: Draft, text: string, values: ReadonlyMap<string, string>): string | undefined {
  const body = frameBody(draft, text, values);
  const { type } = draft;
  const file = /^<(?:@\w*)?[ \t]+(\S.*)/.exec(body)?.[1];
  if (body === '') return undefined;
  if (/^multipart\//i.test(type)) return draft.omitMultipart(body);
  if (file !== undefined) return draft.omit(`The file ${file.trim()} with the body isn’t read.`, 'data');
  // A form has no line ends; documents and editors break its lines.
  return type.includes(FORM_TYPE) ? trimLines(body).join('') : body;
}

const BODILESS = new Set(['GET', 'HEAD']);

function checkMethod(draft: Draft, method: string): void {
  if (method === 'CONNECT') throw new UnreadableError('CONNECT is a request to a proxy; it has no URL.');
  if (/^(?:GRAPHQL|GRPC|WEBSOCKET|WSS?)$/.test(method))
    throw new UnreadableError(`${method} isn’t a method of HTTP, so it isn’t read.`);
  draft.checkCase(method);
}

/** Writes the credentials that editors encode, and names what they make of other headers. */
function applyHeaders(draft: Draft): void {
  const value = draft.headers.get('authorization') ?? '';
  const [, user, password] = /^Basic\s+([^\s:]+)(?:\s+|:)(\S.*)$/i.exec(value) ?? [];
  if (user !== undefined && password !== undefined) draft.setBasic(user, password);
  if (/^(?:Digest|NTLM|AWS|COGNITO)\s[^=]*$/i.test(value))
    draft.omit('An editor makes the credentials from this header, which isn’t read.', 'headers', 'authorization');
  if (/^graphql$/i.test(draft.headers.get('x-request-type') ?? ''))
    draft.omit('The body is GraphQL, of which an editor makes JSON.', 'data');
}

/** Reads a message of HTTP/1.1 (RFC 9112), of HTTP/2 as browsers show it, or of an editor. */
export function readMessage({ name, lines, body: text, notes, isScripted }: Message): Found {
  const draft = new Draft();
  draft.notes.push(...notes);
  const [first = ''] = lines;
  // A URL alone is that of a GET.
  const line = PSEUDO_HEADER.test(first)
    ? undefined
    : (parseRequestLine(first) ?? { method: 'GET', target: first, isShort: true });
  const values = readHeaders(draft, line ? lines.slice(1) : lines);
  const method = line?.method ?? values.get(':method') ?? 'GET';
  const path = line?.target.trimEnd() ?? values.get(':path') ?? '/';
  checkMethod(draft, method);
  if (path === '*') throw new UnreadableError('The target `*` is the server itself; it has no path.');
  if (values.has('upgrade')) draft.omit('The message asks for another protocol (Upgrade), which `fetch` can’t.');
  if (!line && !values.has(':method')) draft.omit('The message doesn’t have the method; GET is shown.');
  if (isScripted) draft.omit('Scripts before the request, which may change it, aren’t run.');
  const url = completeUrl(draft, path, values);
  draft.checkHost(url, values.get('host'));
  const skipped = [...values.keys()].filter((key) => !key.startsWith(':') && key !== 'host');
  if (skipped.length > 0) draft.notes.push(`The client sets ${skipped.join(', ')} itself.`);
  applyHeaders(draft);
  const isShort = line?.isShort ?? false;
  const isUntyped = isShort && draft.headers.size === 0;
  const framed = readBody(draft, text, values);
  const json = framed && readJson(framed, isShort);
  const body = json ? addType(draft, json) : framed;
  const isPost = isUntyped && body !== undefined && BODILESS.has(method) && draft.headers.has('content-type');
  if (isPost) draft.notes.push(`${method} with a body is sent as POST, which OpenSearch and Elasticsearch read alike.`);
  return { ...draft.finish(isPost ? 'POST' : method, url, body), name };
}
