import { createEndpoint } from 'endpoint.js';
import {
  compileMatch,
  EndpointError,
  expand,
  match,
  parse,
  variables,
  type MatchedValues,
} from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../dev/testing/full.js';
import { findAmbiguity, toValues } from './match.js';
import { toAutomaton } from './automaton.js';
import { attempt, catchError } from '../../test/attempt.js';

describe('values of a url', () => {
  test.each<[template: string, url: string, values: MatchedValues]>([
    ['', '', {}],
    ['/a', '/a', {}],
    ['/é%20', '/%C3%A9%20', {}],

    // Reserved characters are kept; characters that expansion would encode again are decoded.
    ['{+a}', '/x?y=1,2#z', { a: '/x?y=1,2#z' }],
    ['{+a}', 'x%20%C3%A9%F0%9F%98%80%22', { a: 'x é😀"' }],
    ['{+a}', '%41%2F%7e%c3%a9%C3%FF', { a: '%41%2F%7e%c3%a9%C3%FF' }],
    ['{+a}', '100%25', { a: '100%' }],
    ['{+a}', '%2541%25%25zz', { a: '%2541%%zz' }],
    ['{+path}/{id}', 'a/b/c', { path: 'a/b', id: 'c' }],
    ['/raw/{+path}/info', '/raw/a/info/info', { path: 'a/info' }],
    ['{+base}/x/{id}', 'http://h/x/x/1', { base: 'http://h/x', id: '1' }],
    ['{path}{#a}', 'x#/y', { path: 'x', a: '/y' }],

    // A variable with a prefix has one value.
    ['{/a:3}{?a*}', '/x?a=x', { a: 'x' }],
    ['{?b:3}{&b*}', '?b=x&b=x', { b: 'x' }],
    ['{;b:3}{/b*}', ';b=x/x', { b: 'x' }],

    // Text that a segment may lack.
    ['/files/v{version}', '/files/v', { version: '' }],
    ['/users{?dry}/{id}', '/users?dry=1/', { dry: '1' }],
    ['/{a}{/b}x', '/x', { a: '' }],
    ['/{a}{/b}x', '/v/wx', { a: 'v', b: 'w' }],

    // A variable in several places.
    ['/dictionary/{a:1}/{a}', '/dictionary/c/cat', { a: 'cat' }],
    ['{a}/{a}', 'x/x', { a: 'x' }],
    ['{a:3}/{a:1}', 'cat/c', { a: 'cat' }],
    ['{a}{?a*}', 'k,v?k=v', { a: { k: 'v' } }],

    // Names as in the template.
    ['{?%C3%A9,a.b}', '?%C3%A9=1&a.b=2', { '%C3%A9': '1', 'a.b': '2' }],
    ['{?x[]*}', '?x%5B%5D=1&x%5B%5D=2', { 'x[]': ['1', '2'] }],
    ['{?$top,b*}', '?%24top=1&k=v', { $top: '1', b: { k: 'v' } }],
    ['{toString}', 'x', { toString: 'x' }],
  ])('%s reads %s', (template, url, values) => {
    const found = match(template, url);
    expect(found).toStrictEqual(values);
    expect(Object.keys(found ?? {})).toEqual(Object.keys(values));
    expect(expand(template, found ?? {})).toBe(url);
  });

  test('reads placeholders and the strict grammar as options', () => {
    expect(compileMatch('/:owner/{repo}', { placeholders: true })('/o/r')).toEqual({ owner: 'o', repo: 'r' });
    expect(match('/:owner', '/o', { placeholders: true })).toEqual({ owner: 'o' });
    expect(match('/:owner', '/o')).toBeUndefined();
    expect(match('/users/{id}', '/users/', { missing: 'omit' })).toEqual({});
    expect(() => compileMatch('{a-b}', { strict: true })).toThrow(EndpointError);
    expect(match('{a-b}', 'x')).toEqual({ 'a-b': 'x' });
  });
});

