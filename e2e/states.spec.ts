import {
  accessibilityProblems,
  colourProblems,
  cutTexts,
  sideways,
  smallTargets,
} from '../dev/testing/page-problems.js';
import { DIALOG_STATES } from './support/dialog-states.js';
import { BUILD_STATES, CALL_STATES, DEVICES, LANDSCAPE, type Reach } from './support/page-states.js';
import { expect, test } from './support/stack.js';

test.describe.configure({ mode: 'parallel' });

/** The states of the page, each from its first visit. */
const STATES: Readonly<Record<string, Reach>> = { ...BUILD_STATES, ...DIALOG_STATES, ...CALL_STATES };

/** The fullest states; `npm run test:full` checks every state. */
const QUICK = ['desktop full', 'phone the wire'];

/** Smaller windows, in which the state stays: a window of 1280 × 1024 at 400 %; a phone in landscape, and a small one. */
const WINDOWS: Readonly<Record<keyof typeof DEVICES, readonly { width: number; height: number }[]>> = {
  desktop: [{ width: 320, height: 256 }],
  phone: [LANDSCAPE.viewport, { width: 360, height: 740 }],
};

for (const device of ['desktop', 'phone'] as const) {
  test.describe(device, () => {
    test.use(DEVICES[device]);

    for (const [name, reach] of Object.entries(STATES)) {
      const tag = QUICK.includes(`${device} ${name}`) ? [] : '@full';
      test(`${name} is accessible in light and dark, and fits`, { tag }, async ({ page, playground }) => {
        await reach(playground);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await (colorScheme === 'light' ? accessibilityProblems : colourProblems)(page)).toEqual([]);
        }
        await expect.poll(() => sideways(page)).toEqual([]);
        await expect.poll(() => cutTexts(page)).toEqual([]);
        for (const size of WINDOWS[device]) {
          await page.setViewportSize(size);
          await expect.poll(() => sideways(page), `at ${size.width} px`).toEqual([]);
          if (device === 'phone') await expect.poll(() => smallTargets(page)).toEqual([]);
        }
      });
    }
  });
}

for (const [where, width] of Object.entries({ 'a phone': 390, 'a small desktop': 1280 })) {
  test(`on ${where} names of views, states and choices are whole`, async ({ page, playground }) => {
    await page.setViewportSize({ width, height: 844 });
    await playground.enter({ route: 'GET /{a}', parameters: [{ name: 'b', value: 'c' }] });
    await expect.poll(() => cutTexts(page)).toEqual([]);
    await playground.show('Result');
    await expect(playground.output(/^Why 1$/)).toBeVisible();
    await expect.poll(() => cutTexts(page)).toEqual([]);
  });
}
