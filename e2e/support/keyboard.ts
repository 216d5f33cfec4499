/* oxlint-disable no-await-in-loop -- one key after the other */
import { expect, type Page } from '@playwright/test';

const MAX_TABS = 150;

/** A user who has a keyboard only; every key is followed by a look at where the focus is. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a key, and fails where the focus then is on something that doesn't show it, or is out of sight. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    // The focus moves into what a key opens, and back from what it closes, a moment later.
    await expect.poll(() => this.hiddenFocus(), { message: `the focus can be seen after ${key}` }).toBeUndefined();
  }

  /** The element that has the focus but doesn't show it, or is out of sight. */
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

  /** The name of what has the focus, as assistive technology reads it, or its text. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return '';
      const label =
        focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused.labels?.[0] : undefined;
      return (focused.getAttribute('aria-label') ?? label?.textContent ?? focused.textContent).trim();
    });
  }

  /** Presses Tab, or Shift+Tab, until what has this name has the focus. */
  async reach(name: string, key = 'Tab'): Promise<void> {
    for (let step = 0; step < MAX_TABS; step += 1) {
      if ((await this.focused()).startsWith(name)) return;
      await this.press(key);
    }
    throw new Error(`${key} never leads to “${name}”.`);
  }
}