test.each<[template: string, url: string, why: string]>([
  ['/a', '/b', 'another literal'],
  ['/a', '/a/', 'text after the end'],
  ['/a/{b}', '/a', 'text missing'],
  ['/{a}', '/x/y', 'a character that expansion encodes'],
  ['{a}', 'x@y', 'a character that expansion encodes'],
  ['{a}', '%41', 'an unreserved character, percent-encoded'],
  ['{a}', '%c3%a9', 'hexadecimal digits in lower case'],
  ['{a}', '%', 'malformed percent-encoding'],
  ['{a}', '%4', 'malformed percent-encoding'],
  ['{a}', '%zz', 'malformed percent-encoding'],
  ['{+a}', '%zz', 'malformed percent-encoding'],
  ['{+a}', 'x y', 'a character that no url has'],
  ['{+a}', 'é', 'a character that no url has'],
  ['{a}', '\ud800', 'a character that no url has'],
  ['{a}', '%C3', 'half a character'],
  ['{a}', '%FF', 'no UTF-8'],
  ['{a}', '%C0%80', 'no UTF-8'],
  ['{a}', '%ED%A0%80', 'a surrogate in UTF-8'],
  ['{?a}', '?a', 'no value where expansion writes `=`'],
  ['{;a}', ';a=', '`=` where expansion writes none'],
  ['{?a}', '?', 'no variable'],
  ['{?a,b}', '?b=1&a=2', 'another order'],
  ['{?a}', '?b=1', 'another name'],
  ['{?a}', '?A=1', 'another name'],
  ['{?a*}', '?a=1&k=2', 'list and map at once'],
  ['{/a*}', '/x/k=v', 'list and map at once'],
  ['{?a*}', '?k=1&k=2', 'a key twice'],
  ['{?a*}', '?k=1&7=2', 'keys in an order that no object has'],
  ['{?a*}', '?=1', 'an empty key'],
  ['{a,b}', 'x,y,z', 'more members than variables'],
  ['{/a,b}', '/x/y/z', 'more members than variables'],
  ['{a:3}', 'abcd', 'more characters than the prefix'],
  ['{a:3}', 'a,b', 'a list under a prefix'],
  ['{a}/{a}', 'x/y', 'two values for one variable'],
  ['{a:1}/{a}', 'x/yx', 'a prefix of something else'],
  ['http://h{+p}', 'https://h/x', 'another literal'],
  ['{?b:3}{&b*}', '?b=x&b=x&b=y', 'a list under a prefix'],
  ['/users/{id}', '/users/', 'no value where the builder needs one'],
  ['/users/{id}/x', '/users//x', 'no value where the builder needs one'],
  ['/users{?dry}/{id}', '/users/', 'no value where the builder needs one'],
  ['/{x,y}', '/a', 'no value where the builder needs one'],
  ['{+path}', '', 'no value where the builder needs one'],
])('%s does not read %s: %s', (template, url) => {
  expect(match(template, url)).toBeUndefined();
});

/** Compiles each template once. */
const refusal = (template: string): EndpointError | undefined => catchError(() => match(template, ''));

