import { expect, test } from 'vitest';
import { deriveState, reduceBuilder, revealAuth, type BuilderAction } from './build.js';
import { buildConcealed } from './conceal.js';
import { planAuth } from './auth.js';
import { EMPTY_FORM } from './form.js';
import { createForm, type FormParts } from './test/forms.js';
import type { Problem } from './problems.js';
import { writeBuildCall } from './build-call.js';
import { NO_SURROUNDINGS, type Surroundings } from './surroundings.js';
import { setText } from './edit.js';

const ROW = { id: 1, name: 'a', value: '', kind: 'text', place: 'auto' } as const;
/** A form that is ready, so that each mistake is the only one. */
const PARTS = { route: 'GET /users/{id}', variables: [{ name: 'id', value: '1' }] };
const READY = createForm(PARTS);
type Mistake = [name: string, change: FormParts, field: Problem['field'], surroundings?: Partial<Surroundings>];
const MISTAKES: Mistake[] = [
  ['a route that ends too early', { route: 'GET /users/{id' }, 'route'],
  ['a missing value', { variables: [] }, 'variable id'],
  ['a value that isn’t JSON', { variables: [{ name: 'id', value: '[', kind: 'json' }] }, 'parameter 101'],
  ['a parameter that isn’t JSON', { parameters: [{ ...ROW, value: '{', kind: 'json' }] }, 'parameter 1'],
  ['a left-out parameter', { parameters: [{ ...ROW, removed: true }] }, 'parameter 1'],
  ['a left-out header', { headers: [{ id: 1, name: 'authorization', value: '', removed: true }] }, 'header 1'],
  ['a variable of a pasted text', { route: 'GET /users/{{id}}', unresolved: ['{{id}}'] }, 'route'],
  ['a pasted text that has more', { unread: [{ path: ['route'], note: 'The file isn’t read.' }] }, 'route'],
  ['JSON that can’t be read', { raw: '' }, 'source'],
  ['a paste that is being read', {}, 'paste', { paste: { message: 'It is being read.', form: READY } }],
  ['a paste that was refused', {}, 'paste', { paste: { message: 'No request was found.', form: READY } }],
  ['credentials that could not be loaded', {}, 'page', { authProblem: 'They could not be loaded.' }],
  [
    'credentials without a token',
    {},
    'auth token',
    { auth: { kind: 'bearer', token: '' }, authorize: planAuth, authOrigin: 'https://api.github.com' },
  ],
  ['a part that is loading', {}, 'page', { loading: 'The credentials are loading.' }],
];

test('the form without a mistake is ready', () => {
  expect(deriveState(READY)).toMatchObject({ problems: [], request: { url: 'https://api.github.com/users/1' } });
});

test.each<Mistake>(MISTAKES)('%s leaves nothing to send or copy', (_, change, field, around = {}) => {
  const before = deriveState(READY);
  const form = Object.keys(change).length === 0 ? READY : createForm({ ...PARTS, ...change });
  const state = deriveState(form, before, { ...NO_SURROUNDINGS, ...around });
  expect(state.problems.map((problem) => problem.field)).toContain(field);
  for (const each of [state, revealAuth(state)]) expect(each).toMatchObject({ request: undefined });
  expect(writeBuildCall(state)).toBeUndefined();
  for (const { message } of state.problems) expect(message).toMatch(/[.!]$/);
});

test('a file has no request that the form hasn’t', () => {
  const isOfForm = ([, change]: Mistake) => Object.keys(change).length > 0;
  for (const [, change] of MISTAKES.filter(isOfForm))
    expect(buildConcealed(deriveState(createForm({ ...PARTS, ...change })))).toBeUndefined();
});

test.each<Mistake>(MISTAKES)('%s is settled by what it offers', (_, change) => {
  const { problems } = deriveState(createForm({ ...PARTS, ...change }));
  for (const { field, accept } of problems)
    if (accept)
      expect(deriveState(accept.form).problems.filter((problem) => problem.field === field && problem.accept)).toEqual(
        [],
      );
});

test('an accepted header without its secret keeps the default', () => {
  const layers = [{ id: 1, name: '', on: true, options: '{"headers": {"authorization": "default"}}' }];
  const headers = [{ id: 1, name: 'authorization', value: '', removed: true as const }];
  const accepted = deriveState({ ...READY, layers, headers }).problems[0]?.accept?.form;
  expect(deriveState(accepted ?? EMPTY_FORM).request?.headers).toMatchObject({ authorization: 'default' });
});

test('credentials of the page settle the header that they are', () => {
  const headers = [{ id: 1, name: 'Authorization', value: '', removed: true as const }];
  const auth = { kind: 'bearer', token: 'x' } as const;
  const around = { ...NO_SURROUNDINGS, auth, authorize: planAuth, authOrigin: 'https://api.github.com' };
  expect(deriveState({ ...READY, headers }, undefined, around).request?.headers).toHaveProperty('authorization');
});

test.each<[name: string, action: BuilderAction]>([
  ['an edit of another field', setText('route', 'GET /b')],
  ['a loaded form', () => createForm({ route: 'GET /b' })],
])('%s ends what was unread', (_, action) => {
  const form = { ...READY, raw: '[' };
  const paste = { message: 'No request was found.', form };
  const state = deriveState(form, undefined, { ...NO_SURROUNDINGS, paste });
  expect(state.problems).toHaveLength(2);
  expect(reduceBuilder(state, action)).toMatchObject({ problems: [], request: { url: 'https://api.github.com/b' } });
});

test('all missing values are listed at once', () => {
  const { problems } = deriveState({ ...READY, route: 'GET /{a,b}/{+c}{/d}{?e}' });
  const listed = ['a', 'b', 'c'].map((name) => ({
    field: `variable ${name}`,
    message: `${name}: is missing; pass a value.`,
  }));
  expect(problems).toMatchObject(listed);
});

test('a row with a mistake explains its placeholder by it', () => {
  const { explanation, problems } = deriveState(
    createForm({ ...PARTS, variables: [{ name: 'id', value: '[', kind: 'json' }] }),
  );
  const [problem] = problems;
  expect(problem?.message).toMatch(/^Not JSON yet/);
  expect(explanation.url.find(({ source }) => source.kind === 'unexpanded')?.sentence).toBe(problem?.message);
  expect(explanation.expressions[0]?.sentence).toBe(problem?.message);
});

test('credentials with a value that a pasted text leaves open block, until it is replaced or accepted', () => {
  const around = (token: string): Surroundings => ({
    ...NO_SURROUNDINGS,
    auth: { kind: 'bearer', token },
    authorize: planAuth,
    authOrigin: 'https://api.github.com',
  });
  const form = { ...READY, unresolved: ['{{TOKEN}}'] };
  const open = deriveState(form, undefined, around('{{TOKEN}}'));
  expect(open.problems.map(({ field }) => field)).toEqual(['auth token']);
  expect(deriveState(form, undefined, around('abc')).problems).toEqual([]);
  expect(deriveState(open.problems[0]?.accept?.form ?? form, undefined, around('{{TOKEN}}')).problems).toEqual([]);
});
