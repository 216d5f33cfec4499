/** The pages' links to the playground are those that the playground itself would write, and it reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyDocument } from '../../playground/src/app/document/document.js';
import { readLink, writeLink } from '../../playground/src/app/document/link.js';
import { EMPTY_FORM, type Form } from '../../playground/src/features/request-builder/model/form.js';
import { replaceOptions } from '../../playground/src/features/request-builder/model/rows.js';
import { ROOT } from '../commands/build.mjs';
import { renderPlay } from './markdown.mjs';
import { readPlay, writePlayHash, type Play } from './play.mjs';

const base = emptyDocument('');

/** The form that the playground fills for a request, by its own code. */
function fillForm({ route, parameters, headers, baseUrl, vendor }: Play): Form {
  const form = replaceOptions(EMPTY_FORM, { ...parameters, ...(headers && { headers }) });
  return { ...form, route, ...(baseUrl !== undefined && { baseUrl }), ...(vendor !== undefined && { vendor }) };
}

const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md') && !/^(?:node_modules|\.vitepress|decisions|reference\/api)\//.test(name));

const ofPages = pages.flatMap((page) =>
  [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/^<!--\s*play:[^]*?-->$/gm)].map(
    ([comment]) => [page, comment] as const,
  ),
);

describe('requests for the playground', () => {
  const plays: readonly Play[] = [
    { route: 'POST /repos/:owner/issues', parameters: { owner: 'a b', title: 'It’s "x" & <y>', labels: ['a', 'b'] } },
    { route: 'PATCH https://h.example/{+path}', parameters: { path: 'a/b', deep: { x: [1, { y: true }] } } },
    {
      route: 'GET /users/{id}',
      parameters: { id: 7 },
      headers: { accept: 'text/plain', 'x-tenant': 'blue' },
      baseUrl: 'https://api.acme.example/v1',
      vendor: 'acme',
    },
  ];

  test.each(plays)('$route has the link of the playground', async (play) => {
    const hash = writePlayHash(play);
    const form = fillForm(play);
    expect(hash).toBe((await writeLink({ ...base, builder: form }, base)).hash);
    const { document, problem } = await readLink(hash, base);
    expect(problem).toBeUndefined();
    expect(document.builder).toStrictEqual(form);
  });

  test.each(ofPages)('%s: %s', async (_, comment) => {
    const play = readPlay(comment);
    if (play === undefined) throw new Error('is not read');
    const hash = writePlayHash(play);
    expect(hash).toBe((await writeLink({ ...base, builder: fillForm(play) }, base)).hash);
    expect((await readLink(hash, base)).document.builder).toStrictEqual(fillForm(play));
  });

  test.each([
    ['<!-- play: {"route": -->', 'isn’t valid JSON'],
    ['<!-- play: {} -->', 'has no "route"'],
    ['<!-- play: {"route": "GET /a", "params": {}} -->', 'there is no member "params"'],
    ['<!-- play: {"route": "GET /a", "parameters": []} -->', '"parameters" is []; it must be an object'],
  ])('%s: %s', (comment, message) => {
    expect(() => readPlay(comment)).toThrow(message.replace('’', "'"));
  });

  test('a link that would not be readable is refused', () => {
    expect(() => writePlayHash({ route: 'GET /a', parameters: { q: 'x'.repeat(900) } })).toThrow(
      'leave out parameters',
    );
  });

  test('the HTML leads from the page to the playground, with the request in an attribute', () => {
    const play = { route: 'GET /a/{b}', parameters: { b: '"<&{{' } };
    const html = renderPlay(play, 'guides/types.md');
    const [, href = ''] = /href="([^"]*)"/.exec(html) ?? [];
    const decoded = href
      .replaceAll('&#123;', '{')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(decoded).toBe(`../play/#${writePlayHash(play)}`);
    expect(html).toContain('<PlayHere address="../play/"');
    expect(renderPlay(play, 'index.md')).toContain('href="./play/#');
  });
});
