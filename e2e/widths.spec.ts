/* oxlint-disable no-await-in-loop -- a user does one thing after the other */
import type { Page } from '@playwright/test';
import { DEVICES, full, openTab, STATES } from './support/page-states.js';
import { Playground } from './support/playground.js';
import { sideways, smallTargets } from './support/shapes.js';
import { expect, test } from './support/stack.js';

test.describe.configure({ mode: 'parallel' });

/** Fills the page and checks each of its parts. */
async function tour(page: Page, look: () => Promise<void>): Promise<void> {
  const playground = new Playground(page);
  await full(playground);
  await look();
  await playground.show('Result');
  const outputs = await playground.outputs();
  expect(outputs).toEqual(expect.arrayContaining(['Request', 'Snippets', 'Steps', 'Changes', 'Problems']));
  for (const tab of outputs) {
    await openTab(playground, tab);
    await look();
  }
  await playground.show('Inputs');
  await page.getByRole('radio', { name: 'JSON' }).check();
  await expect(playground.field('Route and options as JSON')).toBeVisible();
  await look();
  await playground.show('Call');
  await expect(playground.field('code')).toBeVisible();
  await look();
}

test.describe('a phone', () => {
  test.use(DEVICES.phone);

  test('every touch target is at least 44 px high and wide', { tag: '@full' }, async ({ page, stack }) => {
    await page.goto(stack.url);
    await tour(page, () => expect.poll(() => smallTargets(page)).toEqual([]));
  });
});

test('fits the narrowest of screens', { tag: '@full' }, async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(stack.url);
  await tour(page, () => expect.poll(() => sideways(page)).toEqual([]));
});

/** A window of 1280 × 1024 at 400 %, and a small phone. */
const WINDOWS = {
  'zoomed to 400 %': { viewport: { width: 320, height: 256 } },
  'on a small phone': { ...DEVICES.phone, viewport: { width: 360, height: 740 } },
} as const;

for (const [where, options] of Object.entries(WINDOWS)) {
  test.describe(where, { tag: '@full' }, () => {
    test.use(options);

    for (const [name, reach] of Object.entries(STATES)) {
      test(`${name} fits, and is large enough to touch`, async ({ page, stack }) => {
        await page.goto(stack.url);
        await new Playground(page).arrived();
        await reach(new Playground(page));
        await expect.poll(() => sideways(page)).toEqual([]);
        if ('hasTouch' in options) await expect.poll(() => smallTargets(page)).toEqual([]);
      });
    }
  });
}
