import { expect, test } from 'vitest';
import { EMPTY_FORM, EXAMPLE_FORM, reduceForm, readTemplate, type Form, type FormAction } from './form.js';
import { readForm, withoutSecrets } from './stored-form.js';

const FULL: Form = {
  ...EXAMPLE_FORM,
  parameters: [{ id: 1, name: 'title', value: 'x', kind: 'text', place: 'body' }],
  headers: [{ id: 1, name: 'x-a', value: '1' }],
  format: 'raw',
  previews: 'mercy',
  layers: [{ id: 1, name: 'tenant', on: false, options: '{"a": 1}' }],
};

test.each<[string, unknown, Form]>([
  ['nothing', {}, EMPTY_FORM],
  ['a form', FULL, FULL],
  ['a form that was stored', JSON.parse(JSON.stringify(FULL)), FULL],
  ['members of a later version', { route: '/a', future: [1] }, { ...EMPTY_FORM, route: '/a' }],
  [
    'choices of a later version',
    { parameters: [{ name: 'a', value: 'b', kind: 'date', place: 'cookie' }] },
    { ...EMPTY_FORM, parameters: [{ id: 1, name: 'a', value: 'b', kind: 'text', place: 'auto' }] },
  ],
])('reads %s', (_, json, form) => {
  expect(readForm(json)).toEqual(form);
});

test.each<[unknown, RegExp]>([
  [null, /The request must be an object/],
  [{ route: 1 }, /“route” must be text/],
  [{ layers: [1] }, /Item 1 of “layers” must be an object/],
  [{ headers: {} }, /“headers” must be a list/],
  [{ layers: [{ on: 'yes' }] }, /“on” must be true or false/],
])('rejects %j', (json, message) => {
  expect(() => readForm(json)).toThrow(message);
});

test('leaves secrets out, and reports them', () => {
  const form: Form = {
    ...FULL,
    route: 'GET https://me:hunter22@h/x',
    headers: [
      { id: 1, name: 'Authorization', value: 'token 0123456789abcdef' },
      { id: 2, name: 'accept', value: 'text/plain' },
    ],
    parameters: [{ id: 1, name: 'access_token', value: 's3cret', kind: 'text', place: 'auto' }],
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
  // Where no row can be marked, a sentence says it.
  expect(open.omitted).toEqual(['Left out because it may be secret: a secret in the route, a secret in the defaults.']);
  expect(withoutSecrets(open)).toEqual({ form: open, removed: [] });
});

test('edits layers of defaults', () => {
  const actions: FormAction[] = [
    { type: 'add-row', list: 'layers' },
    { type: 'add-row', list: 'layers' },
    { type: 'edit-row', list: 'layers', id: 1, change: { options: '{}' } },
    { type: 'edit-row', list: 'layers', id: 2, change: { on: false, name: 'b' } },
    { type: 'remove-row', list: 'layers', id: 1 },
  ];
  expect(actions.reduce(reduceForm, EMPTY_FORM).layers).toEqual([{ id: 2, name: 'b', on: false, options: '' }]);
});

test('loads a whole form', () => {
  expect(reduceForm(EMPTY_FORM, { type: 'load', form: FULL })).toBe(FULL);
});

test('keeps the position of an edited value', () => {
  const { variables } = reduceForm(EXAMPLE_FORM, { type: 'variable', name: 'owner', change: { value: 'a' } });
  expect(variables.map(({ name }) => name)).toEqual(['owner', 'repo', 'state', 'labels']);
});

const read = (route: string) =>
  readTemplate(route)?.map(
    ({ name, expression, required, place }) => `${name} ${expression} ${place}${required ? ' required' : ''}`,
  );

test.each<[route: string, variables: string[] | undefined]>([
  ['', []],
  ['GET /users', []],
  ['GET /repos/{owner}/:repo', ['owner {owner} path required', 'repo :repo path required']],
  ['/files/{+path}', ['path {+path} path required']],
  ['GET /a{/b}{;c}{.d}', ['b {/b} path', 'c {;c} path', 'd {.d} path']],
  ['GET /a{?b,c*}{&d:3}', ['b {?b,c*} query', 'c {?b,c*} query', 'd {&d:3} query']],
  ['GET /a?b={b}', ['b {b} query']],
  ['GET /a{#b}{c}', ['b {#b} query', 'c {c} path required']],
  ['GET /a/{b}{?b}', ['b {b} path required']],
  ['GET https://h:8080/{x}', ['x {x} path required']],
  ['post   /v1/{name}:cancel', ['name {name} path required']],
  [
    'GET /a/{constructor}/{__proto__}',
    ['constructor {constructor} path required', '__proto__ {__proto__} path required'],
  ],
  ['GET /a/{b', undefined],
  ['GET /a/{!b}', undefined],
])('reads the variables of “%s”', (route, variables) => {
  expect(read(route)).toEqual(variables);
});
