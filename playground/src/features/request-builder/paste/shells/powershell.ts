/** Splits a script for PowerShell into commands of programs. */
import { UnreadableError } from '../reading.js';
import type { Command } from './command.js';
import { ExpressionNames, placeholder, Scanner } from './scanner.js';
import { splitArguments } from './windows-arguments.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v',
}; // prettier-ignore

/** A variable in a text. Its name may have question marks, and colons after a scope or drive: `"$id?x"` is the variable `id?x`. */
export const REFERENCE = /\$(?:([$?^]|(?:[\p{L}\p{Nd}_]|:(?!:))(?:[\p{L}\p{Nd}_?]|:(?!:))*)|\{([^}]+)\})/uy;

/** The sentence about a name that ends with a colon, for which PowerShell refuses the script; undefined for any other. */
export function describeReference(name: string): string | undefined {
  return name.endsWith(':')
    ? `\`$${name}\` isn’t a variable in PowerShell; write \`\${${name.slice(0, -1)}}:\`.`
    : undefined;
}

/** Whether Windows PowerShell puts an argument in quotes: it has whitespace outside of quotes. */
function needsQuotes(word: string): boolean {
  let quoted = false;
  for (let at = 0; at < word.length; at += 1) {
    if (word[at] === '"' && word[at - 1] !== '\\') quoted = !quoted;
    else if (/\s/.test(word.charAt(at)) && !quoted) return true;
  }
  return false;
}

/** The arguments as a program gets them from Windows PowerShell, which doesn’t escape quotes. */
function passLegacy(words: readonly string[]): readonly string[] {
  return splitArguments(words.map((word) => (needsQuotes(word) ? `"${word}"` : word)).join(' '));
}

class PowerShellReader extends Scanner {
  readonly commands: Command[] = [];
  readonly #variables = new Map<string, string>();
  readonly #names = new ExpressionNames();
  #words: string[] = [];
  /** What follows `--%`, which both versions pass as it is. */
  #verbatim: readonly string[] = [];
  #omissions = new Set<string>();
  /** Whether a block in braces has begun, such as that of a loop. */
  #hasBlock = false;
  readonly #omission: string | undefined;

  constructor(text: string, omission: string | undefined) {
    super(text);
    this.#omission = omission;
  }

