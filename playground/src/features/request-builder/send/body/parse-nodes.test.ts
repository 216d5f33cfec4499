import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../../dev/testing/full.js';
import { parseJson } from '../../../../json/json.js';
import { describeMistake, parseNodes, type JsonMistake } from './parse-nodes.js';

/** The mistake of a text; undefined for JSON. */
function findJsonMistake(text: string): JsonMistake | undefined {
  try {
    parseNodes(text);
    return undefined;
  } catch (error) {
    return describeMistake(text, error);
  }
}

test.each<[text: string, line: number, column: number, reason: string]>([
  ['', 1, 1, 'the end of the text is in place of a value'],
  ['{"a": 1,\n  "b": }', 2, 8, '“}” is in place of a value'],
  ['{"a": 1,}', 1, 9, '“}” is in place of a key'],
  ['{a: 1}', 1, 2, '“a” is in place of a key or “}”'],
  ['{"a" 1}', 1, 6, '“1” is in place of “:”'],
  ['{"a": 1 "b": 2}', 1, 9, '“"” is in place of “,” or “}”'],
  ['[1 2]', 1, 4, '“2” is in place of “,” or “]”'],
  ['[1,]', 1, 4, '“]” is in place of a value'],
  ['[,1]', 1, 2, '“,” is in place of a value or “]”'],
  ['[1', 1, 3, 'the end of the text is in place of “,” or “]”'],
  ['{"a": [}', 1, 8, '“}” is in place of a value or “]”'],
  ['01', 1, 2, '“1” is in place of the end'],
  ['[1.]', 1, 3, '“.” is in place of “,” or “]”'],
  ['[tru]', 1, 2, '“t” is in place of a value or “]”'],
  ['{}\r\n\r\nx', 3, 1, '“x” is in place of the end'],
  ['["a\tb"]', 1, 4, 'the control character U+0009 is in a string without an escape'],
  ['["\\x"]', 1, 3, '“\\x” isn’t a valid escape'],
  ['["\\u12"]', 1, 3, '“\\u” isn’t a valid escape'],
  ['["abc', 1, 6, 'the text ends in a string'],
  ['<html>', 1, 1, '“<” is in place of a value'],
  ['\u00a01', 1, 1, 'U+00A0 is in place of a value'],
  ['😀', 1, 1, '“😀” is in place of a value'],
])('%j: line %i, column %i: %s', (text, line, column, reason) => {
  expect(findJsonMistake(text)).toEqual({ line, column, reason });
});

test('a value of any depth is read', () => {
  const text = '['.repeat(200_000);
  expect(findJsonMistake(text + ']'.repeat(200_000))).toBeUndefined();
  expect(findJsonMistake(text)?.column).toBe(200_001);
});

/** JSON texts in which any characters were left out, doubled or replaced. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', '0', '\\', '\n', '.', 'e', 't')), {
      maxLength: 2,
    }),
  )
  .map(([json, edits]) =>
    edits.reduce((text, [at, inserted]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + inserted + text.slice(index + (inserted === '' ? 1 : at % 2));
    }, json),
  );

test('finds a mistake where, and only where, the engine finds one', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      expect(findJsonMistake(text) === undefined).toBe(parseJson(text).ok);
    }),
    { numRuns: runs(2000) },
  );
});

test('no text that is right up to the mistake becomes wrong before it', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const mistake = findJsonMistake(text);
      if (mistake === undefined) return;
      const lines = text.split(/(?<=\n)/);
      const index = lines.slice(0, mistake.line - 1).join('').length + mistake.column - 1;
      // The text before the mistake is the beginning of a value: cut there, only its end is missing.
      const cut = findJsonMistake(text.slice(0, index));
      expect(cut === undefined || /^the (?:text ends|end of the text)/.test(cut.reason) || index === 0).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});
