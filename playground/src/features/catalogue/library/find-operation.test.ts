import { expect, test } from 'vitest';
import githubJson from '../github-catalogue.json';
import { packCatalogue, type PackedCatalogue } from '../pack.js';
import { readOpenApi } from '../reading/read-openapi.js';
import { createOperationFinder } from './find-operation.js';

const github = createOperationFinder(githubJson as unknown as PackedCatalogue);

test.each([
  [
    'GET',
    'https://api.github.com/repos/octokit/rest.js/issues?page=2',
    '/repos/{owner}/{repo}/issues',
    { owner: 'octokit', repo: 'rest.js', page: '2' },
  ],
  ['get', 'https://api.github.com/user', '/user', {}],
  ['GET', 'https://api.github.com/users/me?url=x', '/users/{username}', { username: 'me', url: 'x' }],
  [
    'GET',
    'https://api.github.com/repos/o/r/contents/docs/a%20b.md',
    '/repos/{owner}/{repo}/contents/{path}',
    { owner: 'o', repo: 'r', path: 'docs/a b.md' },
  ],
  ['DELETE', 'https://api.github.com/user', undefined, {}],
  ['GET', 'https://example.com/user', undefined, {}],
])('%s %s', (method, url, path, values) => {
  const found = github(method, url);
  expect(found?.operation.path).toBe(path);
  expect(Object.fromEntries(found?.parameters.map(({ name, value }) => [name, value]) ?? [])).toEqual(values);
});

test('knows each server, and leaves out routes that can’t be matched', () => {
  const find = createOperationFinder(
    packCatalogue(
      readOpenApi({
        openapi: '3.0.0',
        info: { title: 'Pets' },
        servers: [{ url: 'https://pets.example/v1/' }, { url: 'https://{region}.pets.example' }, { url: '/v2' }],
        paths: { '/pets/{id}': { get: {} }, '/pets/{a}{b}': { get: {} } },
      }),
    ),
  );
  expect(find('GET', 'https://pets.example/v1/pets/7')).toMatchObject({
    server: 'https://pets.example/v1/',
    operation: { path: '/pets/{id}' },
    parameters: [{ name: 'id', place: 'auto', value: '7' }],
  });
  // A relative server has no host.
  expect(find('GET', '/v2/pets/7')).toBeUndefined();
  expect(find('GET', 'https://eu.pets.example/pets/7')).toBeUndefined();
});
