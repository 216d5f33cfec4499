import { appendQuery, Draft, isAbsolute, writeQuery, type Found } from '../../reading.js';
import { encodeBraces } from '../../variables.js';
import { Bytes, Session, Table, Unknown, type Cookie, type Value } from './values.js';

/** The headers of an export that belong to the connection: HTTP/2 has them in front of the headers. */
const PSEUDO = ['authority', 'method', 'path', 'scheme'];
/** What `-Method` accepts; `-CustomMethod` accepts any. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'MERGE', 'PATCH']);
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A value as the text that .NET writes; undefined for one that isn't known. */
function writeText(value: Value): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? '' : undefined;
}

/** The end of a sentence about a value that isn’t text. */
const describeUnread = (value: Value) => (value instanceof Unknown ? value : new Unknown()).reason;

/** Whether a session sends a cookie to a host and path (RFC 6265 section 5.1). */
function isSentTo({ domain, path }: Cookie, url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { hostname, pathname } = new URL(url);
  const name = domain.replace(/^\./, '').toLowerCase();
  const isHost = name === '' || hostname === name || (domain.startsWith('.') && hostname.endsWith(`.${name}`));
  return isHost && (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`));
}

/** The parameters of one command, and what becomes of them. */
export class Command {
  readonly draft = new Draft();
  readonly values = new Map<string, Value>();
  /** Names of parameters that aren’t read. */
  readonly unread: string[] = [];

  /** The text of a parameter; one that isn't known is named. */
  text(name: string): string | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    const text = writeText(value);
    if (text === undefined) this.draft.omit(`Not read: -${name}, ${describeUnread(value)}.`);
    return text;
  }

  private addTable(table: Value, what: string): void {
    if (table == null) return;
    if (!(table instanceof Table)) {
      this.draft.omit(`Not read: ${what}, ${describeUnread(table)}.`);
      return;
    }
    const isExport = PSEUDO.every((name) => table.members.has(name));
    for (const [key, [name, value]] of table.members) {
      const text = writeText(value);
      if (isExport && PSEUDO.includes(key)) continue;
      if (text === undefined) this.draft.omit(`Not read: the header ${name}, ${describeUnread(value)}.`);
      else this.draft.replace(name.toLowerCase(), text);
    }
  }

  private addSession(url: string): void {
    const session = this.values.get('websession');
    if (session == null) return;
    if (!(session instanceof Session)) {
      this.draft.omit('Not read: -WebSession, which isn’t made in the text.');
      return;
    }
    if (session.uses > 0)
      this.draft.omit('The session has headers and cookies of the commands before, which are left out.');
    session.uses += 1;
    const agent = writeText(session.agent);
    if (agent !== undefined) this.draft.addDefault('user-agent', agent);
    else if (session.agent !== undefined) this.draft.omit('Not read: the session’s UserAgent.');
    this.addTable(session.headers, 'the session’s headers');
    const [sent, others] = [true, false].map((isSent) => session.cookies.filter((cookie) => isSentTo(cookie, url) === isSent)); // prettier-ignore
    if (others?.length) this.draft.omit(`Cookies of other hosts or paths are left out: ${others.map(({ name }) => name).join(', ')}.`); // prettier-ignore
    if (sent?.length) this.draft.headers.push(['cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; ')]);
  }

  /** The fields of a body, as a form or as a query. */
  private fields(table: Table): string | undefined {
    const pairs = [...table.members.values()].map(([name, value]) => [name, writeText(value)] as const);
    const missing = pairs.filter(([, text]) => text === undefined).map(([name]) => name);
    if (missing.length > 0)
      this.draft.omit(`Fields of the body whose values aren’t in the text: ${missing.join(', ')}.`);
    if (pairs.length > 1 && !table.isOrdered)
      this.draft.notes.push('PowerShell sends the fields of a hashtable in any order, unless it is `[ordered]`.');
    return writeQuery(pairs.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])));
  }

  private body(): string | undefined {
    const body = this.values.get('body');
    if (body == null) return undefined;
    if (body instanceof Bytes) return body.text;
    if (body instanceof Table) return this.fields(body);
    const text = writeText(body);
    if (text === undefined) this.draft.omit(`Not read: -Body, ${describeUnread(body)}.`);
    else if (/[^\0-\x7f]/.test(text) && !/charset=utf-8/i.test(this.text('contenttype') ?? ''))
      this.draft.omit('Versions of PowerShell write the characters of this body outside of ASCII in different ways.');
    return text;
  }

  private method(): string {
    const [custom, method] = ['custommethod', 'method'].map((name) => this.text(name)?.toUpperCase());
    if (custom !== undefined && method !== undefined)
      this.draft.omit('PowerShell refuses `-Method` beside `-CustomMethod`.');
    if (method !== undefined && method !== 'DEFAULT' && !METHODS.has(method) && !method.includes('{{'))
      this.draft.omit(`\`-Method\` doesn’t have ${method}; use \`-CustomMethod\`.`);
    return custom ?? (method === 'DEFAULT' ? undefined : method) ?? 'GET';
  }

  finish(): Found | undefined {
    const uri = this.text('uri');
    if (uri === undefined || uri === '') return undefined;
    // PowerShell adds `http://` where a URL has no scheme.
    const url = encodeBraces(isAbsolute(uri) ? uri : `http://${uri}`);
    const method = this.method();
    const agent = this.text('useragent');
    if (agent !== undefined) this.draft.headers.push(['user-agent', agent]);
    this.addSession(url);
    this.addTable(this.values.get('headers'), '-Headers');
    const isQuery = method === 'GET' && this.values.get('body') instanceof Table;
    const body = this.body();
    const type = this.text('contenttype');
    if (type !== undefined) this.draft.replace('content-type', type);
    else if (body !== undefined && method === 'POST') this.draft.addDefault('content-type', FORM_TYPE);
    if (this.unread.length > 0) this.draft.omit(`Not read: ${this.unread.join(', ')}.`);
    return this.draft.finish(method, isQuery ? appendQuery(url, body ?? '') : url, isQuery ? undefined : body);
  }
}
