/** A user of the playground in any engine: finds controls by their names, and waits for what follows. */
import type { Page } from '../../../dev/testing/engines/page.js';

/** For a slow or busy machine. */
const PATIENCE_MS = 120_000;

/** The kinds of elements by their selectors. */
const KINDS = {
  button: 'button',
  tab: '[role=tab]',
  field: 'input, textarea, select',
  region: 'section, dialog, [role=alert]',
  option: '[role=option]',
};
type Kind = keyof typeof KINDS;

/** Runs in the page: the first visible element of a kind whose name is the text, or else begins with it. */
const FIND = `(selector, name) => {
  const clean = (text) => (text || '').trim().replace(/\\s+/g, ' ');
  const nameOf = (element) =>
    clean(element.getAttribute('aria-label') ||
      (element.labels && element.labels[0] ? element.labels[0].textContent : '') || element.textContent);
  const dialog = document.querySelector('dialog[open]');
  const visible = [...(dialog || document).querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
  if (dialog && dialog.matches(selector)) visible.unshift(dialog);
  return visible.find((element) => nameOf(element) === name || element.getAttribute('name') === name) ||
    visible.find((element) => nameOf(element).startsWith(name));
}`;

export class Walker {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** An expression for an element in the page. */
  find(kind: Kind, name: string): string {
    return `(${FIND})(${JSON.stringify(KINDS[kind])}, ${JSON.stringify(name)})`;
  }

  /**
   * Waits until an expression in the page is truthy.
   * @throws Error after a while, with the last error of the expression
   */
  async until(expression: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      // While a page is loaded, elements are missing.
      const holds = await this.page.evaluate(`Boolean(${expression})`).catch((error: unknown) => {
        if (performance.now() > end) throw error;
      });
      if (holds === true) return;
      if (performance.now() > end) {
        const shown = await this.page.evaluate(`(document.querySelector('dialog[open]') || document.body).innerText`);
        throw new Error(`Never true in the page: ${expression}\nIt showed: ${String(shown).slice(0, 1000)}`);
      }
      await new Promise((done) => {
        setTimeout(done, 25);
      });
    }
  }

  /** Waits until a region, or the page, contains a text. */
  async see(text: string, region?: string): Promise<void> {
    const where = region === undefined ? 'document.body' : this.find('region', region);
    await this.until(`(${where}).innerText.replace(/\\s+/g, ' ').includes(${JSON.stringify(text)})`);
  }

  /** Clicks with the mouse. */
  async click(kind: Kind, name: string): Promise<void> {
    const mark = `walk-${performance.now()}`;
    await this.until(
      `((element) => element && (element.dataset.walk = ${JSON.stringify(mark)}))(${this.find(kind, name)})`,
    );
    await this.page.click(`[data-walk="${mark}"]`);
  }

  /** Replaces the text of a field by the keyboard. */
  async fill(name: string, text: string): Promise<void> {
    await this.click('field', name);
    await this.page.press('Control+a');
    await (text === '' ? this.page.press('Backspace') : this.page.type(text));
    await this.holds(name, text);
  }

  /** Waits until a field has a value. */
  async holds(name: string, value: string): Promise<void> {
    await this.until(`${this.find('field', name)}.value === ${JSON.stringify(value)}`);
  }

  /** Chooses an option of a select by its value. Only the browser's own list, which no driver reaches, is left out. */
  async choose(name: string, value: string): Promise<void> {
    const select = this.find('field', name);
    await this.until(select);
    await this.page.evaluate(
      `((select) => {
        select.focus();
        select.value = ${JSON.stringify(value)};
        select.dispatchEvent(new Event('change', { bubbles: true }));
      })(${select})`,
    );
    await this.holds(name, value);
  }

  /** Loads the page again. */
  async reload(): Promise<void> {
    await this.page.evaluate('(window.isEarlier = true, location.reload())');
    await this.until('window.isEarlier === undefined && window.pageErrors');
  }

  /** Pastes text into a field of the builder by the keyboard: a synthetic event carries none in Firefox. */
  async paste(name: string, text: string): Promise<void> {
    await this.click('button', 'Call');
    await this.fill('str1', text);
    await this.page.press('Control+a');
    await this.page.press('Control+c');
    await this.click('button', 'Build');
    await this.click('field', name);
    await this.page.press('Control+a');
    await this.page.press('Control+v');
  }
}
