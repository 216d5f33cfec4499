/** Reads the `Invoke-WebRequest` commands that the developer tools of browsers copy; what they don't write is named and left out. */
import { Draft, type Findings, type Found } from '../reading.js';
import { Scanner } from '../shells/scanner.js';

/** A text in double quotes. Browsers escape its quotes, backticks and dollar signs, and write all but ASCII as `$([char]228)`. */
const TEXT = /"((?:[^"`$]|`["`$]|\$\(\[char\]\d{1,5}\))*)"(?!")/y;
const SESSION = /\$session = New-Object Microsoft\.PowerShell\.Commands\.WebRequestSession(?=\s|;|$)/y;
const AGENT = /\$session\.UserAgent = (?=")/y;
const COOKIE = /\$session\.Cookies\.Add\(\(New-Object System\.Net\.Cookie\((?=")/y;
/** What is not read ends where one of these begins, or with the text. */
const UNREAD = /[^]+?(?=\n(?:Invoke-WebRequest|\$session)\b|$)/y;
/** The headers of an export that belong to the connection: HTTP/2 has them in front of the headers. */
const PSEUDO = ['authority', 'method', 'path', 'scheme'];

type Pair = [name: string, value: string];

class InvokeReader extends Scanner {
  readonly drafts: { readonly draft: Draft; readonly url: string; readonly body: string | undefined }[] = [];
  /** What was met that browsers don't write. */
  readonly unread = new Set<string>();
  agent: string | undefined;
  cookies: string[] = [];

  string(): string | undefined {
    return this.take(TEXT)?.[1]?.replaceAll(/`(.)|\$\(\[char\](\d+)\)/g, (_, escaped?: string, code?: string) =>
      code === undefined ? (escaped ?? '') : String.fromCharCode(Number(code)),
    );
  }

  /** A text, or its bytes. */
  body(): string | undefined {
    if (this.take(/\(\[System\.Text\.Encoding\]::UTF8\.GetBytes\(/y) === null) return this.string();
    const text = this.string();
    return this.take(/\)\)/y) === null ? undefined : text;
  }

  headers(): Pair[] | undefined {
    const pairs: Pair[] = [];
    if (this.take(/@\{\s*/y) === null) return undefined;
    while (this.take(/\}/y) === null) {
      const name = this.string();
      const value = this.take(/\s*=\s*/y) === null ? undefined : this.string();
      if (name === undefined || value === undefined) return undefined;
      pairs.push([name, value]);
      this.take(/\s+/y);
    }
    const isExported = PSEUDO.every((pseudo) => pairs.some(([name]) => name === pseudo));
    return isExported ? pairs.filter(([name]) => !PSEUDO.includes(name)) : pairs;
  }

  /** `"name", "value", "/", "host")))` of a cookie; false if it isn't that. */
  cookie(): boolean {
    const texts: string[] = [];
    do {
      const text = this.string();
      if (text === undefined) return false;
      texts.push(text);
    } while (this.take(/, /y) !== null);
    const [name = '', value] = texts;
    if (value === undefined || this.take(/\)\)\)/y) === null) return false;
    this.cookies.push(`${name}=${value}`);
    return true;
  }

  /** Reads the value of a parameter into the draft; false if it isn't one that browsers write. */
  parameter(draft: Draft, name: string, found: Map<string, string>): boolean {
    if (name === '-UseBasicParsing') return true;
    if (name === '-WebSession') {
      if (this.take(/\$session\b/y) === null) return false;
      if (this.agent !== undefined) draft.addDefault('user-agent', this.agent);
      if (this.cookies.length > 0) draft.headers.push(['cookie', this.cookies.join('; ')]);
      return true;
    }
    if (name === '-Headers') {
      const headers = this.headers();
      draft.headers.push(...(headers ?? []));
      return headers !== undefined;
    }
    if (!/^-(?:Uri|Method|UserAgent|ContentType|Body)$/.test(name)) return false;
    const value = name === '-Body' ? this.body() : this.string();
    if (value !== undefined) found.set(name, value);
    return value !== undefined;
  }

  command(): void {
    const draft = new Draft();
    const found = new Map<string, string>();
    for (;;) {
      this.take(/(?:[^\S\r\n]|`\r?\n)+/y);
      const start = this.at;
      const name = this.take(/-\w+/y)?.[0];
      if (name === undefined) break;
      this.take(/[^\S\r\n]+/y);
      if (this.parameter(draft, name, found)) continue;
      this.at = start;
      break;
    }
    const url = found.get('-Uri');
    if (url === undefined) return;
    const body = found.get('-Body');
    const type = found.get('-ContentType') ?? (body === undefined ? undefined : 'application/x-www-form-urlencoded');
    if (type !== undefined) draft.addDefault('content-type', type);
    const agent = found.get('-UserAgent');
    if (agent !== undefined) draft.addDefault('user-agent', agent);
    draft.method = found.get('-Method') ?? 'GET';
    this.drafts.push({ draft, url, body });
  }

  /** Whether the next statement, or what is left of one, is read. */
  statement(): boolean {
    if (this.take(SESSION) !== null) {
      this.agent = undefined;
      this.cookies = [];
      return true;
    }
    if (this.take(AGENT) !== null) {
      this.agent = this.string();
      return this.agent !== undefined;
    }
    if (this.take(COOKIE) !== null) return this.cookie();
    if (this.take(/Invoke-WebRequest(?=\s)/y) === null) return false;
    this.command();
    return true;
  }

  read(): Found[] {
    for (this.take(/[\s;]+/y); this.at < this.text.length; this.take(/[\s;]+/y)) {
      if (this.statement() && /^(?:\r?\n|;|$)/.test(this.text.slice(this.at, this.at + 2))) continue;
      this.take(/[^\S\r\n]+/y);
      // The values may be secrets.
      this.unread.add(/^[$\w.|-]{1,40}/.exec(this.text.slice(this.at))?.[0] ?? 'an expression');
      this.take(UNREAD);
    }
    return this.drafts.map(({ draft, url, body }) => {
      if (this.unread.size > 0)
        draft.omit(`Not read: ${[...this.unread].join(', ')}, and what follows; browsers don’t copy that.`);
      return draft.finish(draft.method ?? 'GET', url, body);
    });
  }
}

/** Reads the calls of `Invoke-WebRequest` that a browser copied. */
export function readInvoke(text: string): Findings {
  return { requests: new InvokeReader(text).read() };
}
