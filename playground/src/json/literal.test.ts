import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LiteralError, readLiteral, readWhole } from './literal.js';
import { runs } from '../../../dev/testing/property.js';

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

test.each<[string, unknown, string[]]>([
  ['{owner, repo: "b"}', { repo: 'b' }, ['owner']],
  ['{a: f(1, "}"), b: 2}', { b: 2 }, ['f(1, "}")']],
  ['{a: x ? [1] : {y: 2}, ...rest, b: 1}', { b: 1 }, ['x ? [1] : {y: 2}', '...rest']],
  ['{a: "x" + y, b: [1, z]}', { b: [1] }, ['"x" + y', 'z']],
  ['{a: `v${1}`, get(x) { return x }, b: 1}', { b: 1 }, ['`v${1}`', 'get(x) { return x }']],
  ['{a: 1 as const, b: true}', { b: true }, ['1 as const']],
])('skips expressions that are no literals in %s', (source, value, skipped) => {
  const literal = readLiteral(source, 0, true);
  expect(literal.value).toEqual(value);
  expect(literal.skipped.map((each) => each.source)).toEqual(skipped);
});

test('knows the position of each member', () => {
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

test('ends for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\'`\\ a1/*$.()') }), (text) => {
      for (const tolerant of [false, true]) {
        try {
          readLiteral(text, 0, tolerant);
        } catch (error) {
          expect(error).toBeInstanceOf(LiteralError);
        }
      }
    }),
    { numRuns: runs(100) },
  );
});
