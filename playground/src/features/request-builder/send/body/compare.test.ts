import { expect, test } from 'vitest';
import { compareTexts, compareTrees } from './compare.js';
import { parseTree } from './tree.js';

test.each<[name: string, before: string, after: string, differences: readonly (readonly unknown[])[]]>([
  ['nothing', '{"a":[1]}', '{ "a": [ 1 ] }', []],
  ['the order of members', '{"a":1,"b":2}', '{"b":2,"a":1}', []],
  ['a changed member', '{"a":{"b":1}}', '{"a":{"b":2}}', [['a.b', '1', '2']]],
  ['a new member', '{}', '{"a b":{"c":[1]}}', [['["a b"]', undefined, '{"c": [1]}']]],
  ['a removed member', '{"a":1,"b":2}', '{"a":1}', [['b', '2', undefined]]],
  ['an item inserted in between', '[1,2,3]', '[1,9,2,3]', [['[1]', undefined, '9']]],
  ['an item removed in between', '[1,9,2,3]', '[1,2,3]', [['[1]', '9', undefined]]],
  ['a changed item', '[{"a":1},2]', '[{"a":3},2]', [['[0].a', '1', '3']]],
  ['another kind', '{"a":1}', '[1]', [['', '{"a": 1}', '[1]']]],
  ['digits beyond a double', '[12345678901234567890]', '[12345678901234567891]', [['[0]', '12345678901234567890', '12345678901234567891']]],
])('JSON: %s', (_, before, after, differences) => {
  const { differences: found } = compareTrees(parseTree(before), parseTree(after));
  expect(found.map((each) => [each.place, each.before, each.after])).toEqual(differences);
}); // prettier-ignore

test.each<[name: string, before: string, after: string, differences: readonly (readonly unknown[])[]]>([
  ['nothing', 'a\nb', 'a\nb', []],
  ['a changed line', 'a\nb\nc', 'a\nx\nc', [['line 2', 'b', 'x']]],
  ['a new line', 'a\nc', 'a\nb\nc', [['line 2', undefined, 'b']]],
  ['a removed line', 'a\nb\nc', 'a\nc', [['line 2', 'b', undefined]]],
  ['lines around an equal one', 'a\nb\nc', 'x\nb\ny', [['line 1', 'a', 'x'], ['line 3', 'c', 'y']]],
])('text: %s', (_, before, after, differences) => {
  const { differences: found } = compareTexts(before, after);
  expect(found.map((each) => [each.place, each.before, each.after])).toEqual(differences);
}); // prettier-ignore

test('stops after many differences', () => {
  const list = (value: number) => JSON.stringify(Array.from({ length: 2000 }, () => value));
  expect(compareTrees(parseTree(list(1)), parseTree(list(2)))).toMatchObject({ more: true });
});
