import type { Page } from '@playwright/test';
import type { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

const MAX_TABS = 150;

/** A user with only a keyboard; every key is followed by a check of the focus. */
class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a key, and fails where the focus is then not visible. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    // The focus moves into an opened dialog, and back from a closed one, a moment later.
    await expect.poll(() => this.hiddenFocus(), { message: `the focus can be seen after ${key}` }).toBeUndefined();
  }

  /** The focused element, where its focus is not visible. */
  private async hiddenFocus(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const { top, bottom, left, right, width } = focused.getBoundingClientRect();
      const inSight = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      const shown = focused.matches(':focus-visible') && outlineStyle !== 'none' && outlineWidth !== '0px';
      return inSight && shown ? undefined : focused.outerHTML.slice(0, 160);
    });
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** The accessible name of the focused element, or its text. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return '';
      const label =
        focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused.labels?.[0] : undefined;
      return (focused.getAttribute('aria-label') ?? label?.textContent ?? focused.textContent).trim();
    });
  }

  /** Presses Tab, or Shift+Tab, until the element of this name has the focus. */
  async reach(name: string, key = 'Tab'): Promise<void> {
    for (let step = 0; step < MAX_TABS; step += 1) {
      if ((await this.focused()).startsWith(name)) return;
      await this.press(key);
    }
    throw new Error(`${key} never leads to “${name}”.`);
  }
}

/** Tasks of users, each with its proof. */
const TASKS: Readonly<Record<string, (keyboard: Keyboard, playground: Playground) => Promise<void>>> = {
  'write a route': async (keyboard, playground) => {
    await keyboard.reach('Route');
    await keyboard.press('Control+a');
    await keyboard.type('GET /users/{name}{?page}');
    await expect(playground.field('Value of name')).toBeVisible();
  },
  'give a variable its value': async (keyboard, playground) => {
    await keyboard.reach('Value of name');
    await keyboard.type('mona');
    await expect(playground.line).toContainText('/users/mona');
  },
  'add a header': async (keyboard, playground) => {
    await keyboard.reach('Add header');
    await keyboard.press('Enter');
    await expect(playground.field('Name of header 1')).toBeFocused();
    await keyboard.type('x-a');
    await keyboard.press('Tab');
    await keyboard.type('1');
    await expect(playground.field('Value of header 1')).toHaveValue('1');
  },
  'take the header away': async (keyboard, playground) => {
    await keyboard.reach('Remove header 1');
    await keyboard.press('Enter');
    await expect(playground.field('Name of header 1')).toHaveCount(0);
  },
  'undo that, and redo it': async (keyboard, playground) => {
    await keyboard.press('Control+z');
    await expect(playground.field('Name of header 1')).toHaveValue('x-a');
    await keyboard.press('Control+Shift+z');
    await expect(playground.field('Name of header 1')).toHaveCount(0);
  },
  'go through the views of the request': async (keyboard, playground) => {
    await keyboard.reach('Request');
    await keyboard.press('ArrowRight');
    await expect.poll(() => keyboard.focused()).not.toBe('Request');
    await keyboard.press('Home');
    await expect.poll(() => keyboard.focused()).toBe('Request');
    await expect(playground.page.getByRole('tabpanel').first()).toBeVisible();
  },
  'choose a route of the catalogue': async (keyboard, playground) => {
    await keyboard.reach('Catalogue', 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(playground.page.getByRole('combobox', { name: 'Search routes' })).toBeFocused();
    await keyboard.type('get a branch');
    await keyboard.press('Enter');
    await expect(playground.field('Route')).toHaveValue('GET /repos/{owner}/{repo}/branches/{+branch}');
    await expect.poll(() => keyboard.focused()).toBe('Value of branch');
  },
  'start from an example': async (keyboard, playground) => {
    await keyboard.reach('Menu');
    await keyboard.press('Enter');
    await expect(playground.button('Create an issue: a JSON body')).toBeVisible();
    await keyboard.reach('Create an issue');
    await keyboard.press('Enter');
    await expect(playground.line).toContainText('POST');
    await expect.poll(() => keyboard.focused()).toBe('Menu');
  },
  'copy a link': async (keyboard, playground) => {
    await keyboard.reach('Share', 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(playground.button('Copy link')).toBeVisible();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(playground.page.getByText('Link copied.')).toBeVisible();
    await expect.poll(() => keyboard.focused()).toBe('Share');
  },
  'change the theme': async (keyboard, playground) => {
    await keyboard.reach('Menu');
    await keyboard.press('Enter');
    await expect(playground.page.getByRole('radio', { name: 'system' })).toBeVisible();
    await keyboard.reach('system');
    await keyboard.press('ArrowRight');
    await playground.expectTheme('light');
    await keyboard.press('Escape');
    await expect(playground.button('Menu')).toBeFocused();
  },
  'call the service': async (keyboard, playground) => {
    await keyboard.reach('Build', 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await keyboard.reach('Bridge address');
    await keyboard.press('Control+Enter');
    await expect(playground.message).toContainText('"url": "https://api.github.com/');
  },
};

test('all tasks need only the keyboard, and the focus is always visible', async ({ page, playground }) => {
  const keyboard = new Keyboard(page);
  for (const [name, task] of Object.entries(TASKS)) await test.step(name, () => task(keyboard, playground));
});

test('content that arrives late doesn’t move the focus out of sight', async ({ page, playground }) => {
  const keyboard = new Keyboard(page);
  await keyboard.reach('Add header');
  const focused = playground.button('Add header');
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.style.height = '3000px';
    document.querySelector('main')?.prepend(late);
  });
  await expect(focused).toBeInViewport();
  // What a user scrolls away stays away.
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -3000);
  await expect(focused).not.toBeInViewport();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(focused).not.toBeInViewport();
});
