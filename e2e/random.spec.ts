import type { Page } from '@playwright/test';
import { sideways } from '../dev/testing/page-problems.js';
import { createRandom, pick } from './support/random.js';
import { findForeign } from './support/screen.js';
import { expect, test } from './support/stack.js';

const ACTIONS = 1800;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];
/** A walk that never changes, and another each time; a failure prints its seed. */
const SEEDS = [1, Date.now() % 2 ** 31];
const PER_WALK = Math.ceil(ACTIONS / (SIZES.length * SEEDS.length));

const TEXTS = [
  'a', '/', '{', '}', '{?', ',', '*', ':', '+', '#', ' ', '%', '..', 'é', '"', '\\', '{owner}', '{?page*}', '/repos/', 'GET ',
  'POST ', 'https://h.example/', '{"a": [1, "b"]}', 'true', 'Bearer planted-0123456789', '😀', '\u202e', '<b>', "'", '&x=1',
]; // prettier-ignore
const KEYS = [
  'Tab', 'Shift+Tab', 'Enter', 'Escape', 'Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp',
  'Space', 'ControlOrMeta+Z', 'ControlOrMeta+Shift+Z', 'ControlOrMeta+K', 'ControlOrMeta+.', 'ControlOrMeta+A',
]; // prettier-ignore

/** Controls that leave the page, or open the browser's own windows. */
const EXCLUDED = /file|fetch|open in|export|download/i;
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

/** Answers what the page sends elsewhere: with one of the answers after the other, at last with no answer. */
async function answerRequests(page: Page): Promise<void> {
  let count = 0;
  await page.route(
    (url) => !LOCAL.test(url.href),
    async (route) => {
      const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' }; // prettier-ignore
      const answer = ANSWERS[count % ANSWERS.length];
      count += 1;
      if (answer === undefined) await route.abort();
      else await route.fulfill({ ...answer, headers: cors });
    },
  );
}

/** A point to act on: a control, or a piece that is explained. */
function pickTarget(page: Page, chance: number, kind: 'part' | 'send' | 'control' | 'field' | 'piece') {
  return page.evaluate(
    ([random, chosen, excluded]) => {
      const selectors = {
        part: '.part-button, .bottom-tab',
        send: '.send-button, .send-bar [type=submit]',
        control: 'button, select, summary, input[type=radio], input[type=checkbox], [role=tab], [role=option]',
        field: 'textarea, input:not([type=radio], [type=checkbox], [type=file])',
        piece: '[data-from]',
      };
      const dialog = document.querySelector('dialog[open]');
      const isAllowed = (element: Element) =>
        !new RegExp(excluded, 'i').test(`${element.getAttribute('aria-label') ?? ''} ${element.textContent}`);
      const candidates = [...(dialog ?? document).querySelectorAll(selectors[chosen])].filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && isAllowed(element),
      );
      const element = candidates[Math.floor(random * candidates.length)];
      if (element === undefined) return undefined;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return {
        x: x + width / 2,
        y: y + height / 2,
        name: `${element.ariaLabel ?? element.textContent} ${element.outerHTML.slice(0, 100)}`,
      };
    },
    [chance, kind, EXCLUDED.source] as const,
  );
}

/** Acts once at random, and describes the action. */
async function act(page: Page, random: () => number): Promise<string> {
  const kind = random();
  if (kind < 0.3) {
    const text = pick(TEXTS, random);
    await page.keyboard.insertText(text);
    return `insert ${text}`;
  }
  if (kind < 0.5) {
    const key = pick(KEYS, random);
    await page.keyboard.press(key);
    return key;
  }
  const chosen = kind < 0.53 ? 'part' : kind < 0.56 ? 'send' : kind < 0.7 ? 'control' : kind < 0.87 ? 'field' : 'piece';
  const target = await pickTarget(page, random(), chosen);
  if (target === undefined) return 'nothing';
  if (chosen === 'piece' && random() < 0.7) await page.mouse.move(target.x, target.y);
  else await page.mouse.click(target.x, target.y);
  return `${chosen} ${target.name}`;
}

/** Shows a part of the page, and sends what it has entered, unless a dialog is in the way. */
async function sendIn(page: Page, part: 'Build' | 'Call'): Promise<string> {
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
  await page.evaluate(async (name) => {
    if (document.querySelector('dialog[open]') !== null) return;
    const find = (selector: string, text: string) =>
      [...document.querySelectorAll<HTMLButtonElement>(selector)].find(
        (button) => button.checkVisibility() && button.textContent.startsWith(text),
      );
    find('.part-button, .bottom-tab', name)?.click();
    await new Promise(requestAnimationFrame);
    find('.send-button, .send-bar [type=submit]', 'Send')?.click();
  }, part);
  return `send in ${part}`;
}

/** What the copy buttons of the request copy must be shown on the screen. */
async function findWrongCopy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const copies: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void copies.push(text)) },
    });
    const wrong: string[] = [];
    const check = async (name: string, shown: string | null | undefined) => {
      const button = document.querySelector<HTMLElement>(`[aria-label="Copy ${name}"]`);
      if (button === null || shown == null || shown.includes('more characters')) return;
      copies.length = 0;
      button.click();
      await Promise.resolve();
      const [copied] = copies;
      // A credential of the query is hidden where it is shown.
      const pattern = shown.replaceAll(/\W/g, String.raw`\$&`).replaceAll(String.raw`\=HIDDEN`, '=[^&#"]*');
      if (copied !== undefined && !new RegExp(`^${pattern}$`).test(copied))
        wrong.push(`Copy ${name} copies ${copied}, but ${shown} is shown.`);
    };
    await check('URL', document.querySelector('.request-line .url')?.textContent);
    const options = document.querySelector('[aria-label="Request options"]')?.textContent;
    if (options?.includes('***') === false) await check('Request options', options.trimEnd());
    return wrong;
  });
}

test.describe('random actions', { tag: ['@full', '@envoy'] }, () => {
  for (const { width, height } of SIZES) {
    for (const [index, seed] of SEEDS.entries()) {
      const title = index < 1 ? `seed ${seed}` : 'a new seed';
      test(`${PER_WALK} actions at ${width} × ${height} with ${title}`, async ({ freshPage: page, stack }) => {
        console.log(`Random actions at ${width} × ${height}: seed ${seed}.`);
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(String(error)));
        page.on('console', (message) => {
          // The browser reports answers without success, and requests without an answer, which are part of the walk.
          if (message.type() === 'error' && !FOREIGN_ERRORS.test(message.text())) faults.push(message.text());
        });
        page.on('popup', (popup) => void popup.close());
        page.on('dialog', (dialog) => void dialog.dismiss());
        await page.setViewportSize({ width, height });
        await answerRequests(page);
        await page.goto(stack.url);
        await page.locator('.request-line').waitFor();
        const random = createRandom(seed * 31 + width);
        const done: string[] = [];
        for (let count = 0; count < PER_WALK; count += 1) {
          if (count % 50 === 25) done.push(await sendIn(page, count % 100 === 25 ? 'Call' : 'Build'));
          done.push(await act(page, random));
          faults.push(...(await findForeign(page)), ...(await sideways(page)));
          if (count % 5 === 0) faults.push(...(await findWrongCopy(page)));
          expect(faults, `seed ${seed}, action ${count}, after ${done.slice(-12).join('\n')}`).toEqual([]);
        }
      });
    }
  }
});
