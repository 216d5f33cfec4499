import { expect, test } from 'vitest';
import type { Received } from './echo-api.js';
import { SendCheck, type Press } from './sends.js';

const press = (url: string, change: Partial<Press> = {}): Press => ({
  state: 'Built',
  running: false,
  method: 'GET',
  url: `http://h${url}`,
  options: undefined,
  ...change,
});
const sent = (url: string, change: Partial<Received> = {}): Received => ({
  method: 'GET',
  url: `http://h${url}`,
  body: '',
  ...change,
});
const options = JSON.stringify({ method: 'post', url: 'http://h/a', headers: {}, body: { b: 1 } });

test.each<[name: string, presses: readonly Press[], received: readonly Received[], stale: number]>([
  ['what is shown', [press('/a')], [sent('/a')], 0],
  ['without a press', [], [sent('/a')], 1],
  ['while one runs', [press('/a', { running: true })], [sent('/a')], 1],
  ['with a problem', [press('/a', { state: '1 problem' })], [sent('/a')], 1],
  ['a url as the browser writes it', [press('/a b#c', { method: '' })], [sent('/a%20b')], 0],
  ['the body', [press('/a', { options })], [sent('/a', { body: '{"b":1}' })], 0],
  ['another body', [press('/a', { options })], [sent('/a', { body: '{"b":2}' })], 1],
])('a page that sends %s', (_, presses, received, stale) => {
  const check = new SendCheck();
  check.add(presses);
  expect(check.findStale(received)).toHaveLength(stale);
});
