/** Splits a script for Windows’ cmd into commands. */
import { UnreadableError } from '../reading.js';
import type { Command } from './command.js';
import { Scanner } from './scanner.js';
import { splitArguments } from './windows-arguments.js';

class CmdReader extends Scanner {
  readonly commands: Command[] = [];
  #line = '';
  #isQuoted = false;
  #omissions = new Set<string>();

  #endCommand(operator: string): void {
    const words = splitArguments(this.#line);
    if (words.length > 0) this.commands.push({ words, input: undefined, operator, omissions: [...this.#omissions] });
    this.#line = '';
    this.#omissions = new Set();
  }

  /** A caret takes the next character literally; after a line end, which is left out, that is the first of the next line. */
  #caret(): void {
    if (this.take(/\n/y) !== null && this.text[this.at] === '^') {
      this.#omissions.add('A caret at the beginning of a continued line isn’t read.');
      this.at += 1;
    }
    this.#line += this.text.charAt(this.at);
    this.at += 1;
  }

  read(): Command[] {
    while (this.at < this.text.length) {
      const plain = this.take(/[^"^&|<>\n]+/y);
      if (plain !== null) {
        this.#line += plain[0];
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
      } else {
        this.#omissions.add('Input and output of files isn’t read.');
        this.take(/>?[ \t]*[^\s&|<>]*/y);
      }
    }
    if (this.#isQuoted && !this.#line.includes('\n') && !/"[^"]*$/.test(this.#line)) this.#isQuoted = false;
    this.#endCommand('');
    return this.commands;
  }
}

/** The commands of a script. `%name%` becomes `{{name}}`; pairs of hex digits are percent-encoding. */
export function splitCmd(text: string): readonly Command[] {
  const script = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^[ \t]*[A-Za-z]:\\[^>\n]*>[ \t]*/gm, '')
    .replaceAll(/%([A-Za-z_]\w{2,})%/g, '{{$1}}');
  return new CmdReader(script).read();
}
