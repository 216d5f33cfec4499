/** The second implementation of RFC 6570 and the library expand every ASCII character, and others, in every place of a template. */
import { compile, expand, match, variables, type Values } from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../dev/testing/full.js';
import { expandTemplate } from '../../test/hostile/model.cases.js';
import { OPERATORS } from '../ast.js';
import { catchError } from '../../test/attempt.js';

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const OTHERS = [
  '\x80',
  '\x9f',
  '\xa0',
  'é',
  '\u0301',
  'e\u0301',
  'ſ',
  '\u07ff',
  '\u0800',
  '€',
  '\u2028',
  '\u212a',
  '漢',
  '\ud7ff',
  '\ue000',
  '\ufeff',
  '\uffff',
  '𐀀',
  '😀',
  '👩‍👩‍👧',
  '\u{10ffff}',
];
const TEXTS = [
  '%',
  '%%',
  '%4',
  '%41',
  '%4g',
  '%g1',
  '%fF',
  '%25',
  '%2541',
  '%C3%A9',
  '%D0%B6',
  '%e2%82%ac',
  '%F0%9F%98%80',
  '%C3',
  '%80',
  '%FF%FF',
  '%%41',
  '%4%41',
  '%😀',
  '%4é1',
];
const ALL = [...ASCII, ...OTHERS, ...TEXTS];
const shown = (text: string): string => JSON.stringify(text);

/** Compares before it asserts, because there are some hundred thousand cases. */
function assertSame(template: string, values: Values, what: string): void {
  const [ours, theirs] = [expand(template, values), expandTemplate(template, values)];
  if (ours !== theirs) expect(ours, `${what} in ${template}`).toBe(theirs);
  compared++;
}
let compared = 0;

/** Values with a text in every place. */
const places = (text: string): Record<string, unknown> => ({
  value: text,
  'value, doubled': text + text,
  'value, in the middle': `a${text}1`,
  'list member': [text],
  'list members': ['a', text, '', text],
  'map value': { k: text },
  'map values': { k: 'a', l: text, m: '' },
  'map key': { [text]: 'v' },
  'map key of an empty value': { [text]: '' },
});

describe.each(Object.keys(OPERATORS))('under the operator %j', (sign) => {
  const templates = [`{${sign}x}`, `{${sign}x*}`, `a{${sign}x,y,x*}b`, `{${sign}y,x}`];
  const prefixes = [1, 2, 3, 4, 7, 9999].flatMap((max) => [`{${sign}x:${max}}`, `{${sign}x:${max},y}`]);

  test('agrees for every character in every place of a value', () => {
    for (const text of ALL) {
      for (const [place, x] of Object.entries(places(text))) {
        for (const template of [...templates, ...(typeof x === 'string' ? prefixes : [])]) {
          const values = { x, y: 'y' };
          assertSame(template, values, `${shown(text)} as ${place}`);
        }
      }
    }
  });

  test('agrees for every character in a literal beside it', () => {
    for (const text of ALL.filter((one) => !/[{}]/.test(one))) {
      for (const template of [text, `${text}{${sign}x}${text}`, `{${sign}x}${text}41`]) {
        assertSame(template, { x: 'v' }, shown(text));
      }
    }
  });

  test('agrees for every character in a name', () => {
    const names = ASCII.filter((one) => /\w/.test(one));
    for (const name of [...names, '%41', '%e9', '%7B', 'a.b', 'a%20.b_c', '0', ...'-$~@[]'].filter(
      // This is an operator that the RFC reserves.
      (one) => sign || one !== '@',
    )) {
      for (const varspec of [name, `${name}*`, `${name}:2`]) {
        for (const value of ['', 'a/b', ...(varspec.endsWith(':2') ? [] : [['a', ''], { k: 'v' }])]) {
          const template = `{${sign}${varspec},y}`;
          const values = { [name]: value, y: 'y' };
          assertSame(template, values, shown(name));
        }
      }
    }
  });
});

test('agrees for random templates and values', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.array(fc.constantFrom(...ALL), { maxLength: 4 }).map((some) => some.join('')),
  );
  const name = fc.constantFrom('a', 'b', 'c.d', '%41', 'toString', '__proto__');
  const single = fc.oneof(text, fc.constantFrom('', undefined, null));
  const value = fc.oneof(single, fc.array(single, { maxLength: 4 }), fc.dictionary(text, single, { maxKeys: 4 }));
  const expression = fc
    .tuple(
      fc.constantFrom(...Object.keys(OPERATORS)),
      fc.array(fc.tuple(name, fc.constantFrom('', '*', ':1', ':3')), { minLength: 1, maxLength: 4 }),
    )
    .map(([operator, list]) => `{${operator}${list.map((varspec) => varspec.join('')).join()}}`);
  const literal = text.filter((one) => !/[{}]/.test(one));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(expression, literal), { maxLength: 6 }).map((parts) => parts.join('')),
      fc.dictionary(name, value),
      (template, values) => {
        // A prefix needs a single value.
        for (const { name: one, prefix } of variables(template)) {
          if (prefix && Object.hasOwn(values, one) && typeof values[one] === 'object') delete values[one];
        }
        assertSame(template, values, 'a random value');
      },
    ),
    { numRuns: runs(500) },
  );
});

test('rejects a lone surrogate in every place', () => {
  const error = expect.objectContaining({ code: 'invalid-value' }) as unknown;
  const thrown = (template: string, values: Values) => catchError(() => expand(template, values));
  for (const lone of ['\ud800', '\udc00', 'a\ud83d', '\udc00\ud800']) {
    for (const operator of Object.keys(OPERATORS)) {
      for (const x of Object.values(places(lone))) expect(thrown(`{${operator}x}`, { x })).toEqual(error);
      for (const x of Object.values(places(lone))) expect(thrown(`{${operator}x*}`, { x })).toEqual(error);
    }
    expect(thrown(lone, {})).toEqual(error);
    expect(match('{x}', lone)).toBeUndefined();
  }
});

test('compares more than 80,000 expansions', () => {
  expect(compared).toBeGreaterThan(80_000);
});

describe('a compiled template', () => {
  test('keeps nothing of a call', () => {
    const run = compile('{a}{?b*}');
    expect([run({ a: 1, b: { c: 2 } }), run({}), run({ a: 1, b: { c: 2 } })]).toEqual(['1?c=2', '', '1?c=2']);
  });
});
