import { expect, test } from 'vitest';
import { EMPTY_FORM, EXAMPLE_FORM, type Form } from './form.js';
import { withoutSecrets } from './secrets.js';
import { readForm, readSource, writeForm } from './source.js';
import { LiteralError } from '../../../json/literal.js';

const row = (id: number, change: object) =>
  ({ id, name: 'a', value: '', kind: 'text', place: 'auto', ...change }) as const;

const FULL: Form = {
  ...EXAMPLE_FORM,
  parameters: [
    row(1, { name: 'title', value: 'x' }),
    row(2, { name: 'labels', value: '["a"]', kind: 'json' }),
    row(3, { name: 'url', value: 'u', place: 'body' }),
  ],
  headers: [
    { id: 1, name: 'x-a', value: '1' },
    { id: 2, name: 'accept', value: '' },
  ],
  format: 'raw',
  previews: 'mercy, luke-cage',
  layers: [{ id: 1, name: 'tenant', on: false, options: '{ "a": 1 }' }],
  vendor: '',
  baseUrl: 'https://h',
};

const JSON_FORM = {
  route: EXAMPLE_FORM.route,
  options: {
    title: 'x',
    labels: ['a'],
    '@in': { body: { url: 'u' } },
    headers: { 'x-a': '1', accept: null },
    mediaType: { format: 'raw', previews: ['mercy', 'luke-cage'] },
  },
  defaults: [{ name: 'tenant', on: false, options: { a: 1 } }],
  vendor: '',
  baseUrl: 'https://h',
};

test('the serial form is the JSON of the editor', () => {
  expect(writeForm(FULL)).toEqual(JSON_FORM);
  expect(readForm(JSON_FORM)).toEqual(FULL);
  expect(writeForm(EMPTY_FORM)).toEqual({});
  expect(readForm(writeForm({ ...EMPTY_FORM, raw: '' })).raw).toBe('');
});

test.each<[unknown, RegExp]>([
  [null, /The request must be an object/],
  [{ defaults: [1] }, /Item 1 of “defaults” must be an object/],
  [{ options: [] }, /“options” must be an object/],
  [{ defaults: [{ on: 'yes' }] }, /“on” must be true or false/],
  [{ defaults: [{ of: 1 }] }, /“of” is unknown here; use name, on, options/],
])('rejects %j', (json, message) => {
  expect(() => readForm(json)).toThrow(message);
});

test('leaves secrets out, marks their places, and reports them', () => {
  const form: Form = {
    ...FULL,
    route: 'GET https://me:hunter22@h/x',
    headers: [
      { id: 1, name: 'Authorization', value: 'token 0123456789abcdef' },
      { id: 2, name: 'accept', value: 'text/plain' },
    ],
    parameters: [row(1, { name: 'access_token', value: 's3cret' })],
    layers: [{ id: 1, name: '', on: true, options: '{"headers": {"cookie": "sid=1"}, "a": 1}' }],
  };
  const { form: open, removed } = withoutSecrets(form);
  expect(JSON.stringify(open)).not.toMatch(/hunter22|0123456789abcdef|s3cret|sid=1/);
  expect(open.headers[1]).toEqual(form.headers[1]);
  expect(removed).toEqual([
    'parameter access_token',
    'header Authorization',
    'a secret in the route',
    'a secret in the defaults',
  ]);
  expect([open.parameters[0], open.headers[0]]).toMatchObject([{ removed: true }, { removed: true }]);
  // Where no row can be marked, a sentence says it.
  expect(open.unread.map(({ path }) => path)).toEqual([['route'], ['defaults']]);
  expect(withoutSecrets(open)).toEqual({ form: open, removed: [] });
});

test.each<[text: string, message: RegExp, position: number]>([
  ['[1]', /An object with route, options/, 0],
  ['{"rout": "/a"}', /“rout” is unknown here; use route/, 9],
  ['{"route": 5}', /“route” must be text/, 10],
  ['{"options": {"a": tru}}', /A value should be here/, 18],
  ['{"options": {"a": 1e999}}', /beyond the range/, 18],
])('reports the mistake of %s', (text, message, position) => {
  const read = () => readSource(text, EMPTY_FORM);
  expect(read).toThrow(message);
  expect(read).toThrow(LiteralError);
  expect(read).toThrow(expect.objectContaining({ position }));
});

test('an edit of the text keeps the rows that it can’t have, and the ids and notation of others', () => {
  const parameters = [
    row(4, { name: 'unset' }),
    row(7, { name: 'a', value: '[1, 2]', kind: 'json' }),
    row(8, { name: 'b', value: '{', kind: 'json' }),
    row(9, { name: 'c', value: 'x' }),
    row(10, { name: 'd', value: 'y', parked: true }),
  ];
  const before = { ...EMPTY_FORM, parameters };
  const after = readSource('{"options": {"a": [1, 2], "b": 1, "d": "z"}}', before);
  expect(after.parameters).toEqual([
    parameters[0],
    parameters[1],
    { ...parameters[2], value: '1' },
    row(11, { name: 'd', value: 'z' }),
    parameters[4],
  ]);
});
