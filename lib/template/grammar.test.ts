/** RFC 6570 section 2: valid templates, and the position of the problem in others. */
import { EndpointError, expand, match, parse, variables, type TemplateOptions } from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { catchError } from '../test/attempt.js';

const STRICT = { strict: true };

const problem = (template: string, options?: TemplateOptions): EndpointError | undefined =>
  catchError(() => parse(template, options));

describe('rejects, strict or not', () => {
  test.each<[template: string, position: number, message: string]>([
    // Braces.
    ['{', 0, 'unmatched "{"'],
    ['}', 0, 'unmatched "}"'],
    ['/a{', 2, 'unmatched "{"'],
    ['/a}', 2, 'unmatched "}"'],
    ['{/id*', 0, 'unmatched "{"'],
    ['/id*}', 4, 'unmatched "}"'],
    ['{a}{b', 3, 'unmatched "{"'],
    ['{a}b}', 4, 'unmatched "}"'],
    ['{{a}}', 0, 'unmatched "{"'],
    ['{a{b}', 0, 'unmatched "{"'],
    ['{a}}', 3, 'unmatched "}"'],
    ['{a\n', 0, 'unmatched "{"'],
    // Operators: reserved, two of them, misplaced.
    ['{=a}', 1, '"=a" is not a variable'],
    ['{,a}', 1, '"" is not a variable'],
    ['{!a}', 1, '"!a" is not a variable'],
    ['{@a}', 1, 'reserved operator'],
    ['{|a}', 1, '"|a" is not a variable'],
    ['/x{|a*}', 3, '"|a*" is not a variable'],
    ['{/?a}', 2, '"?a" is not a variable'],
    ['{??a}', 2, '"?a" is not a variable'],
    ['/h{#a+}', 4, '"a+" is not a variable'],
    ['/h#{a+}', 4, '"a+" is not a variable'],
    ['{a?}', 1, '"a?" is not a variable'],
    ['{*a}', 1, '"*a" is not a variable'],
    ['{*keys?}', 1, '"*keys?" is not a variable'],
    ['{^a}', 1, '"^a" is not a variable'],
    // No name.
    ['{}', 1, '"" is not a variable'],
    ['{?}', 2, '"" is not a variable'],
    ['{a,}', 3, '"" is not a variable'],
    ['{+,a}', 2, '"" is not a variable'],
    ['{a,,b}', 3, '"" is not a variable'],
    ['{*}', 1, '"*" is not a variable'],
    ['{:3}', 1, '":3" is not a variable'],
    // Names.
    ['{with space}', 1, 'is not a variable'],
    ['{ a}', 1, '" a" is not a variable'],
    ['{a }', 1, '"a " is not a variable'],
    ['/r{?x, y}', 6, '" y" is not a variable'],
    ['{?x,y,z z}', 6, '"z z" is not a variable'],
    ['{x.}', 1, '"x." is not a variable'],
    ['{?.x}', 2, '".x" is not a variable'],
    ['{x..y}', 1, '"x..y" is not a variable'],
    ['{%2x}', 1, '"%2x" is not a variable'],
    ['{%}', 1, '"%" is not a variable'],
    ['{a%4}', 1, '"a%4" is not a variable'],
    ['{é}', 1, '"é" is not a variable'],
    ['{😀,a}', 1, 'is not a variable'],
    ["{a'b}", 1, 'is not a variable'],
    ['{a\n}', 1, 'is not a variable'],
    ['{?a=default,b}', 2, '"a=default" is not a variable'],
    ['x{?empty|foo=none}', 3, '"empty|foo=none" is not a variable'],
    ['{a}{-prefix|/-/|a}', 4, 'is not a variable'],
    ['?{-join|&|a,b}', 2, 'is not a variable'],
    ['/sparql{?query){&default*}', 7, 'unmatched "{"'],
    ['?q={a}&amp;c={b:color?}', 14, '"b:color?" is not a variable'],
    // Modifiers.
    ['{a:}', 1, '"a:" is not a variable'],
    ['{a:0}', 1, '"a:0" is not a variable'],
    ['{a:01}', 1, '"a:01" is not a variable'],
    ['{a:10000}', 1, '"a:10000" is not a variable'],
    ['{a:-1}', 1, '"a:-1" is not a variable'],
    ['{a:1.5}', 1, '"a:1.5" is not a variable'],
    ['{a:x}', 1, '"a:x" is not a variable'],
    ['{a:٣}', 1, 'is not a variable'],
    ['{a:2*}', 1, '"a:2*" is not a variable'],
    ['{a*:2}', 1, '"a*:2" is not a variable'],
    ['{;a:1*}', 2, '"a:1*" is not a variable'],
    ['{a**}', 1, '"a**" is not a variable'],
    ['{a:1:2}', 1, '"a:1:2" is not a variable'],
  ])('%s', (template, position, message) => {
    for (const strict of [false, true]) {
      const error = problem(template, { strict });
      expect(error).toMatchObject({ code: 'invalid-template', position });
      expect(error?.message).toContain(message);
      expect(error?.message).toContain(`position ${error?.position}`);
    }
    expect(() => expand(template, {})).toThrow(EndpointError);
    expect(() => variables(template)).toThrow(EndpointError);
    expect(() => match(template, '')).toThrow(EndpointError);
  });

  test('rejects a list or map under a prefix', () => {
    for (const operator of ['', '+', '#', '.', '/', ';', '?', '&']) {
      const template = `/x{${operator}a,keys:1}`;
      const position = template.indexOf('keys');
      for (const keys of [['x'], { k: 'v' }]) {
        expect(catchError(() => expand(template, { keys }))).toMatchObject({
          code: 'invalid-template',
          parameter: 'keys',
          position,
        });
      }
    }
  });
});

