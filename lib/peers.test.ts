/** Differential tests: the same results as the peers, and a table of the deliberate differences. */
import { endpoint as octokit } from '@octokit/endpoint';
import { createEndpoint, type EndpointOptions } from 'endpoint.js';
import { expand } from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { parseTemplate as urlTemplate } from 'url-template';
import { describe, expect, test } from 'vitest';
import { runs } from '../dev/testing/full.js';
import { GITHUB_MIX } from '../dev/testing/github-routes.mjs';

/** Deliberate differences from the peers. The guide to URI templates has a line for each. */
type TemplateDifference = [
  reason: string,
  template: string,
  values: Record<string, string>,
  theirs: string | ErrorConstructor,
  ours: string,
];

const URL_TEMPLATE_DIFFERENCES: TemplateDifference[] = [
  ['a `%` outside of a triplet is encoded', '{+a}', { a: '%a😀' }, '%a😀', '%25a%F0%9F%98%80'],
  ['a prefix never splits a character', '{a:1}', { a: '😀x' }, URIError, '%F0%9F%98%80'],
];

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
  test('expands templates to the same urls', () => {
    fc.assert(
      fc.property(template, values, (text, map) => {
        expect(expand(text, map)).toBe(urlTemplate(text).expand(map as never));
      }),
      { numRuns: runs(500) },
    );
  });

  test.each(URL_TEMPLATE_DIFFERENCES)('differs deliberately: %s', (_, text, map, theirs, ours) => {
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

  test.each(GITHUB_MIX as [string, EndpointOptions][])('builds the same request: %s %o', (route, options) => {
    const theirs = peer(route, { ...options } as never);
    const ours = builder(route, options);
    // It writes the method in upper case and an empty string as the body of PUT and PATCH; see octokit.test.ts.
    const { body, method, ...rest } = theirs as { body?: unknown; method: string };
    const expected = { ...rest, method: method.toLowerCase() };
    expect(ours).toEqual(body === '' || body === undefined ? expected : { ...expected, body });
  });

  test('builds the same url and body for ordinary parameters', () => {
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
      { numRuns: runs(300) },
    );
  });
});
