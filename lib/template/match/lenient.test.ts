import { compileMatch, expand, match, type MatchedValues } from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../dev/testing/full.js';

const lenient = { lenient: true };

test.each<[template: string, url: string, values: MatchedValues | undefined]>([
  // Reserved characters without encoding, as URL parsers leave them.
  ['/users/{name}', '/users/@alice', { name: '@alice' }],
  ['/x{?y,ids[]*}', '/x?ids[]=1&y=2&ids[]=3', { 'ids[]': ['1', '3'], y: '2' }],
  ['/x?$top=1{&$skip,m*}', '/x?$top=1&$skip=2&$k=3', { $skip: '2', m: { $k: '3' } }],
  ['/users/{name}', "/users/a:b!$&'()*+;=[]", { name: "a:b!$&'()*+;=[]" }],
  ['/users/{name}', '/users/a|b^c', { name: 'a|b^c' }],
  ['/users/{name}', '/users/é%', { name: 'é%' }],
  ['/users/{name}', '/users/a/b', undefined],
  ['/users/{name}', '/users/a?b', undefined],
  ['/users/{name}', '/users/a#b', undefined],
  ['/users/{name}', '/users/a,b', { name: ['a', 'b'] }],
  ['/users/{name}', '/users/a%2Cb', { name: 'a,b' }],
  ['/x{?q}', '/x?q=a/b?c=d:e', { q: 'a/b?c=d:e' }],
  ['/x{?q}', '/x?q=a+b', { q: 'a+b' }],
  ['/x{?q}', '/x?q=a&b', undefined],
  ['/x{?q*}', '/x?q=a@b&q=c', { q: ['a@b', 'c'] }],
  ['/x{?q*}', '/x?a:b=c@d', { q: { 'a:b': 'c@d' } }],
  ['/x{;a,b}', '/x;a=@;b=:', { a: '@', b: ':' }],
  ['/x?q={q}', '/x?q=a/b', { q: 'a/b' }],

  // Percent-encoding.
  ['/users/{name}', '/users/%c3%a9%7e%41', { name: 'é~A' }],
  ['/~{name}', '/%7ea', { name: 'a' }],
  ['/é/{name}', '/%c3%a9/a', { name: 'a' }],
  ['/%7e/{name}', '/~/a', { name: 'a' }],
  ['/{+path}', '/a%2fb%7e', { path: 'a%2fb%7e' }],
  ['/{name}', '/%c3', undefined],
  ['/{name}', '/\ud800', undefined],

  // The order of a query.
  ['/x{?a,b}', '/x?b=1&a=2', { a: '2', b: '1' }],
  ['/x?t=1{&a}', '/x?a=2&t=1', { a: '2' }],
  ['/x{?a,f*}', '/x?k=1&a=2&l=3', { a: '2', f: { k: '1', l: '3' } }],
  ['/x{?f*,a}', '/x?a=2&f=1&f=3', { a: '2', f: ['1', '3'] }],
  ['/x{?a,b}{#c}', '/x?b=1&a=2#f', { a: '2', b: '1', c: 'f' }],
  ['/x{?a}', '/x?a=1&b=2', undefined],
  ['/x{?a}', '/x?a=1&a=2', undefined],
  ['/x{?toString}', '/x?toString=1', { toString: '1' }],
  ['/x{?page,f*}', '/x?%70age=1&k=2', { page: '1', f: { k: '2' } }],

  // Characters that the template writes too.
  ['/@{user}/{x}', '/@a@b/c@d', { user: 'a@b', x: 'c@d' }],
  ['/v1/{name}:cancel', '/v1/a:b:cancel', { name: 'a:b' }],
  ['/{+a}@{b}', '/x@y@z', { a: 'x@y', b: 'z' }],
  ['/{+a}@{b}', '/x@y:z', { a: 'x', b: 'y:z' }],
])('%s reads %s leniently', (template, url, values) => {
  expect(match(template, url, lenient)).toEqual(values);
});

test.each([
  ['/users/{name}', '/users/@alice'],
  ['/x{?a,b}', '/x?b=1&a=2'],
  ['/x/{a}', '/x/%c3%a9'],
])('%s does not read %s without that', (template, url) => {
  expect(match(template, url)).toBeUndefined();
  expect(match(template, url, {})).toBeUndefined();
});

