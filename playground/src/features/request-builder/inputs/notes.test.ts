import { expect, test } from 'vitest';
import { findNote, writePlaceholder, type ParameterNote } from './notes.js';
import { maskTokens } from './JsonEditor.js';

const note = (change: Partial<ParameterNote> = {}): ParameterNote => ({
  required: false,
  deprecated: false,
  type: 'string',
  description: '',
  kind: 'text',
  choices: [],
  closed: false,
  preset: '',
  example: '',
  hasExample: false,
  limits: [],
  ...change,
});

test.each<[change: Partial<ParameterNote> | undefined, placeholder: string]>([
  [undefined, 'otherwise'],
  [{}, 'otherwise'],
  [{ preset: 'open', example: 'closed', hasExample: true }, 'default: open'],
  [{ preset: '{\n}' }, 'otherwise'],
  [{ example: 'mona', hasExample: true }, 'such as mona'],
  [{ example: 'text' }, 'otherwise'],
  [{ choices: ['true', 'false'], closed: true, example: 'true', hasExample: true }, 'not set'],
  [{ choices: ['a'], closed: true, preset: 'a' }, 'default: a'],
])('the placeholder of %j is “%s”', (change, placeholder) => {
  expect(writePlaceholder(change && note(change), 'otherwise')).toBe(placeholder);
});

const NOTES = new Map([
  ['path id', note({ type: 'path' })],
  ['query id', note({ type: 'query' })],
  ['body id', note({ type: 'body' })],
  ['query page', note({ type: 'page' })],
]);

test.each<[place: 'auto' | 'path' | 'query' | 'body', name: string, type: string | undefined]>([
  ['path', 'id', 'path'],
  ['query', 'id', 'query'],
  ['auto', 'id', 'body'],
  ['auto', 'page', 'page'],
  ['body', 'page', undefined],
  ['auto', 'other', undefined],
])('a row in %s of the name %s has the note of %s', (place, name, type) => {
  expect(findNote(NOTES, place, name)?.type).toBe(type);
  expect(findNote(undefined, place, name)).toBeUndefined();
});

test.each([
  ['{"token": "abc", "name": "x"}', '{"token": "•••", "name": "x"}'],
  ['{"tokens": ["a", {"b": "cd"}], "c": ["e"]}', '{"tokens": ["•", {"b": "••"}], "c": ["e"]}'],
  ['{"a": {"pin": 1234, "b": 1}, "c": 2}', '{"a": {"pin": ••••, "b": 1}, "c": 2}'],
  [
    '{"password": {"name": "x", "of": {"y": "z"}}, "d": true}',
    '{"password": {"name": "•", "of": {"y": "•"}}, "d": true}',
  ],
  ['[{"token": "a"}, ["b"]]', '[{"token": "•"}, ["b"]]'],
  ['["token", "x"]', '["token", "x"]'],
  ['{"authorization": "Bearer {{TOKEN}}", "pin": "1"}', '{"authorization": "Bearer {{TOKEN}}", "pin": "•"}'],
  ['{"token": "a', '{"token": "a'],
])('the JSON view shows %s as %s', (text, shown) => {
  expect(
    maskTokens(text)
      .map((token) => token.text)
      .join(''),
  ).toBe(shown);
});
