import { expect, test } from 'vitest';
import { readForm } from './form.js';
import { substituteCall } from './substitute-call.js';

const VARIABLES = [
  { name: 'host', value: 'http://127.0.0.1:8080' },
  { name: 'quote', value: 'a "b"' },
  { name: 'id', value: '7' },
  { name: 'empty', value: '' },
];

test.each<[name: string, form: object, expected: object]>([
  ['plain texts', { code: 'echo', str1: '{"a": {"b": 1}}' }, { code: 'echo', str1: '{"a": {"b": 1}}' }],
  ['the bridge', { bridge: '{{host}}' }, { bridge: 'http://127.0.0.1:8080' }],
  ['a text', { str1: 'say {{quote}}' }, { str1: 'say a "b"' }],
  ['a text that begins with a reference', { str1: '{{quote}}' }, { str1: 'a "b"' }],
  ['JSON', { str2: '{"a": "{{quote}}", "b": {{id}}}' }, { str2: '{"a": "a \\"b\\"", "b": 7}' }],
  ['numbers', { intValue: '{{id}}', deadline: '{{id}}000' }, { intValue: '7', deadline: '7000' }],
  [
    'metadata',
    { metadata: [{ name: 'x-{{id}}', value: '{{quote}}' }] },
    { metadata: [{ id: 1, name: 'x-7', value: 'a "b"', notation: 'base64' }] },
  ],
])('inserts values into %s of a call', (_, form, expected) => {
  const substituted = substituteCall(readForm(form), VARIABLES);
  expect(substituted.form).toMatchObject(expected);
  expect([...substituted.problems]).toEqual([]);
});

test('a name without a value is a problem at its field', () => {
  const { problems } = substituteCall(
    readForm({ str1: '{{empty}}', metadata: [{ name: 'a', value: '{{unknown}}' }] }),
    VARIABLES,
  );
  expect([...problems.keys()]).toEqual(['str1', 'metadata value 1']);
  expect(problems.get('metadata value 1')).toMatch(/“{{unknown}}” has no value/);
});
