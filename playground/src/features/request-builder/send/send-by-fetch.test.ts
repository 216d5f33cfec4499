import { afterEach, expect, test, vi } from 'vitest';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM } from '../model/form.js';
import { sendRequest, writeStatus } from './send-by-fetch.js';
import { describePageFailure, isMixedContent, type FailureKind, type PageFacts } from './failures.js';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['gehttps://h.example', 'This url begins with “gehttps:”.'],
  ['ftp://h.example', 'This url begins with “ftp:”.'],
])('a page sends nothing to %s', async (baseUrl, text) => {
  const fetched = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { href: 'https://play.test/' });
  const state = deriveState({ ...EMPTY_FORM, baseUrl, vendor: '', route: 'GET /a' });
  const sent = await sendRequest(state, new AbortController().signal);
  expect(sent?.outcome).toMatchObject({ failure: { kind: 'unsendable', text } });
  expect(fetched).not.toHaveBeenCalled();
});

test('a request that is cancelled while the code for it loads is never sent', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  const state = deriveState({ ...EMPTY_FORM, route: 'DELETE /a' });
  const controller = new AbortController();
  controller.abort();
  expect(await sendRequest(state, controller.signal)).toMatchObject({
    url: 'https://api.github.com/a',
    outcome: { failure: { kind: 'cancelled' } },
  });
  expect(fetched).not.toHaveBeenCalled();
});

const facts: PageFacts = {
  url: 'https://api.test/a?key=secret-0123',
  page: 'https://play.test/x',
  method: 'patch',
  online: true,
  reachable: undefined,
};

test.each<[kind: FailureKind, change: Partial<PageFacts>]>([
  ['cors', { reachable: true }],
  ['unreachable', { reachable: false }],
  ['unreachable', {}],
  ['offline', { online: false, reachable: false }],
  ['mixed content', { url: 'http://api.test/a' }],
  ['unreachable', { url: 'http://127.0.0.1:1/a' }],
  ['timeout', { timeout: 60_000, reachable: true }],
])('%s, for %j', (kind, change) => {
  const failure = describePageFailure({ ...facts, ...change });
  expect(failure).toMatchObject({ kind });
  expect(failure.next.length).toBeGreaterThan(0);
  expect(JSON.stringify(failure)).not.toContain('secret');
});

test.each([
  ['http://h/a', 'https://p/', true],
  ['https://h/a', 'https://p/', false],
  ['http://h/a', 'http://p/', false],
  ['/a', 'https://p/', false],
  ['http://localhost:1/a', 'https://p/', false],
  ['http://a.localhost/a', 'https://p/', false],
  ['http://[::1]/a', 'https://p/', false],
])('%s from %s is mixed content: %s', (url, page, mixed) => {
  expect(isMixedContent(url, page)).toBe(mixed);
});

test.each([
  [200, '200 OK'],
  [404, '404 Not Found'],
  [413, '413 Content Too Large'],
  [299, '299'],
  [999, '999'],
])('the status %i is %s', (status, text) => {
  expect(writeStatus(status)).toBe(text);
});