/** Names and literals of published APIs, beyond the grammar of the RFC. */
describe('rejects when strict, and reads otherwise', () => {
  test.each<[template: string, position: number, url: string]>([
    ['{$var}', 1, 'v'],
    ['/people/{~thing}', 9, '/people/v'],
    ['/{default-graph-uri}', 2, '/v'],
    ['/s{?query,default-graph-uri}', 10, '/s?query=v&default-graph-uri=v'],
    ['{?a[]}', 2, '?a%5B%5D=v'],
    ['{?a[b]*}', 2, '?a%5Bb%5D=v'],
    ['{a@b}', 1, 'v'],
    ['{?@type}', 2, '?%40type=v'],
    ['{-x}', 1, 'v'],
    ['a b', 1, 'a%20b'],
    ['/x{a}"', 5, '/x%22'],
    ['<', 0, '%3C'],
    ['>', 0, '%3E'],
    ['a\\b', 1, 'a%5Cb'],
    ['^', 0, '%5E'],
    ['`', 0, '%60'],
    ['a|b', 1, 'a%7Cb'],
    ['50%', 2, '50%25'],
    ['%4', 0, '%254'],
    ['%zz%41%', 0, '%25zz%41%25'],
    ['%41%', 3, '%41%25'],
    ['é\0', 1, '%C3%A9%00'],
    ['😀\n', 2, '%F0%9F%98%80%0A'],
  ])('%j', (template, position, url) => {
    expect(problem(template, STRICT)).toMatchObject({ code: 'invalid-template', position });
    const values = Object.fromEntries(variables(template).map(({ name }) => [name, 'v']));
    expect(expand(template.replace(/\{a\}/, ''), values)).toBe(url);
  });
});

