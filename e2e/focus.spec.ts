import type { Page } from '@playwright/test';
import {
  BUILD_STATES,
  CALL_STATES,
  DEVICES,
  enterMost,
  LANDSCAPE,
  openTab,
  type Reach,
} from './support/page-states.js';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

test.describe.configure({ mode: 'parallel' });

/** More than any state has. */
const MAX_TABS = 400;

interface Focus {
  /** The focused element; undefined where the page has none. */
  readonly name: string | undefined;
  /** The element that covers its middle, or its distance from the viewport. */
  readonly problem: string | undefined;
}

/** The focused element after the next paint, and what keeps it from being seen. */
function readFocus(page: Page): Promise<Focus> {
  return page.evaluate(async () => {
    // Bars change their height with the focus.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const describe = (element: Element) => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 140);
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return { name: undefined, problem: undefined };
    const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
    // A hidden radio button or file input is seen as its label.
    const own = focused.getBoundingClientRect();
    const seen = own.width > 1 && own.height > 1 ? focused : (labels[0] ?? focused);
    const { left, right, top, bottom } = seen.getBoundingClientRect();
    // What is larger than the page is seen in part.
    const tall = bottom - top > innerHeight / 2;
    const x = (left + right) / 2;
    const y = tall ? (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2 : (top + bottom) / 2;
    const name = describe(focused);
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight)
      return { name, problem: `${name} is at ${x.toFixed(0)}, ${y.toFixed(0)}` };
    const found = document.elementFromPoint(x, y);
    const isFree = found !== null && [focused, ...labels].some((each) => each.contains(found) || found.contains(each));
    return { name, problem: isFree ? undefined : `${name} is covered by ${found && describe(found)}` };
  });
}

/** Goes through all controls, and describes those whose focus can't be seen. */
async function findCovered(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const problems: string[] = [];
  let count = 0;
  for (; count < MAX_TABS; count += 1) {
    await page.keyboard.press(key);
    const { name, problem } = await readFocus(page);
    if (name === undefined) break;
    if (problem !== undefined) problems.push(problem);
  }
  expect(count, 'controls').toBeGreaterThan(10);
  expect(count, 'controls, after which the focus leaves the page').toBeLessThan(MAX_TABS);
  return problems;
}

/** All that is folded or optional. */
const STATES: Readonly<Record<string, Reach>> = {
  inputs: async (playground) => {
    await enterMost(playground);
    await playground.openSettings('Authorization');
    await playground.page.getByLabel('API key').check();
  },
  defaults: enterMost,
  warnings: BUILD_STATES['warnings'] ?? enterMost,
  'the request': async (playground) => {
    await enterMost(playground);
    await openTab(playground, 'Request');
  },
  snippets: BUILD_STATES['snippets'] ?? enterMost,
  response: BUILD_STATES['response'] ?? enterMost,
  'the call': CALL_STATES['an answered call'] ?? enterMost,
};

for (const [device, options] of Object.entries({ ...DEVICES, landscape: LANDSCAPE })) {
  test.describe(device, { tag: '@full' }, () => {
    test.use(options);

    for (const [name, reach] of Object.entries(STATES)) {
      test(`${name}: nothing focused is covered`, async ({ page, stack }) => {
        await page.goto(stack.url);
        await new Playground(page).line.waitFor();
        await reach(new Playground(page));
        // The first Tab then leads into the page.
        await page.evaluate(() => {
          scrollTo(0, 0);
          document.body.tabIndex = -1;
          document.body.focus();
          document.body.removeAttribute('tabindex');
        });
        expect(await findCovered(page, 'Tab')).toEqual([]);
        expect(await findCovered(page, 'Shift+Tab')).toEqual([]);
      });
    }
  });
}

/** The share of the window that header, bottom tabs and the request line, once it sticks, take. */
function readShareOfBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isBar = (bar: Element) =>
      !bar.matches('.request-line-area') ||
      bar.getBoundingClientRect().top <= parseFloat(getComputedStyle(bar).top) + 1;
    const bars = [...document.querySelectorAll('.header, .request-line-area, .bottom-tabs')].filter(isBar);
    const heights = bars.map((bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    });
    return heights.reduce((sum, height) => sum + height, 0) / innerHeight;
  });
}

const MAX_SHARE = 0.4;
const STEP = 40;

test.describe('a phone in landscape', { tag: '@full' }, () => {
  test.use(LANDSCAPE);

  const all = { start: BUILD_STATES['start'], failing: BUILD_STATES['failing-route'], ...STATES };
  for (const [name, reach] of Object.entries(all)) {
    test(`${name}: the bars leave 60 % of the height`, async ({ page, stack }) => {
      await page.goto(stack.url);
      await new Playground(page).line.waitFor();
      await reach?.(new Playground(page));
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let top = 0; top < height; top += STEP) {
        await page.evaluate((y) => scrollTo(0, y), top);
        expect(await readShareOfBars(page), `scrolled by ${top} px`).toBeLessThanOrEqual(MAX_SHARE);
      }
    });
  }
});
