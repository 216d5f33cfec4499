import type { Page } from '@playwright/test';
import { accessibilityProblems, colourProblems } from '../dev/testing/page-problems.js';
import { Playground } from './support/playground.js';
import { body, frame, responseMessage, startScriptedBridge } from './support/servers.js';
import { expect, test } from './support/stack.js';
import { refusingPort } from '../dev/testing/refusing-port.js';

type State = (playground: Playground) => Promise<void>;

test.describe.configure({ mode: 'parallel' });

const STATES: Readonly<Record<string, State>> = {
  idle: async () => undefined,
  answered: async (playground) => {
    await playground.answered({ code: 'operations', int_value: '2' });
    await playground.answered({ code: 'nope', str1: 'a rather long argument '.repeat(12) });
    await playground.answered({ code: 'echo', str1: 'Grüße', str2: '{"a": [1, 2]}', int_value: '-7' });
    await expect(playground.response.getByText('success: true')).toBeVisible();
  },
  refused: async (playground) => {
    const { port, release } = await refusingPort();
    await playground.answered({ 'Bridge address': `http://127.0.0.1:${port}` });
    release();
    await playground.status.getByText('The client’s text').click();
  },
  fields: async (playground) => {
    await playground.field('Bridge address').fill('localhost:8080');
    await playground.enterCode('nope');
    await playground.field('int_value').fill('1.5');
    const rows = [
      ['authorization', 'Bearer t0ken'],
      ['x-trace-bin', 'é'],
      ['not a name', 'v'],
    ] as const;
    for (const [index, [name, value]] of rows.entries()) {
      await playground.button('Add metadata').click();
      await playground.field(`Name of metadata ${index + 1}`).fill(name);
      await playground.field(`Value of metadata ${index + 1}`).fill(value);
    }
    await expect(playground.page.getByText('Not base64.')).toBeVisible();
  },
  wire: async (playground) => {
    await playground.answered({ code: 'echo', str1: 'Grüße', str2: '', int_value: '-7' });
    await playground.page.getByRole('tab', { name: 'Wire' }).click();
    await playground.field('str2').fill('not sent yet');
    const request = playground.page.getByRole('region', { name: 'Request on the wire' });
    await expect(request).toContainText('"not sent yet"');
    await request.getByText('headers').click();
  },
  'wire-broken': async (playground) => {
    const message = Buffer.concat([responseMessage(true, 'x'.repeat(100)), Buffer.from([0x4a, 9, 1])]);
    const bridge = await startScriptedBridge(body(frame(0, message), frame(0x80, 'grpc-status:0\r\n')));
    await playground.answered({ 'Bridge address': bridge.url });
    await bridge.stop();
    await playground.page.getByRole('tab', { name: 'Wire' }).click();
    await expect(playground.page.getByText(/The message breaks off here/)).toBeVisible();
  },
};

/** `npm test` checks the fullest state only, `npm run test:full` every state. */
const chooseTag = (name: string) => (name === 'wire' ? [] : '@full');

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const NARROW = { width: 320, height: 640 };

const CALL = '.call';

async function open(page: Page, url: string): Promise<void> {
  const playground = new Playground(page);
  await page.goto(url);
  await playground.show('Call');
  await expect(page.locator(CALL)).toBeVisible();
}

/** Finds elements that reach beyond the right edge of the screen. */
async function beyond(page: Page): Promise<string[]> {
  return page
    .locator(CALL)
    .evaluate((call) =>
      [...call.querySelectorAll('*')]
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth && element.closest('.visually-hidden') === null,
        )
        .map((element) => element.outerHTML),
    );
}

/** Finds touch targets less than 44 px high. */
async function low(page: Page): Promise<string[]> {
  return page
    .locator(CALL)
    .evaluate((call) =>
      [...call.querySelectorAll('button, input, select, textarea, summary, a[href]')]
        .filter((element) => element.getClientRects().length > 0 && element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML),
    );
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await (colorScheme === 'light' ? accessibilityProblems : colourProblems)(page, CALL)).toEqual([]);
  }
}

for (const [name, reach] of Object.entries(STATES)) {
  const title = `call, ${name}: is accessible in light and dark, and fits, even at 320 px`;
  test(title, { tag: '@full' }, async ({ page, stack }) => {
    await open(page, stack.url);
    await reach(new Playground(page));
    await expectAccessible(page);
    await expect.poll(() => beyond(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    await new Playground(page).show('Call');
    await expect(page.locator(CALL)).toBeVisible();
    await expect.poll(() => beyond(page)).toEqual([]);
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  for (const [name, reach] of Object.entries(STATES)) {
    const title = `call, ${name}: is accessible in light and dark, fits, and is high enough to touch`;
    test(title, { tag: chooseTag(name) }, async ({ page, stack }) => {
      await open(page, stack.url);
      await reach(new Playground(page));
      await expectAccessible(page);
      await expect.poll(() => beyond(page)).toEqual([]);
      await expect.poll(() => low(page)).toEqual([]);
    });
  }
});

test('scrolls to the response on a small screen', async ({ browser, stack }) => {
  const page = await browser.newPage(PHONE);
  await open(page, stack.url);
  const playground = new Playground(page);
  await playground.answered({ code: 'echo', str1: 'first' });
  await expect(playground.status).toBeInViewport({ ratio: 1 });
  await playground.field('str1').fill('second');
  await playground.field('str1').press('Control+Enter');
  await expect(playground.message).toContainText('second');
  await expect(playground.status).toBeInViewport({ ratio: 1 });
  await page.close();
});

test('reports that the wire view can’t be loaded, and tries again', async ({ page, stack }) => {
  await page.route('**/Wire-*.js', (route) => route.abort());
  await open(page, stack.url);
  await page.getByRole('tab', { name: 'Wire' }).click();
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
  await page.unroute('**/Wire-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Request on the wire' })).toBeVisible();
});

test('a call needs only the keyboard, from the first field to its bytes', { tag: '@full' }, async ({ page, stack }) => {
  await open(page, stack.url);
  const playground = new Playground(page);
  const focused = page.locator(':focus');
  const visible = async () => {
    const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline, await focused.evaluate((element) => element.outerHTML)).not.toBe('none');
  };
  const tab = async () => {
    await page.keyboard.press('Tab');
    await visible();
  };
  await playground.field('code').focus();
  await expect(focused).toHaveValue('build');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveValue('echo');
  await tab();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('typed');
  await tab();
  await tab();
  await page.keyboard.type('5');
  await tab();
  await page.keyboard.press('Enter');
  await expect(playground.field('Name of metadata 1')).toBeFocused();
  await page.keyboard.type('x-a');
  await tab();
  await page.keyboard.type('b');
  await tab();
  await expect(focused).toHaveAccessibleName('Remove metadata 1');
  await page.keyboard.press('Enter');
  await expect(playground.field('Name of metadata 1')).toHaveCount(0);
  await playground.field('int_value').focus();
  await page.keyboard.press('Control+Enter');
  await expect(playground.message).toContainText('"typed"');
  await tab();
  await tab();
  await expect(playground.button('Send')).toBeFocused();
  await tab();
  await expect(page.locator('.call').getByRole('tab', { name: 'Response' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Wire' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Response on the wire' })).toContainText('0 OK');
});
