import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { forms, json } from '../model/test/arbitrary-forms.js';
import { createForm, fillPlaceholders } from '../model/test/forms.js';
import { writeLines } from './RequestView.js';
import { runs } from '../../../../../dev/testing/full.js';
import type { OutputProps } from './output.js';
import { Help, Problems } from './Why.js';
import Snippets from './Snippets.js';
import type { ParameterNote } from '../inputs/notes.js';

/** Names that are mostly accepted. */
const NAMES = fc.constantFrom('id', 'a', 'q', 'a-b', 'title', '__proto__', 'url');

const textOf = (state: ReturnType<typeof deriveState>): string =>
  writeLines(state, true)
    .map((line) => line.text)
    .join('\n');

test('shows exactly the built URL and request, for any form', () => {
  const numRuns = runs(300);
  let built = 0;
  fc.assert(
    fc.property(forms(json, false, NAMES), (drawn) => {
      const state = deriveState(fillPlaceholders(drawn, (name) => `${name} /é`));
      const { explanation, request } = state;
      // The mirror of the route is its text, whatever it contains.
      expect(explanation.tokens.map((token) => token.text).join('')).toBe(explanation.route);
      if (request === undefined) return;
      built += 1;
      expect(explanation.url.map((run) => run.text).join('')).toBe(request.url);
      expect(textOf(state)).toBe(JSON.stringify(request, null, 2));
      const keys = writeLines(state, true).map(({ key }) => key);
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }),
    { numRuns },
  );
  expect(built / numRuns).toBeGreaterThan(0.1);
});

test('masks secrets, and nothing else', () => {
  const state = deriveState({
    ...EMPTY_FORM,
    route: 'POST /a',
    headers: [{ id: 1, name: 'Authorization', value: 'Bearer abcdef0123' }],
    parameters: [
      { id: 1, name: 'password', value: 'hunter22', kind: 'text', place: 'auto' },
      { id: 2, name: 'title', value: 'token ring', kind: 'text', place: 'auto' },
    ],
  });
  const shown = writeLines(state, false).map((line) => line.text);
  expect(shown.join('\n')).not.toMatch(/abcdef0123|hunter22/);
  expect(shown).toContain('    "authorization": "Bearer ***",');
  expect(shown).toContain('    "title": "token ring"');
});

test('shows the origin of each line', () => {
  const state = deriveState({
    ...EMPTY_FORM,
    route: 'POST /a',
    parameters: [{ id: 1, name: 'title', value: 'x', kind: 'text', place: 'auto' }],
    layers: [{ id: 1, name: 'tenant', on: true, options: '{"org": 1, "headers": {"x-a": "1"}}' }],
    format: 'raw',
  });
  const origins = Object.fromEntries(writeLines(state, true).map(({ key, origin }) => [key, origin]));
  expect(origins).toMatchObject({
    method: 'the route',
    'header accept': 'the media type',
    'header user-agent': 'the vendor "github"',
    'header x-a': 'defaults "tenant"',
    'header content-type': 'the body',
    'body org': 'defaults "tenant"',
    'body title': 'the options',
  });
});

test('refusals and warnings of the builder lead to the page of their code, other problems nowhere', () => {
  const readHelp = (entry: Partial<Form>): string[] => {
    const state = deriveState({ ...EMPTY_FORM, ...entry });
    const page = renderToStaticMarkup(createElement(Problems, { state } as OutputProps));
    return Array.from(page.matchAll(/guides\/([^"<]*)/g), ([, address = '']) => address);
  };
  expect(readHelp({ route: 'GET /{' })).toEqual(['errors.html#invalid-template']);
  expect(readHelp({ route: 'GET /a/<b>' })).toEqual(['errors.html#angle-brackets']);
  expect(readHelp({ route: 'GET /a', headers: [{ id: 1, name: '', value: 'x' }] })).toEqual([]);
});

test.each([
  [true, '<a href="https://site.example/guides/errors.html#a" target="_blank" rel="noopener noreferrer">a</a>'],
  [false, '<code>a</code> <span class="note">npm run docs serves guides/errors.html#a</span>'],
])('the help of a problem while the site is public: %s', (isReleased, markup) => {
  const props = { code: 'a', address: 'https://site.example/guides/errors.html#a', isReleased };
  expect(renderToStaticMarkup(createElement(Help, props))).toBe(markup);
});

test('a snippet has the types of parameters by their names', () => {
  vi.stubGlobal('localStorage', { getItem: () => '"typescript"' });
  const note = { type: 'integer' } as ParameterNote;
  const notes = new Map([
    ['query page', note],
    ['header accept', note],
  ]);
  const state = deriveState(createForm({ route: 'GET /a{?page}' }));
  const props = { state, reveal: true, notes } as Partial<OutputProps>;
  const page = renderToStaticMarkup(createElement(Snippets, props as OutputProps));
  vi.unstubAllGlobals();
  expect(page).toContain('page?: number;');
  expect(page).not.toMatch(/query page|accept\?/);
});
