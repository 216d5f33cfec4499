/** Splits a script for Windows’ cmd into commands. */
import { UnreadableError } from '../reading.js';
import { createCommand, createRefusal, describeGlued, type Command } from './command.js';
import { Scanner } from './scanner.js';
import { splitArguments } from './windows-arguments.js';

class CmdReader extends Scanner {
  readonly commands: Command[] = [];
  #command = createCommand();
  #line = '';
  #isQuoted = false;
  /** Sentences about the whole script. */
  readonly #unfollowed = new Set<string>();

  #endCommand(operator: string): void {
    const words = splitArguments(this.#line.replace(/^[ \t@]+/, ''));
    const [program = ''] = words;
    if (program === '' && operator !== '') this.#unfollowed.add(`\`${operator}\` follows no command.`);
    if (this.commands.at(-1)?.operator === '||')
      this.#command.omissions.add('The command runs only if the one before it fails.');
    if (program !== '') this.commands.push(Object.assign(this.#command, { words, operator }));
    if (/^(?:[()].*|if|for|exit|goto|setlocal)$/i.test(program))
      this.#unfollowed.add(`The effect of \`${program}\` isn’t followed.`);
    this.#line = '';
    this.#command = createCommand();
  }

  /** A caret takes the next character literally; after a line end, which is left out, that is the first of the next line. */
  #caret(): void {
    if (this.take(/\n/y) !== null && this.text[this.at] === '^') {
      this.#unfollowed.add('A caret at the beginning of a continued line isn’t read.');
      this.at += 1;
    }
    this.#line += this.text.charAt(this.at);
    this.at += 1;
  }

  /** A redirection, whose handle is at the end of the line. */
  #redirection(): void {
    const start = this.at - 1;
    const [, before = '', handle = ''] = /^([^]*?)((?<![^ \t])\d)?$/.exec(this.#line) ?? [];
    const target = this.take(/>?(?:&\d|[ \t,;=]*(?:"[^"\n]*"|[^\s"&|<>,;=^])+)/y);
    const written = `\`${handle}${this.text.slice(start, this.at)}\``;
    const isGlued = /[^ \t]$/.test(before);
    const isInput = this.text[start] === '<';
    if (target === null || this.text[this.at] === '^' || (isGlued && isInput)) throw createRefusal(written);
    this.#line = before;
    const { omissions, redirections } = this.#command;
    if (isInput) omissions.add(`The input of ${written} isn’t read.`);
    else redirections.push(written);
    if (isGlued) omissions.add(describeGlued(written));
  }

  read(): Command[] {
    while (this.at < this.text.length) {
      const skipped = this.#line.trim() === '' ? this.take(/[ \t@]*(?::|rem\b)[^\n]*/iy)?.[0] : undefined;
      if (skipped?.endsWith('^')) this.#unfollowed.add('A caret at the end of a comment isn’t read.');
      if (skipped !== undefined) continue;
      const plain = (this.#isQuoted ? undefined : this.takeAngled()) ?? this.take(/[^"^&|<>\n]+/y)?.[0];
      if (plain !== undefined) {
        this.#line += plain;
        continue;
      }
      const character = this.text.charAt(this.at);
      const start = this.at;
      this.at += 1;
      if (character === '\n') {
        if (this.#isQuoted)
          throw new UnreadableError('A quote is open at the end of a line, where cmd ends the command.');
        this.#endCommand('');
      } else if (character === '"') {
        this.#isQuoted = !this.#isQuoted;
        this.#line += character;
      } else if (this.#isQuoted) this.#line += character;
      else if (character === '^') this.#caret();
      else if (character === '&' || character === '|') {
        if (this.text[this.at] === character) this.at += 1;
        // A second command doesn't change the first one.
        this.#endCommand(character === '|' ? this.text.slice(start, this.at) : ';');
      } else this.#redirection();
    }
    this.#endCommand('');
    for (const { omissions } of this.commands) for (const sentence of this.#unfollowed) omissions.add(sentence);
    return this.commands;
  }
}

/** The commands of a script. `%name%` becomes `{{name}}`; pairs of hex digits are percent-encoding. */
export function splitCmd(text: string): readonly Command[] {
  const script = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?<!\^[ \t]*\n)^[ \t]*[A-Za-z]:\\[^>\n"]*>[ \t]*/gm, '')
    .replaceAll(/%(?![\da-f]{2}%)([A-Za-z_]\w*)(?::[^%\n]*)?%/gi, '{{$1}}');
  if (/%(?:%|~|\*)/.test(script)) throw new UnreadableError('Parameters of batch files, such as `%%`, aren’t read.');
  return new CmdReader(script).read();
}
