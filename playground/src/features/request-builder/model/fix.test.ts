import { expect, test } from 'vitest';
import { deriveState } from './build.js';
import { applyFixTo } from './fix.js';
import { EMPTY_FORM, type Form, type ParameterRow } from './form.js';

const row = (id: number, name: string, value: string, more: Partial<ParameterRow> = {}): ParameterRow => ({
  id,
  name,
  value,
  kind: 'text',
  place: 'auto',
  ...more,
});

/** The fixes that are offered for a form, the problem's first. */
function listFixes(form: Form) {
  const { problems, explanation } = deriveState(form);
  return [...problems, ...explanation.warnings].flatMap(({ fix }) => fix ?? []);
}

test.each<[name: string, form: Partial<Form>, url: string]>([
  [
    'a misspelled name',
    { route: 'GET /users/{username}', parameters: [row(1, 'usernam', 'mona')] },
    'https://api.github.com/users/mona',
  ],
  [
    'a reserved operator',
    { route: 'GET /a{!x}', variables: [{ name: 'x', value: 'b', kind: 'text' }] },
    'https://api.github.com/ab',
  ],
  [
    'a parameter that the url has',
    { route: 'GET /a?x=1', parameters: [row(1, 'x', '2')] },
    'https://api.github.com/a?x=1',
  ],
])('the first fix solves %s', (_, form, url) => {
  const before = { ...EMPTY_FORM, ...form };
  const [fix] = listFixes(before);
  if (fix === undefined) throw new Error('No fix is offered.');
  const { problems, request } = deriveState(applyFixTo(before, fix));
  expect(problems).toEqual([]);
  expect(request?.url).toBe(url);
});

test('keeps empty rows, unreadable rows and variables outside the route', () => {
  const before: Form = {
    ...EMPTY_FORM,
    route: 'GET /users/{username}{?b}',
    variables: [
      { name: 'away', value: '1', kind: 'text' },
      { name: 'b', value: '[', kind: 'json' },
    ],
    parameters: [row(1, 'usernam', 'mona'), row(2, '', ''), row(3, 'c', '{', { kind: 'json' })],
    headers: [{ id: 1, name: '', value: 'x' }],
    layers: [{ id: 1, name: 'tenant', on: false, options: '{"d": 1}' }],
  };
  const fix = listFixes(before).find(({ label }) => label.startsWith('Rename'));
  if (fix === undefined) throw new Error('No fix is offered.');
  const after = applyFixTo(before, fix);
  expect(after.variables).toEqual([{ name: 'username', value: 'mona', kind: 'text' }, ...before.variables]);
  expect(after.parameters.map(({ id, name, value }) => [id, name, value])).toEqual([
    [1, '', ''],
    [2, 'c', '{'],
  ]);
  expect(after.headers).toEqual(before.headers);
  expect(after.layers).toEqual(before.layers);
});

test('keeps secrets that were left out, and second headers', () => {
  const before: Form = {
    ...EMPTY_FORM,
    route: 'GET /users/{username}{?token}',
    variables: [{ name: 'token', value: '', kind: 'text', removed: true }],
    parameters: [row(1, 'usernam', 'mona'), row(2, 'key', '', { removed: true, place: 'query' })],
    headers: [
      { id: 1, name: 'authorization', value: '', removed: true },
      { id: 2, name: 'Accept', value: 'a' },
      { id: 3, name: 'accept', value: 'b' },
    ],
  };
  const fix = listFixes(before).find(({ label }) => label.startsWith('Rename'));
  if (fix === undefined) throw new Error('No fix is offered.');
  const after = applyFixTo(before, fix);
  expect(after.variables).toEqual([{ name: 'username', value: 'mona', kind: 'text' }, ...before.variables]);
  expect(after.parameters).toEqual([row(1, 'key', '', { removed: true, place: 'query' })]);
  expect(after.headers).toEqual([
    { id: 1, name: 'Accept', value: 'a' },
    { id: 2, name: 'authorization', value: '', removed: true },
    { id: 3, name: 'accept', value: 'b' },
  ]);
});
