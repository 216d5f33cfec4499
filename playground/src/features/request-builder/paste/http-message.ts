import { CONNECTION_HEADERS, Draft, isAbsolute, UnreadableError, type Findings } from './reading.js';
import { encodeBraces } from './variables.js';

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+)[ \t]+(\S.*)[ \t]HTTP\/\d(?:\.\d)?[ \t]*$/i;
const PSEUDO_HEADER = /^:(?:method|authority|path|scheme):/i;
const HEADER = /^(:?[!#$%&'*+.^_`|~\w-]+):[ \t]?(.*)$/;
/** A file as body, a form of several lines, or a script or file for the response. */
const EDITOR_LINE = /\n\r?\n<@?[ \t]+\S|^(?:&[\w.-]+=|> ?\{%|>>?!? \S+\.\w+[ \t]*\r?$|<> )/m;

/** Whether a message begins with a request line that has a version, or with a pseudo-header. */
export function isHttpMessage(text: string): boolean {
  const [first = ''] = text.split(/\r?\n/, 1);
  return REQUEST_LINE.test(first) || PSEUDO_HEADER.test(first);
}

/** Whether a text is in the notation of editors (`.http` files), where `###` precedes another request or the end. */
function isEditorFile(text: string, lines: readonly string[]): boolean {
  if (EDITOR_LINE.test(text)) return true;
  let separated = false;
  for (const line of lines) {
    if (line.startsWith('###')) separated = true;
    else if (/^\s*(?:#|\/\/|@|$)/.test(line)) continue;
    else if (separated && /^[A-Z]+[ \t]+\S/.test(line)) return true;
    else separated = false;
  }
  return separated;
}

/** The lines and the body of a message, as they are written. */
interface Message {
  readonly lines: readonly string[];
  readonly body: string;
}

function splitMessage(text: string): Message {
  const [, head = text, body = ''] = /^([^]*?)(?:\r?\n){2}([^]*)$/.exec(text) ?? [];
  return { lines: head.split(/\r?\n/), body };
}

/** Reads the header lines; returns those of the connection. */
function readHeaders(draft: Draft, lines: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let last: [string, string] | undefined;
  for (const line of lines) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    const key = name?.toLowerCase() ?? '';
    // RFC 9112 section 5.2: a line that begins with whitespace continues the value before it.
    if (/^[ \t]/.test(line) && last !== undefined) last[1] = `${last[1]} ${line.trim()}`.trim();
    else if (name === undefined) {
      draft.omit(`“${line.trim()}” isn’t a header, so it is left out.`);
      last = undefined;
    } else if (key.startsWith(':') || CONNECTION_HEADERS.has(key)) {
      if (values.has(key) && values.get(key) !== value.trim()) draft.omit(`The message has several values of ${name}.`);
      values.set(key, value.trim());
      last = undefined;
    } else draft.headers.push((last = [name, value.trim()]));
  }
  return values;
}

/** Notes a Host header that isn’t that of the URL, where a server may count it. */
function checkHost(draft: Draft, url: string, host: string | undefined): void {
  if (host === undefined || !URL.canParse(url)) return;
  const { host: counted, protocol } = new URL(url);
  const named = `${protocol}//${host}`;
  if (!URL.canParse(named) || new URL(named).host !== counted)
    draft.omit(`The host header (${host}) differs from the URL, which counts.`);
}

/** The absolute url of a target. The scheme is that of the connection, which only HTTP/2 states. */
function completeUrl(draft: Draft, target: string, values: ReadonlyMap<string, string>): string {
  const path = encodeBraces(target);
  const host = values.get(':authority') ?? values.get('host');
  if (isAbsolute(target)) return path;
  if (host === undefined || host === '') {
    draft.omit('The message has no host; the base URL of the form is shown.');
    return path;
  }
  const scheme = values.get(':scheme');
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(host);
  const shown = scheme ?? (isLocal ? 'http' : 'https');
  if (scheme === undefined) draft.omit(`The message doesn’t say whether it was sent over TLS; \`${shown}\` is shown.`);
  return `${shown}://${host}${path}`;
}

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** The beginning of a text that has a number of bytes; undefined if it has fewer, or ends within a character. */
function takeBytes(text: string, count: number): string | undefined {
  // A character has at least one byte.
  const bytes = new TextEncoder().encode(text.slice(0, count));
  if (bytes.length < count) return undefined;
  const start = new TextDecoder().decode(bytes.slice(0, count));
  return countBytes(start) === count ? start : undefined;
}

/** The body of a length: line ends may have been CR LF. What follows may only be the end of the pasted text. */
function cutBody(body: string, length: number): string | undefined {
  for (const form of [body, body.replaceAll(/\r?\n/g, '\r\n')]) {
    const cut = takeBytes(form, length);
    if (cut !== undefined && form.slice(cut.length).trim() === '') return cut;
  }
  return undefined;
}

/** The content of chunks (RFC 9112 section 7.1); undefined if they aren’t well-formed. */
function joinChunks(body: string): string | undefined {
  let rest = body;
  let content = '';
  for (;;) {
    const [line = '', size] = /^([\da-f]+)[ \t]*(?:;[^\r\n]*)?(?:\r?\n|$)/i.exec(rest) ?? [];
    if (size === undefined) return undefined;
    rest = rest.slice(line.length);
    // Fields after the last chunk aren’t read, nor another message.
    if (/^0+$/.test(size)) return rest.trim() === '' ? content : undefined;
    const chunk = takeBytes(rest, Number.parseInt(size, 16));
    if (chunk === undefined) return undefined;
    content += chunk;
    rest = rest.slice(chunk.length);
    const [end] = /^\r?\n/.exec(rest) ?? [];
    if (end === undefined) return undefined;
    rest = rest.slice(end.length);
  }
}

/** The body as it is framed. */
function frameBody(draft: Draft, body: string, values: ReadonlyMap<string, string>): string {
  const coding = values.get('transfer-encoding');
  const length = values.get('content-length');
  if (coding !== undefined) {
    const content = /^chunked$/i.test(coding) ? joinChunks(body) : undefined;
    if (content === undefined) draft.omit(`The body isn’t framed as Transfer-Encoding: ${coding} states.`);
    return content ?? body;
  }
  if (length !== undefined) {
    const content = /^\d+$/.test(length) ? cutBody(body, Number(length)) : undefined;
    if (content === undefined) draft.omit(`Content-Length is ${length}, but the body has ${countBytes(body)} bytes.`);
    return content ?? body;
  }
  const content = body.replace(/\r?\n$/, '');
  if (content !== '' && !values.has(':method')) draft.omit('The message doesn’t state the length of its body.');
  return content;
}

function readBody(draft: Draft, text: string, values: ReadonlyMap<string, string>): string | undefined {
  const body = frameBody(draft, text, values);
  if (body === '') return undefined;
  if (!/^multipart\//i.test(draft.find('content-type'))) return body;
  draft.omitMultipart([...body.matchAll(/\bname="([^"]*)"/g)].flatMap(([, name = '']) => name));
  return undefined;
}

/** Reads a message of HTTP/1.1 (RFC 9112), or of HTTP/2 as browsers show it. */
export function readHttpMessage(text: string): Findings {
  const { lines, body } = splitMessage(text);
  if (isEditorFile(text, text.split(/\r?\n/))) return { requests: [] };
  const draft = new Draft();
  const [, requestMethod, target] = REQUEST_LINE.exec(lines[0] ?? '') ?? [];
  const values = readHeaders(draft, target === undefined ? lines : lines.slice(1));
  const method = requestMethod ?? values.get(':method') ?? 'GET';
  const path = target?.trimEnd() ?? values.get(':path');
  if (path === undefined || path === '') return { requests: [] };
  if (method === 'CONNECT') throw new UnreadableError('CONNECT is a request to a proxy; it has no URL.');
  if (path === '*') throw new UnreadableError('The target `*` is the server itself; it has no path.');
  if (method !== method.toUpperCase()) draft.omit(`The method “${method}” is shown in upper case.`);
  if (values.has('upgrade')) draft.omit('The message asks for another protocol (Upgrade), which `fetch` can’t.');
  if (requestMethod === undefined && !values.has(':method'))
    draft.omit('The message doesn’t have the method; GET is shown.');
  const url = completeUrl(draft, path, values);
  checkHost(draft, url, values.get('host'));
  const skipped = [...values.keys()].filter((name) => !name.startsWith(':') && name !== 'host');
  if (skipped.length > 0) draft.notes.push(`The client sets ${skipped.join(', ')} itself.`);
  return { requests: [draft.finish(method, url, readBody(draft, body, values))] };
}
