import { expect, test } from 'vitest';
import { emptyDocument, readDocument } from '../document/document.js';
import { createEntries, createFormats, searchEntries } from './earlier-requests.js';

const BASE = emptyDocument('');
const FORMATS = createFormats('en', 'UTC');
const entry = (at: string, json: object) => {
  const document = readDocument(json, BASE);
  return { at: Date.parse(at), route: document.builder.route, document };
};
const ENTRIES = createEntries(
  [
    entry('2025-11-23T10:00:00Z', {
      builder: { route: 'GET /users/{name}', variables: [{ name: 'name', value: 'Mona' }] },
    }),
    entry('2025-11-23T09:00:00Z', { builder: { route: 'POST /a', baseUrl: 'https://staging.example' } }),
    entry('2025-11-02T23:59:00Z', { builder: { route: 'GET /b' }, call: { str1: 'to the server' } }),
  ],
  BASE,
  FORMATS,
);

test('the entries of a day share its heading', () => {
  expect(ENTRIES.map(({ day }) => day)).toEqual([
    'Sunday, November 23, 2025',
    'Sunday, November 23, 2025',
    'Sunday, November 2, 2025',
  ]);
});

test.each<[query: string, routes: readonly string[]]>([
  ['', ['GET /users/{name}', 'POST /a', 'GET /b']],
  ['USERS', ['GET /users/{name}']],
  ['mona', ['GET /users/{name}']],
  ['staging', ['POST /a']],
  ['api.github.com', ['GET /users/{name}', 'GET /b']],
  ['2025-11-02', ['GET /b']],
  ['november 23 post', ['POST /a']],
  ['server', ['GET /b']],
  ['variables', []],
])('a search for “%s” finds %j', (query, routes) => {
  expect(searchEntries(ENTRIES, query).map(({ route }) => route)).toEqual(routes);
});
