import { describe, expect, test } from 'vitest';
import { mergeAuth, planAuth } from './auth.js';
import { deriveState, reduceBuilder, revealAuth } from './build.js';
import { NO_SURROUNDINGS, type Auth, type AuthState } from './surroundings.js';
import { createForm, type FormParts } from './test/forms.js';
import { setText } from './edit.js';

const SECRET = 'planted-secret-0123';
const GITHUB = 'https://api.github.com';
const bearer: Auth = { kind: 'bearer', token: ` ${SECRET} ` };
const basic: Auth = { kind: 'basic', user: 'ü', password: SECRET };
const inHeader: Auth = { kind: 'key', name: 'X-Shop', value: SECRET, place: 'header' };
const inQuery: Auth = { kind: 'key', name: 'api key', value: `${SECRET}&`, place: 'query' };

const build = (auth: Auth, form: FormParts = {}, authOrigin: string | undefined = GITHUB) =>
  deriveState(createForm({ route: 'GET /a', ...form }), undefined, {
    ...NO_SURROUNDINGS,
    auth,
    authOrigin,
    authorize: planAuth,
  });
const header = (name: string, value: string) => ({ headers: [{ id: 1, name, value }] });
const variable = (name: string) => ({ variables: [{ name, value: '1' }] });
const row = (name: string, place: 'auto' | 'query' | 'body') => ({
  parameters: [{ id: 1, name, value: '1', kind: 'text' as const, place }],
});

test.each<[name: string, auth: Auth, hidden: object, sent: object]>([
  ['Bearer', bearer, { headers: { authorization: 'Bearer ***' } }, { headers: { authorization: `Bearer ${SECRET}` } }],
  [
    'Basic',
    basic,
    { headers: { authorization: 'Basic ***' } },
    { headers: { authorization: `Basic ${Buffer.from(`ü:${SECRET}`).toString('base64')}` } },
  ],
  ['a header', inHeader, { headers: { 'x-shop': '***' } }, { headers: { 'x-shop': SECRET } }],
  ['the query', inQuery, { url: `${GITHUB}/a?api%20key=HIDDEN` }, { url: `${GITHUB}/a?api%20key=${SECRET}%26` }],
])('%s is hidden in the state, and sent', (_, auth, hidden, sent) => {
  const state = build(auth);
  expect(state.auth.state).toBe('applied');
  expect(state.request).toMatchObject(hidden);
  expect(revealAuth(state).request).toMatchObject(sent);
  const { surroundings: _secrets, ...shown } = state;
  expect(JSON.stringify(shown)).not.toContain('planted');
});

test.each<[state: AuthState, name: string, auth: Auth, form: FormParts]>([
  ['none', 'nothing', { kind: 'none' }, {}],
  ['incomplete', 'an empty token', { kind: 'bearer', token: ' ' }, {}],
  ['incomplete', 'an empty name and password', { kind: 'basic', user: '', password: '' }, {}],
  ['incomplete', 'a key without a name', { ...inHeader, name: '' }, {}],
  ['replaced', 'a row of the same header', bearer, header('Authorization', 'x')],
  ['applied', 'an empty row of the same header, as a link leaves it', bearer, header('Authorization', '')],
  ['replaced', 'a row of the query', inQuery, row('api key', 'query')],
  ['replaced', 'a row that goes to the query', inQuery, row('api key', 'auto')],
  ['applied', 'a row of the body', inQuery, { route: 'POST /a', ...row('api key', 'auto') }],
  [
    'replaced',
    'a variable of the route',
    { ...inQuery, name: 'key' },
    { route: 'GET /a{?key}', variables: [{ name: 'key', value: '1', kind: 'text' }] },
  ],
  ['applied', 'a variable without a value', { ...inQuery, name: 'key' }, { route: 'GET /a{?key}' }],
  ['applied', 'a kept value of an earlier route', { ...inQuery, name: 'key' }, { route: 'GET /keys', variables: [{ name: 'key', value: '1', parked: true }] }],
  ['applied', 'a variable of the path', { ...inQuery, name: 'key' }, { route: 'GET /a/{key}', ...variable('key') }],
  ['replaced', 'a variable of path and query', { ...inQuery, name: 'key' }, { route: 'GET /a/{key}{?key}', ...variable('key') }],
  ['not for this origin', 'another base', bearer, { baseUrl: 'https://other.test' }],
  ['not for this origin', 'another port', bearer, { baseUrl: `${GITHUB}:444` }],
  ['not for this origin', 'another scheme', bearer, { baseUrl: 'http://api.github.com' }],
  ['not for this origin', 'an absolute route', bearer, { route: 'GET https://other.test/a' }],
  ['not for this origin', 'defaults', bearer, { layers: [{ id: 1, name: '', on: true, options: '{"baseUrl":"https://other.test"}' }] }],
  ['not for this origin', 'a relative base', bearer, { baseUrl: '/api' }],
  ['applied', 'the same origin, written in another way', bearer, { baseUrl: 'https://API.github.com:443/v3' }],
])('are %s: %s', (state, _, auth, form) => {
  const built = build(auth, form);
  expect(built.auth.state).toBe(state);
  if (state !== 'applied') expect(JSON.stringify(revealAuth(built).request ?? null)).not.toContain('planted');
  else expect(JSON.stringify(revealAuth(built).request)).toContain('planted');
}); // prettier-ignore

