/** Reads the web requests of PowerShell scripts, as browsers and Postman write them; everything else is named. */
import { appendQuery, Draft, encodeBraces, writeQuery, type Findings, type Found } from '../../reading.js';
import { Bytes, Session, Table, Unknown, ValueReader, type Cookie, type Value } from './values.js';

/** Whether a text calls a command for web requests. */
export function isInvoke(text: string): boolean {
  return /(?:^|[\n;=|({&][^\S\n]*)(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s/i.test(text);
}

const COMMAND = /(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)(?=\s)/iy;
/** The headers of an export that belong to the connection: HTTP/2 has them in front of the headers. */
const PSEUDO = ['authority', 'method', 'path', 'scheme'];
/** Parameters that are read, in lower case. */
const READ = new Set(['uri', 'method', 'custommethod', 'headers', 'body', 'contenttype', 'websession', 'useragent']);
/** Switches, and parameters with a value, that don't change what the request states. */
const SWITCHES = new Set('usebasicparsing verbose debug passthru resume disablekeepalive skipcertificatecheck skipheadervalidation skiphttperrorcheck preserveauthorizationonredirect noproxy followrellink allowinsecureredirect preservehttpmethodonredirect'.split(' ')); // prettier-ignore
const HARMLESS = new Set('outfile timeoutsec connectiontimeoutseconds operationtimeoutseconds maximumredirection maximumretrycount retryintervalsec sslprotocol erroraction warningaction informationaction errorvariable outvariable sessionvariable responseheadersvariable statuscodevariable httpversion proxy maximumfollowrellink'.split(' ')); // prettier-ignore
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A value as the text that .NET writes; undefined for one that isn't known. */
function writeText(value: Value): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? '' : undefined;
}

/** Whether a session sends a cookie to a host and path (RFC 6265 section 5.1). */
function isSentTo({ domain, path }: Cookie, url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { hostname, pathname } = new URL(url);
  const name = domain.replace(/^\./, '').toLowerCase();
  const isHost = name === '' || hostname === name || (domain.startsWith('.') && hostname.endsWith(`.${name}`));
  return isHost && (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`));
}

/** The parameters of one command, and what becomes of them. */
class Command {
  readonly draft = new Draft();
  readonly values = new Map<string, Value>();
  /** What isn’t read, as it is written. */
  readonly unread: string[] = [];
  /** Names of the `{{name}}` that stand for values of the script. */
  readonly marks: ReadonlySet<string>;

  constructor(marks: ReadonlySet<string>) {
    this.marks = marks;
  }

  /** The text of a parameter; one that isn't known is named. */
  text(name: string): string | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    const text = writeText(value);
    if (text === undefined) this.draft.omit(`Not read: -${name}, whose value isn’t in the text.`);
    return text;
  }

  /** Replaces a header, as parameters do. */
  private setHeader(name: string, value: string): void {
    this.draft.headers = this.draft.headers.filter(([each]) => each.toLowerCase() !== name);
    this.draft.headers.push([name, value]);
  }

  private addTable(table: Value, what: string): void {
    if (table === undefined || table === null) return;
    if (!(table instanceof Table)) {
      this.draft.omit(`Not read: ${what}, whose value isn’t in the text.`);
      return;
    }
    const isExport = PSEUDO.every((name) => table.members.has(name));
    for (const [key, [name, value]] of table.members) {
      const text = writeText(value);
      if (isExport && PSEUDO.includes(key)) continue;
      if (text === undefined) this.draft.omit(`Not read: the header ${name}, whose value isn’t in the text.`);
      else this.setHeader(name.toLowerCase(), text);
    }
  }

  private addSession(url: string): void {
    const session = this.values.get('websession');
    if (session === undefined || session === null) return;
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
    return writeQuery(pairs.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])));
  }

  private body(): string | undefined {
    const body = this.values.get('body');
    if (body === undefined || body === null) return undefined;
    if (body instanceof Bytes) return body.text;
    if (body instanceof Table) return this.fields(body);
    const text = writeText(body);
    if (text === undefined) this.draft.omit('Not read: -Body, whose value isn’t in the text.');
    else if (/[^\0-\x7f]/.test(text) && !/charset=utf-8/i.test(this.text('contenttype') ?? ''))
      this.draft.omit('Versions of PowerShell write the characters of this body outside of ASCII in different ways.');
    return text;
  }

  finish(): Found | undefined {
    const uri = this.text('uri');
    if (uri === undefined || uri === '') return undefined;
    // PowerShell adds `http://` where a URL has no scheme.
    const whole = /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{)/i.test(uri) ? uri : `http://${uri}`;
    const url = encodeBraces(whole, this.marks);
    const method = (this.text('custommethod') ?? this.text('method') ?? 'GET').toUpperCase();
    const agent = this.text('useragent');
    if (agent !== undefined) this.draft.headers.push(['user-agent', agent]);
    this.addSession(url);
    this.addTable(this.values.get('headers'), '-Headers');
    const isQuery = method === 'GET' && this.values.get('body') instanceof Table;
    const body = this.body();
    const type = this.text('contenttype');
    if (type !== undefined) this.setHeader('content-type', type);
    else if (body !== undefined && method === 'POST') this.draft.addDefault('content-type', FORM_TYPE);
    if (this.unread.length > 0) this.draft.omit(`Not read: ${this.unread.join(', ')}.`);
    return this.draft.finish(method, isQuery ? appendQuery(url, body ?? '') : url, isQuery ? undefined : body);
  }
}

class InvokeReader extends ValueReader {
  /** What was met that isn't read, by its beginning: the values may be secrets. */
  readonly unread = new Set<string>();
  /** The requests of the commands; undefined for one whose URL isn’t in the text. */
  readonly found: (Found | undefined)[] = [];

  /** Adds a parameter by its name in lower case; another than those that are read is named. */
  private add(command: Command, written: string, read: () => Value): void {
    const name = written.toLowerCase();
    if (SWITCHES.has(name)) this.take(/\s*\$(?:true|false)\b/iy);
    else if (HARMLESS.has(name)) read();
    else if (READ.has(name) && !command.values.has(name)) command.values.set(name, read());
    else {
      command.unread.push(`-${written}`);
      this.space();
      if (this.take(/(?=-[A-Za-z]|[\n\r;|)]|$)/y) === null) read();
    }
  }

  /** The members of a table that stand for parameters. */
  private splat(command: Command, name: string): void {
    const table = this.variables.get(name.toLowerCase());
    if (!(table instanceof Table)) command.unread.push(`@${name}`);
    else
      for (const [key, [written, value]] of table.members) {
        if (READ.has(key) && !command.values.has(key)) command.values.set(key, value);
        else if (!SWITCHES.has(key) && !HARMLESS.has(key)) command.unread.push(`-${written}`);
      }
  }

  private command(): void {
    const command = new Command(this.marks);
    for (;;) {
      this.space();
      if (this.at >= this.text.length || this.take(/(?=[\n\r;|)}])/y) !== null) break;
      const splatted = this.take(/@(\w+)(?=[\s;|)]|$)/y)?.[1];
      const name = splatted === undefined ? this.take(/-([A-Za-z]\w*)(?::(?=\S))?/y)?.[1] : undefined;
      if (splatted !== undefined) this.splat(command, splatted);
      else if (name !== undefined) this.add(command, name, () => this.word());
      else if (command.values.has('uri')) command.unread.push(this.name(this.at, this.word()));
      else command.values.set('uri', this.word());
    }
    this.found.push(command.finish());
  }

  /** The beginning of what isn’t read: the values may be secrets. */
  private name(start: number, _value?: Value): string {
    return /^[$@\w.|-]{1,40}/.exec(this.text.slice(start).trimStart())?.[0] ?? 'an expression';
  }

  /** A word of a command: in quotes, a value in parentheses, or as it is written, with the values of variables. */
  private word(): Value {
    this.space();
    if (/["'@$([“”„‘’‚‛]/.test(this.text.charAt(this.at))) return this.value(/[\s;|)]|$/y);
    return this.expanded(/(?=[\s;|()"']|$)/y);
  }

  /** `$name = …`, `$name.member = …` and `$name["member"] = …`. */
  private assignment(): boolean {
    const start = this.at;
    const name = this.take(/\$(\w+)/y)?.[1]?.toLowerCase();
    if (name === undefined) return false;
    const isIndex = this.take(/\[\s*(?=["'])/y) !== null;
    const member = isIndex ? this.string() : this.take(/\.(\w+)(?=\s*=[^=])/y)?.[1];
    if (isIndex) this.take(/\s*\]/y);
    this.space();
    if (this.take(/=(?!=)/y) === null) {
      this.at = start;
      return false;
    }
    this.space();
    if (member === undefined) {
      if (this.take(COMMAND) !== null) {
        this.command();
        this.variables.set(name, new Unknown(`$${name}`));
      } else this.variables.set(name, this.value(/[;\n\r]|$/y));
      return true;
    }
    return this.setMember(this.variables.get(name), member, this.value(/[;\n\r]|$/y));
  }

  private setMember(target: Value, member: string, value: Value): boolean {
    if (target instanceof Table) target.set(member, value);
    else if (target instanceof Session && /^useragent$/i.test(member)) target.agent = value;
    else return false;
    return true;
  }

  /** `$name.Add(…)`, also of a session's cookies and headers. */
  private addition(): boolean {
    const call = this.take(/\$(\w+)(?:\.(Cookies|Headers))?\.Add\(\s*/iy);
    if (call === null) return false;
    const [, name = '', part = ''] = call;
    const target = this.variables.get(name.toLowerCase());
    if (/cookies/i.test(part)) {
      const cookie = this.cookie();
      if (!(target instanceof Session) || cookie === undefined) return false;
      target.cookies.push(cookie);
      return this.take(/\s*\)+/y) !== null;
    }
    const table = part === '' ? target : target instanceof Session ? target.headers : undefined;
    const key = this.value(/,/y);
    this.take(/\s*,/y);
    const value = this.value(/\)/y);
    if (!(table instanceof Table) || typeof key !== 'string' || this.take(/\s*\)/y) === null) return false;
    table.set(key, value);
    return true;
  }

  /** Whether the next statement is read. */
  private statement(): boolean {
    if (this.take(COMMAND) !== null) {
      this.command();
      return true;
    }
    return this.addition() || this.assignment();
  }

  /** Whether a statement only shows or keeps a response: it ends at the position, or is a pipe without another command. */
  private isEnd(): boolean {
    this.space();
    if (this.take(/(?=[;\n\r]|$)/y) !== null) return true;
    return this.take(/\|\s*(?:ConvertTo-Json|ConvertFrom-Json|Select-Object|Out-\w+|Format-\w+|select|ft|fl)\b[^\n;|{}()]*(?=[;\n\r]|$)/iy) !== null; // prettier-ignore
  }

  read(): Found[] {
    for (this.lines(); this.at < this.text.length; this.lines()) {
      const start = this.at;
      // A response that is shown.
      if (
        this.take(/(?:\$\w+(?:\.\w+)*|Write-\w+[^\n;|$(]*\$\w+(?:\.\w+)*)(?=\s*(?:[;\n\r|]|$))/iy) !== null &&
        this.isEnd()
      )
        continue;
      this.at = start;
      if (this.statement() && this.isEnd()) continue;
      this.unread.add(this.name(this.at));
      if (this.at === start || !/[\n\r;]/.test(this.text.charAt(this.at))) this.take(/[^\n;]*/y);
    }
    return this.found.flatMap((found) => {
      if (found === undefined || this.unread.size === 0) return found ?? [];
      return { ...found, notes: [...found.notes, this.unreadNote()], incomplete: true };
    });
  }

  /** Names the statements that aren’t read. */
  unreadNote(): string {
    return `Statements that aren’t read: ${[...this.unread].join(', ')}.`;
  }
}

/** Reads the calls of `Invoke-WebRequest` and `Invoke-RestMethod` in a script. */
export function readInvoke(text: string): Findings {
  const reader = new InvokeReader(text);
  const requests = reader.read();
  const count = reader.found.length - requests.length;
  const notes = [
    ...(count === 0 ? [] : [`PowerShell commands whose URL isn’t in the text: ${count}.`]),
    ...(requests.length > 0 || reader.unread.size === 0 ? [] : [reader.unreadNote()]),
  ];
  return { requests, notes };
}
