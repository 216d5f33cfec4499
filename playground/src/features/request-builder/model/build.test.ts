import { expect, test } from 'vitest';
import { reduceBuilder, deriveState, type BuilderState } from './build.js';
import { addRow, editRow, removeRow, setText, setVariable } from './edit.js';
import { EMPTY_FORM, EXAMPLE_FORM, type ParameterRow } from './form.js';
import { findSentence } from '../highlight/subjects.js';
import { createForm, type FormParts } from './test/forms.js';

const parameter = (row: Partial<ParameterRow>): ParameterRow => ({
  id: 1,
  name: 'x',
  value: '',
  kind: 'text',
  place: 'auto',
  ...row,
});
const layer = (options: string) => ({ id: 1, name: '', on: true, options });
const state = (form: FormParts): BuilderState => deriveState(createForm(form));

test.each<[name: string, form: FormParts, expected: object]>([
  ['an empty value as none', { route: 'GET /u', parameters: [parameter({})] }, { url: 'https://api.github.com/u' }],
  [
    'a variable named url',
    { route: 'GET /u/{url}', variables: [{ name: 'url', value: 'v', kind: 'text' }] },
    { url: 'https://api.github.com/u/v' },
  ],
  [
    'a header dropped',
    { route: '/u', headers: [{ id: 1, name: 'User-Agent', value: '' }] },
    { headers: { accept: 'application/vnd.github.v3+json' } },
  ],
  [
    'format and previews',
    { route: '/u', format: 'raw', previews: 'mercy, luke-cage' },
    {
      headers: {
        accept: 'application/vnd.github.mercy-preview.raw,application/vnd.github.luke-cage-preview.raw',
        'user-agent': 'github-endpoint.js/0.1.0',
      },
    },
  ],
  [
    'defaults',
    { route: '/u/{x}', layers: [layer('{"x": 1, "page": 2}')] },
    { url: 'https://api.github.com/u/1?page=2' },
  ],
  [
    'another API',
    { route: '/u', vendor: '', baseUrl: '/api' },
    { url: '/api/u', headers: { accept: 'application/json', 'user-agent': 'endpoint.js/0.1.0' } },
  ],
  [
    'a url of another host, without the vendor',
    { route: 'GET https://h.test/a' },
    { url: 'https://h.test/a', headers: { accept: 'application/json', 'user-agent': 'endpoint.js/0.1.0' } },
  ],
  [
    'a url of another host of the API',
    { route: 'GET https://uploads.github.com/a' },
    { headers: { accept: 'application/vnd.github.v3+json', 'user-agent': 'github-endpoint.js/0.1.0' } },
  ],
  [
    'an absolute url with a vendor alone',
    { route: 'GET https://h.test/a', baseUrl: '', vendor: 'acme' },
    { headers: { accept: 'application/vnd.acme.v3+json', 'user-agent': 'acme-endpoint.js/0.1.0' } },
  ],
  [
    'a url among the defaults',
    { route: '', layers: [layer('{"url": "/d", "method": "PUT"}')] },
    { method: 'put', url: 'https://api.github.com/d' },
  ],
])('builds %s', (_, form, expected) => {
  const { problems, request } = state(form);
  expect(problems).toEqual([]);
  expect({ ...request, ...expected }).toEqual(request);
});

/** The sentence is the builder's, and tested there. */
const BUILDER = /\w/;