  #endCommand(operator: string): void {
    const legacy = passLegacy(this.#words);
    const isSame = JSON.stringify(legacy) === JSON.stringify(this.#words);
    if (!isSame)
      this.#omissions.add('Windows PowerShell and PowerShell 7 pass these quotes to a program in different ways.');
    if (this.#words.some((word) => word.includes('\n')))
      this.#omissions.add('The line ends of a text depend on the script; they are line feeds here.');
    if (this.#hasBlock) this.#omissions.add('Blocks in braces aren’t followed.');
    // Backslashes before quotes are there for the older version.
    const words = this.#words.some((word) => word.includes('\\"')) ? legacy : this.#words;
    if (words.length > 0)
      this.commands.push({
        words: [...words, ...this.#verbatim],
        input: undefined,
        operator,
        omissions: [...this.#omissions, ...(this.#omission === undefined ? [] : [this.#omission])],
      });
    this.#words = [];
    this.#verbatim = [];
    this.#omissions = new Set();
  }

  #variable(): string | undefined {
    const reference = this.take(REFERENCE);
    if (reference === null) return undefined;
    const name = reference[1] ?? reference[2] ?? '';
    const mistake = describeReference(name);
    if (mistake !== undefined) this.#omissions.add(mistake);
    return this.#variables.get(name.toLowerCase()) ?? placeholder(name.replace(/^env:/i, ''));
  }

  /** A dollar sign or a backtick of a text in double quotes, or of a word without quotes. */
  #special(): string {
    const escaped = this.take(/`([^])/y);
    if (escaped !== null && /[ue]/.test(escaped[1] ?? ''))
      this.#omissions.add('Versions of PowerShell read `` `u `` and `` `e `` in different ways.');
    if (escaped !== null) return ESCAPES[escaped[1] ?? ''] ?? escaped[1] ?? '';
    const variable = this.#variable();
    if (variable !== undefined) return variable;
    const expression = this.take(/\$\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/y);
    if (expression !== null) return this.#names.write(expression[1] ?? '');
    if (this.text.startsWith('$(', this.at)) throw new UnreadableError('A parenthesis isn’t closed.');
    this.at += 1;
    return this.text.charAt(this.at - 1);
  }

  /** The text up to `end`; two quotes are one, except in a here-string. */
  #expanded(plain: RegExp, end: RegExp, isHere = false): string {
    let result = '';
    while (this.take(end) === null) {
      if (this.at >= this.text.length) throw new UnreadableError('A quote isn’t closed.');
      const doubled = this.take(plain);
      if (doubled === null) result += this.#special();
      else result += isHere ? doubled[0] : doubled[0].replaceAll('""', '"');
    }
    return result;
  }

  /** A text in quotes, or a here-string; undefined if there is none. */
  #quoted(): string | undefined {
    const literal = this.take(/@'[ \t]*\n(?:([^]*?)\n)??'@/y) ?? this.take(/'((?:[^']|'')*)'/y);
    if (literal !== null)
      return literal[0].startsWith('@') ? (literal[1] ?? '') : (literal[1] ?? '').replaceAll("''", "'");
    if (this.take(/@"[ \t]*\n/y) !== null) return this.#expanded(/(?:(?!\n"@)[^`$])+/y, /\n"@/y, true);
    if (this.take(/"/y) !== null) return this.#expanded(/(?:[^"`$]|"")+/y, /"(?!")/y);
    if (/^@?'/.test(this.text.slice(this.at, this.at + 2))) throw new UnreadableError('A quote isn’t closed.');
    return undefined;
  }

  #word(): void {
    const text = this.#quoted();
    if (text !== undefined) {
      if (/[^\s;|&)]/.test(this.text.charAt(this.at)))
        this.#omissions.add('Text directly after a quote is a separate argument in PowerShell, which isn’t read.');
      this.#words.push(text);
      return;
    }
    let word = '';
    const start = this.at;
    while (this.at < this.text.length && !/^(?:[\s;|&]|`\n)/.test(this.text.slice(this.at, this.at + 2))) {
      const sign = this.take(/[(){},‘’“”<>]/y) ?? (this.at === start ? this.take(/@/y) : null);
      if (sign?.[0] === '{') this.#hasBlock = true;
      if (sign !== null) this.#omissions.add(`\`${sign[0]}\` outside of quotes isn’t read.`);
      word += sign?.[0] ?? this.take(/[^\s;|&"'`$(){},‘’“”<>]+/y)?.[0] ?? this.#quoted() ?? this.#special();
    }
    const written = this.text.slice(start, this.at);
    if (/\$[\w:]+[.[(]/.test(written)) this.#omissions.add('Members of variables outside of quotes aren’t read.');
    if (/^-[^-].*[.:]/.test(written))
      this.#omissions.add('PowerShell separates an option with a dot or colon outside of quotes.');
    this.#words.push(word);
  }

  /** `$name = 'text'`; a variable with any other value is unknown. */
  #assignment(): boolean {
    if (this.#words.length > 0) return false;
    const [, written, sign] = this.take(/\$((?:env:)?\w+)[ \t]*([-+*/%]?)=[ \t]*/iy) ?? [];
    if (written === undefined) return false;
    const name = written.toLowerCase();
    const value = this.#quoted();
    this.#variables.delete(name);
    if (value !== undefined && sign === '' && !this.#hasBlock && /^[ \t]*(?:[\n;]|$)/.test(this.text.slice(this.at)))
      this.#variables.set(name, value);
    else this.take(/[^\n]*/y);
    return true;
  }

  read(): Command[] {
    while (this.at < this.text.length) {
      if (this.take(/[^\S\n]+|`\n|<#[^]*?#>|#[^\n]*/y) !== null || this.#assignment()) continue;
      // The call operator.
      if (this.#words.length === 0 && this.take(/&(?!&)/y) !== null) continue;
      const verbatim = this.take(/--%[ \t]+([^\n|]*)/y);
      if (verbatim !== null) this.#verbatim = splitArguments(verbatim[1]?.replaceAll(/%(\w+)%/g, '{{$1}}') ?? '');
      const operator = verbatim === null ? this.take(/\n|&&|\|\||[;|&]/y)?.[0] : undefined;
      if (operator !== undefined) this.#endCommand(operator === '\n' ? '' : operator);
      else if (verbatim === null) this.#word();
    }
    this.#endCommand('');
    return this.commands;
  }
}

/** The commands of a script, with the arguments that programs get; `omission` is a sentence about each. */
export function splitPowerShell(text: string, omission?: string): readonly Command[] {
  const script = text.replaceAll('\r\n', '\n').replaceAll(/^[ \t]*PS [^>\n]*>[ \t]*/gm, '');
  return new PowerShellReader(script, omission).read();
}
