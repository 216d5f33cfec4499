import { afterEach, expect, test, vi } from 'vitest';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM } from '../model/form.js';
import type { Way } from './send-request.js';
import { sendRequest } from './send-request.js';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['gehttps://h.example', 'This url begins with “gehttps:”.'],
  ['ftp://h.example', 'This url begins with “ftp:”.'],
])('a page sends nothing to %s', async (baseUrl, text) => {
  const fetched = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { href: 'https://play.test/' });
  const state = deriveState({ ...EMPTY_FORM, baseUrl, vendor: '', route: 'GET /a' });
  const sent = await sendRequest(state, 'page', 'https://bridge.test', new AbortController().signal);
  expect(sent?.outcome).toMatchObject({ failure: { kind: 'unsendable', text, byServer: false } });
  expect(fetched).not.toHaveBeenCalled();
});

test.each<Way>(['page', 'server'])(
  'a request that is cancelled before the %s can send it is never sent',
  async (via) => {
    const fetched = vi.fn<typeof fetch>(async () => new Response());
    vi.stubGlobal('fetch', fetched);
    const state = deriveState({ ...EMPTY_FORM, route: 'DELETE /a' });
    const controller = new AbortController();
    const sending = sendRequest(state, via, 'https://bridge.test', controller.signal);
    controller.abort();
    expect(await sending).toMatchObject({
      method: 'delete',
      url: 'https://api.github.com/a',
      outcome: { failure: { kind: 'cancelled' } },
      state,
    });
    expect(fetched).not.toHaveBeenCalled();
  },
);
