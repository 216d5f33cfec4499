import type { Page } from '@playwright/test';
import { BUILD_STATES, CALL_STATES, DEVICES, LANDSCAPE } from './support/page-states.js';
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

/** Where header, bottom tabs and the request line, once it sticks, leave less than 60 % of the window: the distances scrolled, in px. */
function findHighBars(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const isBar = (bar: Element) =>
      !bar.matches('.request-line-area') ||
      bar.getBoundingClientRect().top <= parseFloat(getComputedStyle(bar).top) + 1;
    const tops: number[] = [];
    for (let top = 0; top < document.documentElement.scrollHeight; top += 40) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
      const bars = [...document.querySelectorAll('.header, .request-line-area, .bottom-tabs')].filter(isBar);
      const heights = bars.map((bar) => {
        const rect = bar.getBoundingClientRect();
        return Math.max(0, Math.min(rect.bottom, innerHeight) - Math.max(rect.top, 0));
      });
      if (heights.reduce((sum, height) => sum + height, 0) > 0.4 * innerHeight) tops.push(top);
    }
    return tops;
  });
}

const STATES = { ...BUILD_STATES, ...CALL_STATES };
/** The states in which most is folded or optional. */
const FULL = [
  'start', 'failing-route', 'full', 'inputs', 'authorization', 'warnings', 'snippets', 'response', 'an answered call',
]; // prettier-ignore

for (const [device, options] of Object.entries({ ...DEVICES, landscape: LANDSCAPE })) {
  test.describe(device, { tag: '@full' }, () => {
    test.use(options);

    for (const name of FULL) {
      test(`${name}: nothing focused is covered`, async ({ page, playground }) => {
        await STATES[name]?.(playground);
        if (device === 'landscape') expect(await findHighBars(page)).toEqual([]);
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
