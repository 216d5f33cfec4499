import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskReferences } from './references.js';
import { runs } from '../../../dev/testing/full.js';
import {
  findReferencesWithin,
  isVariableName,
  listNames,
  MAX_LENGTH,
  substitute,
  toTyped,
  toTypedSpan,
  type Notation,
} from './substitute.js';

const VALUES = new Map([
  ['host', 'api.example'],
  ['id', '7'],
  ['quote', 'a "b"\n\\'],
  ['self', '{{self}}'],
  ['brace', '{{'],
  ['empty', ''],
  ['a.b-c_d', 'x'],
]);

interface Case {
  readonly typed: string;
  readonly text: string;
  readonly notation?: Notation;
  readonly missing?: string;
}

test.each<Case>([
  { typed: '', text: '' },
  { typed: 'GET /a/{b}', text: 'GET /a/{b}' },
  { typed: 'https://{{host}}/v{{id}}', text: 'https://api.example/v7' },
  { typed: '{{ host }}', text: 'api.example' },
  { typed: '{{\thost\t}}', text: 'api.example' },
  { typed: '{{\nhost}}', text: '{{\nhost}}' },
  { typed: '{{a.b-c_d}}', text: 'x' },
  { typed: '{{{id}}}', text: '{7}' },
  { typed: '{{id}}{{id}}', text: '77' },
  { typed: '{{}}', text: '{{}}' },
  { typed: '{{a b}}', text: '{{a b}}' },
  { typed: '{{id}', text: '{{id}' },
  { typed: '{ {id}}', text: '{ {id}}' },
  { typed: '{{self}}', text: '{{self}}' },
  { typed: '{{brace}}id}}', text: '{{id}}' },
  { typed: '{{empty}}', text: '{{empty}}', missing: 'empty' },
  { typed: '{{id}}/{{other}}/{{more}}', text: '7/{{other}}/{{more}}', missing: 'other' },
  { typed: '{{toString}}', text: '{{toString}}', missing: 'toString' },
  { typed: '{"a": {{id}}, "b": "{{quote}}"}', text: '{"a": 7, "b": "a \\"b\\"\\n\\\\"}', notation: 'json' },
  { typed: String.raw`["\"{{quote}}"]`, text: String.raw`["\"a \"b\"\n\\"]`, notation: 'json' },
  { typed: String.raw`["\\", {{id}}]`, text: String.raw`["\\", 7]`, notation: 'json' },
  { typed: '{{quote}}', text: 'a "b"\n\\', notation: 'json' },
  { typed: '"{{quote}}', text: '"a \\"b\\"\\n\\\\', notation: 'json' },
  { typed: '"{{quote}}"', text: '"a "b"\n\\"' },
])('inserts the values of $typed as $notation', ({ typed, text, notation, missing }) => {
  const substitution = substitute(typed, VALUES, notation);
  expect(substitution.text).toBe(text);
  expect(substitution.missing?.name).toBe(missing);
  expect(substitution.tooLong).toBe(false);
});

test('a value in too many places is not inserted in all of them, and reported', () => {
  const large = new Map([['large', 'x'.repeat(2 ** 20)]]);
  const { text, tooLong, missing } = substitute('{{large}}'.repeat(1000), large);
  expect(tooLong).toBe(true);
  expect(missing).toBeUndefined();
  expect(text.length).toBeLessThanOrEqual(MAX_LENGTH);
});

/** Texts of plain pieces and references, as both texts. */
const pieces = fc.array(
  fc.oneof(
    fc.record({
      plain: fc.string({ unit: fc.constantFrom('a', '/', '{', '}', '"', '\\', ' ', 'é', '😀'), maxLength: 6 }),
    }),
    fc.record({ name: fc.constantFrom('host', 'id', 'quote', 'self', 'brace', 'empty', 'unknown') }),
  ),
  { maxLength: 8 },
);
const texts = pieces.map((list) =>
  list.map((piece) => ('plain' in piece ? piece.plain : `{{${piece.name}}}`)).join(''),
);
const notations = fc.constantFrom<Notation>('text', 'json');

test('each position of the substituted text belongs to its character in the typed text, or to its reference', () => {
  fc.assert(
    fc.property(texts, notations, (typed, notation) => {
      const substitution = substitute(typed, VALUES, notation);
      const { text, references } = substitution;
      for (let position = 0; position <= text.length; position += 1) {
        const inside = references.find(
          ({ substituted }) => substituted.start <= position && position < substituted.end,
        );
        const at = toTyped(substitution, position);
        if (inside) expect(at).toBe(inside.typed.start);
        else expect(typed[at]).toBe(text[position]);
      }
      expect(toTyped(substitution, 0)).toBe(0);
      expect(toTyped(substitution, text.length)).toBe(typed.length);
      expect(toTyped(substitution, text.length, 'end')).toBe(typed.length);
    }),
    { numRuns: runs(500) },
  );
});

test('each part of the substituted text belongs to the smallest part of the typed text with whole references', () => {
  fc.assert(
    fc.property(texts, notations, fc.nat(40), fc.nat(40), (typed, notation, one, other) => {
      const substitution = substitute(typed, VALUES, notation);
      const limit = substitution.text.length;
      const [start = 0, end = 0] = [Math.min(one, limit), Math.min(other, limit)].sort((a, b) => a - b);
      const span = toTypedSpan(substitution, { start, end });
      expect(span.start).toBeLessThanOrEqual(span.end);
      const within = findReferencesWithin(substitution, { start, end });
      for (const { typed: place } of substitution.references) {
        // Never a piece of a reference.
        expect(span.start > place.start && span.start < place.end).toBe(false);
        expect(span.end > place.start && span.end < place.end).toBe(false);
      }
      for (const { typed: place } of within) {
        expect(span.start).toBeLessThanOrEqual(place.start);
        expect(span.end).toBeGreaterThanOrEqual(place.end);
      }
      if (within.length === 0 && start < end)
        expect(typed.slice(span.start, span.end)).toBe(substitution.text.slice(start, end));
      // The parts of one text follow each other in the other.
      expect(toTypedSpan(substitution, { start: 0, end: limit })).toEqual({ start: 0, end: typed.length });
    }),
    { numRuns: runs(500) },
  );
});

test('a masked text has no references, and the same length', () => {
  fc.assert(
    fc.property(texts, (typed) => {
      const masked = maskReferences(typed);
      expect(masked).toHaveLength(typed.length);
      if (typed === masked) expect(listNames(typed)).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});

test.each<[text: string, names: readonly string[]]>([
  ['', []],
  ['{a}', []],
  ['{{b}}{{a}} {{ b }}', ['b', 'a']],
])('lists the names in “%s”', (text, names) => {
  expect(listNames(text)).toEqual(names);
});

test.each<[name: string, valid: boolean]>([
  ['a', true],
  ['base_url', true],
  ['a.b-c', true],
  ['', false],
  ['a b', false],
  ['a}', false],
  ['é', false],
])('“%s” is a name: %s', (name, valid) => {
  expect(isVariableName(name)).toBe(valid);
});