test('rejects ambiguous templates', () => {
  for (const template of ['{a}{b}', '{a}-{b}', '/{name}.{format}', '{?a*,b*}'])
    expect(() => match(template, '', lenient)).toThrow(/can't be matched/);
  expect(compileMatch('/:owner/{repo}', { placeholders: true, lenient: true })('/@o/r')).toEqual({
    owner: '@o',
    repo: 'r',
  });
});

const TEMPLATES = [
  '/users/{name}',
  '/repos/{owner}/{repo}{?q,page,sort}',
  '/@{owner}/{repo}{/path*}{?q,page}',
  '/x{;a,b}{?c,d}',
  '/v1/{name}:cancel{?force}',
  '/files/{+rest}',
  '/find?kind=x&q={q}{&page,tags*}',
  '/list{?page,filter*}{#part}',
  '/{a,b}/{c*}',
];
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(..."@:!$&'()*+;=[]/?#,~|%é "), minLength: 1, maxLength: 6 }),
);
const safe = text.filter((one) => !/\p{Cs}|^\.\.?$|%/u.test(one));
const NAMES = ['name', 'owner', 'repo', 'q', 'page', 'sort', 'a', 'b', 'c', 'd', 'force', 'rest', 'part'];
const values = fc
  .record({
    ...Object.fromEntries(NAMES.map((name) => [name, safe])),
    // No query of its own, and no segment that a parser would resolve.
    rest: safe.filter((one) => !/[?#]|(?:^|\/)\.\.?(?:\/|$)/.test(one)),
    path: fc.array(safe, { minLength: 1, maxLength: 3 }),
    tags: fc.array(safe, { minLength: 1, maxLength: 3 }),
    c: fc.array(safe, { minLength: 2, maxLength: 3 }),
    filter: fc.dictionary(
      safe.filter((key) => !NAMES.includes(key) && !/^(?:filter|\d+)$/.test(key)),
      safe,
      { minKeys: 1, maxKeys: 3 },
    ),
  })
  .map((all) => all as unknown as MatchedValues);

/** The variables of a template with their values, in the kinds that `match` returns. */
function pick(template: string, all: MatchedValues): MatchedValues {
  const names = [...template.matchAll(/\{[^\w]?([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
  return Object.fromEntries(
    names.map((variable) => {
      const name = variable.replace('*', '');
      const value = all[name] ?? '';
      return [name, variable.endsWith('*') || typeof value === 'string' ? value : String(value[0 as never])];
    }),
  );
}

/** A url as others write it: some characters that need no encoding without it, and some triplets in lower case. */
function respell(url: string, template: string, bits: readonly boolean[]): string {
  const [path = '', ...others] = url.split(/(?=[?#])/);
  let index = 0;
  const keep = new Set([...template, ...(template.includes('{;') ? ';' : ''), '%', ',', '/', '?', '#', '&', '=']);
  const spell = (part: string, free: string): string =>
    part.replace(/%[\dA-F]{2}/g, (triplet) => {
      const character = String.fromCharCode(parseInt(triplet.slice(1), 16));
      if (!bits[index++ % bits.length]) return triplet;
      return free.includes(character) && !keep.has(character) ? character : triplet.toLowerCase();
    });
  return (
    spell(path, "!$'()*+;:@[]") + others.map((part) => spell(part, part[0] === '?' ? "!$'()*+;:@[]|" : '')).join('')
  );
}

describe('for all values', () => {
  test('reads them from the url as a parser writes it, respelled, and with its query shuffled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEMPLATES),
        values,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
        fc.nat(),
        (template, all, bits, turn) => {
          const expected = pick(template, all);
          const url = expand(template, expected);
          expect(match(template, url, lenient)).toEqual(expected);

          const { pathname, search, hash } = new URL(url, 'http://h');
          const parameters = search.slice(1).split('&');
          // Members of a list stay in their order.
          const names = [...new Set(parameters.map((parameter) => parameter.split('=')[0]))];
          const turned = names.map((_, index) => names[(index + turn) % names.length]);
          const sorted = turned.flatMap((name) => parameters.filter((parameter) => parameter.split('=')[0] === name));
          const shuffled = pathname + (search && `?${sorted.join('&')}`) + hash;
          expect(match(template, shuffled, lenient)).toEqual(expected);
          if (!template.includes('+') && !template.includes('#'))
            expect(match(template, respell(shuffled, template, bits), lenient)).toEqual(expected);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
