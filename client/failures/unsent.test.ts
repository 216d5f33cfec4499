import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countRequest, explainUnsent } from './unsent.js';

const A = 'http://a.example';
const B = 'http://b.example';
const explained = (host: string, most: number, protocol: string): string =>
  ` ${most} earlier calls to ${host} were in progress. Over ${protocol} browsers send ${most} at once, so most likely this call was never sent.`;
const EXPLAINED = explained(A, 6, 'HTTP/1.1');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', {});
  vi.stubGlobal('origin', 'http://page.example');
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts requests to these hosts, in order; ends all of them after the test. */
function startRequests(hosts: readonly string[]) {
  const requests = hosts.map((host) => ({ host }));
  const ends = requests.map((request) => countRequest(request));
  const explain = (): string => explainUnsent(requests.at(-1) ?? { host: A });
  return { ends, explain, endAll: () => ends.forEach((end) => end()) };
}

const S = 'https://s.example';
const six = Array.from({ length: 6 }, () => A);

it.each<[string, readonly string[], string]>([
  ['five earlier ones', six, ''],
  ['six earlier ones', [...six, A], EXPLAINED],
  ['six earlier ones to paths of one server', [...six.map((host, at) => `${host}/${at % 2}`), `${A}/2`], EXPLAINED],
  ['six earlier ones to another host', [...six, B], ''],
  ['five earlier ones, and others to another host', [B, ...six.slice(1), B, A], ''],
  ['six earlier ones, and one to another host', [...six, B, A], EXPLAINED],
  ['99 earlier ones over HTTP/2', Array.from({ length: 100 }, () => S), ''],
  ['100 earlier ones over HTTP/2', Array.from({ length: 101 }, () => S), explained(S, 100, 'HTTP/2')],
])('explains a request after %s', (_, hosts, expected) => {
  const { explain, endAll } = startRequests(hosts);
  expect(explain()).toBe(expected);
  endAll();
});

it('counts requests whose deadlines pass together, and none that ended before', () => {
  const { ends, explain, endAll } = startRequests([...six, A]);
  ends[0]?.();
  expect(explain()).toBe(EXPLAINED);
  vi.advanceTimersByTime(100);
  expect(explain()).toBe('');
  endAll();
});

it('explains nothing outside browsers, which have no such limit', () => {
  vi.stubGlobal('location', undefined);
  const { explain } = startRequests([...six, A]);
  expect(explain()).toBe('');
});