describe('rejects templates that can be read in two ways', () => {
  test.each([
    ['{a}{b}', 1, 'a', '"a" can be read in two ways: a from "a", b from nothing, or a from nothing, b from "a".'],
    ['{+a}{+b}', 2, 'a', '"a" can be read in two ways'],
    ['{+a,b}', 2, 'a', '"," can be read in two ways'],
    ['{#a,b}', 2, 'a', '"#," can be read in two ways'],
    ['{a}-{b}', 1, 'a', '"--" can be read in two ways'],
    ['/x/{a}.{b}', 4, 'a', '"/x/.." can be read in two ways'],
    [
      '{+a}{?b}',
      2,
      'a',
      '"?b=" can be read in two ways: a from "?b=", b from nothing, or a from nothing, b from "b=".',
    ],
    ['{+a}/{+b}', 2, 'a', '"//" can be read in two ways'],
    [
      '{/a}/c{/b}',
      2,
      'a',
      '"/c/c" can be read in two ways: a from "c", b from nothing, or a from nothing, b from "c".',
    ],
    ['{/a}{/b}', 2, 'a', '"/" can be read in two ways: a from "", b from nothing, or a from nothing, b from "".'],
    ['{.a,b}', 2, 'a', '".." can be read in two ways'],
    ['{.a*}', 2, 'a', '".." can be one member or several'],
    ['{a}{.b}', 1, 'a', 'can be read in two ways'],
    ['{/a*}{/b}', 2, 'a', 'can be read in two ways'],
    ['{/a*,b}', 2, 'a', 'can be read in two ways'],
    ['{a,b*}{c}', 1, 'a', 'can be read in two ways'],
    ['{?a*,b*}', 2, 'a', 'can be read in two ways'],
    ['{?a*}{&b*}', 2, 'a', 'can be read in two ways'],
    ['{?a,a}', 2, 'a', '"?a=" can be read in two ways'],
    ['{a}{a}', 1, 'a', 'can be read in two ways'],
    ['{+a*}', 2, 'a', '"," can be one member or several'],
    ['{#a*}', 2, 'a', '"#," can be one member or several'],
  ])('%s', (template, position, parameter, message) => {
    const error = refusal(template);
    expect(error?.message).toContain(message);
    expect(error).toMatchObject({ code: 'ambiguous-template', position, parameter });
    expect(() => match(template, 'x')).toThrow(EndpointError);
  });

  test('rejects malformed templates, and urls that are not strings', () => {
    expect(refusal('{a')).toMatchObject({ code: 'invalid-template', position: 0 });
    expect(() => match(undefined as never, '')).toThrow(EndpointError);
    expect(() => match('', new URL('http://h') as never)).toThrow('url: must be a string.');
  });
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 5 }).filter((one) => one.isWellFormed()),
  fc.constantFrom('', 'a', ',', '=', '/', 'a=b', '&a=', '%', '%2', '25', ' ', 'é', '😀', '~', '0', '__proto__'),
);

interface TemplateOfParts {
  readonly template: string;
  readonly values: fc.Arbitrary<MatchedValues>;
}

/** Values of the kinds that `compileMatch` documents, for one variable. */
function createValue(operator: string, modifier: string, alone: boolean, names: string[]): fc.Arbitrary<unknown> {
  const named = ';?&'.includes(operator || ' ');
  if (operator === '+' || operator === '#') {
    const single = text.filter((one) => !/%[\da-f]{2}/i.test(one));
    return modifier === ':2' ? single.map((one) => [...one].slice(0, 2).join('')) : single;
  }
  if (modifier === ':2') return text.map((one) => [...one].slice(0, 2).join(''));
  if (modifier === '*') {
    const key = text.filter((one) => one !== '' && !(named && names.includes(encodeURIComponent(one))));
    return fc.oneof(
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc
        .array(fc.tuple(key, text), { minLength: 1, maxLength: 3 })
        .map((pairs) => Object.fromEntries(pairs) as unknown),
    );
  }
  return operator === '' && !alone ? text : fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 3 }));
}

const written = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom('/', '/x/', '.', '-', '?', '?z=1', '&z=1', '#', '%2F', 'é', 'a', ':', ','),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constantFrom('', '', '/', '?', '+', '#', '.', ';', '&'),
        fc.array(fc.constantFrom('', '', '', '', '*', '*', ':2'), { minLength: 1, maxLength: 3 }),
      ),
    },
  ),
  { maxLength: 6 },
);

const templates: fc.Arbitrary<TemplateOfParts> = written.map((parts) => {
  let count = 0;
  let template = '';
  const expressions: [operator: string, variables: [name: string, modifier: string][]][] = [];
  for (const part of parts) {
    if (typeof part === 'string') template += part;
    else {
      const [operator, modifiers] = part;
      const list = modifiers.map((modifier): [string, string] => [`a${count++}`, modifier]);
      expressions.push([operator, list]);
      template += `{${operator}${list.map((one) => one.join('')).join()}}`;
    }
  }
  const names = expressions.flatMap(([, list]) => list.map(([name]) => name));
  const values = fc
    .tuple(
      ...expressions.map(([operator, list]) => {
        const all = fc.tuple(...list.map(([, modifier]) => createValue(operator, modifier, list.length === 1, names)));
        const defined = fc.array(fc.boolean(), { minLength: list.length, maxLength: list.length });
        return fc.tuple(all, defined).map(([some, keep]): [string, unknown][] => {
          let entries = list.map(([name], index): [string, unknown] => [name, some[index]]);
          if (';?&'.includes(operator || ' ')) return entries.filter((_, index) => keep[index]);
          entries = entries.slice(0, keep.includes(false) ? keep.indexOf(false) : undefined);
          // An empty expansion means that nothing was defined.
          return operator && operator !== '+'
            ? entries
            : expand(template, Object.fromEntries(entries)) === expand(template, {})
              ? []
              : entries;
        });
      }),
    )
    .map((entries) => Object.fromEntries(entries.flat()) as MatchedValues);
  return { template, values };
});

