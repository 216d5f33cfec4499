import { expect, test } from 'vitest';
import { compareBuilds, type LocalBuild } from './verdict.js';

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
  ['no JSON', { request }, true, 'oops', { identical: false, there: 'oops' }],
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
