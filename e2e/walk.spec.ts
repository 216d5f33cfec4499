/** Walks at random: nothing stale is sent, shown or copied, also while parts of the page are late or fail. */
import type { Page } from '@playwright/test';
import { sideways } from '../dev/testing/page-problems.js';
import { click, WEIGHED, type Walk } from './support/actions.js';
import { CORS, startEchoApi } from './support/echo-api.js';
import { LateChunks } from './support/late-chunks.js';
import { DEVICES, LANDSCAPE } from './support/page-states.js';
import { REQUEST } from './support/playground.js';
import { createRandom, pick } from './support/random.js';
import { findForeign, findForeignResponse, findWrongCopy } from './support/screen.js';
import { recordPresses, SendCheck, takePresses } from './support/sends.js';
import { expect, test } from './support/stack.js';

/** Addresses of the page itself; any other request is answered by the test. */
const LOCAL = /^(?:https?:\/\/(?:127\.0\.0\.1|localhost)[:/]|data:|blob:|about:)/;
const ANSWERS = [
  { json: { id: 7, items: [{ n: 1 }, { n: null }], text: '<b>é</b>' } },
  { status: 404, json: { message: 'Not Found' } },
  { status: 204 },
  { contentType: 'text/plain', body: 'Grüße' },
  undefined,
] as const;

/** The browser's own messages of requests that fail, and of calls to addresses that were typed at random. */
const FOREIGN_ERRORS = /^(?:Failed to load resource|Access to fetch at)/;

/** Loads the page with a form for the API; its chunks are late from then on. */
async function open({ page, chunks, api }: Walk, address: string): Promise<void> {
  chunks.reset();
  api.holds = true;
  // Not a change of the fragment alone, which wouldn't load the page again.
  await page.goto('about:blank');
  await page.goto(`${address}#route=GET+/users/{id}&baseUrl=${api.url}&vendor=`);
  await page.locator(REQUEST.state).waitFor();
  await recordPresses(page);
  chunks.active = true;
}

/** Everything works once all chunks can be loaded: the page sends what is entered last. */
async function finish(walk: Walk, last: string): Promise<void> {
  const { page, chunks, api } = walk;
  chunks.active = false;
  api.holds = false;
  const route = page.locator(REQUEST.route);
  let attempt = 0;
  // Repeated, as a paste that is read only now may come in between.
  await expect(async () => {
    attempt += 1;
    chunks.release();
    api.release();
    await page.keyboard.press('Escape');
    await click(walk, 'button', '^Try again$');
    await page.evaluate((hash) => (location.hash = hash), `route=GET+${last}/${attempt}&baseUrl=${api.url}&vendor=`);
    await page.locator('.part-button', { hasText: 'Build' }).evaluate((button: HTMLElement) => button.click());
    // Credentials aren't part of a link.
    await click(walk, '.settings [role=tab]', '^Authorization');
    await click(walk, '.settings label', '^None$');
    await expect(route).toHaveValue(`GET ${last}/${attempt}`, { timeout: 5000 });
    await expect(page.locator(REQUEST.send)).toHaveAttribute('aria-busy', 'false', { timeout: 5000 });
    await route.press('Control+Enter', { timeout: 5000 });
    const of = page.locator(REQUEST.responseOf);
    await of.or(page.locator('.failure:visible')).first().waitFor({ timeout: 5000 });
    await click(walk, 'button', '^Try again$');
    await expect(of).toContainText(`GET ${api.url}${last}/${attempt}`, { timeout: 5000 });
  }).toPass({ timeout: 120_000 });
}

interface Plan {
  /** One that never changes, which is known to send and to lack chunks; undefined for another each time. */
  readonly seed: number | undefined;
  readonly pages: number;
  readonly perPage: number;
}

async function walkAtRandom(page: Page, address: string, { seed: fixed, pages, perPage }: Plan): Promise<void> {
  const seed = fixed ?? Date.now() % 2 ** 31;
  const random = createRandom(seed);
  const api = await startEchoApi();
  const chunks = new LateChunks(seed);
  const walk: Walk = { page, random, api, chunks };
  const check = new SendCheck();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const isExpected = FOREIGN_ERRORS.test(message.text()) || chunks.failed.has(message.location().url);
    if (message.type() === 'error' && !isExpected) faults.push(message.text());
  });
  page.on('popup', (popup) => void popup.close());
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.route(
    ({ href }) => !LOCAL.test(href),
    async (route) => {
      const request = route.request();
      const answer = ANSWERS[api.received.length % ANSWERS.length];
      api.received.push({ method: request.method(), url: request.url(), body: request.postData() ?? '' });
      if (answer === undefined) await route.abort();
      else await route.fulfill({ ...answer, headers: CORS });
    },
  );
  await chunks.attach(page);
  const done: string[] = [];
  const look = async () => {
    // The presses first: a request that is received meanwhile has one of them.
    check.add(await takePresses(page));
    faults.push(...(await findForeignResponse(page)), ...(await findForeign(page)), ...(await sideways(page)));
    if (done.length % 5 === 0) faults.push(...(await findWrongCopy(page)));
    check.add(await takePresses(page));
    faults.push(...check.findStale(api.received), ...chunks.endless);
    expect(faults, `seed ${seed}, after ${done.slice(-25).join('\n')}`).toEqual([]);
  };
  try {
    for (let round = 0; round < pages; round += 1) {
      await open(walk, address);
      for (let count = 0; count < perPage; count += 1) {
        const { name, act } = pick(WEIGHED, random);
        done.push(`${round}.${count} ${name}: ${String(await act(walk))}`);
        chunks.tick();
        await look();
      }
      await finish(walk, `/last/${round}`);
      await look();
    }
    console.log(
      `${done.length} actions, ${api.received.length} requests, ${chunks.failed.size} chunks failed, ${chunks.late.size} were late.`,
    );
    if (fixed === undefined) return;
    // Else the walk shows nothing.
    expect(api.received.length, 'requests').toBeGreaterThan(pages * 2);
    expect(chunks.failed.size, 'chunks that failed').toBeGreaterThan(0);
    expect(chunks.late.size, 'chunks that were late').toBeGreaterThan(0);
  } finally {
    chunks.reset();
    await api.stop();
  }
}

test('nothing stale is sent or shown', async ({ freshPage: page, stack }) => {
  await walkAtRandom(page, stack.url, { seed: 2, pages: 1, perPage: 60 });
});

test.describe('many actions', { tag: ['@full', '@envoy'] }, () => {
  // A failure prints its seed.
  for (const [name, seed] of [
    ['seed 3', 3],
    ['a new seed', undefined],
  ] as const) {
    for (const { viewport } of [DEVICES.desktop, DEVICES.phone, LANDSCAPE]) {
      test(`at ${viewport.width} × ${viewport.height} with ${name}`, async ({ freshPage: page, stack }) => {
        await page.setViewportSize(viewport);
        await walkAtRandom(page, stack.url, { seed, pages: 5, perPage: 100 });
      });
    }
  }
});
