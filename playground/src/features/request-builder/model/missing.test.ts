import { expect, test } from 'vitest';
import { deriveState } from './build.js';
import { createForm, type FormParts } from './test/forms.js';
import { createMissingCheck } from './missing.js';
import { NO_SURROUNDINGS, type ExpectedParameter, type Surroundings } from './surroundings.js';

const row = (id: number, name: string, value: string, place: 'auto' | 'query' | 'body' = 'auto') =>
  ({ id, name, value, kind: 'text', place }) as const;
const parameter = (place: ExpectedParameter['place'], name: string): ExpectedParameter => ({ place, name });

function findFields(form: FormParts, expected: readonly ExpectedParameter[], more: Partial<Surroundings> = {}) {
  const findMissing = createMissingCheck({ parameters: expected, body: true, files: false });
  const surroundings = { ...NO_SURROUNDINGS, findMissing, ...more };
  return deriveState(createForm(form), undefined, surroundings).missing;
}

const POST = { route: 'POST /a' };

test.each<[title: string, form: FormParts, expected: ExpectedParameter, field: string | undefined]>([
  ['a member without a row', POST, parameter('body', 'title'), 'route'],
  ['a member with an empty row', { ...POST, parameters: [row(3, 'title', '')] }, parameter('body', 'title'), 'parameter 3'],
  ['a member with a value', { ...POST, parameters: [row(3, 'title', 'a')] }, parameter('body', 'title'), undefined],
  ['a member in the query instead', { ...POST, parameters: [row(3, 'title', 'a', 'query')] }, parameter('body', 'title'), 'route'],
  ['a member of a body that is a list', { ...POST, parameters: [{ ...row(1, 'data', '[1]'), kind: 'json' }] }, parameter('body', 'title'), undefined],
  ['a member in the defaults', { ...POST, layers: [{ id: 1, name: '', on: true, options: '{"title":1}' }] }, parameter('body', 'title'), undefined],
  ['a variable of the query', { route: 'GET /a{?q}' }, parameter('query', 'q'), 'variable q'],
  ['a name in the written query', { route: 'GET /a?q=1' }, parameter('query', 'q'), undefined],
  ['a row of the query', { route: 'GET /a', parameters: [row(2, 'q', '', 'query')] }, parameter('query', 'q'), 'parameter 2'],
  ['a header', { route: 'GET /a', headers: [{ id: 4, name: 'X-Key', value: '' }] }, parameter('header', 'x-key'), 'header 4'],
  ['a header of the defaults', { route: 'GET /a' }, parameter('header', 'Accept'), undefined],
])('%s', (_, form, expected, field) => {
  const missing = findFields(form, [expected]);
  expect(missing.map((problem) => problem.field)).toEqual(field === undefined ? [] : [field]);
}); // prettier-ignore

test('the sentence names the place, and what to do', () => {
  const form = { ...POST, parameters: [row(1, 'a', '')] };
  const messages = findFields(form, [parameter('body', 'a'), parameter('header', 'b')]).map(({ message }) => message);
  expect(messages).toEqual([
    '`a`: required in the body by the API’s description; enter a value.',
    '`b`: required as a header by the API’s description; add a header of this name.',
  ]);
});

test('members of an optional body are required beside others', () => {
  const more = { findMissing: createMissingCheck({ parameters: [parameter('body', 'a')], body: false, files: false }) };
  expect(findFields(POST, [], more)).toEqual([]);
  expect(findFields({ ...POST, parameters: [row(1, 'b', '1')] }, [], more)).toHaveLength(1);
});

test('files that the form can’t hold are missing until there is another body', () => {
  const more = { findMissing: createMissingCheck({ parameters: [], body: true, files: true }) };
  expect(findFields(POST, [], more)).toMatchObject([
    { field: 'route', message: expect.stringContaining('files') as string },
  ]);
  expect(findFields({ ...POST, parameters: [row(1, 'data', 'x')] }, [], more)).toEqual([]);
});

test('credentials count, wherever they are kept', () => {
  const key = { auth: { kind: 'key', name: 'api_key', value: '1', place: 'query' } } as const;
  const bearer = { auth: { kind: 'bearer', token: '1' } } as const;
  expect(findFields({ route: 'GET /a' }, [parameter('query', 'api_key')], key)).toEqual([]);
  expect(findFields({ route: 'GET /a' }, [parameter('header', 'Authorization')], bearer)).toEqual([]);
  expect(findFields({ route: 'GET /a' }, [parameter('header', 'x')], bearer)).toHaveLength(1);
});

test('a route that can’t be built misses its parameters too', () => {
  expect(findFields({ route: 'POST /a/{b}' }, [parameter('body', 'title')])).toHaveLength(1);
});