const build = (template: string, values: object): string =>
  createEndpoint({ baseUrl: 'https://h' })(`GET ${template}`, values as never).url.replace('https://h', '');

describe('for all templates', () => {
  test('match returns the values of a url, or rejects the template for a url with two readings', () => {
    const numRuns = runs(600);
    let invertible = 0;
    let certain = 0;
    fc.assert(
      fc.property(
        templates.chain(({ template, values }) => fc.tuple(fc.constant(template), values)),
        ([template, values]) => {
          const error = refusal(template);
          if (!error) {
            invertible++;
            expect(match(template, expand(template, values), { missing: 'omit' })).toEqual(values);
            return;
          }
          const automaton = toAutomaton(parse(template));
          const ambiguity = findAmbiguity(automaton);
          // Members under `+` and `#` have no values at all; the length of prefixes is ignored.
          if (/one member or several/.test(error.message) || /:2|\{[+#][^}]*\*/.test(template)) return;
          certain++;
          const [one, other] = ambiguity?.readings.map((reading) => toValues(automaton.items, reading)) ?? [];
          expect(one).not.toEqual(other);
          expect([expand(template, one ?? {}), expand(template, other ?? {})]).toEqual([
            ambiguity?.url,
            ambiguity?.url,
          ]);
        },
      ),
      { numRuns },
    );
    expect([invertible > numRuns / 4, certain > numRuns / 50]).toEqual([true, true]);
  });

  test('values of a built url build it, also where some were left out or empty', () => {
    const numRuns = runs(1000);
    let matched = 0;
    fc.assert(
      fc.property(
        templates.chain(({ template, values }) => fc.tuple(fc.constant(`/${template}`), values)),
        fc.array(fc.constantFrom('', undefined, 'x'), { minLength: 4, maxLength: 4 }),
        ([template, values], others) => {
          if (refusal(template)) return;
          const given = { ...values };
          for (const [index, name] of variables(template)
            .map((variable) => variable.name)
            .entries())
            if (index < others.length && !(name in given)) given[name] = others[index] as string;
          const url = attempt(() => build(template, given));
          // A segment that a builder drops can't be read.
          if (url instanceof EndpointError || url !== expand(template, given)) return;
          const found = match(template, url);
          expect([template, url, found && build(template, found)]).toEqual([template, url, url]);
          matched++;
        },
      ),
      { numRuns },
    );
    expect(matched).toBeGreaterThan(numRuns / 20);
  });

  test('values of any url expand to it', () => {
    const numRuns = runs(500);
    let found = 0;
    const mutation = fc.tuple(
      fc.nat(),
      fc.constantFrom('', 'a', ',', '=', '/', '%2F', '%C3', '%', '?a0=', '&', ';', '.'),
    );
    fc.assert(
      fc.property(
        templates.chain(({ template, values }) => fc.tuple(fc.constant(template), values)),
        fc.array(mutation, { maxLength: 3 }),
        ([template, values], mutations) => {
          if (refusal(template)) return;
          let url = expand(template, values);
          for (const [at, piece] of mutations) {
            const index = at % (url.length + 1);
            url = url.slice(0, index) + piece + url.slice(index + (at % 2));
          }
          const result = match(template, url);
          if (!result) return;
          found++;
          expect(expand(template, result)).toBe(url);
        },
      ),
      { numRuns },
    );
    expect(found).toBeGreaterThan(numRuns / 30);
  });
});
