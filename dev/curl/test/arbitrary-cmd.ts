/** Scripts of Windows' cmd around commands of curl: quotes, carets, continued lines, variables, operators and redirections. */
import fc from 'fast-check';
import { join, PLACEHOLDERS, some, type Text } from './arbitrary-bash.js';

const plain = fc.constantFrom('a', 'b1', '.', '/', '@', '%20', '%2F', 'é', ':', '-', ',', '_', '=', '!', '%', '{a}', '[a]', '~', '*', '?', "'", '$A', '`', ';', '#', '+', '5', '(', ')', '\\', '\\\\', 'C:\\x', 'a;b=1'); // prettier-ignore
const variable = fc.constantFrom('%TOKEN%', '%X%', '%AB%', '%ab_1%', '%USER NAME%', '%PATH:a=b%', '%TOKEN:~0,3%', '%1', '%*', '%~dp0', '%%', '%%i', '%20a%2F', '!TOKEN!', '%%TOKEN%%', '%TOKEN', '%RANDOM%'); // prettier-ignore
const caret = fc.constantFrom('^&', '^|', '^<', '^>', '^^', '^"', '^a', '^%', '^ ', '^(', '^\n', '^\n ', '^!', "^'");
const text = some(fc.oneof({ weight: 3, arbitrary: plain }, fc.constantFrom(' ', '&', '|', '<', '>', '^', '\\"', '""', '{\\"a\\":1}', '\\\\\\"', '<id>', '^&'), variable), 4); // prettier-ignore
const quoted = text.map((each) => `"${each}"`);
/** As Chrome copies it. */
const careted = some(fc.oneof(plain, fc.constantFrom('^&', '^\\^"', '^%20', '^<', '^>', '^^', '^|', ' ', '^\n\n', '^{', '^}')), 4).map((each) => `^"${each}^"`); // prettier-ignore
const word = fc
  .array(fc.oneof({ weight: 6, arbitrary: plain }, { weight: 3, arbitrary: quoted }, { weight: 2, arbitrary: careted }, { weight: 2, arbitrary: caret }, variable, fc.constantFrom(...PLACEHOLDERS)), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.join('')); // prettier-ignore

const redirection = fc.constantFrom('>out', '> out', '>>out', '>"out file"', '2>nul', '2>&1', '>nul 2>&1', '1>out', '<in.txt', '< in.txt', '0<in.txt', '>&2', '3>out', '>out,b', '> out;c', '>', '<', '<&3', '>^out', '2^>out', 'a2>out', '>>', '>o"u t"', '=2>out', '>out^\n b', '12>out', '>"out"b'); // prettier-ignore
const argument = fc.oneof(
  { weight: 4, arbitrary: join(fc.constantFrom('-d ', '-d', '--data-raw ', '-d x=', '--json ', '-H X-A:', '-H "X-A: "', '-u u:', '-A '), word) },
  { weight: 3, arbitrary: join(fc.constantFrom('http://h.example/', 'http://h.example/a?b=', '"http://h.example/"', '^"http://h.example/^"'), word) },
  { weight: 3, arbitrary: fc.constantFrom('http://h.example/a', '"http://h.example/a?b=1&c=2"', 'http://h.example/a?b=1^&c=2', 'http://h.example/a?b=1&c=2', '-s', '-XPUT', '-d "{\\"a\\":\\"b c\\"}"', '-d "{""a"":1}"', '-d "\\"a&b\\""') },
  { weight: 1, arbitrary: redirection.map((each) => `  ${each}`) },
  { weight: 1, arbitrary: word },
); // prettier-ignore
const space = fc.constantFrom(' ', ' ', ' ', '  ', '\t', ' ^\n  ', ' ^\n', ' ^ \n');
const call = join(
  fc.constantFrom('curl', 'curl', 'curl', 'curl.exe', 'CURL', '@curl', '"curl"', 'C:\\Windows\\curl.exe', 'call curl', 'cmd /c curl', 'if exist a curl', '(curl', 'start curl', '>out curl', '2>nul curl', 'for %i in (a) do curl', 'set A=1&curl', 'c^url', '  curl', 'if not defined A ( curl'), // prettier-ignore
  some(join(space, argument), 4),
);
const other = fc.constantFrom('set TOKEN=abc', 'set "TOKEN=a b"', 'echo a', 'cd \\', ':: a', 'rem a', 'echo "a', 'setlocal enabledelayedexpansion', 'goto :eof', ':a', 'exit /b', ')', 'type f | more', '@echo off', ''); // prettier-ignore
const separator = fc.constantFrom(
  '\n',
  '\r\n',
  ' & ',
  ' && ',
  '&',
  ' || ',
  ' | more\n',
  '\n\n',
  ' | ',
  ' >out\n',
  '\nC:\\>',
);

/** A script of cmd, which begins with its prompt. */
export const cmdScripts: Text = join(
  fc.constant('C:\\>'),
  some(join(fc.oneof(call, other), separator), 2),
  call,
  fc.constantFrom('', '', '\n', ' ^', ' ^\n', ' & echo a', ' | more', ' )', '\r\n'),
);
