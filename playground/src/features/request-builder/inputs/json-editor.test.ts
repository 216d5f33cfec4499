import { expect, test } from 'vitest';
import { maskTokens } from './JsonEditor.js';

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
  ['{"token": "a', '{"token": "a'],
])('the JSON view shows %s as %s', (text, shown) => {
  expect(
    maskTokens(text)
      .map((token) => token.text)
      .join(''),
  ).toBe(shown);
});
