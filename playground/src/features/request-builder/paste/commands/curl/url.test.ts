import { expect, test } from 'vitest';
import { readCurl } from '../curl.js';

const readUrls = (text: string) => readCurl(text).requests.map(({ url }) => url);

test.each<[text: string, url: string, isNamed: boolean]>([
  ['https://h.example/users/{user_id}', 'https://h.example/users/{user_id}', false],
  ['https://h.example/v1/{enterprise-team}:run', 'https://h.example/v1/{enterprise-team}:run', false],
  ['https://h.example/a?b={name}', 'https://h.example/a?b={{name}}', false],
  ['https://h.example/{{id}}/{id}', 'https://h.example/{{id}}/{id}', false],
  ['https://h.example/{a,b}', 'https://h.example/%7Ba,b%7D', true],
  ['https://h.example/{{id}}/{a,b}', 'https://h.example/{{id}}/{a,b}', true],
  ['https://h.example/[1-3]/{id}', 'https://h.example/[1-3]/{id}', true],
  [String.raw`https://h.example/\{id\}`, 'https://h.example/%7Bid%7D', true],
  ['https://h.example/a?b=\\{{id}}', 'https://h.example/a?b=\\{{id}}', false],
  [String.raw`https://h.example/\[id\]`, 'https://h.example/[id]', false],
  ['https://{host}/a', 'https://{{host}}/a', false],
  ['h.{region}.example/{id}', 'http://h.{{region}}.example/{id}', false],
  // Without a scheme, curl refuses an empty port.
  ['h.example:', 'http://h.example:/', true],
  ['http://h.example:', 'http://h.example:/', false],
])('the braces and the host of %s', (text, url, isNamed) => {
  const [found] = readCurl(`curl '${text}'`).requests;
  expect(readUrls(`curl '${text}'`)[0]?.replace(/^https?/, '')).toBe(url.replace(/^https?/, ''));
  expect(found?.unread.length !== 0).toBe(isNamed);
});

test('backslashes before brackets are of a pattern in the URL alone', () => {
  expect(readUrls(String.raw`curl -G -d 'c=\[2\]' 'https://h.example/\[1\]?b=\[1\]'`)).toEqual([
    String.raw`https://h.example/[1]?b=[1]&c=\[2\]`,
  ]);
});

test.each<[text: string, url: string, whole: string | undefined]>([
  ['curl https://h.example/a?b=1&c=2', 'https://h.example/a?b=1', 'https://h.example/a?b=1&c=2'],
  ['curl h.example/a?b=1&c[]=2&d=$D -s', 'http://h.example/a?b=1', 'http://h.example/a?b=1&c[]=2&d={{D}}'],
  ['curl localhost:3000/<id>?b=1&c=2', 'http://localhost:3000/{{<id>}}?b=1', 'http://localhost:3000/{{<id>}}?b=1&c=2'],
  ['curl https://h.example/a;v=1/b', 'https://h.example/a', 'https://h.example/a;v=1/b'],
  ['C:\\>curl https://h.example/a?b=1&c=2', 'https://h.example/a?b=1', 'https://h.example/a?b=1&c=2'],
  ["curl 'https://h.example/a?b=1&c=2'", 'https://h.example/a?b=1&c=2', undefined],
  ['curl https://h.example/a?b=1\\&c=2', 'https://h.example/a?b=1&c=2', undefined],
  ['curl https://h.example/a & b=1', 'https://h.example/a', undefined],
  ['curl https://h.example/a&curl https://h.example/b', 'https://h.example/a', undefined],
  ['curl https://h.example/a && curl https://h.example/b?c=1', 'https://h.example/a', undefined],
])('%s may be meant with quotes', (text, url, whole) => {
  const [found] = readCurl(text).requests;
  expect(readUrls(text)[0]).toBe(url);
  expect(found?.instead === undefined ? undefined : readUrls(found.instead.text)[0]).toBe(whole);
  expect(found?.notes.some((note) => note.includes('outside of quotes'))).toBe(whole !== undefined);
});
