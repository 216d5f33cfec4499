import { expect, test } from 'vitest';
import { readExchange, writeExchange, type ReadContent } from './file-format.js';
import {
  addRequests,
  cleanFolder,
  copySaved,
  createSaved,
  listFolders,
  readSaved,
  reviseSaved,
  searchSaved,
  sortSaved,
} from './library.js';

const request = (name: string, folder = '', route = 'GET /a') => ({
  name,
  folder,
  route,
  content: { builder: { route } },
});
const saved = (name: string, folder = '', route = 'GET /a') => createSaved(request(name, folder, route));
const names = (list: readonly { readonly name: string; readonly folder: string }[]) =>
  list.map(({ name, folder }) => `${folder}/${name}`);

test.each([
  ['', ''],
  [' a ', 'a'],
  ['/a//b /', 'a/b'],
  ['a / b c', 'a/b c'],
])('cleans the folder “%s” to “%s”', (folder, clean) => {
  expect(cleanFolder(folder)).toBe(clean);
});

test('sorts by folder and name, numbers by value', () => {
  const list = [saved('b'), saved('a 10'), saved('a 2'), saved('z', 'A'), saved('y', 'b'), saved('x', 'a/c')];
  expect(names(sortSaved(list))).toEqual(['/a 2', '/a 10', '/b', 'A/z', 'a/c/x', 'b/y']);
});

test('lists folders with those around them', () => {
  expect(listFolders([saved('a', 'x/y/z'), saved('b'), saved('c', 'x/w')])).toEqual(['x', 'x/w', 'x/y', 'x/y/z']);
});

test.each<[query: string, found: readonly string[]]>([
  ['', ['/List issues', 'admin/Delete user']],
  ['LIST', ['/List issues']],
  ['admin', ['admin/Delete user']],
  ['users', ['admin/Delete user']],
  ['user delete', ['admin/Delete user']],
  ['user issues', []],
])('a search for “%s” finds %j', (query, found) => {
  const list = [saved('List issues', '', 'GET /issues'), saved('Delete user', 'admin', 'DELETE /users/{id}')];
  expect(names(searchSaved(list, query))).toEqual(found);
});

test('a search finds one of 5,000 requests', () => {
  const list = Array.from({ length: 5000 }, (_, index) => saved(`request ${index}`, `folder ${index % 50}`));
  expect(searchSaved(list, 'request 4999')).toHaveLength(1);
});

test('adding never overwrites: a taken name gets a number, and a known request is left out', () => {
  const existing = [saved('a', 'f')];
  const { added, known } = addRequests(existing, [
    request('a', 'f'),
    request('a', 'f', 'GET /b'),
    request('a', 'f', 'GET /c'),
    request('a', 'g'),
    request('a', ' g /'),
  ]);
  expect(names(added)).toEqual(['f/a 2', 'f/a 3', 'g/a']);
  expect(names(known)).toEqual(['f/a', 'g/a']);
  expect(new Set([...existing, ...added].map(({ id }) => id)).size).toBe(4);
});

test('adding the same requests again adds nothing, also under numbered names', () => {
  const existing = [saved('A', 'f', 'GET /device')];
  const requests = [request('A', 'f'), request('A', 'f', 'GET /b'), request('B', 'f')];
  const first = addRequests(existing, requests);
  expect(names(first.added)).toEqual(['f/A 2', 'f/A 3', 'f/B']);
  const again = addRequests([...existing, ...first.added], requests);
  expect(again.added).toEqual([]);
  expect(again.known.map(({ id }) => id)).toEqual(first.added.map(({ id }) => id));
});

test('each copy gets a name of its own', () => {
  const original = saved('A', 'f');
  const first = copySaved([original], original);
  const second = copySaved([original, first], original);
  expect(names([first, second])).toEqual(['f/A (copy)', 'f/A (copy) 2']);
  expect(second).toMatchObject({ content: original.content, revision: 1 });
  expect(new Set([original.id, first.id, second.id]).size).toBe(3);
});

test('a revision keeps the id and counts', () => {
  const first = saved('a');
  const next = reviseSaved(first, { name: ' b ', folder: 'x/' });
  expect(next).toMatchObject({ id: first.id, name: 'b', folder: 'x', revision: 2, content: first.content });
});

test.each<[stored: unknown, valid: boolean]>([
  [saved('a'), true],
  [{ ...saved('a'), later: 1 }, true],
  [undefined, false],
  [{}, false],
  [{ ...saved('a'), revision: '1' }, false],
  [{ ...saved('a'), name: null }, false],
])('reads what the device kept: %j', (stored, valid) => {
  expect(readSaved(stored) !== undefined).toBe(valid);
});

const readContent: ReadContent = (content) => {
  const { route } = content as { route?: unknown };
  if (typeof route !== 'string') throw new Error('“route” must be text.');
  return { route, content: { route } };
};
const file = (content: object) =>
  JSON.stringify({ format: 'endpoint.js requests', version: 1, requests: [], ...content });

test('a file has the requests that were written', () => {
  const requests = [
    { name: 'a', folder: '', content: { route: 'GET /a' } },
    { name: 'b', folder: 'x/y', content: { route: 'GET /b' } },
  ];
  const text = writeExchange(requests);
  const { requests: read, problems } = readExchange(text, readContent);
  expect(read.map(({ name, folder, content }) => ({ name, folder, content }))).toEqual(requests);
  expect(problems).toEqual([]);
});

test('a request that can’t be read is reported, and the others are read', () => {
  const { requests, problems } = readExchange(
    file({
      requests: [
        1,
        { document: { route: 'GET /' } },
        { name: 'a', folder: 1 },
        { name: 'b', document: { route: 1 } },
        { name: 'c', folder: ' x / ', document: { route: 'GET /c' } },
      ],
    }),
    readContent,
  );
  expect(names(requests)).toEqual(['x/c']);
  expect(problems).toEqual([
    'Request 1 isn’t an object.',
    'Request 2 has no name.',
    'Request 3, “a”: “folder” must be text.',
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
