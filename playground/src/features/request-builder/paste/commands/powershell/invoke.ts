/** Reads the web requests of PowerShell scripts, as browsers and Postman write them; everything else is named. */
import type { Findings, Found } from '../../reading.js';
import { Command } from './command.js';
import { Session, Table, Unknown, ValueReader, type Value } from './values.js';

/** Whether a text calls a command for web requests. */
export function isInvoke(text: string): boolean {
  return /(?:^|[\n;=|({&][^\S\n]*)(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s/i.test(text);
}

const COMMAND = /(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)(?=\s)/iy;
/** Parameters that are read, in lower case. */
const READ = new Set(['uri', 'method', 'custommethod', 'headers', 'body', 'contenttype', 'websession', 'useragent']);
/** Switches, and parameters with a value, that don't change what the request sends. */
const SWITCHES = new Set('usebasicparsing verbose debug passthru disablekeepalive skipcertificatecheck skipheadervalidation skiphttperrorcheck preserveauthorizationonredirect noproxy followrellink allowinsecureredirect preservehttpmethodonredirect'.split(' ')); // prettier-ignore
const HARMLESS = new Set('outfile timeoutsec connectiontimeoutseconds operationtimeoutseconds maximumredirection maximumretrycount retryintervalsec sslprotocol erroraction warningaction informationaction errorvariable outvariable sessionvariable responseheadersvariable statuscodevariable httpversion proxy maximumfollowrellink'.split(' ')); // prettier-ignore
/** The name of a parameter, with its colon. */
const PARAMETER = /[-–—―]([\p{L}_?][\p{L}\p{Nd}_?]*)(?::(?=\S))?/uy;
/** Another parameter, or the end of the command, in place of a value. */
const NO_VALUE = /(?=[-–—―][\p{L}_?]|[\n\r;|)}]|$)/uy;
/** The end of a word without quotes, and what it has instead. */
const WORD_END = /(?=[\s;|)}]|$|[&,({<>"'“”„‘’‚‛])/y;
const SIGN = /[&,({<>"'“”„‘’‚‛]/y;
/** Whatever PowerShell may read as a number: it has signs, prefixes, fractions, exponents, types and multiples. */
const NUMBER = /^[-+–—―]?(?:0[xb][\da-f]+|\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[a-z]{0,4}$/i;
/** The numbers that every version writes as they are. */
const PLAIN_NUMBER = /^(?:0|-?[1-9]\d{0,8})$/;

class InvokeReader extends ValueReader {
  /** Beginnings of the statements that aren’t read: their values may be secrets. */
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
      if (this.take(NO_VALUE) === null) read();
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
    const command = new Command();
    for (;;) {
      this.space();
      if (this.at >= this.text.length || this.take(/(?=[\n\r;|)}])/y) !== null) break;
      const splatted = this.take(/@(\w+)(?=[\s;|)]|$)/y)?.[1];
      const name = splatted === undefined ? this.take(PARAMETER)?.[1] : undefined;
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
    if (/["'@$(“”„‘’‚‛]/.test(this.text.charAt(this.at))) return this.value(/[\s;|)]|$/y);
    if (this.take(NO_VALUE) !== null) return new Unknown('which has no value');
    const start = this.at;
    let word = this.expanded(WORD_END) ?? '';
    for (;;) {
      const variable = this.takeAngled();
      const sign = variable ?? this.take(SIGN)?.[0];
      if (sign === undefined) break;
      if (variable === undefined)
        this.mistakes.add(
          `\`${sign}\` outside of quotes isn’t a part of the text in PowerShell; put the whole text in single quotes.`,
        );
      word += sign + (this.expanded(WORD_END) ?? '');
    }
    const written = this.text.slice(start, this.at);
    return NUMBER.test(written) && !PLAIN_NUMBER.test(written)
      ? new Unknown('a number that PowerShell may write in another way; put it in quotes')
      : word;
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
        this.variables.set(name, new Unknown());
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
    if (table.has(key)) this.addRepeated(key);
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
    const reasons = [...this.mistakes, ...(this.unread.size === 0 ? [] : [this.unreadNote()])];
    return this.found.flatMap((found) => {
      if (found === undefined || reasons.length === 0) return found ?? [];
      return { ...found, notes: [...found.notes, ...reasons], incomplete: true };
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
