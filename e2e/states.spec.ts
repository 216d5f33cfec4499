import type { Page } from '@playwright/test';
import { accessibilityProblems } from './support/accessibility.js';
import { DEVICES, STATES } from './support/page-states.js';
import { Playground } from './support/playground.js';
import { sideways } from './support/shapes.js';
import { expect, PICTURES, test } from './support/stack.js';

test.describe.configure({ mode: 'parallel' });

/** The fullest state; `npm run test:full` checks every state. */
const QUICK = 'desktop full';

/** The whole page, in a window of its height: a full-page picture would show sticky parts in the middle. */
async function picture(page: Page, path: string): Promise<void> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size?.width ?? 0, height });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path });
  if (size) await page.setViewportSize(size);
}

for (const [device, options] of Object.entries(DEVICES)) {
  test.describe(device, () => {
    test.use(options);

    for (const [name, reach] of Object.entries(STATES)) {
      const tag = `${device} ${name}` === QUICK ? [] : '@full';
      test(`${name} is accessible in light and dark, and fits`, { tag }, async ({ page, stack }) => {
        await page.goto(stack.url);
        await new Playground(page).arrived();
        await reach(new Playground(page));
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await picture(page, `${PICTURES}/page/${name}-${device}-${colorScheme}.png`);
          expect(await accessibilityProblems(page)).toEqual([]);
        }
        await expect.poll(() => sideways(page)).toEqual([]);
      });
    }
  });
}
