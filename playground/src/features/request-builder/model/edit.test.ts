import { expect, test } from 'vitest';
import { deriveState, reduceBuilder } from './build.js';
import { editRow, applyEdit, setText, type Edit } from './edit.js';
import type { Form, ParameterRow } from './form.js';
import { createForm } from './test/forms.js';

const reduce = (form: Form, edit: Edit): Form => applyEdit(form, edit, []);

/** Types routes one after another; a malformed one is on the way to the next. */
function typeRoutes(form: Form, routes: readonly string[]) {
  return routes.reduce((state, value) => reduceBuilder(state, setText('route', value)), deriveState(form));
}

/** The rows: parked ones in parentheses. */
const list = (parameters: readonly ParameterRow[]): readonly string[] =>
  parameters.map(({ name, value, parked }) => (parked ? `(${name}=${value})` : `${name}=${value}`));

const parameter = (name: string, value: string): ParameterRow => ({ id: 1, name, value, kind: 'text', place: 'auto' });

test.each<[name: string, form: Form, routes: readonly string[], rows: readonly string[], url: string | undefined]>([
  [
    'a parameter whose name becomes a placeholder fills it',
    createForm({ route: 'GET /users', parameters: [parameter('id', '7')] }),
    ['GET /users/', 'GET /users/{', 'GET /users/{id', 'GET /users/{id}'],
    ['id=7'],
    '/users/7',
  ],
  [
    'a value is parked with its placeholder',
    createForm({ route: 'GET /a/{id}{?q}', variables: [{ name: 'id', value: '7' }] }),
    ['GET /a{?q}'],
    ['(id=7)'],
    '/a',
  ],
  [
    'a parked value comes back with its placeholder',
    createForm({ route: 'GET /a/{id}', variables: [{ name: 'id', value: '7' }] }),
    ['GET /a/{i', 'GET /a/{', 'GET /a', 'GET /b/{id}'],
    ['id=7'],
    '/b/7',
  ],
  [
    'a parked value stays parked beside another of its name',
    createForm({
      route: 'GET /a',
      parameters: [
        { ...parameter('id', '7'), parked: true },
        { ...parameter('id', '8'), id: 2 },
      ],
    }),
    ['GET /a/{id}'],
    ['(id=7)', 'id=8'],
    '/a/8',
  ],
  [
    'a row without a value goes with its placeholder',
    createForm({
      route: 'GET /a/{id}{?q}',
      variables: [
        { name: 'id', value: '' },
        { name: 'q', value: '1' },
      ],
    }),
    ['GET /a{?q}'],
    ['q=1'],
    '/a?q=1',
  ],
])('%s', (_, form, routes, rows, url) => {
  const state = typeRoutes(form, routes);
  expect(list(state.form.parameters)).toEqual(rows);
  expect(state.request?.url).toBe(url && `https://api.github.com${url}`);
});

const UNREAD = [
  { path: ['route'], note: 'The path isn’t read.' },
  { path: ['headers', 'x-a'], note: 'The header isn’t read.' },
  { path: ['data'], note: 'The file isn’t read.' },
  { path: ['raw'], note: 'A secret was left out of the JSON.' },
];

test.each<[edit: Edit, left: readonly number[], raw?: string]>([
  [setText('route', 'GET /c'), [1, 2, 3]],
  [editRow('headers', 1, { value: '1' }), [0, 2, 3]],
  [editRow('headers', 2, { value: '1' }), [0, 1, 2, 3]],
  [editRow('parameters', 1, { value: '1' }), [0, 1, 3]],
  [setText('format', 'raw'), [0, 1, 2, 3]],
  [setText('format', 'raw'), [0, 1, 2], '{"token": '],
])('an edit settles what wasn’t read of its part (%#)', (action, left, raw) => {
  const headers = ['X-A', 'x-b'].map((name, index) => ({ id: index + 1, name, value: '' }));
  const form = createForm({ route: 'PUT /b', headers, parameters: [parameter('data', '')], unread: UNREAD, raw });
  expect(reduce(form, action).unread).toEqual(left.map((index) => UNREAD[index]));
});
