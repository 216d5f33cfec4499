/**
 * A second implementation of RFC 6570, after its section 3.2.1 and appendix A: character by character, slow and plain, and
 * independent of the library. Both expand every ASCII character, and others, in every place of a template.
 */
import { compile, expand, match, variables, type Values } from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../dev/testing/full.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789ABCDEFabcdef';
const UNRESERVED = LETTERS + '0123456789-._~';
const RESERVED = ":/?#[]@!$&'()*+,;=";

/** The table of appendix A. */
const TABLE = {
  NUL: { first: '', sep: ',', named: false, ifemp: '', allow: 'U' },
  '+': { first: '', sep: ',', named: false, ifemp: '', allow: 'U+R' },
  '.': { first: '.', sep: '.', named: false, ifemp: '', allow: 'U' },
  '/': { first: '/', sep: '/', named: false, ifemp: '', allow: 'U' },
  ';': { first: ';', sep: ';', named: true, ifemp: '', allow: 'U' },
  '?': { first: '?', sep: '&', named: true, ifemp: '=', allow: 'U' },
  '&': { first: '&', sep: '&', named: true, ifemp: '=', allow: 'U' },
  '#': { first: '#', sep: ',', named: false, ifemp: '', allow: 'U+R' },
} as const;
const OPERATORS = Object.keys(TABLE) as (keyof typeof TABLE)[];

function isTripletAt(text: string, index: number): boolean {
  return (
    text.charAt(index) === '%' &&
    index + 2 < text.length &&
    HEX.includes(text.charAt(index + 1)) &&
    HEX.includes(text.charAt(index + 2))
  );
}

function oracleEncodeCharacter(character: string): string {
  let encoded = '';
  for (const octet of new TextEncoder().encode(character)) {
    encoded += '%' + HEX.charAt(octet >> 4) + HEX.charAt(octet & 15);
  }
  return encoded;
}

/** The octet of the triplet at an index, or -1. */
function octetAt(text: string, index: number): number {
  return isTripletAt(text, index) ? parseInt(text.charAt(index + 1) + text.charAt(index + 2), 16) : -1;
}

/** The number of triplets at an index that are one character in UTF-8; a triplet without its continuation counts alone. */
function countTriplets(text: string, index: number): number {
  const lead = octetAt(text, index);
  const count = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let one = 1; one < count; one++) {
    const octet = octetAt(text, index + 3 * one);
    if (octet < 0x80 || octet >= 0xc0) return 1;
  }
  return count;
}

function oracleEncode(text: string, allow: string, max = Infinity): string {
  let result = '';
  let count = 0;
  for (let index = 0; index < text.length && count < max; count++) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (allow === 'U+R' && isTripletAt(text, index)) {
      const end = index + 3 * countTriplets(text, index);
      while (index < end) result += text.charAt(index++);
      continue;
    }
    if (UNRESERVED.includes(character)) result += character;
    else if (allow === 'U+R' && RESERVED.includes(character)) result += character;
    else result += oracleEncodeCharacter(character);
    index += character.length;
  }
  return result;
}

const isDefined = (value: unknown): boolean => value !== undefined && value !== null;

function oracleVarspec(operator: keyof typeof TABLE, varspec: string, values: Values): string | undefined {
  const { sep, named, ifemp, allow } = TABLE[operator];
  const explode = varspec.endsWith('*');
  const colon = varspec.indexOf(':');
  const name = explode ? varspec.slice(0, -1) : colon < 0 ? varspec : varspec.slice(0, colon);
  const max = colon < 0 ? Infinity : Number(varspec.slice(colon + 1));
  // Where the RFC has no such name, a url has one spelling of it.
  const written = name.replace(/[$@[\]]/g, encodeURIComponent);
  if (!Object.keys(values).includes(name)) return undefined;
  const value = values[name];
  if (!isDefined(value)) return undefined;

  if (typeof value === 'string') {
    const text = oracleEncode(value, allow, max);
    if (!named) return text;
    return value === '' ? written + ifemp : written + '=' + text;
  }
  const pairs: [string, string][] = [];
  const isList = Array.isArray(value);
  for (const key of Object.keys(value as object)) {
    const member = (value as Record<string, string>)[key];
    if (member !== undefined && member !== null) pairs.push([key, member]);
  }
  if (pairs.length === 0) return undefined;

  let result = '';
  let isFirst = true;
  if (!explode) {
    for (const [key, member] of pairs) {
      if (!isFirst) result += ',';
      isFirst = false;
      if (!isList) result += oracleEncode(key, allow) + ',';
      result += oracleEncode(member, allow);
    }
    if (!named) return result;
    return result === '' ? written + ifemp : written + '=' + result;
  }
  for (const [key, member] of pairs) {
    if (!isFirst) result += sep;
    isFirst = false;
    const text = oracleEncode(member, allow);
    if (named) {
      result += isList ? written : oracleEncode(key, allow);
      result += text === '' ? ifemp : '=' + text;
    } else {
      result += isList ? text : oracleEncode(key, allow) + '=' + text;
    }
  }
  return result;
}

function oracleExpand(template: string, values: Values): string {
  let result = '';
  let index = 0;
  while (index < template.length) {
    const character = String.fromCodePoint(template.codePointAt(index) ?? 0);
    if (character !== '{') {
      result += isTripletAt(template, index) ? '%' : oracleEncode(character, 'U+R');
      index += character.length;
      continue;
    }
    const end = template.indexOf('}', index);
    let expression = template.slice(index + 1, end);
    let operator: keyof typeof TABLE = 'NUL';
    if (expression.charAt(0) in TABLE) {
      operator = expression.charAt(0) as keyof typeof TABLE;
      expression = expression.slice(1);
    }
    let isFirst = true;
    for (const varspec of expression.split(',')) {
      const text = oracleVarspec(operator, varspec, values);
      if (text === undefined) continue;
      result += (isFirst ? TABLE[operator].first : TABLE[operator].sep) + text;
      isFirst = false;
    }
    index = end + 1;
  }
  return result;
}

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
  const [ours, theirs] = [expand(template, values), oracleExpand(template, values)];
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

describe.each(OPERATORS)('under the operator %s', (operator) => {
  const sign = operator === 'NUL' ? '' : operator;
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
    const names = ASCII.filter((one) => (LETTERS + '0123456789_').includes(one));
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
      fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&'),
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
  const thrown = (template: string, values: Values): unknown => {
    try {
      return expand(template, values);
    } catch (problem) {
      return problem;
    }
  };
  for (const lone of ['\ud800', '\udc00', 'a\ud83d', '\udc00\ud800']) {
    for (const operator of ['', '+', '#', '.', '/', ';', '?', '&']) {
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
