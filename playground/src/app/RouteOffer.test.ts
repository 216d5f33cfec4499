import { expect, test } from 'vitest';
import githubJson from '../features/catalogue/github-catalogue.json';
import { createOperationFinder } from '../features/catalogue/library/find-operation.js';
import type { PackedCatalogue } from '../features/catalogue/pack.js';
import { deriveState } from '../features/request-builder/model/build.js';
import { EMPTY_FORM, type Form } from '../features/request-builder/model/form.js';
import { fillFormFromUrl } from './RouteOffer.js';

const find = createOperationFinder(githubJson as unknown as PackedCatalogue);

function offer(change: Partial<Form>): { before: Form; after: Form | undefined } {
  const state = deriveState({ ...EMPTY_FORM, ...change });
  const found = state.request && find(state.request.method, state.request.url);
  return { before: state.form, after: found && fillFormFromUrl(found, state) };
}

const values = ({ parameters }: Form): object => Object.fromEntries(parameters.map(({ name, value }) => [name, value]));

const HEADERS = [{ id: 1, name: 'x-trace', value: 'on' }];

test('fills the route’s values from the url, and keeps headers and body', () => {
  const row = { id: 4, name: 'body', value: 'Text', kind: 'text', place: 'auto' } as const;
  const { before, after } = offer({
    route: 'POST https://api.github.com/repos/octokit/rest.js/issues/7/comments',
    parameters: [row],
    headers: HEADERS,
  });
  expect(after).toEqual({
    ...before,
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: [
      { id: 1, name: 'owner', value: 'octokit', kind: 'text', place: 'auto' },
      { id: 2, name: 'repo', value: 'rest.js', kind: 'text', place: 'auto' },
      { id: 3, name: 'issue_number', value: '7', kind: 'text', place: 'auto' },
      { ...row, id: 4 },
    ],
  });
});

test.each([
  ['a query', '/repos/o/r/issues?page=2&x=1', { owner: 'o', repo: 'r', page: '2', x: '1' }],
  ['a list around another value', '/advisories?cwes=a&page=2&cwes=b', { cwes: '["a","b"]', page: '2' }],
  ['a path of several segments', '/repos/o/r/contents/a/b%20c', { owner: 'o', repo: 'r', path: 'a/b c' }],
  ['a literal segment', '/user', {}],
  ['a name of an option', '/users/me?url=x', { username: 'me', url: 'x' }],
])('reads %s', (_, route, expected) => {
  const { after } = offer({ route });
  expect(after && values(after)).toEqual(expected);
});

test.each([
  ['no route writes the url', { route: '/nothing/of/this' }],
  ['another host', { route: 'https://example.com/user' }],
  ['another method', { route: 'DELETE /user' }],
  ['the request would be another one', { route: '/repos/o/r?a=1&a=2' }],
])('offers nothing: %s', (_, change) => {
  expect(offer(change).after).toBeUndefined();
});

test('offers nothing where the url has a key', () => {
  const form = { ...EMPTY_FORM, route: '/user' };
  const state = deriveState(form);
  const found = state.request && find(state.request.method, state.request.url);
  const auth = { kind: 'key', name: 'k', value: 'v', place: 'query' } as const;
  expect(found && fillFormFromUrl(found, state)?.route).toBe('GET /user');
  expect(found && fillFormFromUrl(found, { ...state, surroundings: { ...state.surroundings, auth } })).toBeUndefined();
});