test.each<[field: string, auth: Auth, form: FormParts]>([
  ['auth token', { kind: 'bearer', token: 'a\nb' }, {}],
  ['auth token', { kind: 'bearer', token: 'a…' }, {}],
  ['auth token', { kind: 'bearer', token: 'Bearer x' }, {}],
  ['auth user', { ...basic, user: 'a:b' }, {}],
  ['auth name', { ...inHeader, name: 'a b' }, {}],
  ['auth value', { ...inHeader, value: '\0' }, {}],
  ['auth value', { ...inQuery, value: '\ud800' }, {}],
  ['auth name', { ...inQuery, name: 'a' }, { route: 'GET /x?a=1' }],
])('a problem at %s: %j %j', (field, auth, form) => {
  const { problems } = build(auth, form);
  expect(problems.map((problem) => problem.field)).toEqual([field]);
  expect(JSON.stringify(problems)).not.toContain('planted');
});

describe('fixes', () => {
  test('never move hidden credentials into the form', () => {
    const { explanation } = build({ ...inQuery, name: 'password', value: 'a%20b' });
    expect(explanation.warnings).toEqual([]);
  });

  test("don't drop credentials that were entered for a full URL", () => {
    const { explanation } = build(bearer, { route: 'GET https://api.acme.example/a', layers: [] });
    expect(explanation.warnings).toEqual([]);
  });

  test('offer no change of the form for a problem of theirs', () => {
    const { problems } = build({ ...inQuery, name: 'a' }, { route: 'GET /x?a=1' });
    expect(problems).toMatchObject([{ field: 'auth name', code: 'duplicate-parameter', fix: undefined }]);
  });
});

test('an edit of the form keeps them, and an edit of them keeps the form', () => {
  const state = build(bearer);
  const edited = reduceBuilder(state, setText('route', 'GET /b'));
  expect(edited.request).toMatchObject({ url: `${GITHUB}/b`, headers: { authorization: 'Bearer ***' } });
  const cleared = reduceBuilder(edited, { auth: { kind: 'none' } });
  expect(cleared.form).toBe(edited.form);
  expect(cleared.request?.headers).not.toHaveProperty('authorization');
});

test.each([
  [{ headers: { a: '1' } }, { headers: { authorization: 'x' } }, { headers: { a: '1', authorization: 'x' } }],
  [{ headers: { authorization: null } }, { headers: { authorization: 'x' } }, { headers: { authorization: 'x' } }],
  [{ '@in': { query: { a: 1 } } }, { '@in': { query: { b: 2 } } }, { '@in': { query: { a: 1, b: 2 } } }],
  [{ a: 1 }, undefined, { a: 1 }],
])('%j and %j are %j', (options, auth, merged) => {
  expect(mergeAuth(options, auth)).toEqual(merged);
});
