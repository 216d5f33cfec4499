import { expect, test } from 'vitest';
import { formatJson, jsonTokens } from './tokens.js';

const kinds = (text: string) =>
  jsonTokens(text)
    ?.filter(({ kind }) => kind !== 'space')
    .map(({ kind, text: token }) => `${kind} ${token}`);

test.each<[string, string[] | undefined]>([
  ['', []],
  ['{"a": 1}', ['punctuation {', 'key "a"', 'punctuation :', 'number 1', 'punctuation }']],
  [
    '["a:", -1.5e+3, null]',
    [
      'punctuation [',
      'string "a:"',
      'punctuation ,',
      'number -1.5e+3',
      'punctuation ,',
      'literal null',
      'punctuation ]',
    ],
  ],
  [
    String.raw`{"a\"b" : "\\"}`,
    ['punctuation {', String.raw`key "a\"b"`, 'punctuation :', String.raw`string "\\"`, 'punctuation }'],
  ],
  ['plain words', undefined],
  ['"unclosed', undefined],
])('reads the tokens of %s', (text, expected) => {
  expect(kinds(text)).toEqual(expected);
});

test('the tokens cover the whole text, each at its position', () => {
  const text = JSON.stringify({ list: [1, true, 'x'], nested: { empty: {} } }, null, 2);
  const tokens = jsonTokens(text) ?? [];
  expect(tokens.map((token) => token.text).join('')).toBe(text);
  expect(tokens.every((token) => text.startsWith(token.text, token.start))).toBe(true);
});

test.each([{}, [], { a: [], b: {} }, [[], [{}]], { a: [1, 'x{,}', { b: null }], 'k:': true }])(
  'formats %j',
  (value) => {
    expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  },
);

test.each([
  ['keeps a long number', '{"a":12345678901234567890}', '{\n  "a": 12345678901234567890\n}'],
  ['keeps a repeated name', '{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
  ['leaves text alone', 'plain', undefined],
  ['leaves a string alone', '"a"', undefined],
  ['leaves invalid JSON alone', '{a}', undefined],
])('%s', (_, text, expected) => {
  expect(formatJson(text)).toBe(expected);
});
