import { expect, test } from 'vitest';
import { initialCallForm, reduceCallForm, type CallForm, type CallFormAction } from './form.js';
import { readCallForm, type CallFieldId } from './read-form.js';

const FORM = initialCallForm('');

test.each<[name: string, change: Partial<CallForm>, fields: CallFieldId[]]>([
  ['the form to begin with', {}, []],
  ['a bridge without a scheme', { bridge: '127.0.0.1:8080' }, ['bridge']],
  ['a bridge of another scheme', { bridge: 'ftp://h' }, ['bridge']],
  ['an empty bridge', { bridge: '' }, ['bridge']],
  ['a bridge with a path', { bridge: ' https://h/grpc ' }, []],
  ['the least int32', { intValue: '-2147483648' }, []],
  ['the largest int32', { intValue: '2147483647' }, []],
  ['one more', { intValue: '2147483648' }, ['intValue']],
  ['a fraction', { intValue: '1.5' }, ['intValue']],
  ['hexadecimal', { intValue: '0x10' }, ['intValue']],
  ['a sign alone', { intValue: '-' }, ['intValue']],
  ['a deadline of 0', { deadline: '0' }, ['deadline']],
  ['a deadline in words', { deadline: '2s' }, ['deadline']],
  ['a deadline', { deadline: '250' }, []],
  ['metadata without a name', { metadata: [{ id: 7, name: '', value: 'v' }] }, ['metadata 7']],
  ['an empty row of metadata', { metadata: [{ id: 7, name: '', value: '' }] }, []],
])('%s', (_, change, fields) => {
  expect([...readCallForm({ ...FORM, ...change }).problems.keys()]).toEqual(fields);
});

test('reads a whole form', () => {
  const actions: CallFormAction[] = [
    { type: 'text', field: 'code', value: 'expand' },
    { type: 'text', field: 'intValue', value: ' -5 ' },
    { type: 'text', field: 'deadline', value: '250' },
    { type: 'add-metadata' },
    { type: 'add-metadata' },
    { type: 'edit-metadata', id: 2, change: { name: 'x-a', value: '1' } },
    { type: 'remove-metadata', id: 1 },
  ];
  expect(readCallForm(actions.reduce(reduceCallForm, initialCallForm('?bridge=http%3A%2F%2Fh%3A1')))).toEqual({
    call: {
      bridge: 'http://h:1',
      request: { code: 'expand', str1: 'Hello', str2: '', intValue: -5 },
      metadata: [['x-a', '1']],
      deadline: 250,
    },
    problems: new Map(),
  });
});
