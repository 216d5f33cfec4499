/** The texts of PowerShell, with the values of variables in them. */
import { ExpressionNames, Scanner } from './scanner.js';

/** A variable in a text. Its name may have question marks, and colons after a scope or drive: `"$id?x"` is the variable `id?x`. */
const REFERENCE = /\$(?:([$?^]|(?:[\p{L}\p{Nd}_]|:(?!:))(?:[\p{L}\p{Nd}_?]|:(?!:))*)|\{([^}]+)\})/uy;

/** The sentence about a name that ends with a colon, for which PowerShell refuses the script; undefined for any other. */
function describeReference(name: string): string | undefined {
  return name.endsWith(':')
    ? `\`$${name}\` isn’t a variable in PowerShell; write \`\${${name.slice(0, -1)}}:\`.`
    : undefined;
}

const SINGLE = /['‘’‚‛]((?:[^'‘’‚‛]|['‘’‚‛]{2})*)['‘’‚‛]/y;
const HERE = /@'[^\S\r\n]*\r?\n(?:([^]*?)\r?\n)?'@/y;
const HERE_EXPANDED = /@"[^\S\r\n]*\r?\n/y;
const CHARACTER = /\$\(\[char\](\d{1,5}|0x[\da-f]{1,4})\)/iy;
const ESCAPE = /`(?:u\{([\da-f]{1,6})\}|(\r?\n)|([^]))/iy;
const ESCAPES: Readonly<Record<string, string>> = { 0: '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }; // prettier-ignore

/** Reads texts from the beginning of a script to its end. */
export class PowerShellText extends Scanner {
  readonly names = new ExpressionNames();
  /** Sentences about mistakes for which PowerShell refuses the script, or reads it in another way than it seems. */
  readonly mistakes = new Set<string>();
  /** Values of variables, by their names in lower case. */
  readonly variables: Map<string, unknown> = new Map();

  /** A value of a variable as a part of a text; `{{name}}` without one. */
  private expand(name: string): string {
    const mistake = describeReference(name);
    if (mistake !== undefined) this.mistakes.add(mistake);
    const value = this.variables.get(name.toLowerCase());
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    return this.names.write(name, name.replace(/^env:/i, ''));
  }

  /** The text up to `end`, with escapes and values of variables; two quotes are one, except in a here-string. */
  expanded(end: RegExp, isHere = false): string | undefined {
    let text = '';
    for (;;) {
      if (this.take(end) !== null) return text;
      if (this.at >= this.text.length) return undefined;
      const escaped = this.take(ESCAPE);
      const character = escaped === null ? this.take(CHARACTER) : null;
      const reference = escaped === null && character === null ? this.take(REFERENCE) : null;
      if (escaped !== null) text += this.unescape(escaped);
      else if (character !== null) text += String.fromCharCode(Number(character[1]));
      else if (reference !== null) text += this.expand(reference[1] ?? reference[2] ?? '');
      else if (this.take(/\$\(/y) !== null) text += this.names.write(this.subexpression());
      else if (!isHere && this.take(/""/y) !== null) text += '"';
      else text += this.take(/[^]/y)?.[0] ?? '';
    }
  }

  private unescape([, code, line, letter = '']: RegExpExecArray): string {
    if (code !== undefined || letter === 'e')
      this.mistakes.add('Versions of PowerShell read `` `u `` and `` `e `` in different ways.');
    if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
    return line === undefined ? (ESCAPES[letter] ?? letter) : '';
  }

  /** The source of `$(…)` after its opening parenthesis. */
  private subexpression(): string {
    const start = this.at;
    for (let depth = 1; depth > 0 && this.at < this.text.length; this.at += 1) {
      if (this.text[this.at] === '(') depth += 1;
      if (this.text[this.at] === ')') depth -= 1;
    }
    return this.text.slice(start, this.at - 1);
  }

  /** A text in quotes, or a here-string; undefined if there is none. */
  string(): string | undefined {
    const here = this.take(HERE);
    if (here !== null) return here[1] ?? '';
    if (this.take(HERE_EXPANDED) !== null) return this.expanded(/\r?\n"@/y, true);
    const single = this.take(SINGLE);
    if (single !== null) return (single[1] ?? '').replaceAll(/['‘’‚‛]{2}/g, "'");
    return this.take(/["“”„]/y) === null ? undefined : this.expanded(/"(?!")|[“”„]/y);
  }
}
