import { endpoint } from 'endpoint.js';
import type { FormOptions } from 'endpoint.js/fetch';
import { describe, expect, test } from 'vitest';
import { toSnippet, type SnippetTarget } from './index.js';

describe('a form', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const source = { route: 'POST /x', options: { a: [1, 2], headers } };
  const request = endpoint(source.route, source.options);

  test.each<[SnippetTarget, FormOptions | undefined, withSource: boolean, code: string]>([
    ['curl', undefined, false, '--data-urlencode a=1 \\\n  --data-urlencode a=2\n'],
    ['curl', { arrays: 'brackets' }, false, '--data-urlencode a%5B%5D=1 \\\n'],
    ['curl', { arrays: 'comma' }, false, '--data-urlencode a=1,2\n'],
    ['fetch', undefined, false, "body: new URLSearchParams([['a', '1'], ['a', '2']])"],
    ['fetch', { arrays: 'comma' }, false, "body: new URLSearchParams({ a: '1,2' })"],
    ['endpoint.js', undefined, true, '...toFetch(request))'],
    ['endpoint.js', { arrays: 'brackets' }, true, "...toFetch(request, { arrays: 'brackets' }))"],
    [
      'endpoint.js',
      { arrays: 'indices', objects: 'dots' },
      true,
      "...toFetch(request, { arrays: 'indices', objects: 'dots' }))",
    ],
    ['curl', { arrays: 'indices' }, false, '--data-urlencode a%5B0%5D=1'],
    ['endpoint.js', { arrays: 'brackets' }, false, "new URLSearchParams([['a[]', '1'], ['a[]', '2']])"],
    ['node', { arrays: 'comma' }, false, "Buffer.from(new URLSearchParams({ a: '1,2' }).toString())"],
    ['python', undefined, false, "data=[\n        ('a', '1'),\n        ('a', '2'),\n    ],"],
    ['python', { arrays: 'comma' }, false, "data={\n        'a': '1,2',\n    },"],
    ['httpie', { arrays: 'brackets' }, false, "'a[]=1' \\\n  'a[]=2'\n"],
    ['go', { arrays: 'comma' }, false, 'strings.NewReader("a=1,2")'],
  ])('%s, lists written by %o, with its source %s: %s', (target, form, withSource, code) => {
    expect(toSnippet(request, target, withSource ? source : undefined, form)).toContain(code);
  });

  test.each<[SnippetTarget, body: Record<string, unknown>, code: string]>([
    ['curl', { a: '@file' }, '--data-urlencode a=@file'],
    ['curl', { '@a': '1' }, '--data-urlencode %40a=1'],
    ['curl', { '': '@file' }, "--data-raw '=%40file'"],
    ['curl', { a: '\0' }, '--data-raw a=%00'],
    ['httpie', { a: '@file' }, "'a=\\@file'"],
    ['httpie', { a: '=1' }, "'a=\\=1'"],
    ['httpie', { a: '\\@' }, '--raw=a=%5C%40'],
    ['httpie', { 'a:': '1' }, '--raw=a%3A=1'],
    ['httpie', { '-a': '1' }, '--raw=-a=1'],
    ['fetch', { __proto__x: 1, a: "'" }, `new URLSearchParams({ __proto__x: '1', a: "'" })`],
    ['fetch', JSON.parse('{"__proto__":1}') as Record<string, unknown>, "new URLSearchParams({ ['__proto__']: '1' })"],
    ['python', { a: "'\n" }, `'a': "'\\n",`],
  ])('%s writes %j as %s', (target, body, code) => {
    expect(toSnippet({ method: 'post', url: 'http://h/', body, headers }, target)).toContain(code);
  });
});