test.each<[name: string, form: FormParts, field: string, message: RegExp, position?: number]>([
  ['an empty route', {}, 'route', BUILDER],
  ['an unknown method', { route: 'FETCH /u' }, 'route', BUILDER],
  ['a malformed template, marked in the field', { route: 'GET /u/{x' }, 'route', /at position 7\b/, 7],
  ['a missing variable', { route: 'GET /u/{x}' }, 'variable x', BUILDER],
  [
    'a value that escapes the path',
    { route: 'GET /u/{x}', variables: [{ name: 'x', value: '..', kind: 'text' }] },
    'parameter 101',
    BUILDER,
  ],
  [
    'a variable that isn’t JSON',
    { route: 'GET /u/{x}', variables: [{ name: 'x', value: '{a', kind: 'json' }] },
    'parameter 101',
    /^Not JSON yet: character 2, `a`, is unexpected\. Write a value such as 5/,
  ],
  [
    'a parameter that isn’t JSON',
    { route: 'GET /u', parameters: [parameter({ value: '[1,', kind: 'json' })] },
    'parameter 1',
    /^Not JSON yet: it ends too early\./,
  ],
  [
    'a number that JSON changes',
    { route: 'GET /u', parameters: [parameter({ value: '12345678901234567890', kind: 'json' })] },
    'parameter 1',
    /12345678901234567890 would be sent as 12345678901234567000; put it in quotes/,
  ],
  [
    'a name twice in defaults',
    { route: 'GET /u', layers: [layer('{"x": {"b": 1, "b": 2}}')] },
    'layer 1',
    /“b” is set twice/,
    15,
  ],
  [
    'a parameter without a name',
    { route: 'GET /u', parameters: [parameter({ name: '', value: '1' })] },
    'parameter 1',
    /no name/,
  ],
  [
    'a parameter twice',
    { route: 'GET /u', parameters: [parameter({ value: '1' }), parameter({ id: 2, value: '2' })] },
    'parameter 2',
    /set twice/,
  ],
  [
    'a variable set again',
    { route: 'GET /u{?x}', variables: [{ name: 'x', value: '1' }], parameters: [parameter({ value: '1' })] },
    'parameter 1',
    /set twice/,
  ],
  [
    'an option as parameter',
    { route: 'GET /u', parameters: [parameter({ name: 'url', value: '1' })] },
    'parameter 1',
    BUILDER,
  ],
  [
    'an option that its fields can’t hold',
    { route: 'GET /u', parameters: [parameter({ name: 'headers', value: '5', kind: 'json' })] },
    'parameter 1',
    BUILDER,
  ],
  [
    'a place that the path lacks',
    { route: 'GET /u', parameters: [parameter({ value: '1', place: 'path' })] },
    'parameter 1',
    BUILDER,
  ],
  ['a bad header name', { route: '/u', headers: [{ id: 3, name: 'a b', value: '1' }] }, 'header 3', BUILDER],
  ['a header without a name', { route: '/u', headers: [{ id: 3, name: '', value: '1' }] }, 'header 3', /no name/],
  [
    'a header twice',
    {
      route: '/u',
      headers: [
        { id: 3, name: 'a', value: '1' },
        { id: 4, name: 'A', value: '2' },
      ],
    },
    'header 4',
    /twice/,
  ],
  ['a bad format', { route: '/u', format: 'ra w' }, 'format', BUILDER],
  ['a bad preview', { route: '/u', previews: 'mercy;q=1' }, 'previews', BUILDER],
  ['a media type without a vendor', { route: '/u', format: 'raw', vendor: '' }, 'format', BUILDER],
  ['previews without a vendor', { route: '/u', previews: 'mercy', vendor: '' }, 'previews', BUILDER],
  ['a bad vendor', { route: '/u', vendor: 'a b' }, 'vendor', BUILDER],
  ['a bad base', { route: '/u', baseUrl: 'https://h?x' }, 'baseUrl', BUILDER],
  ['defaults that aren’t JSON', { route: '/u', layers: [layer('{"a": }')] }, 'layer 1', BUILDER],
  ['a bad header among the defaults', { route: '/u', layers: [layer('{"headers": {"a b": 1}}')] }, 'layer 1', BUILDER],
])('reports at its field: %s', (_, form, field, message, position) => {
  const { problems, request } = state(form);
  expect(request).toBeUndefined();
  expect(problems).toHaveLength(1);
  expect(problems).toMatchObject([{ field, message: expect.stringMatching(message) }]);
  if (position !== undefined) expect(problems[0]?.at?.start ?? problems[0]?.position).toBe(position);
});

test('reports the builder’s refusal beside an unreadable field', () => {
  const parameters = [parameter({ value: '[', kind: 'json' })];
  const { problems } = state({ route: 'GET /u/{y}', parameters });
  expect(problems.map(({ field }) => field)).toEqual(['parameter 1', 'variable y']);
});

test('an unreadable value of a variable is one problem, not a missing value too', () => {
  const variables = [{ name: 'y', value: '[', kind: 'json' as const }];
  expect(state({ route: 'GET /u/{y}', variables }).problems).toHaveLength(1);
});

test('keeps the variables, and no request, while a route is being typed', () => {
  const built = reduceBuilder(deriveState(EXAMPLE_FORM), setText('route', 'GET /users/{owner}'));
  const typing = reduceBuilder(built, setText('route', 'GET /users/{owner}/{'));
  expect(typing.problems).toHaveLength(1);
  expect(typing.request).toBeUndefined();
  expect(typing.variables).toBe(built.variables);
  // The rows that the route no longer has are parked, not lost.
  expect(typing.form.parameters.map(({ name, value, parked }) => [name, value, parked])).toEqual(
    EXAMPLE_FORM.parameters.map(({ name, value }) => [name, value, name === 'owner' ? undefined : true]),
  );
});

test('unchanged variables are the same list', () => {
  const built = deriveState(EXAMPLE_FORM);
  const same = reduceBuilder(built, setText('route', `${EXAMPLE_FORM.route}&x=1`));
  expect(same.variables).toBe(built.variables);
  const other = reduceBuilder(same, setText('route', EXAMPLE_FORM.route.replace('{owner}', '{+owner}')));
  expect(other.variables.map(({ expression }) => expression)).toContain('{+owner}');
});

test('the state is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(deriveState(EXAMPLE_FORM)))).toEqual(deriveState(EXAMPLE_FORM));
});

test('edits rows by their ids', () => {
  const edits = [
    addRow('parameters'),
    addRow('parameters'),
    editRow('parameters', 2, { name: 'b', value: '2' }),
    removeRow('parameters', 1),
    addRow('headers'),
    editRow('headers', 1, { name: 'h', value: 'v' }),
    setVariable({ name: 'y', at: 'path' }, { value: '1' }),
    setVariable({ name: 'y', at: 'path' }, { kind: 'json' }),
  ];
  const { form } = edits.reduce(reduceBuilder, deriveState(EMPTY_FORM));
  expect(form.parameters).toEqual([
    { id: 2, name: 'b', value: '2', kind: 'text', place: 'auto' },
    { id: 3, name: 'y', value: '1', kind: 'json', place: 'path' },
  ]);
  expect(form.headers).toEqual([{ id: 1, name: 'h', value: 'v' }]);
  expect(reduceBuilder(deriveState(form), removeRow('headers', 1)).form.headers).toEqual([]);
});

test('a mistake in the route is explained by its problem', () => {
  const { problems, explanation } = state({ route: 'GET /users/{id' });
  const index = explanation.tokens.findIndex(({ kind }) => kind === 'invalid');
  expect(findSentence(explanation, `token ${index}`, problems)).toBe(problems[0]?.message);
});
