import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import githubJson from '../github-catalogue.json';
import { packCatalogue, type PackedCatalogue } from '../pack.js';
import { readOpenApi } from '../reading/read-openapi.js';
import { createSearch, type Search } from './search.js';
import { readExtract, SEARCHES, type ApiName } from './test/searches.js';

const create = (api: ApiName): Search =>
  createSearch(
    api === 'github' ? (githubJson as unknown as PackedCatalogue) : packCatalogue(readOpenApi(readExtract(api))),
  );
const github = create('github');
const show = (search: Search, query: string): string[] => search(query).map(({ method, path }) => `${method} ${path}`);

describe.each(['github', 'openai', 'docker', 'mastodon'] as const)('in the document of %s', (api) => {
  const search = api === 'github' ? github : create(api);
  test.each(SEARCHES[api])('“%s” finds %s first', (query, first) => {
    expect(show(search, query)[0]).toBe(first);
  });
});

test.each<[query: string, first: string]>([
  ['/repos/{owner}/{repo}', 'GET /repos/{owner}/{repo}'],
  ['/repos/:owner/:repo/pulls/', 'GET /repos/{owner}/{repo}/pulls'],
  ['GET /repos/{o}/{r}/issues{?page}', 'GET /repos/{owner}/{repo}/issues'],
  ['git/refs', 'POST /repos/{owner}/{repo}/git/refs'],
  ['/search/co', 'GET /search/code'],
  ['/', 'GET /'],
  ['emojis', 'GET /emojis'],
  ['get user', 'GET /users/{username}'],
  ['gists public', 'GET /gists/public'],
])('in the document of github “%s” finds %s first', (query, first) => {
  expect(show(github, query)[0]).toBe(first);
});

test.each<[query: string, found: string[]]>([
  ['', ['GET /all/{id}', 'DELETE /all/{id}', 'POST /v2/b']],
  [' DELETE ', ['DELETE /all/{id}']],
  ['of the', ['GET /all/{id}', 'DELETE /all/{id}', 'POST /v2/b']],
  ['第二', ['POST /v2/b']],
  ['special', ['GET /all/{id}']],
  ['https://h', ['GET /all/{id}', 'DELETE /all/{id}', 'POST /v2/b']],
  ['GET /b', []],
  ['/b', ['POST /v2/b']],
  ['/v2/al', ['GET /all/{id}', 'DELETE /all/{id}']],
  ['/api/all/7', ['GET /all/{id}', 'DELETE /all/{id}']],
  ['/all/7/c', []],
  ['xyzzy', []],
])('“%s” finds %j', (query, found) => {
  const paths = {
    '/all/{id}': { get: { tags: ['Special'] }, delete: {} },
    '/v2/b': { post: { summary: '这是第二个' } },
  };
  expect(show(createSearch(packCatalogue(readOpenApi({ openapi: '3.0.0', paths }))), query)).toEqual(found);
});

test('any text is searched without an error', () => {
  fc.assert(
    fc.property(fc.string(), (query) => void github(query)),
    { numRuns: runs(100) },
  );
});
