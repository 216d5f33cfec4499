import { toSnippet, type SnippetSource, type SnippetTarget } from 'endpoint.js/snippets';
import { beforeAll, expect, test } from 'vitest';
import { deriveState, type BuilderState } from '../model/build.js';
import { buildConcealed } from '../model/conceal.js';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { loadReferences } from '../model/references.js';
import { NO_SURROUNDINGS } from '../model/surroundings.js';
import { createSource, hideVariables, listInserted } from './snippet-source.js';

beforeAll(loadReferences);

const SECRET = 'planted-secret-0123';
const variables = [
  { name: 'id', value: '42' },
  { name: 'host', value: 'https://api.test' },
  { name: 'hush', value: SECRET, secret: true },
  { name: 'token', value: SECRET },
];
const build = (form: Partial<Form>) =>
  deriveState({ ...EMPTY_FORM, ...form }, undefined, { ...NO_SURROUNDINGS, variables });
const row = (name: string, value: string) => ({ name, value, kind: 'json' as const });

const FORMS: readonly [name: string, form: Partial<Form>, inserted: readonly string[]][] = [
  ['the route', { route: 'GET /a/{{id}}' }, ['id']],
  ['a required variable', { route: 'GET /a/{x}', variables: [row('x', '{{id}}')] }, ['id']],
  ['a value of another route', { route: 'GET /a/42', variables: [row('x', '{{id}}')] }, []],
  ['the base URL', { route: 'GET /a/42', baseUrl: '{{host}}' }, ['host']],
];
const TARGETS: readonly SnippetTarget[] = ['endpoint.js', 'typescript'];
const CASES = FORMS.flatMap((each) => TARGETS.map((target) => [...each, target] as const));

test.each(CASES)('a reference in %s is replaced by its value', (_, form, inserted, target) => {
  const state = build(form);
  if (state.request === undefined) throw new Error('The form builds no request.');
  const snippet = toSnippet(state.request, target, createSource(state, undefined));
  expect(snippet).toContain('42');
  expect(snippet).not.toContain('{{');
  expect(hideVariables(state)).toBe(state);
  expect(listInserted(state)).toEqual(inserted);
});

test.each<[name: string, form: Partial<Form>]>([
  ['the route', { route: 'GET /a/{{hush}}/{{token}}' }],
  ['a variable', { route: 'GET /a/{x}', variables: [row('x', '"{{hush}}"')] }],
  ['a header', { route: 'GET /a', headers: [{ id: 1, name: 'authorization', value: 'Bearer {{hush}}' }] }],
])('a secret in %s is inserted on demand only, and never in a file', (_, form) => {
  const state = build(form);
  const write = ({ request }: Pick<BuilderState, 'request'>, source: SnippetSource) =>
    TARGETS.map((target) => (request ? toSnippet(request, target, source) : '')).join('');
  const masked = hideVariables(state);
  const concealed = buildConcealed(state);
  if (concealed === undefined) throw new Error('The form builds no request.');
  expect(write(masked, createSource(masked, undefined))).toMatch(/^(?![^]*planted)[^]*hidden/);
  expect(write(concealed.built, createSource(concealed, undefined))).not.toContain(SECRET);
  expect(write(state, createSource(state, undefined))).toContain(SECRET);
});
