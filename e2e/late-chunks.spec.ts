import type { Page } from '@playwright/test';
import { startEchoApi } from './support/echo-api.js';
import { LateChunks } from './support/late-chunks.js';
import { paste, REQUEST } from './support/playground.js';
import { createRandom, pick } from './support/random.js';
import { recordPresses, SendCheck, takePresses } from './support/sends.js';
import { expect, test } from './support/stack.js';

const ROUTES = [
  'GET /a', 'POST /b', 'DELETE /users/7{?force}', 'PUT /c/x', '/d{?q*}', 'PATCH /e?f=1', 'GET /users/{id}', 'PUT /c/{x}/{y}',
  'GET /slow/{id}', 'PATCH /slow', 'GET /a/{', 'GET /a/{id', '', 'NOPE', 'GET https://api.other.test/{id}', 'GET /a b', 'PUT /e/{+path}',
]; // prettier-ignore
const PIECES = ['/', 'x', '{', '}', '{id}', '{?page}', '?', '#', ' ', 'é', '%', 'Z'];
const VALUES = ['1', 'mona', '', 'ö / &', '[1, 2]', '{"a": 1}', '{"a": ', '"', 'null', '..'];
const NAMES = ['id', 'page', 'x-own', 'body', 'a b', 'headers', 'title'];
const JSON_TEXTS = [
  '{"route": "GET /json/{id}", "options": {"id": 7}}', '{"route": "POST /json", "options": {"a": [1, "b"]}}', '{"route": "DELETE /json',
  '[1]', '', '{"route": "GET /json", "nonsense": 1}', 'DELETE /json', '{"route": "PUT /slow/json", "options": {"a": null}}',
]; // prettier-ignore
const PASTED = [
  'curl -X DELETE API/pasted',
  'curl API/pasted -d a=b',
  "fetch('API/pasted', {method: 'PUT'})",
  'curl --nonsense',
];

/** A walk through the page. */
interface Walk {
  readonly page: Page;
  readonly random: () => number;
  readonly api: Awaited<ReturnType<typeof startEchoApi>>;
  readonly chunks: LateChunks;
}

/** Clicks one of the elements that a selector finds in sight, with a name that matches; the name, or undefined if there is none. */
function click({ page, random }: Walk, selector: string, name = ''): Promise<string | undefined> {
  // Not by the pointer: a dialog that opens just now may be in the way, which no user would wait for.
  return page.evaluate(
    ([chosen, pattern, chance]) => {
      const elements = [...document.querySelectorAll<HTMLElement>(chosen)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          new RegExp(pattern).test(element.ariaLabel ?? element.textContent),
      );
      const element = elements[Math.floor(chance * elements.length)];
      element?.click();
      return element && (element.ariaLabel ?? element.textContent);
    },
    [selector, name, random()] as const,
  );
}

/** Focuses one of the fields that a selector finds in sight; whether there is one. */
function focus({ page, random }: Walk, selector: string): Promise<boolean> {
  return page.evaluate(
    ([chosen, chance]) => {
      const fields = [...document.querySelectorAll<HTMLElement>(chosen)].filter((field) => field.checkVisibility());
      const field = fields[Math.floor(chance * fields.length)];
      field?.focus();
      return field !== undefined && field === document.activeElement;
    },
    [selector, random()] as const,
  );
}

async function enter(walk: Walk, selector: string, text: string): Promise<string> {
  if (!(await focus(walk, selector))) return 'no field';
  await walk.page.keyboard.press('Control+A');
  if (text === '') await walk.page.keyboard.press('Delete');
  else await walk.page.keyboard.insertText(text);
  return text;
}

async function press(walk: Walk, keys: string): Promise<string> {
  await walk.page.keyboard.press(keys);
  return keys;
}

async function pasteRoute(walk: Walk, text: string): Promise<string> {
  if (!(await focus(walk, REQUEST.route))) return 'no field';
  await paste(walk.page.locator(REQUEST.route), text);
  return text;
}

async function openLink({ page, random, api }: Walk): Promise<string> {
  const hash = `route=POST+/linked/${Math.floor(random() * 1e6)}/{id}&baseUrl=${api.url}&vendor=`;
  await page.evaluate((changed) => (location.hash = changed), hash);
  return hash;
}

type Act = (walk: Walk) => Promise<unknown>;

