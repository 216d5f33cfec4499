import { expect, test } from 'vitest';
import type { MetadataCheck } from '../call.js';
import { readCall, type CallFieldId } from './read-call.js';
import { initialForm, type Form } from './form.js';

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
  ['one more', { intValue: '2147483648' }, ['intValue']],
  ['a fraction', { intValue: '1.5' }, ['intValue']],
  ['hexadecimal', { intValue: '0x10' }, ['intValue']],
  ['a sign alone', { intValue: '-' }, ['intValue']],
  ['a deadline of 0', { deadline: '0' }, ['deadline']],
  ['a deadline in words', { deadline: '2s' }, ['deadline']],
  ['a deadline', { deadline: '250' }, []],
  ['metadata without a name', { metadata: [{ id: 7, name: '', value: 'v', notation: 'text' }] }, ['metadata name 7']],
  ['an empty row of metadata', { metadata: [{ id: 7, name: '', value: '', notation: 'text' }] }, []],
])('checks %s', (_, change, fields) => {
  expect([...readCall({ ...initialForm, ...change }).problems.keys()]).toEqual(fields);
});

test('reads a whole form', () => {
  const form: Form = {
    bridge: ' http://h:1 ',
    code: 'expand',
    str1: 'a',
    str2: '',
    intValue: ' -5 ',
    deadline: '250',
    metadata: [
      { id: 1, name: 'x-a', value: '1', notation: 'text' },
      { id: 2, name: 'x-b-bin', value: 'AAE', notation: 'base64' },
      { id: 3, name: 'X-C-BIN', value: 'é', notation: 'text' },
      { id: 4, name: '', value: '', notation: 'text' },
    ],
  };
  expect(readCall(form)).toEqual({
    call: {
      bridge: 'http://h:1',
      request: { code: 'expand', str1: 'a', str2: '', intValue: -5 },
      metadata: [
        ['x-a', '1'],
        ['x-b-bin', 'AAE'],
        ['X-C-BIN', new Uint8Array([0xc3, 0xa9])],
      ],
      deadline: 250,
    },
    problems: new Map(),
  });
});

test('checks metadata by the given rules', () => {
  const check: MetadataCheck = (name, value) =>
    name === 'a' ? { name: 'no name' } : { value: `not ${String(value)}` };
  const row = { value: 'v', notation: 'text' } as const;
  const form: Form = {
    ...initialForm,
    metadata: [
      { id: 1, name: 'a', ...row },
      { id: 5, name: 'b', ...row },
    ],
  };
  expect([...readCall(form, check).problems]).toEqual([
    ['metadata name 1', 'no name'],
    ['metadata value 5', 'not v'],
  ]);
});
