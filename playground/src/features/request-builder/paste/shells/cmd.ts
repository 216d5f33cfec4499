import type { Command } from './bash.js';

/** Applies the carets of cmd: outside of quotes each takes the next character literally, and a line end after one is left out. */
function applyCarets(text: string): string {
  let result = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '^' && !quoted) {
      at += 1;
      if (text.charAt(at) === '\r') at += 1;
      // After the line end the next character is literal too, which is how a line feed gets into a value.
      if (text.charAt(at) === '\n') {
        at += 1;
        if (text.charAt(at) === '\r') at += 1;
        // A caret there begins another escape in practice: browsers write one before every character.
        if (text.charAt(at) === '^') at += 1;
      }
      result += text.charAt(at);
    } else {
      if (character === '"') quoted = !quoted;
      // A command ends with its line.
      if (character === '\n' && !quoted) return result;
      result += character;
    }
  }
  return result;
}

/** Splits arguments by the rules of Windows' C runtime: `\\"` and, in quotes, `""` are quotes. */
function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const slashes = /^\\+(?=")/.exec(line.slice(at, at + 64))?.[0].length ?? 0;
    if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes / 2));
      at += slashes;
      if (slashes % 2 === 1) {
        word += '"';
        continue;
      }
    }
    const character = line.charAt(at);
    if (character === '"') {
      word ??= '';
      if (quoted && line.charAt(at + 1) === '"') {
        word += '"';
        at += 1;
      } else quoted = !quoted;
    } else if (/\s/.test(character) && !quoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}

/** The command of a line for Windows' cmd. `%name%` becomes `{{name}}`; pairs of hex digits are percent-encoding. */
export function splitCmd(text: string): readonly Command[] {
  const expanded = text.trim().replaceAll(/%([A-Za-z_]\w{2,})%/g, '{{$1}}');
  const line = applyCarets(expanded.replace(/^[A-Za-z]:[^>\n]*>\s*/, ''));
  return [{ words: splitArguments(line), input: undefined, operator: '' }];
}
