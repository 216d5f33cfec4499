import { CONNECTION_HEADERS, Draft, isAbsolute, UnreadableError, type Findings } from './reading.js';

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

interface Fields {
  readonly values: Map<string, string>;
  readonly skipped: string[];
  readonly end: number;
}

function readHeaders(draft: Draft, lines: readonly string[], from: number): Fields {
  const values = new Map<string, string>();
  const skipped: string[] = [];
  let at = from;
  for (; at < lines.length && lines[at]?.trim() !== ''; at += 1) {
    const line = lines[at] ?? '';
    const [, name, value = ''] = HEADER.exec(line.trim()) ?? [];
    const last = draft.headers.at(-1);
    // RFC 9112 section 5.2: a line that begins with whitespace continues the value before it.
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${line.trim()}`;
    else if (name === undefined) draft.notes.push(`“${line.trim()}” isn’t a header, so it is left out.`);
    else if (name.startsWith(':') || CONNECTION_HEADERS.has(name.toLowerCase())) {
      values.set(name.toLowerCase(), value.trim());
      if (!name.startsWith(':') && name.toLowerCase() !== 'host') skipped.push(name);
    } else draft.headers.push([name, value.trim()]);
  }
  return { values, skipped, end: at };
}

function completeUrl(draft: Draft, target: string, host: string | undefined, scheme: string | undefined): string {
  if (isAbsolute(target) || host === undefined) return target;
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(host);
  if (scheme === undefined) draft.notes.push(`The message has no scheme; ${isLocal ? 'http' : 'https'} is assumed.`);
  return `${scheme ?? (isLocal ? 'http' : 'https')}://${host}${target}`;
}

function readBody(draft: Draft, lines: readonly string[]): string | undefined {
  const body = lines.join('\n').trim();
  if (body === '') return undefined;
  const type = draft.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!/^multipart\//i.test(type)) return body;
  draft.omitMultipart([...body.matchAll(/\bname="([^"]*)"/g)].flatMap(([, name = '']) => name));
  return undefined;
}

/** Reads a message of HTTP/1.1 (RFC 9112), or of HTTP/2 as browsers show it. */
export function readHttpMessage(text: string): Findings {
  const lines = text.split(/\r?\n/);
  if (isEditorFile(text, lines)) return { requests: [] };
  const draft = new Draft();
  const [, requestMethod, target] = REQUEST_LINE.exec(lines[0] ?? '') ?? [];
  const { values, skipped, end } = readHeaders(draft, lines, target === undefined ? 0 : 1);
  const method = (requestMethod ?? values.get(':method') ?? 'GET').toUpperCase();
  const path = target?.trimEnd() ?? values.get(':path');
  if (path === undefined || path === '') return { requests: [] };
  if (method === 'CONNECT') throw new UnreadableError('CONNECT is a request to a proxy; it has no URL.');
  const url = completeUrl(draft, path, values.get(':authority') ?? values.get('host'), values.get(':scheme'));
  if (skipped.length > 0) draft.notes.push(`The client sets ${skipped.join(', ')} itself.`);
  return { requests: [draft.finish(method, url, readBody(draft, lines.slice(end + 1)))] };
}
