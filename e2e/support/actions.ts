/** What a user does at random. */
import type { Page } from '@playwright/test';
import type { startEchoApi } from './echo-api.js';
import type { LateChunks } from './late-chunks.js';
import { paste, REQUEST } from './playground.js';
import { pick } from './random.js';

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

const TEXTS = [
  'a', '/', '{', '}', '{?', ',', '*', ':', '+', '#', ' ', '%', '..', 'é', '"', '\\', '{owner}', '{?page*}', '/repos/', 'GET ',
  'POST ', 'https://h.example/', '{"a": [1, "b"]}', 'true', 'Bearer planted-0123456789', '😀', '\u202e', '<b>', "'", '&x=1',
]; // prettier-ignore
const KEYS = [
  'Tab', 'Shift+Tab', 'Enter', 'Escape', 'Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp',
  'Space', 'ControlOrMeta+Z', 'ControlOrMeta+Shift+Z', 'ControlOrMeta+K', 'ControlOrMeta+.', 'ControlOrMeta+A',
]; // prettier-ignore

/** A walk through the page. */
export interface Walk {
  readonly page: Page;
  readonly random: () => number;
  readonly api: Awaited<ReturnType<typeof startEchoApi>>;
  readonly chunks: LateChunks;
}

/** Clicks one of the elements that a selector finds in sight, with a name that matches; the name, or undefined if there is none. */
export function click({ page, random }: Walk, selector: string, name = ''): Promise<string | undefined> {
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

/** Moves the pointer over a piece that is explained, or clicks it. */
async function point({ page, random }: Walk): Promise<void> {
  const place = await page.evaluate((chance) => {
    const pieces = [...document.querySelectorAll('[data-from]')].filter((piece) => piece.checkVisibility());
    const piece = pieces[Math.floor(chance * pieces.length)];
    piece?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return piece?.getBoundingClientRect();
  }, random());
  if (place === undefined) return;
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  if (random() < 0.3) await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
}

type Act = (walk: Walk) => Promise<unknown>;

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
  [
    12,
    'insert a text where the focus is',
    async (walk) => {
      const text = pick(TEXTS, walk.random);
      await walk.page.keyboard.insertText(text);
      return text;
    },
  ],
  [10, 'press a key', (walk) => press(walk, pick(KEYS, walk.random))],
  [8, 'point at a piece', point],
  [4, 'call the service', (walk) => click(walk, '.send-bar [type=submit]')],
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
/** The actions, each as often as it is done. */
export const WEIGHED = ACTIONS.flatMap(([weight, name, act]) => Array.from({ length: weight }, () => ({ name, act })));
