import type { RequestOptions } from 'endpoint.js';
import { expect, test } from 'vitest';
import { changesBetween } from './changes.js';

const GET: RequestOptions = { method: 'get', url: 'https://h/a?b=1', headers: { accept: 'x' } };

test.each<[name: string, after: Partial<RequestOptions>, changes: string[]]>([
  ['nothing', {}, []],
  ['the method', { method: 'post' }, ['method: GET → POST']],
  ['the host', { url: 'https://i/a?b=1' }, ['origin: https://h → https://i']],
  ['the path', { url: 'https://h/c?b=1' }, ['path: /a → /c']],
  ['a parameter of the query', { url: 'https://h/a?b=2' }, ['query b: 1 → 2']],
  ['a parameter that is gone', { url: 'https://h/a' }, ['query b: 1 → -']],
  ['a second one of its name', { url: 'https://h/a?b=1&b=2' }, ['query b (2): - → 2']],
  ['a fragment', { url: 'https://h/a?b=1#c' }, ['fragment: - → #c']],
  ['a relative url', { url: '/a?b=1' }, ['origin: https://h → ']],
  ['a header', { headers: { accept: 'y', 'x-a': '1' } }, ['header accept: x → y', 'header x-a: - → 1']],
  ['a body', { body: { c: [1], d: null } }, ['body c: - → [1]', 'body d: - → null']],
  ['a body that isn’t an object', { body: 'text' }, ['body: - → "text"']],
  ['an empty body', { body: {} }, ['body: - → {}']],
])('lists the change of %s', (_, after, changes) => {
  const found = changesBetween(GET, { ...GET, ...after });
  expect(found.map(({ part, before = '-', after: now = '-' }) => `${part}: ${before} → ${now}`)).toEqual(changes);
});
