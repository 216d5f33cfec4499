import { expect, test } from 'vitest';
import {
  addRow,
  editForm,
  editRow,
  fillForm,
  fix,
  follow,
  isFollowing,
  removeRow,
  setText,
  type FormEdit,
} from './edit-form.js';
import { initialForm, type Form } from './form.js';
import { BUILT_IN_OPERATIONS, readOperations, type Operation } from './operations.js';
import { readCall, type CallFieldId } from './read-call.js';
import { readForm, withoutSecrets } from './stored-form.js';

const row = (name: string, value: string, id = 1) => ({ id, name, value });

const FOLLOWED = { request: { route: 'GET /a', options: '{"b":1}' }, route: ' GET /a', leavesOutCredentials: false };
const INITIAL = { code: 'echo', str1: 'Hello', str2: '', intValue: '' };

/** Applies edits as the page does. */
const apply = (form: Form, ...edits: readonly FormEdit[]): Form =>
  edits.reduce((before, edit) => editForm(before, edit, FOLLOWED), form);

test('applies the user’s edits', () => {
  const change = { name: 'x-a-bin', value: 'é' } as const;
  expect(apply(initialForm, setText('code', 'expand'), addRow, addRow, editRow(2, change), removeRow(1))).toEqual({
    ...initialForm,
    code: 'expand',
    str1: 'GET /a',
    str2: '{"b":1}',
    intValue: '2',
    metadata: [{ id: 2, ...change }],
  });
});

const TYPE_INITIAL = Object.entries(INITIAL).map(([field, value]) => setText(field as keyof typeof INITIAL, value));

test.each<[name: string, edits: readonly FormEdit[], follows: boolean, shown: Partial<Form>]>([
  ['a first visit', [], true, { code: 'build', str1: 'GET /a', str2: '{"b":1}', intValue: '2' }],
  ['another bridge', [setText('bridge', 'http://h')], true, { bridge: 'http://h', code: 'build', str1: 'GET /a' }],
  [
    'a deadline',
    [setText('deadline', '5'), addRow, editRow(1, { name: 'x-a' })],
    true,
    { deadline: '5', code: 'build' },
  ],
  [
    'another operation',
    [setText('code', 'echo')],
    false,
    { code: 'echo', str1: 'GET /a', str2: '{"b":1}', intValue: '2' },
  ],
  ['an edited argument', [setText('str2', '')], false, { code: 'build', str1: 'GET /a', str2: '' }],
  ['arguments that are those of a first visit', TYPE_INITIAL, false, { ...INITIAL, fixed: true }],
  ['arguments that are fixed', [fix], false, { code: 'build', str1: 'GET /a', intValue: '2', fixed: false }],
  ['edits after it', [...TYPE_INITIAL, setText('str1', 'x')], false, { ...INITIAL, str1: 'x', fixed: false }],
  ['following again', [setText('code', 'expand'), follow], true, { code: 'build', str1: 'GET /a' }],
  ['following again after those', [...TYPE_INITIAL, follow], true, { code: 'build', fixed: false }],
])('a form follows the request in Build until an argument is edited: %s', (_, edits, follows, shown) => {
  const form = apply(initialForm, ...edits);
  expect(isFollowing(form)).toBe(follows);
  expect(fillForm(form, FOLLOWED)).toMatchObject(shown);
  // As a link or a draft keeps it.
  expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
});

test.each<[name: string, json: object, follows: boolean]>([
  ['nothing', {}, true],
  ['a bridge', { bridge: 'http://h' }, true],
  ['a code', { code: 'expand' }, false],
  ['a text for echo', { str1: 'x' }, false],
  ['the arguments of a first visit, chosen by the user', { fixed: true }, false],
  ['a mark that isn’t needed', { str1: 'x', fixed: true }, false],
])('a link or draft with %s follows the request in Build: %j: %s', (_, json, follows) => {
  expect(isFollowing(readForm(json))).toBe(follows);
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
    { str1: '', theme: 'dark', metadata: [{}] },
    { ...initialForm, str1: '', metadata: [row('', '')] },
  ],
])('reads %s', (_, json, form) => {
  expect(readForm(json)).toEqual(form);
});

