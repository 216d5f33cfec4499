import { expect, test } from 'vitest';
import { splitCmd } from './cmd.js';
import { splitArguments } from './windows-arguments.js';

// The examples of “Parsing C command-line arguments” (Microsoft), and neighbours.
test.each<[line: string, words: readonly string[]]>([
  ['"a b c" d e', ['a b c', 'd', 'e']],
  [String.raw`"ab\"c" "\\" d`, ['ab"c', '\\', 'd']],
  [String.raw`a\\\b d"e f"g h`, [String.raw`a\\\b`, 'de fg', 'h']],
  [String.raw`a\\\"b c d`, [String.raw`a\"b`, 'c', 'd']],
  [String.raw`a\\\\"b c" d e`, [String.raw`a\\b c`, 'd', 'e']],
  [`a"b"" c d`, ['ab" c d']],
  ['""', ['']],
  ['a "" b', ['a', '', 'b']],
  [String.raw`a\ b\\`, ['a\\', 'b\\\\']],
  ['', []],
  [' a\tb ', ['a', 'b']],
])('Windows splits %j', (line, words) => {
  expect(splitArguments(line)).toEqual(words);
});

test.each<[text: string, commands: readonly (readonly string[])[]]>([
  ['c ^"a b^"', [['c', 'a b']]],
  ['c a^&b "a^&b"', [['c', 'a&b', 'a^&b']]],
  ['c a ^\n  b', [['c', 'a', 'b']]],
  ['c ^"a^\n\nb^"', [['c', 'a\nb']]],
  [
    'c a & d b\nc e',
    [
      ['c', 'a'],
      ['d', 'b'],
      ['c', 'e'],
    ],
  ],
  ['c %NAME% %20a%2F', [['c', '{{NAME}}', '%20a%2F']]],
  ["c 'a b'", [['c', "'a", "b'"]]],
  ['C:\\x>c a', [['c', 'a']]],
])('cmd splits %j', (text, commands) => {
  expect(splitCmd(text).map(({ words }) => words)).toEqual(commands);
});

test('a quote that is open at the end of a line is named', () => {
  expect(() => splitCmd('c "a\nb"')).toThrow(/open at the end of a line/);
});
