import fc from 'fast-check';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM, type Form, type Place, type ValueKind } from '../model/form.js';
import { createForm } from '../model/test/forms.js';
import { writeLines } from './RequestView.js';
import { runs } from '../../../../../dev/testing/full.js';
import type { OutputProps } from './output.js';
import { Help, Problems } from './Why.js';
import Snippets from './Snippets.js';
import type { ParameterNote } from '../inputs/notes.js';

/** Mostly valid values, and a few invalid ones. */
const mostly = <Drawn>(good: fc.Arbitrary<Drawn>, bad: fc.Arbitrary<Drawn>): fc.Arbitrary<Drawn> =>
  fc.oneof({ weight: 24, arbitrary: good }, { weight: 1, arbitrary: bad });

const NAMES = ['owner', 'repo', 'q', 'labels', 'a-b', 'page', 'id', 'x'];
const TAKEN = ['url', 'data', 'headers', 'method', '__proto__', 'constructor'];
const name = mostly(fc.constantFrom(...NAMES), fc.constantFrom(...TAKEN));
const variable = fc.tuple(name, fc.constantFrom('', '', '*', ':3')).map(([key, modifier]) => key + modifier);
const expression = fc
  .tuple(fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&'), fc.array(variable, { minLength: 1, maxLength: 3 }))
  .map(([operator, variables]) => `{${operator}${variables.join(',')}}`);
const piece = mostly(
  fc.oneof(
    expression,
    fc.constantFrom(...NAMES.slice(0, 4)).map((key) => `/:${key}`),
    fc.constantFrom('/repos', '/é', '%20', '/~x', '-', '😀', '"', '\\'),
  ),
  fc.constantFrom('{', '}', 'https://h.example', '//', '?x=1', '#top', ' '),
);
const method = mostly(
  fc.constantFrom('GET ', 'post ', 'PATCH  ', 'DELETE ', ''),
  fc.constantFrom('OPTIONS ', 'FETCH '),
);
const route = fc.tuple(method, fc.array(piece, { maxLength: 5 })).map(([word, pieces]) => `${word}/${pieces.join('')}`);

const text = mostly(
  fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('a b', 'a/b', '"', "'", '\\', '<>', '😀é', 'x=1&y')),
  fc.constantFrom('..', '', '\n'),
);
interface Value {
  readonly value: string;
  readonly kind: ValueKind;
}
const textValue = text.map((value): Value => ({ value, kind: 'text' }));
const jsonValue = fc.json({ maxDepth: 1 }).map((value): Value => ({ value, kind: 'json' }));
const value = mostly(fc.oneof(textValue, jsonValue), fc.constant({ value: '[', kind: 'json' }));
const place = mostly(fc.constant<Place>('auto'), fc.constantFrom<Place>('path', 'query', 'body'));
const headerName = mostly(fc.constantFrom('accept', 'X-A', 'user-agent', 'x-b'), fc.constantFrom('bad name', ''));
const options = mostly(
  fc.constantFrom('', '{"owner": "o"}', '{"headers": {"x-b": "2"}}', '{"page": [1, {}]}'),
  fc.constantFrom('{"q": [1]', '[]', '{"data": [1]}'),
);

const form: fc.Arbitrary<Form> = fc
  .record({
    route,
    // A required one is rarely missing.
    values: fc.array(value, { minLength: NAMES.length - 1, maxLength: NAMES.length }),
    parameters: fc.uniqueArray(fc.tuple(fc.constantFrom('title', 'since', 'end', 'url'), value, place), {
      maxLength: 3,
      selector: ([key]) => key,
    }),
    headers: fc.uniqueArray(fc.tuple(headerName, text), { maxLength: 2, selector: ([key]) => key }),
    format: mostly(fc.constantFrom('', 'raw', 'text+json'), fc.constant('a b')),
    previews: fc.constantFrom('', 'mercy', 'mercy, luke-cage'),
    layers: fc.array(fc.tuple(fc.boolean(), options), { maxLength: 2 }),
    vendor: mostly(fc.constantFrom('github', 'acme'), fc.constantFrom('a b', '')),
    baseUrl: mostly(
      fc.constantFrom('https://api.github.com', 'https://h.example/v1/', '', '/api', 'http://é.example'),
      fc.constant('https://h?x'),
    ),
  })
  .map(({ values, parameters, headers, layers, route: drawnRoute, format, previews, vendor, baseUrl }) =>
    createForm({
      route: drawnRoute,
      format,
      previews,
      vendor,
      baseUrl,
      // Those that the route doesn't have are parked.
      variables: values.map((drawn, index) => {
        const key = NAMES[index] ?? '';
        return { name: key, ...drawn, ...(!drawnRoute.includes(key) && { parked: true as const }) };
      }),
      parameters: parameters.map(([parameterName, drawn, where], index) => ({
        id: index + 1,
        name: parameterName,
        ...drawn,
        place: where,
      })),
      headers: headers.map(([header, drawn], index) => ({ id: index + 1, name: header, value: drawn })),
      layers: layers.map(([on, json], index) => ({ id: index + 1, name: '', on, options: json })),
    }),
  );

const textOf = (state: ReturnType<typeof deriveState>): string =>
  writeLines(state, true)
    .map((line) => line.text)
    .join('\n');

test('shows exactly the built URL and request, for any form', () => {
  const numRuns = runs(300);
  let built = 0;
  fc.assert(
    fc.property(form, (drawn) => {
      const state = deriveState(drawn);
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
  expect(built / numRuns).toBeGreaterThan(0.15);
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

test('problems with the same text are entries of their own', () => {
  const headers = [1, 2].map((id) => ({ id, name: '', value: 'x' }));
  const state = deriveState({ ...EMPTY_FORM, route: 'GET /a', headers });
  const { props } = Problems({ state } as OutputProps) as ReactElement<{ children: ReactElement[] }>;
  expect(props.children).toHaveLength(2);
  expect(new Set(props.children.map(({ key }) => key)).size).toBe(2);
});

test.each([
  [true, '<a href="https://site.example/guides/errors.html#a" target="_blank" rel="noopener noreferrer">a</a>'],
  [false, '<code>a</code> <span class="note">npm run docs serves guides/errors.html#a</span>'],
])('the help of a problem while the site is public: %s', (isReleased, markup) => {
  const props = { code: 'a', address: 'https://site.example/guides/errors.html#a', isReleased };
  expect(renderToStaticMarkup(createElement(Help, props))).toBe(markup);
});

test('a snippet has the types of parameters by their names', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'typescript' });
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
