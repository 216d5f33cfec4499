import { expect, test } from 'vitest';
import { deriveState, revealAuth } from './build.js';
import { buildConcealed } from './conceal.js';
import { writeBuildCall } from './build-call.js';
import { EMPTY_FORM } from './form.js';
import type { FieldId } from './problems.js';
import { createForm, type FormParts } from './test/forms.js';

const header = (name: string, value: string): FormParts => ({ headers: [{ id: 1, name, value }] });
const body = (value: string, kind: 'text' | 'json' = 'text'): FormParts => ({
  route: 'POST /a',
  parameters: [{ id: 1, name: 'data', value, kind, place: 'auto' }],
});

const UNSENDABLE: [name: string, change: FormParts, field: FieldId, message: RegExp][] = [
  ...['gehttps', 'wss'].map((scheme): [string, FormParts, FieldId, RegExp] => [
    `a route with ${scheme}:`,
    { route: `GET ${scheme}://h.test/a` },
    'route',
    new RegExp(`not “${scheme}:”`),
  ]),
  ['a base URL with ftp:', { baseUrl: 'ftp://h.test' }, 'baseUrl', /not “ftp:”/],
  ['a user in the route', { route: 'GET https://mona@h.test/a' }, 'route', /a user name/],
  ['a password in the base URL', { baseUrl: 'https://mona:hunter2@h.test' }, 'baseUrl', /a user name/],
  ['a header outside of Latin-1', header('x-a', '✓'), 'header 1', /Latin-1/],
  [
    'a default outside of Latin-1',
    { layers: [{ id: 1, name: '', on: true, options: '{"headers": {"x-a": "✓"}}' }] },
    'layer 1',
    /Latin-1/,
  ],
  ['a header of the browser', header('Cookie', 'a=b'), 'header 1', /a page set cookie/],
  ['another header of the browser', header('Sec-Fetch-Mode', 'cors'), 'header 1', /a page set sec-fetch-mode/],
  [
    'half a character in a text',
    { ...body('"a\\ud800"', 'json'), ...header('content-type', 'text/plain') },
    'route',
    /surrogate/,
  ],
];

test.each(UNSENDABLE)('%s is built and can’t be sent', (_, change, field, message) => {
  const state = deriveState(createForm({ route: 'GET /a', ...change }));
  for (const each of [state, revealAuth(state)]) {
    expect(each.request).toBeDefined();
    expect(each.problems).toEqual([expect.objectContaining({ field, message: expect.stringMatching(message) })]);
  }
  expect(state.problems[0]?.message).toMatch(/[.!]$/);
  expect(state.problems[0]?.message).not.toContain('hunter2');
  expect(buildConcealed(state)).toBeDefined();
  expect(writeBuildCall(state)).toBeDefined();
});

test.each<[name: string, change: FormParts]>([
  ['a relative url', { baseUrl: '', vendor: '' }],
  ['http', { baseUrl: 'http://h.test' }],
  ['DELETE with a body', { ...body('x'), route: 'DELETE /a' }],
  ['a JSON body', body('{"a": "ü"}', 'json')],
  ['a header in Latin-1', header('x-a', 'ü')],
])('control: %s can be sent', (_, change) => {
  expect(deriveState(createForm({ route: 'GET /a', ...change }))).toMatchObject({
    problems: [],
    request: expect.anything(),
  });
});

test('headers of the browser are removed together on demand', () => {
  const rows = ['cookie', 'x-a', 'Referer'].map((name, index) => ({ id: index + 1, name, value: 'a' }));
  const [problem] = deriveState({ ...EMPTY_FORM, route: 'GET /a', headers: rows }).problems;
  expect(problem?.message).toContain('cookie, referer');
  expect(problem?.accept?.form.headers.map(({ name }) => name)).toEqual(['x-a']);
  expect(deriveState(problem?.accept?.form ?? EMPTY_FORM).problems).toEqual([]);
});
