import { expect, test } from 'vitest';
import { deriveState } from './build.js';
import { EMPTY_FORM, EXAMPLE_FORM, type Form } from './form.js';
import { LiteralError } from '../../../json/literal.js';
import { isLargeSource, measureSource, readSource, writeSource } from './source.js';

const FULL: Form = {
  ...EXAMPLE_FORM,
  route: 'POST /repos/{owner}/{url}{?page}',
  variables: [
    { name: 'owner', value: 'a', kind: 'text' },
    { name: 'url', value: 'b', kind: 'text' },
    { name: 'page', value: '2', kind: 'json' },
  ],
  parameters: [
    { id: 1, name: 'title', value: 'x', kind: 'text', place: 'auto' },
    { id: 2, name: 'url', value: 'y', kind: 'text', place: 'body' },
    { id: 3, name: 'page', value: '3', kind: 'text', place: 'body' },
    { id: 4, name: 'empty', value: '""', kind: 'json', place: 'auto' },
  ],
  headers: [
    { id: 1, name: 'x-a', value: '1' },
    { id: 2, name: 'user-agent', value: '' },
  ],
  format: 'raw',
  previews: 'mercy, luke-cage',
  layers: [
    { id: 1, name: 'tenant', on: true, options: '{ "org": "o", "headers": { "x-b": "2" } }' },
    { id: 2, name: '', on: false, options: '{ "org": "p" }' },
  ],
};

test.each<[string, Form]>([
  ['nothing', EMPTY_FORM],
  ['the example', EXAMPLE_FORM],
  ['a full form', FULL],
])('%s survives as JSON', (_, form) => {
  const read = readSource(JSON.stringify(writeSource(form), null, 2));
  expect(deriveState(read).request).toEqual(deriveState(form).request);
  expect(deriveState(read).problems.map(({ message }) => message)).toEqual(
    deriveState(form).problems.map(({ message }) => message),
  );
  expect(writeSource(read)).toEqual(writeSource(form));
  expect(read.layers.map(({ name, on }) => ({ name, on }))).toEqual(form.layers.map(({ name, on }) => ({ name, on })));
});

test('defaults that JSON would change stay text', () => {
  const layers = [{ id: 1, name: '', on: true, options: '{"x": 12345678901234567890}' }];
  const source = JSON.stringify(writeSource({ ...EMPTY_FORM, route: '/a', layers }));
  expect(readSource(source).layers).toEqual(layers);
});

test('leaves unreadable rows out, and keeps unreadable defaults as text', () => {
  const form: Form = {
    ...EMPTY_FORM,
    route: '/a',
    parameters: [{ id: 1, name: 'b', value: '[', kind: 'json', place: 'auto' }],
    layers: [{ id: 1, name: '', on: true, options: '{"x"' }],
  };
  expect(writeSource(form)).toMatchObject({ options: {}, defaults: [{ options: '{"x"' }] });
  expect(readSource(JSON.stringify(writeSource(form))).layers).toEqual(form.layers);
});

test('counts defaults as well as values', () => {
  const form = { ...FULL, layers: [{ id: 1, name: '', on: true, options: JSON.stringify('x'.repeat(60_000)) }] };
  expect(isLargeSource(form)).toBe(true);
  expect(measureSource(form)).toBe(60_002 + 'ab2xy3""'.length);
});

test.each<[string, number, RegExp]>([
  ['[]', 0, /object with route, options/],
  ['{"rout": ""}', 9, /“rout” is unknown/],
  ['{"route": 1}', 10, /“route” must be text/],
  ['{"options": []}', 12, /must be an object/],
  ['{"defaults": [{"on": 1}]}', 21, /must be true or false/],
  ['{"defaults": [3]}', 14, /object with name, on, options/],
  ['{"route": }', 10, /value should be here/],
  ['{"options": {"headers": [1]}}', 25, /must be a pair/],
  ['{"options": {"headers": [["a", "b"], [1, "x"]]}}', 37, /must be a pair/],
  ['{"options": {"headers": [["a", "b", "c"]]}}', 25, /must be a pair/],
  ['{"options": {"headers": "a"}}', 24, /“headers” must be an object or a list/],
  ['{"options": {"mediaType": 1}}', 26, /“mediaType” must be an object/],
  ['{"options": {"mediaType": {"preview": []}}}', 38, /“preview” is unknown/],
  ['{"options": {"mediaType": {"format": 1}}}', 37, /“format” must be text/],
  ['{"options": {"mediaType": {"previews": [{}]}}}', 40, /preview must be text/],
  ['{"options": {"@in": {"header": {}}}}', 31, /“header” is unknown/],
  ['{"options": {"@in": {"path": 1}}}', 29, /“path” must be an object/],
  ['{"options": {"baseUrl": 1}}', 24, /“baseUrl” must be text/],
  ...[' '.repeat(60_000), ''].flatMap((space): [string, number, RegExp][] => [
    [`{"options": {"a": 1e400}}${space}`, 18, /beyond the range/],
    [`{"options": {"a": [12345678901234567890]}}${space}`, 19, /would be sent as 12345678901234567000/],
    [`{"options": {"a": -0}}${space}`, 18, /would be sent as 0/],
    [`{"options": {"a": {"b": 1, "b": 2}}}${space}`, 27, /“b” is set twice/],
  ]),
])('reports the position of the mistake in %.60s', (text, position, message) => {
  let thrown: unknown;
  try {
    readSource(text);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(LiteralError);
  expect(thrown).toMatchObject({ position, message: expect.stringMatching(message) });
});
