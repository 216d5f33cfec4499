/* oxlint-disable no-await-in-loop -- one key after the other */
import { expect, type Page } from '@playwright/test';

const MAX_TABS = 150;

/** A user with only a keyboard; every key is followed by a check of the focus. */
export class Keyboard {
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
