import { expect, test } from 'vitest';
import { compareBuilds, findDifferences, type LocalBuild } from './ServerBuild.js';

const request = { method: 'get', url: '/ü' };

test.each<[name: string, outcome: LocalBuild['outcome'], success: boolean, message: string, verdict: object]>([
  [
    'the same',
    { request },
    true,
    '{"method":"get","url":"/ü"}',
    { identical: true, text: expect.stringContaining('28 bytes') },
  ],
  ['another order and other whitespace', { request }, true, '{"url": "/ü", "method": "get"}', { identical: true }],
  [
    'another url',
    { request },
    true,
    '{"method":"get","url":"/u"}',
    { identical: false, here: request, there: { method: 'get', url: '/u' } },
  ],
  ['an answer that isn’t JSON', { request }, true, 'oops', { identical: false, there: 'oops' }],
  [
    'refused there only',
    { request },
    false,
    'no',
    { identical: false, text: 'only this page could build it.', there: 'no' },
  ],
  [
    'refused here only',
    { refusal: 'no' },
    true,
    '{}',
    { identical: false, text: 'only the server could build it.', here: 'no', there: {} },
  ],
  ['refused by both', { refusal: 'no' }, false, 'no', { identical: true }],
  ['refused in other words', { refusal: 'no' }, false, 'never', { identical: false, here: 'no', there: 'never' }],
])('compares %s', (_, outcome, success, message, verdict) => {
  expect(compareBuilds(outcome, { success, message })).toMatchObject(verdict);
});

test.each<[name: string, here: unknown, there: unknown, expected: string[]]>([
  ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['another order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['another value', { headers: { accept: 'x' } }, { headers: { accept: 'y' } }, ['headers.accept: "x" | "y"']],
  ['a key here only', { a: 1, b: 2 }, { a: 1 }, ['b: 2 | undefined']],
  ['a key there only', { a: 1 }, { a: 1, b: 2 }, ['b: undefined | 2']],
  ['a longer list', { a: [1] }, { a: [1, 2] }, ['a.1: undefined | 2']],
  ['a list and an object', { a: [] }, { a: {} }, ['a: [] | {}']],
  ['null and an object', null, {}, [': null | {}']],
  ['inherited names', { toString: 1 }, {}, ['toString: 1 | undefined']],
])('finds the differences of %s', (_, here, there, expected) => {
  const found = findDifferences(here, there).map(
    (difference) =>
      `${difference.path.join('.')}: ${JSON.stringify(difference.here)} | ${JSON.stringify(difference.there)}`,
  );
  expect(found).toEqual(expected);
});
