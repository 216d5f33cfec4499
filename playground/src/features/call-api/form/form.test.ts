import { expect, test } from 'vitest';
import { initialForm, readForm, reduceForm, withoutSecrets, type Form, type FormAction } from './form.js';

const row = (name: string, value: string, id = 1) => ({ id, name, value, notation: 'base64' as const });

test('applies the user’s actions', () => {
  const actions: FormAction[] = [
    { type: 'text', field: 'code', value: 'expand' },
    { type: 'add-metadata' },
    { type: 'add-metadata' },
    { type: 'edit-metadata', id: 2, change: { name: 'x-a-bin', value: 'é', notation: 'text' } },
    { type: 'remove-metadata', id: 1 },
  ];
  expect(actions.reduce(reduceForm, initialForm)).toEqual({
    ...initialForm,
    code: 'expand',
    metadata: [{ id: 2, name: 'x-a-bin', value: 'é', notation: 'text' }],
  });
  expect(reduceForm(initialForm, { type: 'load', form: { ...initialForm, str1: 'x' } }).str1).toBe('x');
});

test.each<[name: string, json: unknown, form: Form]>([
  ['nothing', {}, initialForm],
  [
    'an older version',
    { code: 'build', metadata: [{ id: 9, name: 'a', value: 'b' }] },
    { ...initialForm, code: 'build', metadata: [row('a', 'b')] },
  ],
  [
    'a later version',
    { str1: '', theme: 'dark', metadata: [{ notation: 'hex' }] },
    { ...initialForm, str1: '', metadata: [row('', '')] },
  ],
])('reads %s', (_, json, form) => {
  expect(readForm(json)).toEqual(form);
});

test('reads its own output', () => {
  const form: Form = {
    ...initialForm,
    metadata: [{ id: 1, name: 'a-bin', value: 'x', notation: 'text' }],
    deadline: '5',
  };
  expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
});

test.each<[json: unknown, message: string]>([
  [null, 'The call must be an object, but it is null.'],
  [{ str1: 1 }, '“str1” must be text, but it is a number.'],
  [{ metadata: {} }, '“metadata” must be a list, but it is an object.'],
  [{ metadata: ['a'] }, 'Item 1 of “metadata” must be an object, but it is a string.'],
])('rejects %j', (json, message) => {
  expect(() => readForm(json)).toThrow(message);
});

test.each<[name: string, change: Partial<Form>, left: Partial<Form>, removed: string[]]>([
  ['nothing', {}, {}, []],
  [
    'authorization',
    { metadata: [row('Authorization', 'Bearer t0ken')] },
    { metadata: [row('Authorization', '')] },
    ['metadata Authorization'],
  ],
  [
    'a binary token',
    { metadata: [row('x-token-bin', 'AAEC')] },
    { metadata: [row('x-token-bin', '')] },
    ['metadata x-token-bin'],
  ],
  [
    'a token under another name',
    { metadata: [row('x-a', 'Bearer abcdefgh1'), row('x-b', 'c', 2)] },
    { metadata: [row('x-a', 'Bearer '), row('x-b', 'c', 2)] },
    ['metadata x-a'],
  ],
  ['a secret without a value', { metadata: [row('authorization', '')] }, { metadata: [row('authorization', '')] }, []],
  [
    'options with a header',
    { str2: '{"headers":{"authorization":"token 1"}}' },
    { str2: '{"headers":{"authorization":""}}' },
    ['str2'],
  ],
  ['a user in the bridge', { bridge: 'https://me:secret@h' }, { bridge: 'https://h' }, ['bridge address']],
])('leaves out %s', (_, change, left, removed) => {
  const form = { ...initialForm, ...change };
  expect(withoutSecrets(form)).toEqual({ form: { ...form, ...left }, removed });
});
