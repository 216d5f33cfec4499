import { expect, test } from 'vitest';
import {
  addEnvironment,
  addVariables,
  createEnvironment,
  editVariable,
  findFreeName,
  findNameProblem,
  removeEnvironment,
  removeVariable,
} from './editing.js';
import { isSecret, NO_ENVIRONMENTS, readEnvironments, withoutSecretValues } from './environments.js';

const variable = (name: string, value = '', secret = false) => ({ name, value, secret });
const STAGING = createEnvironment('staging', [variable('host', 'h'), variable('token', 't')]);
const ALL = addEnvironment(STAGING)(NO_ENVIRONMENTS);

test.each([
  [variable('host', 'https://h'), false],
  [variable('host', 'https://h', true), true],
  [variable('access_token', 'x'), true],
  [variable('plain', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'), true],
  [variable('page_token', 'x'), false],
])('%j is secret: %s', (row, secret) => {
  expect(isSecret(row)).toBe(secret);
});

test('an edit applies to what another tab kept meanwhile', () => {
  const other = addEnvironment(createEnvironment('production'))(ALL);
  const edited = editVariable(STAGING.id, 0, { value: 'new' })(other);
  expect(edited.list.map(({ name }) => name)).toEqual(['staging', 'production']);
  expect(edited.list[0]?.variables[0]?.value).toBe('new');
  // One that another tab removed stays removed.
  expect(editVariable(STAGING.id, 0, { value: 'new' })(NO_ENVIRONMENTS).list).toEqual([]);
});

test('an environment is added once', () => {
  expect(addEnvironment(STAGING)(ALL)).toEqual(ALL);
  expect(removeEnvironment(STAGING.id)(ALL).list).toEqual([]);
});

test('missing names get rows, known ones stay', () => {
  const { list } = addVariables(STAGING.id, ['token', 'id'])(ALL);
  expect(list[0]?.variables).toEqual([...STAGING.variables, variable('id')]);
  expect(removeVariable(STAGING.id, 0)(ALL).list[0]?.variables).toEqual([variable('token', 't')]);
});

test.each([
  ['new', 'new'],
  ['staging', 'staging 2'],
])('the free name for %s is %s', (name, free) => {
  expect(findFreeName(ALL, name)).toBe(free);
});

test.each<[rows: readonly ReturnType<typeof variable>[], problem: RegExp | undefined]>([
  [[variable('a')], undefined],
  [[variable('')], undefined],
  [[variable('', 'v')], /no name/],
  [[variable('a b')], /letters, digits/],
  [[variable('a'), variable('a')], /set twice/],
])('checks the last name of %j', (rows, problem) => {
  const found = findNameProblem(rows, rows.length - 1);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

test('reads what it wrote, and refuses anything else', () => {
  expect(readEnvironments(JSON.parse(JSON.stringify(ALL)))).toEqual(ALL);
  expect(withoutSecretValues(ALL).list[0]?.variables).toEqual([variable('host', 'h'), variable('token', '', true)]);
  expect(() => readEnvironments([])).toThrow(/must be an object/);
  expect(() => readEnvironments({ list: [1] })).toThrow(/must be an object/);
});
