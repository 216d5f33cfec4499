/** Splits a script for PowerShell into commands of programs. */
import { UnreadableError } from '../reading.js';
import type { Command } from './command.js';
import { PowerShellText } from './powershell-text.js';
import { splitArguments } from './windows-arguments.js';

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

/** The end of a piece of a word without quotes. */
const PIECE_END = /(?=[\s;|&(){},<>"'“”„‘’‚‛]|`\n|$)/y;

class PowerShellReader extends PowerShellText {
  readonly commands: Command[] = [];
  #words: string[] = [];
  /** What follows `--%`, which both versions pass as it is. */
  #verbatim: readonly string[] = [];
  #redirections: string[] = [];
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
      this.mistakes.add('Windows PowerShell and PowerShell 7 pass these quotes to a program in different ways.');
    if (this.#words.some((word) => word.includes('\n')))
      this.mistakes.add('The line ends of a text depend on the script; they are line feeds here.');
    if (this.#hasBlock) this.mistakes.add('Blocks in braces aren’t followed.');
    // Backslashes before quotes are there for the older version.
    const words = this.#words.some((word) => word.includes('\\"')) ? legacy : this.#words;
    if (words.length > 0)
      this.commands.push({
        words: [...words, ...this.#verbatim],
        input: undefined,
        operator,
        redirections: this.#redirections,
        omissions: [...this.mistakes, ...(this.#omission === undefined ? [] : [this.#omission])],
      });
    this.#words = [];
    this.#verbatim = [];
    this.#redirections = [];
    this.mistakes.clear();
  }

  /** A text in quotes, or a here-string; undefined if there is none. */
  #quoted(): string | undefined {
    const isQuote = /^@?["'“”„‘’‚‛]/.test(this.text.slice(this.at, this.at + 2));
    const text = this.string();
    if (isQuote && text === undefined) throw new UnreadableError('A quote isn’t closed.');
    return text;
  }

  #word(): void {
    const text = this.#quoted();
    if (text !== undefined) {
      if (/[^\s;|&)]/.test(this.text.charAt(this.at)))
        this.mistakes.add('Text directly after a quote is a separate argument in PowerShell, which isn’t read.');
      this.#words.push(text);
      return;
    }
    let word = '';
    const start = this.at;
    while (this.at < this.text.length && !/^(?:[\s;|&]|`\n)/.test(this.text.slice(this.at, this.at + 2))) {
      const variable = this.takeAngled();
      const sign = variable ?? this.take(/[(){},<>]|(?<![^\s;|&])@(?!["'])/y)?.[0];
      if (sign === '{') this.#hasBlock = true;
      if (sign !== variable) this.mistakes.add(`\`${sign}\` outside of quotes isn’t read.`);
      word += sign ?? this.#quoted() ?? this.expanded(PIECE_END) ?? '';
    }
    const written = this.text.slice(start, this.at);
    if (/\$[\w:]+[.[(]/.test(written)) this.mistakes.add('Members of variables outside of quotes aren’t read.');
    if (/^-[^-].*[.:]/.test(written))
      this.mistakes.add('PowerShell separates an option with a dot or colon outside of quotes.');
    this.#words.push(word);
  }

  /** `$name = 'text'`; a variable with any other value is unknown. */
  #assignment(): boolean {
    if (this.#words.length > 0) return false;
    const [, written, sign] = this.take(/\$((?:env:)?\w+)[ \t]*([-+*/%]?)=[ \t]*/iy) ?? [];
    if (written === undefined) return false;
    const name = written.toLowerCase();
    const value = this.#quoted();
    this.variables.delete(name);
    if (value !== undefined && sign === '' && !this.#hasBlock && /^[ \t]*(?:[\n;]|$)/.test(this.text.slice(this.at)))
      this.variables.set(name, value);
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
      const redirection = this.take(/[\d*]?>>?(?:&1|[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[^\s;|&"'])+)/y)?.[0];
      if (redirection !== undefined) {
        this.#redirections.push(`\`${redirection}\``);
        continue;
      }
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
