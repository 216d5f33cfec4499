/** Differential tests: the same as the peers where they are right, and a table of where this package differs on purpose. */
import { endpoint as octokit } from '@octokit/endpoint';
import { createEndpoint, endpoint, type EndpointOptions } from 'endpoint.js';
import { expand } from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { parseTemplate as urlTemplate } from 'url-template';
import { describe, expect, test } from 'vitest';
import { GITHUB_MIX } from '../bench/routes.mjs';

const unreserved = fc.string({ unit: fc.constantFrom(...'abcXYZ019-._~ /?#&=é€😀!*'), minLength: 1 });
const member = unreserved;
const value = fc.oneof(
  member,
  fc.array(member, { minLength: 1, maxLength: 3 }),
  fc.dictionary(fc.constantFrom('k', 'l', 'ü'), member, { minKeys: 1 }),
);
const values = fc.record({ a: value, b: value, c: value, d: value }, { requiredKeys: [] });
const expression = fc
  .tuple(
    fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&'),
    fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('', '*')), { minLength: 1, maxLength: 3 }),
  )
  .map(([operator, list]) => `{${operator}${list.map((varspec) => varspec.join('')).join()}}`);
const template = fc
  .array(fc.oneof(expression, fc.constantFrom('/', '/repos/', '.', '-', '?x=1', '&y=%20')), { maxLength: 6 })
  .map((parts) => parts.join(''));

describe('url-template', () => {
  test('the same expansion', () => {
    fc.assert(
      fc.property(template, values, (text, map) => {
        expect(expand(text, map)).toBe(urlTemplate(text).expand(map as never));
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['a `%` that begins no triplet has to be encoded', '{+a}', { a: '%a😀' }, '%a😀', '%25a%F0%9F%98%80'],
    ['a prefix never cuts a character in two', '{a:1}', { a: '😀x' }, URIError, '%F0%9F%98%80'],
  ])('differs on purpose: %s', (_, text, map, theirs, ours) => {
    const run = (): string => urlTemplate(text).expand(map);
    if (typeof theirs === 'function') expect(run).toThrow(theirs);
    else expect(run()).toMatch(theirs);
    expect(expand(text, map)).toBe(ours);
  });
});

describe('@octokit/endpoint', () => {
  const builder = createEndpoint({
    vendor: 'github',
    baseUrl: 'https://api.github.com',
    headers: { 'user-agent': 'test' },
  });
  const peer = octokit.defaults({ headers: { 'user-agent': 'test' } });

  test.each(GITHUB_MIX as [string, EndpointOptions][])('the same request: %s %o', (route, options) => {
    const theirs = peer(route, { ...options } as never);
    const ours = builder(route, options);
    // They write the method in upper case, and give PUT and PATCH without a body the empty string; see the table below.
    const { body, method, ...rest } = theirs as { body?: unknown; method: string };
    const expected = { ...rest, method: method.toLowerCase() };
    expect(ours).toEqual(body === '' || body === undefined ? expected : { ...expected, body });
  });

  test('the same url and body for ordinary parameters', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_~é€😀 &=?#'), minLength: 1 });
    fc.assert(
      fc.property(
        fc.constantFrom(
          'GET /orgs/{org}/repos',
          'GET /orgs/:org/repos',
          'POST /orgs/{org}/repos',
          'GET /orgs/{org}/repos{?page}',
          'DELETE /orgs/{org}{/repo}',
        ),
        fc.record({ org: word, repo: word, page: fc.integer() }),
        fc.dictionary(fc.constantFrom('sort', 'per_page', 'visibility'), fc.oneof(word, fc.integer(), fc.boolean())),
        (route, path, rest) => {
          const options = { ...path, ...rest };
          const { url, body } = peer(route, options as never) as { url: string; body?: unknown };
          const ours = builder(route, options);
          expect(ours.url).toBe(url);
          expect(ours.body).toEqual(body);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test.each<[why: string, route: string, options: EndpointOptions, theirs: object, ours: object | RegExp]>([
    [
      'a missing path value changes what is deleted',
      'DELETE /repos/{owner}',
      {},
      { url: 'https://api.github.com/repos' },
      /owner: is missing/,
    ],
    [
      '`..` climbs out of the route',
      'GET /a/{x}/c',
      { x: '..' },
      { url: 'https://api.github.com/a/../c' },
      /x: makes the path segment/,
    ],
    [
      'a url of `@host` must not change the host',
      'GET @evil/x',
      {},
      { url: 'https://api.github.com@evil/x' },
      { url: 'https://api.github.com/@evil/x' },
    ],
    [
      'a trailing slash is the caller’s',
      'GET /a/',
      {},
      { url: 'https://api.github.com/a' },
      { url: 'https://api.github.com/a/' },
    ],
    [
      'a literal colon is no placeholder',
      'GET /v1/{n}:batchGet',
      { n: 'x' },
      { url: 'https://api.github.com/v1/x' },
      { url: 'https://api.github.com/v1/x:batchGet' },
    ],
    [
      'one-letter and capital names are placeholders',
      'GET /:a/:Org',
      { a: 1, Org: 2 },
      { url: 'https://api.github.com/:a/:Org?a=1&Org=2' },
      { url: 'https://api.github.com/1/2' },
    ],
    [
      '`q` is a name like any other',
      'GET /search',
      { q: 'C++' },
      { url: 'https://api.github.com/search?q=C++' },
      { url: 'https://api.github.com/search?q=C%2B%2B' },
    ],
    [
      'a prefixed variable is consumed',
      'GET /{x:3}',
      { x: 'abcdef' },
      { url: 'https://api.github.com/abc?x=abcdef' },
      { url: 'https://api.github.com/abc' },
    ],
    ['one spelling of the method, whatever was given', 'geT /x', {}, { method: 'GET' }, { method: 'get' }],
    ['no body is no body', 'PUT /x', {}, { body: '' }, { body: undefined }],
    [
      'text is not JSON',
      'POST /x',
      { data: 'text' },
      { headers: { 'content-type': 'application/json; charset=utf-8' } },
      { headers: { 'content-type': undefined } },
    ],
    [
      'a parameter must not take over the request',
      'GET /x',
      { url: '/y' },
      { url: 'https://api.github.com/y' },
      /endpoint\.in/,
    ],
    [
      'nothing is lost silently',
      'GET /x',
      { data: 'text' },
      { url: 'https://api.github.com/x?data=text' },
      /data: GET has no body/,
    ],
    ['a malformed template is an error', 'GET /a{b', {}, { url: 'https://api.github.com/a{b' }, /"\{" without/],
    [
      'a `Headers` counts',
      'GET /x',
      { headers: new Headers({ 'x-a': '1' }) },
      { headers: { 'x-a': undefined } },
      { headers: { 'x-a': '1' } },
    ],
  ])('differs on purpose: %s', (_, route, options, theirs, ours) => {
    const request = peer(route, { ...options } as never);
    for (const [key, expected] of Object.entries(theirs)) {
      if (key === 'headers') expect({ 'x-a': undefined, ...request.headers }).toMatchObject(expected as object);
      else expect((request as unknown as Record<string, unknown>)[key]).toBe(expected);
    }
    if (ours instanceof RegExp) expect(() => endpoint(route, options)).toThrow(ours);
    else
      expect({
        body: undefined,
        ...endpoint(route, options),
        headers: { 'content-type': undefined, ...endpoint(route, options).headers },
      }).toMatchObject(ours);
  });
});