test.each<[json: unknown, message: string]>([
  [null, 'The call must be an object, but it is null.'],
  [{ str1: 1 }, '“str1” must be text, but it is a number.'],
  [{ metadata: {} }, '“metadata” must be a list, but it is an object.'],
  [{ metadata: ['a'] }, 'Item 1 of “metadata” must be an object, but it is a string.'],
])('rejects %j', (json, message) => {
  expect(() => readForm(json)).toThrow(message);
});

const REMOVED = { ...row('authorization', ''), removed: true } as const;

/** The problems of secrets that were left out. */
function listOmitted(form: Form) {
  return [...readCall(form).problems.values()].flatMap(({ accept }) => (accept === undefined ? [] : [{ accept }]));
}

test.each<[name: string, change: Partial<Form>, left: Partial<Form>, removed: string[]]>([
  ['nothing', {}, {}, []],
  [
    'authorization',
    { metadata: [row('Authorization', 'Bearer t0ken')] },
    { metadata: [{ ...row('Authorization', ''), removed: true }] },
    ['metadata Authorization'],
  ],
  [
    'a binary token',
    { metadata: [row('x-token-bin', 'AAEC')] },
    { metadata: [{ ...row('x-token-bin', ''), removed: true }] },
    ['metadata x-token-bin'],
  ],
  [
    'a token under another name',
    { metadata: [row('x-a', 'Bearer abcdefgh1'), row('x-b', 'c', 2)] },
    { metadata: [{ ...row('x-a', 'Bearer '), removed: true }, row('x-b', 'c', 2)] },
    ['metadata x-a'],
  ],
  ['a secret without a value', { metadata: [row('authorization', '')] }, { metadata: [row('authorization', '')] }, []],
  [
    'options with a header',
    { str2: '{"headers":{"authorization":"token 1"}}' },
    { str2: '{"headers":{"authorization":""}}', omitted: ['str2'] },
    ['str2'],
  ],
  [
    'a user in the bridge',
    { bridge: 'https://me:secret@h' },
    { bridge: 'https://h', omitted: ['bridge'] },
    ['bridge address'],
  ],
  [
    'a secret in a number',
    { intValue: 'Bearer abcdefgh1' },
    { intValue: 'Bearer ', omitted: ['intValue'] },
    ['int_value'],
  ],
  [
    'a text that leaves the arguments of a first visit',
    { str2: 'ghp_0123456789abcdefghij' },
    { str2: '', omitted: ['str2'], fixed: true },
    ['str2'],
  ],
])('leaves out %s', (_, change, left, removed) => {
  const form = { ...initialForm, ...change };
  const { form: open, removed: places } = withoutSecrets(form);
  expect({ open, places }).toEqual({ open: { ...form, ...left }, places: removed });
  expect(readForm(JSON.parse(JSON.stringify(open)))).toEqual(open);
  expect(withoutSecrets(open)).toEqual({ form: open, removed: [] });
  // The receiver's call can't be sent, and isn't another one, until each is entered or accepted.
  const problems = listOmitted(open);
  expect(problems).toHaveLength(removed.length);
  expect(isFollowing(open)).toBe(isFollowing(form));
  const accepted = problems.reduce((before, { accept }) => apply(before, accept), open);
  expect(listOmitted(accepted)).toEqual([]);
});

test.each<[name: string, change: Partial<Form>, edit: FormEdit, isSettled: boolean]>([
  ['the field', { omitted: ['str1'] }, setText('str1', 'a'), true],
  ['another field', { omitted: ['str1'] }, setText('str2', 'a'), false],
  ['all arguments', { omitted: ['str1'] }, follow, true],
  ['arguments, not the bridge', { omitted: ['bridge'] }, follow, false],
  ['the value of a row', { metadata: [REMOVED] }, editRow(1, { value: 'a' }), true],
  ['the name of a row', { metadata: [REMOVED] }, editRow(1, { name: 'a' }), false],
  ['the row itself', { metadata: [REMOVED] }, removeRow(1), true],
])('an edit of %s settles a secret that was left out, or not', (_, change, edit, isSettled) => {
  const form = { ...initialForm, ...change };
  expect(listOmitted(form)).toHaveLength(1);
  expect(listOmitted(apply(form, edit))).toHaveLength(isSettled ? 0 : 1);
});

