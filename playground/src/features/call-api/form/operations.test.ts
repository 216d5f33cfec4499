import { expect, test } from 'vitest';
import { BUILT_IN_OPERATIONS, readOperations, type Operation } from './operations.js';

test.each<[name: string, message: string, operations: readonly Operation[] | undefined]>([
  [
    'a list',
    '[{"name":"weigh","description":"Weighs.","arguments":{"str1":"a thing","int_value":"grams"}}]',
    [{ name: 'weigh', description: 'Weighs.', arguments: { str1: 'a thing', int_value: 'grams' } }],
  ],
  ['missing members', '[{"name":"a"}]', [{ name: 'a', description: '', arguments: {} }]],
  [
    'members of a wrong type, and unknown ones',
    '[{"name":"a","description":1,"arguments":{"str1":2,"str9":"x"},"since":3},{"name":4},"b",null]',
    [{ name: 'a', description: '', arguments: {} }],
  ],
  ['the page’s own', JSON.stringify(BUILT_IN_OPERATIONS), BUILT_IN_OPERATIONS],
  ['an empty list', '[]', undefined],
  ['an object', '{"name":"a"}', undefined],
  ['text', 'none', undefined],
])('reads %s', (_, message, operations) => {
  expect(readOperations(message)).toEqual(operations);
});
