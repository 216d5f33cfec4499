/**
 * Each target writes the same requests as its page in fixtures/, which is documentation too.
 * `npx vitest run lib/snippets -u` writes the pages anew: review the difference as code.
 */
import { readdirSync } from 'node:fs';
import { createEndpoint, EndpointError, type RequestOptions } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { snippetTargets, toSnippet, type SnippetTarget } from './index.js';

const api = createEndpoint({ baseUrl: 'https://api.example', headers: { 'user-agent': 'example/1.0' } });
const TEXT = { 'content-type': 'text/plain' };

const CASES: readonly [title: string, request: RequestOptions][] = [
  ['GET', api('GET /users/{user}/posts{?tags}', { user: 'ada', tags: ['a', 'b'] })],
  ['HEAD', api('HEAD /users/{user}', { user: 'ada' })],
  ['DELETE', api('DELETE /users/{user}', { user: 'ada', headers: { authorization: 'Bearer abc' } })],
  ['POST without a body', api('POST /users')],
  ['JSON', api('POST /users', { name: 'Ada', tags: ['a', 'b'], address: { city: 'London' }, active: true })],
  ['A form', api('PUT /users', { data: new URLSearchParams({ name: 'Ada Lovelace', tag: 'a&b' }) })],
  ['Text', api('PATCH /notes', { data: 'one\ntwo', headers: TEXT })],
  ['Text without a content type', api('POST /notes', { data: 'plain' })],
  [
    'Quotes',
    api('POST /notes', { text: `'single' "double" \`back\` $HOME \\ %s`, headers: { 'x-note': `it's "quoted"` } }),
  ],
  ['Text beyond ASCII', api('POST /notes', { text: 'naïve 💥\u2028', headers: { 'x-note': 'é' } })],
  ['Control characters', api('POST /notes', { data: '\0\x1b[0m\ttab', headers: TEXT })],
  ['An unusual url', { method: 'get', url: 'https://api.example/a/../[b]?c=%7e', headers: {} }],
  ['Headers of the connection', api('GET /users', { headers: { host: 'other.example', 'accept-encoding': 'br' } })],
  ['Credentials in the url', { method: 'get', url: 'https://ada:secret@api.example/', headers: {} }],
];

/** The snippet, or the reason for its absence. */
function convert(request: RequestOptions, target: SnippetTarget): string {
  try {
    return toSnippet(request, target);
  } catch (error) {
    if (error instanceof EndpointError) return `${error.message}\n`;
    throw error;
  }
}

describe('writes the page of', () => {
  test.each(snippetTargets)('$target', async ({ target, label, language }) => {
    const sections = CASES.map(
      ([title, request]) => `## ${title}\n\n\`\`\`\`${language}\n${convert(request, target)}\`\`\`\`\n`,
    );
    const page = [`# ${label}\n`, `The snippets of \`toSnippet(request, '${target}')\`.\n`, ...sections].join('\n');
    await expect(page).toMatchFileSnapshot(`fixtures/${target}.md`);
  });
});

test('each page belongs to a target', () => {
  const pages = snippetTargets.map(({ target }) => `${target}.md`);
  expect(pages).toStrictEqual(expect.arrayContaining(readdirSync(new URL('fixtures', import.meta.url))));
});
