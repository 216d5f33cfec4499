import { expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '../../../dev/testing/full.js';
import { formatJson } from './format.js';
import { findChange } from './changes.js';
import { jsonTokens } from './json.js';
import { LiteralError, readWhole } from './literal.js';
import { describeSize } from './size.js';

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

test.each<[string, unknown]>([
  ['{}', {}],
  [' [1, -2.5e3, 0x1f, .5, +1, 1_000, 10n] ', [1, -2500, 31, 0.5, 1, 1000, 10]],
  ['{a: 1, "b": \'c\', $d_1: "e",}', { a: 1, b: 'c', $d_1: 'e' }],
  ['[true, false, null]', [true, false, null]],
  ['// a\n{ /* b */ a /* c */ : `d` } // e', { a: 'd' }],
  [String.raw`"\n\t\u0041\x42\u{1F600}\"\q"`, '\n\tAB😀"q'],
  ['"a\\\nb"', 'ab'],
  [String.raw`"\u{110000}"`, '\ufffd'],
  ['{[endpoint.in]: {body: {url: "x"}}}', { '@in': { body: { url: 'x' } } }],
  ['{["a"]: 1}', { a: 1 }],
  ['{"__proto__": {"x": 1}}', JSON.parse('{"__proto__": {"x": 1}}')],
])('reads %s', (source, value) => {
  expect(readWhole(source).value).toEqual(value);
});

test.each<[string, number, RegExp]>([
  ['', 0, /ends where a value/],
  ['{"a" 1}', 5, /colon/],
  ['{"a": 1 "b": 2}', 8, /comma or }/],
  ['{"a": }', 6, /value should be here/],
  ['{"a": [1, 2', 11, /] is missing/],
  ['{"a": "b', 6, /no closing "/],
  ['{1', 2, /colon/],
  ['{} x', 3, /nothing may follow/],
  ['{"a": b}', 6, /value should be here/],
  ['{"a": `${b}`}', 6, /\$\{…\}/],
  ['{,}', 1, /name in quotes/],
  ['['.repeat(200), 101, /too deep/],
  ['[1e400]', 1, /1e400 is beyond the range of numbers/],
  ['[-Infinity]', 1, /beyond the range/],
  ['{"a": 12345678901234567890}', 6, /12345678901234567890 would be sent as 12345678901234567000; put it in quotes/],
  ['[0x20000000000001]', 1, /9007199254740993 would be sent as 9007199254740992/],
  ['[9007199254740993n]', 1, /would be sent as/],
  ['-0', 0, /-0 would be sent as 0/],
  ['{"a": 1, "\\u0061": 2}', 9, /“a” is set twice/],
])('rejects %s', (source, position, message) => {
  let thrown: unknown;
  try {
    readWhole(source);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(LiteralError);
  expect(thrown).toMatchObject({ position, message: expect.stringMatching(message) });
});

/** Numbers and texts whose values JSON keeps, or doesn’t. */
const NUMBERS = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom('-0', '-0.0', '0.10', '1E2', '1e-400', '1e400', '100e-2', '0.30000000000000004', '5e-324', '1e21'),
);
const TEXTS = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    NUMBERS,
    fc.constantFrom('"a"', '"{\\"a\\":1e400"', '"-0"', 'null', '{}', '[]', '"\\\\"'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"c:"', '"__proto__"'), tie('value')), { maxLength: 3 })
    .map((members) => `{${members.map(([name, value]) => `${name} : ${value}`).join(',')}}`),
})).value;

test('finds in a large text what the reader of a small one refuses', () => {
  fc.assert(
    fc.property(TEXTS, (text) => {
      let mistake: unknown;
      try {
        readWhole(text);
      } catch (error) {
        mistake = error;
      }
      const change = findChange(text);
      if (change === undefined) expect(mistake).toBeUndefined();
      else expect(mistake).toMatchObject({ ...change });
    }),
    { numRuns: runs(1000) },
  );
});

test('records the position of each member', () => {
  const source = '{ "a": [1, {"b": "c"}] }';
  const { spans } = readWhole(source);
  const text = (...path: string[]) => {
    const span = spans.get(JSON.stringify(path));
    return span && source.slice(span.start, span.end);
  };
  expect([text(), text('a'), text('a', '1'), text('a', '1', 'b')]).toEqual([
    source.trim(),
    '[1, {"b": "c"}]',
    '{"b": "c"}',
    '"c"',
  ]);
});

test('reads all JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(4), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(readWhole(text).value).toEqual(JSON.parse(text));
    }),
    { numRuns: runs(100) },
  );
});

test.each<[value: unknown, length: number, expected: string]>([
  ['text', 20_400, '20 kB of text'],
  [{ a: 1 }, 20_500, '21 kB, 1 member'],
  [[1, 2], 1_240_000, '1.2 MB, 2 items'],
  [Object.fromEntries(Array.from({ length: 1234 }, (_, index) => [index, 0])), 999_999, '1000 kB, 1,234 members'],
])('describes the size of a value', (value, length, expected) => {
  expect(describeSize(value, length)).toBe(expected);
});