describe('strict literals follow section 2.1 with erratum 6937', () => {
  /** The ranges of the grammar: literals, ucschar, iprivate. */
  const LITERALS: [from: number, to: number][] = [
    [0x21, 0x21],
    [0x23, 0x24],
    [0x26, 0x3b],
    [0x3d, 0x3d],
    [0x3f, 0x5b],
    [0x5d, 0x5d],
    [0x5f, 0x5f],
    [0x61, 0x7a],
    [0x7e, 0x7e],
    [0xa0, 0xd7ff],
    [0xf900, 0xfdcf],
    [0xfdf0, 0xffef],
    ...Array.from({ length: 13 }, (_, i): [number, number] => [0x10000 * (i + 1), 0x10000 * (i + 1) + 0xfffd]),
    [0xe1000, 0xefffd],
    [0xe000, 0xf8ff],
    [0xf0000, 0xffffd],
    [0x100000, 0x10fffd],
  ];
  const allowed = (code: number): boolean => LITERALS.some(([from, to]) => code >= from && code <= to);

  test('for every character of the first plane, and the edges of the others', () => {
    const codes = [
      ...Array.from({ length: 0x10000 }, (_, code) => code),
      ...LITERALS.flatMap(([from, to]) => [from - 1, from, to, to + 1]).filter((code) => code <= 0x10ffff),
    ];
    const wrong = codes.filter((code) => {
      const character = String.fromCodePoint(code);
      if ('{}'.includes(character)) return false;
      // A lone surrogate is always rejected, because it has no encoding.
      const error = problem(`a${character}`, STRICT);
      return allowed(code) ? error !== undefined : error?.position !== 1;
    });
    expect(wrong.map((code) => code.toString(16))).toEqual([]);
  });

  test('for every ASCII character in a name', () => {
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code);
      const isNameCharacter = /^[A-Za-z0-9_]$/.test(character);
      expect([character, problem(`{x${character}y}`, STRICT) === undefined]).toEqual([
        character,
        // A dot between two names, and a comma between two variables.
        isNameCharacter || '.,'.includes(character),
      ]);
      expect([character, problem(`{x${character}y}`) === undefined]).toEqual([
        character,
        isNameCharacter || '.,'.includes(character) || '-$~@[]'.includes(character),
      ]);
    }
  });
});

test('parts are literals and expressions, distinguished by their kind', () => {
  expect(parse('/a b{+x*}?')).toStrictEqual([
    { kind: 'literal', text: '/a%20b', start: 0, end: 4, query: false },
    {
      kind: 'expression',
      operator: '+',
      varspecs: [{ name: 'x', explode: true, prefix: 0, start: 6 }],
      start: 4,
      end: 9,
      query: false,
    },
    { kind: 'literal', text: '?', start: 9, end: 10, query: true },
  ]);
});

describe('for all texts', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'{}+#./;?&=,!@|:*19a %é') }),
  );

  test('a template is read, or rejected with a position inside of it', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), fc.boolean(), (template, strict, placeholders) => {
        const error = problem(template, { strict, placeholders });
        if (!error) return;
        if (error.code === 'invalid-template') {
          expect(error.position).toBeGreaterThanOrEqual(0);
          expect(error.position).toBeLessThan(template.length);
        } else expect([error.code, template.isWellFormed()]).toEqual(['invalid-value', false]);
      }),
      { numRuns: runs(500) },
    );
  });

  test('a strict template has the same parts when it is not read strictly', () => {
    fc.assert(
      fc.property(anyText, (template) => {
        if (!problem(template, STRICT)) expect(parse(template, STRICT)).toEqual(parse(template));
      }),
      { numRuns: runs(500) },
    );
  });

  test('parts cover the template, without gaps', () => {
    fc.assert(
      fc.property(anyText, (template) => {
        if (problem(template)) return;
        const parts = parse(template);
        expect(parts.map(({ start, end }) => template.slice(start, end)).join('')).toBe(template);
      }),
      { numRuns: runs(500) },
    );
  });
});

test('rejects a template that is not a string, and values that are not an object', () => {
  for (const nothing of [undefined, null, 1, {}]) {
    expect(() => parse(nothing as never)).toThrow('template: must be a string.');
    expect(() => expand(nothing as never, {})).toThrow(EndpointError);
  }
  for (const nothing of [undefined, null, 'x', 1])
    expect(() => expand('{x}', nothing as never)).toThrow('values: must be an object of variables by name.');
});