test.each<[name: string, change: Partial<Form>, fields: CallFieldId[]]>([
  ['the form of a first visit', {}, []],
  ['a bridge without a scheme', { bridge: '127.0.0.1:8080' }, ['bridge']],
  ['a bridge of another scheme', { bridge: 'ftp://h' }, ['bridge']],
  ['an empty bridge', { bridge: '' }, ['bridge']],
  ['a bridge with a path', { bridge: ' https://h/grpc ' }, []],
  ['a bridge with a user', { bridge: 'https://me@h' }, ['bridge']],
  ['a bridge with a query', { bridge: 'https://h/?a' }, ['bridge']],
  ['half of a surrogate pair', { code: '\ud800', str1: 'a\udc00', str2: '👋' }, ['code', 'str1']],
  ['the least int32', { intValue: '-2147483648' }, []],
  ['the largest int32', { intValue: '2147483647' }, []],
  ['a number above int32', { intValue: '2147483648' }, ['intValue']],
  ['a fraction', { intValue: '1.5' }, ['intValue']],
  ['hexadecimal', { intValue: '0x10' }, ['intValue']],
  ['a sign alone', { intValue: '-' }, ['intValue']],
  ['a deadline of 0', { deadline: '0' }, ['deadline']],
  ['a deadline in words', { deadline: '2s' }, ['deadline']],
  ['a deadline', { deadline: '250' }, []],
  ['metadata without a name', { metadata: [{ id: 7, name: '', value: 'v' }] }, ['metadata 7']],
  ['an empty row of metadata', { metadata: [{ id: 7, name: '', value: '' }] }, []],
])('finds the invalid fields of %s', (_, change, fields) => {
  expect([...readCall({ ...initialForm, ...change }).problems.keys()]).toEqual(fields);
});

test('reads the call in a form', () => {
  const form: Form = {
    bridge: ' http://h:1 ',
    code: 'expand',
    str1: 'a',
    str2: '',
    intValue: ' -5 ',
    deadline: '250',
    fixed: false,
    omitted: [],
    metadata: [
      { id: 1, name: 'x-a', value: '1' },
      { id: 2, name: 'x-b-bin', value: 'AAE' },
      { id: 3, name: 'X-C-BIN', value: 'é' },
      { id: 4, name: '', value: '' },
    ],
  };
  expect(readCall(form)).toEqual({
    call: {
      bridge: 'http://h:1',
      request: { code: 'expand', str1: 'a', str2: '', intValue: -5 },
      metadata: [
        ['x-a', '1'],
        ['x-b-bin', 'AAE'],
        ['X-C-BIN', 'é'],
      ],
      deadline: 250,
    },
    problems: new Map(),
  });
});

test.each<[name: string, message: string, operations: readonly Operation[] | undefined]>([
  [
    'a list',
    '[{"name":"weigh","description":"Weighs.","arguments":{"str1":"a thing","int_value":"grams"}}]',
    [{ name: 'weigh', description: 'Weighs.', arguments: { str1: 'a thing', int_value: 'grams' } }],
  ],
  [
    'a list with entries of a wrong type',
    '[{"name":"a","description":"","arguments":{}},{"name":"b","description":"","arguments":{"str1":2}},{"name":4},"c",null]',
    [{ name: 'a', description: '', arguments: {} }],
  ],
  ['the built-in operations', JSON.stringify(BUILT_IN_OPERATIONS), BUILT_IN_OPERATIONS],
  ['an empty list', '[]', undefined],
  ['an object', '{"name":"a"}', undefined],
  ['text', 'none', undefined],
])('reads operations from %s', (_, message, operations) => {
  expect(readOperations(message)).toEqual(operations);
});
