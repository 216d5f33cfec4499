import { CONNECTION_HEADERS, Draft, isAbsolute, UnreadableError, type Findings, type Found } from './reading.js';

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+)[ \t]+(\S.*?)(?:[ \t]+HTTP\/\d(?:\.\d)?)?[ \t]*$/i;
const HEADER = /^(:?[!#$%&'*+.^_`|~\w-]+):[ \t]?(.*)$/;

/** Whether the first lines are those of a message: a request line with a version, or one before a header. */
export function isHttpMessage(text: string): boolean {
  const lines = text.split(/\r?\n/, 60).filter((line) => !/^\s*(?:#|\/\/|@\w+\s*=|$)/.test(line));
  const [first = '', second = ''] = lines;
  if (/^:(?:method|authority|path|scheme):/i.test(first)) return true;
  if (!/^[A-Za-z-]+[ \t]+\S/.test(first)) return /^https?:\/\/\S+\s*$/.test(first) && /^###|^#/m.test(text);
  if (/[ \t]HTTP\/\d(?:\.\d)?[ \t]*$/.test(first)) return true;
  return (
    /^[A-Z]+[ \t]+(?:[a-z]+:\/\/|\/|\{\{)\S*$/.test(first) &&
    (HEADER.test(second) || /^\s*[?&{[<]/.test(second) || /^###/m.test(text))
  );
}

interface Message {
  readonly name: string | undefined;
  readonly lines: readonly string[];
}

/** The messages of a text: `###` separates those of a file for editors, and may name the next one. */
function splitMessages(text: string): readonly Message[] {
  const messages: { name: string | undefined; lines: string[] }[] = [{ name: undefined, lines: [] }];
  for (const line of text.split(/\r?\n/)) {
    const separator = /^###[ \t]*(.*)$/.exec(line);
    if (separator) messages.push({ name: separator[1]?.trim() || undefined, lines: [] });
    else messages.at(-1)?.lines.push(line);
  }
  return messages.filter(({ lines }) => lines.some((line) => line.trim() !== ''));
}

/** The lines in front of the request line: comments and definitions of variables, as editors have them. */
function readPreamble(lines: readonly string[]): {
  readonly from: number;
  readonly name: string | undefined;
} {
  let name: string | undefined;
  let from = 0;
  for (; from < lines.length; from += 1) {
    const line = lines[from] ?? '';
    if (!/^\s*(?:#|\/\/|$)|^@[\w.-]+\s*=/.test(line)) break;
    name = /^\s*(?:#|\/\/)\s*@name\s*=?\s*(\S+)/.exec(line)?.[1] ?? name;
  }
  return { from, name };
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
    if (/^\s*(?:#|\/\/)/.test(line)) continue;
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
  const script = lines.findIndex((line) => /^(?:> |> ?\{%|<> )/.test(line));
  const body = (script === -1 ? lines : lines.slice(0, script)).join('\n').trim();
  if (script !== -1) draft.notes.push('Scripts and files for the response are left out.');
  const file = /^<@?[ \t]+(\S[^\n]*)$/.exec(body)?.[1];
  if (file !== undefined) draft.omit(`The file ${file} with the body isn’t read.`);
  if (body === '' || file !== undefined) return undefined;
  const type = draft.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/^multipart\//i.test(type)) {
    draft.omitMultipart([...body.matchAll(/\bname="([^"]*)"/g)].flatMap(([, name = '']) => name));
    return undefined;
  }
  // Editors join the lines of a form.
  return /x-www-form-urlencoded/i.test(type) ? body.replaceAll(/\r?\n\s*(?=&)/g, '') : body;
}

function readMessage({ name, lines }: Message): Found | undefined {
  const preamble = readPreamble(lines);
  let at = preamble.from;
  const draft = new Draft();
  const first = lines[at]?.trim() ?? '';
  const isPseudo = first.startsWith(':');
  const [, method, target] = (isPseudo ? null : REQUEST_LINE.exec(first)) ?? [];
  const url = target ?? (isPseudo ? undefined : first);
  if (!isPseudo) at += 1;
  let query = '';
  for (; /^[ \t]+[?&]/.test(lines[at] ?? ''); at += 1) query += (lines[at] ?? '').trim();
  const { values, skipped, end } = readHeaders(draft, lines, at);
  const path = url ?? values.get(':path');
  if (path === undefined || path === '') return undefined;
  const host = values.get(':authority') ?? values.get('host');
  const whole = completeUrl(draft, path + query, host, values.get(':scheme'));
  if (skipped.length > 0) draft.notes.push(`The client sets ${skipped.join(', ')} itself.`);
  const body = readBody(draft, lines.slice(end + 1));
  const found = draft.finish((method ?? values.get(':method') ?? 'GET').toUpperCase(), whole, body);
  const title = preamble.name ?? name;
  return title === undefined ? found : { ...found, name: title };
}

/** Reads messages of HTTP/1.1 (RFC 9112), or of HTTP/2 as browsers show them, and files of requests for editors. */
export function readHttpMessages(text: string): Findings {
  const requests = splitMessages(text.replace(/^\s*\n/, '')).flatMap((message) => readMessage(message) ?? []);
  if (requests.some((found) => 'request' in found && found.request.method === 'CONNECT'))
    throw new UnreadableError('CONNECT is a request to a proxy; it has no URL.');
  return { requests };
}
