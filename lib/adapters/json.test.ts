import { optionsFromJson } from 'endpoint.js/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { catchError } from '../test/attempt.js';

/** The error for a malformed text; undefined for JSON. */
const findError = (text: string) => catchError(() => optionsFromJson(text));

/** V8's position; undefined where its message has none. */
function positionOfV8(text: string): number | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    if (message === 'Unexpected end of JSON input') return text.length;
    const position = /at position (\d+)/.exec(message)?.[1];
    return position === undefined ? undefined : Number(position);
  }
  return undefined;
}

/** A caret marks the position. */
test.each([
  '{"a":1,^}',
  '{"a":1^',
  '{^',
  '{"a"^',
  '{"a":^',
  '{"a":1,^',
  '{"a" ^1}',
  '{"a":1 ^"b":2}',
  '{"a":^}',
  '{^a:1}',
  "{^'a':1}",
  '{^1:2}',
  '{^,}',
  '{"a":[1,^]}',
  '{"a":[^,]}',
  '{"a":[1 ^2]}',
  '{"a":[1^}',
  '{"a":[{}^}]}',
  '{"a":1}^}',
  '{"a":1} ^x',
  '{"a":t^',
  '{"a":tru^}',
  '{"a":tru^E}',
  '{"a":^True}',
  '{"a":fals^y}',
  '{"a":nul^}',
  '{"a":^undefined}',
  '{"a":^NaN}',
  '{"a":-^}',
  '{"a":-^a}',
  '{"a":^+1}',
  '{"a":0^1}',
  '{"a":^.5}',
  '{"a":1.^}',
  '{"a":1.^e5}',
  '{"a":1.5^.}',
  '{"a":1e^}',
  '{"a":1e+^}',
  '{"a":1.5e^x}',
  '{"a":1e5^e}',
  '{"a":0^x1}',
  '{"a":"b^',
  '{"a":"b\\"^',
  '{"a":"b^\n"}',
  '{"a":"\\^x"}',
  '{"a":"\\u12^G4"}',
  '{"a":"\\u^"}',
  '{"a\\^',
  '{\n  "a": 1,\n  ^// no\n}',
  '{"a":1,\u2028^',
  '^\ufeff{}',
  '^x',
  '[1,2,^',
  '"a" ^"b"',
])('the first mistake of %j', (marked) => {
  // Whitespace of JavaScript that isn't whitespace of JSON stops the parser.
  const position = marked.includes('\u2028') ? marked.indexOf('\u2028') : marked.indexOf('^');
  const text = marked.replace('^', '');
  const before = text.slice(0, position).split('\n');
  const at = `position ${position} (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
  expect(findError(text)).toMatchObject({
    code: 'invalid-json',
    position,
    message: `The options are not JSON: malformed at ${at}.`,
  });
  expect(positionOfV8(text) ?? position).toBe(position);
});

const mutated = fc
  .tuple(
    fc.json(),
    fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...'{}[],:"\\u0-.eE+tfn \n\t1a\0é💥')), { maxLength: 3 }),
  )
  .map(([json, edits]) =>
    edits.reduce((text, [place, removed, added]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + added + text.slice(at + removed);
    }, json),
  );

test('a mistake is found where the parser finds one, at the position of V8', () => {
  fc.assert(
    fc.property(mutated, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      const error = findError(text);
      if (isJson || !text.trim()) expect(error?.position).toBeUndefined();
      else {
        expect(error?.position).toBeTypeOf('number');
        expect(error?.position).toBe(positionOfV8(text) ?? error?.position);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test('a mistake in a long and deep text is found', () => {
  const deep = '['.repeat(200_000);
  expect(findError(deep)?.position).toBe(200_000);
  const long = `{"a":"${'x'.repeat(5_000_000)}\\n`;
  expect(findError(long)?.position).toBe(long.length);
});
