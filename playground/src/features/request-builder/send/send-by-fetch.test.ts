import { afterEach, expect, test, vi } from 'vitest';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM } from '../model/form.js';
import { sendRequest } from './send-by-fetch.js';

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
