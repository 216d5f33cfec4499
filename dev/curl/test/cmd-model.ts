/**
 * A model of Windows' cmd and of the C runtime of a program, by their documentation: there is no cmd on other systems. Microsoft: “Command
 * shell overview”, “Parsing C command-line arguments”; SS64: “Escape characters, delimiters and quotes”, “Redirection”. Line by line, a
 * caret takes the next character literally and joins the next line, quotes protect all but the end of the line, and a redirection takes its
 * handle, if a delimiter is before it, and its file away.
 */
import type { ShellCall } from './bash-calls.js';

/** A character as cmd sees it: a literal one has no meaning for it. */
interface Sign {
  readonly character: string;
  readonly isLiteral: boolean;
}

/** The characters of a script after carets and quotes are read. */
function markSigns(script: string): readonly Sign[] {
  const signs: Sign[] = [];
  const characters = [...script];
  let isQuoted = false;
  while (characters.length > 0) {
    const character = characters.shift() ?? '';
    if (character === '\n') isQuoted = false;
    if (character === '^' && !isQuoted) {
      const next = characters[0] === '\n' ? characters.splice(0, 2)[1] : characters.shift();
      if (next !== undefined) signs.push({ character: next, isLiteral: true });
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    signs.push({ character, isLiteral: isQuoted || character === '"' });
  }
  return signs;
}

const is = (sign: Sign | undefined, set: string): boolean =>
  sign !== undefined && !sign.isLiteral && set.includes(sign.character);

/** The commands of a script, without their redirections; undefined for one that cmd refuses. */
function splitCommands(signs: readonly Sign[]): readonly string[] | undefined {
  const commands: string[] = [];
  let line: Sign[] = [];
  const end = () => {
    commands.push(line.map(({ character }) => character).join(''));
    line = [];
  };
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at];
    if (sign === undefined) break;
    const before = line
      .map(({ character }) => character)
      .join('')
      .trimStart();
    // The rest of a line after a label or a comment is skipped.
    if ((before === '' && is(sign, ':')) || (/^@?rem$/i.test(before) && is(sign, ' \t'))) {
      while (at + 1 < signs.length && !is(signs[at + 1], '\n')) at += 1;
      line = [];
    } else if (is(sign, '<>')) {
      const [handle, delimiter] = [line.at(-1), line.at(-2)];
      if (is(handle, '0123456789') && (delimiter === undefined || is(delimiter, ' \t,;='))) line.pop();
      if (is(signs[at + 1], '>') && is(sign, '>')) at += 1;
      if (is(signs[at + 1], '&')) at += 2;
      else {
        while (is(signs[at + 1], ' \t,;=')) at += 1;
        const start = at;
        while (at + 1 < signs.length && !is(signs[at + 1], ' \t,;=&|<>\n')) at += 1;
        if (at === start) return undefined;
      }
    } else if (is(sign, '&|')) {
      if (is(signs[at + 1], sign.character)) at += 1;
      if (line.every(({ character }) => character === ' ')) return undefined;
      end();
    } else if (is(sign, '\n')) end();
    else line.push(sign);
  }
  end();
  return commands;
}

/** The arguments of a program, after its name. */
function parseArguments(line: string): readonly string[] {
  const words: string[] = [];
  let rest = line.replace(/^[ \t]+/, '');
  while (rest !== '') {
    let word = '';
    let isQuoted = false;
    for (;;) {
      const [piece = '', slashes = '', quote = ''] = /^(\\*)("?)/.exec(rest) ?? [];
      const isEscaped = quote !== '' && slashes.length % 2 === 1;
      if (piece !== '') {
        word += quote === '' ? slashes : slashes.slice(0, Math.floor(slashes.length / 2)) + (isEscaped ? '"' : '');
        rest = rest.slice(piece.length);
        if (quote === '' || isEscaped) continue;
        if (isQuoted && rest.startsWith('"')) {
          word += '"';
          rest = rest.slice(1);
        } else isQuoted = !isQuoted;
      } else if (rest === '' || (!isQuoted && /^[ \t]/.test(rest))) break;
      else {
        word += rest.charAt(0);
        rest = rest.slice(1);
      }
    }
    words.push(word);
    rest = rest.replace(/^[ \t]+/, '');
  }
  return words;
}

/** The calls of curl in a script. Without a value, a variable stays as it is written. */
export function runCmd(script: string): readonly ShellCall[] {
  const lines = script.replaceAll('\r\n', '\n').replaceAll(/(?<!\^[ \t]*\n)^C:\\[^>\n"]*>/gm, '');
  return (splitCommands(markSigns(lines)) ?? []).flatMap((command) => {
    const [, rest] = /^[ \t@]*(?:"curl"|[\w:\\]*curl(?:\.exe)?)(?=[ \t]|$)([^]*)$/i.exec(command) ?? [];
    return rest === undefined ? [] : { words: parseArguments(rest), input: '' };
  });
}
