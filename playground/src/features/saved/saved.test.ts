import { expect, test } from 'vitest';
import { readExchange, type ReadContent } from './file-format.js';
import { searchSaved, sortSaved, type SavedRequest } from './library.js';

let lastId = 0;
const saved = (name: string, route = 'GET /a'): SavedRequest => {
  lastId += 1;
  return { id: lastId, name, revision: 1, route, content: { builder: { route } } };
};
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test('sorts by name, numbers by value; equal names stay in their order', () => {
  const list = [saved('b'), saved('a 10'), saved('a 2', 'GET /1'), saved('A 2', 'GET /2'), saved('a 2', 'GET /3')];
  const sorted = sortSaved(list);
  expect(names(sorted)).toEqual(['a 2', 'A 2', 'a 2', 'a 10', 'b']);
  expect(sorted.map(({ route }) => route).slice(0, 3)).toEqual(['GET /1', 'GET /2', 'GET /3']);
});

test.each<[query: string, found: readonly string[]]>([
  ['', ['List issues', 'admin / Delete user']],
  [' ', ['List issues', 'admin / Delete user']],
  ['LIST', ['List issues']],
  ['admin', ['admin / Delete user']],
  ['users', ['admin / Delete user']],
  ['builder', ['List issues', 'admin / Delete user']],
  ['user delete', ['admin / Delete user']],
  ['user issues', []],
])('a search for “%s” finds %j', (query, found) => {
  const list = [saved('List issues', 'GET /issues'), saved('admin / Delete user', 'DELETE /users/{id}')];
  expect(names(searchSaved(list, query))).toEqual(found);
});

const readContent: ReadContent = (content) => {
  const { route } = content as { route?: unknown };
  if (typeof route !== 'string') throw new Error('“route” must be text.');
  return { route, content: { route } };
};
const file = (content: object) =>
  JSON.stringify({ format: 'endpoint.js requests', version: 1, requests: [], ...content });

test('a request that can’t be read is reported, and the others are read', () => {
  const { requests, problems } = readExchange(
    file({
      requests: [
        1,
        { document: { route: 'GET /' } },
        { name: ' ' },
        { name: 'b', document: { route: 1 } },
        { name: ' c ', folder: 'x', document: { route: 'GET /c' } },
      ],
    }),
    readContent,
  );
  expect(names(requests)).toEqual(['c']);
  expect(problems).toEqual([
    'Request 1 isn’t an object.',
    'Request 2 has no name.',
    'Request 3 has no name.',
    'Request 4, “b”: “route” must be text.',
  ]);
});

test.each<[text: string, message: RegExp]>([
  ['', /isn’t JSON/],
  ['[]', /no saved requests/],
  ['{"openapi": "3.1.0"}', /no saved requests/],
  [file({ version: 2 }), /version 2; this page reads version 1/],
  [file({ requests: {} }), /no list/],
])('refuses the file %s', (text, message) => {
  expect(() => readExchange(text, readContent)).toThrow(message);
});