/** The actions, each as often as its weight. */
const ACTIONS: readonly (readonly [weight: number, name: string, act: Act])[] = [
  [12, 'enter the route', (walk) => enter(walk, REQUEST.route, pick(ROUTES, walk.random))],
  [
    8,
    'type in the route',
    async (walk) => {
      if (!(await focus(walk, REQUEST.route))) return;
      await walk.page.keyboard.press('End');
      await walk.page.keyboard.insertText(pick(PIECES, walk.random));
    },
  ],
  [10, 'enter a value', (walk) => enter(walk, '.builder [aria-label^="Value of"]', pick(VALUES, walk.random))],
  [3, 'enter a name', (walk) => enter(walk, '.builder [aria-label^="Name of"]', pick(NAMES, walk.random))],
  // A form without the mistakes so far, with which everything can be sent.
  [8, 'open a link', openLink],
  [3, 'add or remove a row', (walk) => click(walk, '.builder button', '^(Add|Remove) ')],
  [6, 'choose the mode', (walk) => click(walk, '.builder input[type=radio]')],
  [6, 'enter JSON', (walk) => enter(walk, REQUEST.json, pick(JSON_TEXTS, walk.random))],
  [5, 'undo', (walk) => press(walk, 'Control+Z')],
  [3, 'redo', (walk) => press(walk, 'Control+Shift+Z')],
  [8, 'choose a tab', (walk) => click(walk, 'main [role=tab]')],
  [
    24,
    'enter a route, and send it',
    async (walk) => {
      const route = await enter(walk, REQUEST.route, pick(ROUTES.slice(0, 6), walk.random));
      await walk.page.keyboard.press('Control+Enter');
      return route;
    },
  ],
  [10, 'send by the shortcut', async (walk) => (await focus(walk, REQUEST.route)) && press(walk, 'Control+Enter')],
  [4, 'press the shortcut anywhere', (walk) => press(walk, 'Control+Enter')],
  [10, 'send by the button, or cancel', (walk) => click(walk, REQUEST.send)],
  [2, 'share', async (walk) => (await click(walk, 'button', '^Share$')) && click(walk, 'button', '^Copy (link|as)')],
  [2, 'choose the theme', async (walk) => (await click(walk, 'button', '^Menu$')) && click(walk, '.menu input')],
  [2, 'choose a part', (walk) => click(walk, '.part-button, .bottom-tab')],
  [8, 'build', (walk) => click(walk, '.part-button', '^Build$')],
  [2, 'choose an operation', (walk) => click(walk, '.call input[type=checkbox]')],
  [2, 'open a dialog', (walk) => click(walk, 'button', '^(Catalogue|Saved)$')],
  [4, 'close a dialog', (walk) => press(walk, 'Escape')],
  [3, 'close a notice', (walk) => click(walk, '.pasted button')],
  [
    2,
    'choose an example',
    async (walk) => (await click(walk, 'button', '^Menu$')) && click(walk, '.menu button', ': '),
  ],
  [3, 'paste', (walk) => pasteRoute(walk, pick(PASTED, walk.random).replaceAll('API', walk.api.url))],
  [3, 'fix', (walk) => click(walk, '.builder .fix')],
  [2, 'try again', (walk) => click(walk, 'button', '^Try again$')],
  [4, 'release the chunks', async ({ chunks }) => chunks.release()],
  [12, 'release the responses', async ({ api }) => api.release()],
];
const WEIGHED = ACTIONS.flatMap(([weight, name, act]) => Array.from({ length: weight }, () => ({ name, act })));

/** Problems of the shown response: the one of another request than the shown one has a label. */
function findForeignResponse(page: Page): Promise<string[]> {
  return page.evaluate((selectors) => {
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    const of = document.querySelector(selectors.responseOf);
    if (of?.checkVisibility() !== true || of.textContent.includes('earlier')) return [];
    const shown = `${textOf(selectors.method) || 'GET'} ${textOf(selectors.url)}`;
    if (textOf(selectors.state).startsWith('Built') && of.textContent.includes(shown)) return [];
    return [`${of.textContent} is shown as the response to ${shown} (${textOf(selectors.state)})`];
  }, REQUEST);
}

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

async function walkAtRandom(page: Page, address: string, seed: number, pages: number, perPage: number): Promise<void> {
  const random = createRandom(seed);
  const api = await startEchoApi();
  const chunks = new LateChunks(seed);
  const walk: Walk = { page, random, api, chunks };
  const check = new SendCheck();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !chunks.failed.has(message.location().url)) faults.push(message.text());
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(/^https:\/\/(?:api\.|uploads\.|petstore\.)/, async (route) => {
    const request = route.request();
    api.received.push({ method: request.method(), url: request.url(), body: request.postData() ?? '' });
    await route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
  });
  await chunks.attach(page);
  const done: string[] = [];
  const look = async () => {
    // The presses first: a request that is received meanwhile has one of them.
    check.add(await takePresses(page));
    faults.push(...(await findForeignResponse(page)));
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
    // Else the walk shows nothing.
    expect(api.received.length, 'requests').toBeGreaterThan(pages * 2);
    expect(chunks.failed.size, 'chunks that failed').toBeGreaterThan(0);
    expect(chunks.late.size, 'chunks that were late').toBeGreaterThan(0);
  } finally {
    chunks.reset();
    await api.stop();
  }
}

test('actions while chunks are late or fail send nothing stale, and raise no error', async ({
  freshPage: page,
  stack,
}) => {
  await walkAtRandom(page, stack.url, 2, 1, 60);
});

test.describe('many random actions', { tag: ['@full', '@envoy'] }, () => {
  const newSeed = Date.now() % 2 ** 31;
  for (const [index, seed] of [3, newSeed].entries()) {
    test(`1,000 actions while chunks are late or fail, with ${index < 1 ? `seed ${seed}` : 'a new seed'}`, async ({
      freshPage: page,
      stack,
    }) => {
      await walkAtRandom(page, stack.url, seed, 10, 100);
    });
  }
});
