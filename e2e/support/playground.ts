import { expect, type Locator, type Page } from '@playwright/test';

/** A parameter that the route doesn't name. */
export interface RemainingParameter {
  readonly name: string;
  readonly value: string;
  readonly type?: 'Text' | 'JSON';
  readonly place?: 'auto' | 'path' | 'query' | 'body';
}

/** The input of a user who builds a request. */
export interface Entry {
  readonly route: string;
  /** Values of the route's variables; JSON, except strings. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly RemainingParameter[];
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly format?: string;
  readonly previews?: string;
  readonly defaults?: string;
  readonly vendor?: string;
  readonly baseUrl?: string;
}

/** The panels of the settings that aren't the API's. */
const PANELS: Readonly<Record<string, 'Media type'>> = { Format: 'Media type', Previews: 'Media type' };
const MESSAGE_FIELDS: ReadonlySet<string> = new Set(['code', 'str1', 'str2', 'int_value']);

/** Where the page shows the built request, and sends it; for functions that run in the page. */
export const REQUEST = {
  /** The area whose shortcut sends. */
  area: '.builder',
  route: '.route-input',
  /** `Built`, or the number of problems. */
  state: '.request-line .state',
  method: '.request-line .method',
  url: '.request-line .url',
  send: '.send-button',
  options: '.request-options[data-incomplete="false"] [aria-label="Request options"]',
  json: '[aria-label="Route and options as JSON"]',
  /** The request that the shown response belongs to. */
  responseOf: '.response-request',
} as const;

/** Pastes a text, not by the clipboard, which all pages share. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The playground as its users see it: by labels, roles and texts. */
export class Playground {
  readonly page: Page;
  private resets = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** A field by its label; a message's field by its name, because its label follows the operation. */
  field(label: string): Locator {
    if (MESSAGE_FIELDS.has(label)) return this.page.locator(`[name="${label}"]`);
    return this.page.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The region with the built request's options as JSON. */
  get options(): Locator {
    return this.page.getByRole('region', { name: 'Request options' });
  }

  /** The line with method and url of the built request. */
  get line(): Locator {
    return this.page.getByRole('region', { name: 'Request line' });
  }

  async shownOptions(): Promise<unknown> {
    return JSON.parse((await this.options.textContent()) ?? '');
  }

  /** Copies a text as another program would. */
  async writeClipboard(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  }

  readClipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The part of the address that holds the form. */
  readHash(): Promise<string> {
    return this.page.evaluate(() => location.hash);
  }

  /** Opens a link in the same page. */
  async openHash(hash: string): Promise<void> {
    await this.page.evaluate((opened) => (location.hash = opened), hash);
  }

  /** Sends the request of the form. */
  async send(): Promise<void> {
    await this.button('Send request').click();
  }

  /** Resets all fields except the route; loading the page again would take much longer. */
  async reset(): Promise<void> {
    this.resets += 1;
    // Before the page is ready, a new address goes unnoticed.
    await this.field('Route').waitFor({ state: 'attached' });
    await this.openHash(`route=GET+/reset/${this.resets}`);
    await expect(this.field('Route')).toHaveValue(`GET /reset/${this.resets}`);
  }

  /** Fills the form as it is after loading. */
  async enter(entry: Entry): Promise<void> {
    await this.show('Build');
    await this.field('Route').fill(entry.route);
    for (const [name, value] of Object.entries(entry.variables ?? {})) {
      await this.field(`Type of ${name}`).selectOption(typeof value === 'string' ? 'Text' : 'JSON');
      await this.field(`Value of ${name}`).fill(typeof value === 'string' ? value : JSON.stringify(value));
    }
    for (const [index, parameter] of (entry.parameters ?? []).entries()) await this.addParameter(index + 1, parameter);
    if (entry.headers !== undefined) await this.openSettings('Headers');
    for (const [index, [name, value]] of (entry.headers ?? []).entries()) {
      await this.button('Add header').click();
      await this.field(`Name of header ${index + 1}`).fill(name);
      await this.field(`Value of header ${index + 1}`).fill(value);
    }
    const settings = {
      Format: entry.format,
      Previews: entry.previews,
      Vendor: entry.vendor,
      'Base URL': entry.baseUrl,
    };
    for (const [label, value] of Object.entries(settings)) {
      if (value === undefined) continue;
      await this.openSettings(PANELS[label] ?? 'API');
      await this.field(label).fill(value);
    }
    if (entry.defaults !== undefined) await this.addDefaults(1, entry.defaults);
  }

  /** Adds a layer of defaults, as JSON. */
  async addDefaults(ordinal: number, options: string): Promise<void> {
    await this.openSettings('Defaults');
    await this.button('Add defaults').click();
    await this.field(`Options of defaults ${ordinal}`).fill(options);
  }

  /** Shows a view: by the bottom tabs of a small screen, which has one for each, or by the header of a larger one. */
  async show(view: 'Build' | 'Result' | 'Call'): Promise<void> {
    await this.page.locator('.header, .embed-foot').waitFor();
    const tabs = this.page.getByRole('navigation', { name: 'Views of the page' });
    const parts = this.page.getByRole('tablist', { name: 'Parts of the playground' });
    if (await tabs.isVisible()) await tabs.getByRole('button', { name: view }).click();
    else if (await parts.isVisible())
      await parts.getByRole('tab', { name: view === 'Call' ? 'Call' : 'Build' }).click();
  }

  /** An item of the header's menu, which is opened. */
  async menuItem(title: string): Promise<Locator> {
    const menu = this.page.locator('.menu:popover-open');
    if (!(await menu.isVisible())) await this.button('Menu').click();
    return menu.getByRole('button', { name: title, exact: true });
  }

  /** Chooses an item of the header's menu. */
  async choose(title: string): Promise<void> {
    await (await this.menuItem(title)).click();
  }

  async expectTheme(theme: 'system' | 'light' | 'dark'): Promise<void> {
    await expect(this.page.locator(`html[data-theme=${theme}]`)).toBeAttached();
  }

  /** Runs the command of the palette that these words find. */
  async command(words: string): Promise<void> {
    // A key that is pressed before the page is ready would be lost.
    await this.page.locator(REQUEST.state).waitFor({ state: 'attached' });
    await this.page.keyboard.press('Control+k');
    const search = this.page.getByRole('combobox', { name: 'Search commands' });
    await search.fill(words);
    await this.page.keyboard.press('Enter');
    await expect(search).toHaveCount(0);
  }

  /** Opens a tab of the settings. */
  async openSettings(title: 'Authorization' | 'Headers' | 'Media type' | 'Defaults' | 'API'): Promise<void> {
    await this.page.getByRole('tablist', { name: 'Settings of the request' }).getByRole('tab', { name: title }).click();
  }

  /** Chooses the operation of the call, or enters any other code. */
  async enterCode(code: string): Promise<void> {
    const operations = this.field('code');
    const listed = await operations
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    // A user's choice focuses the field, Playwright's doesn't.
    await operations.focus();
    await operations.selectOption(listed.includes(code) ? code : '');
    if (!listed.includes(code)) await this.field('Another code').fill(code);
  }

  /** Saves a request under a name. */
  async save(route: string, name: string): Promise<void> {
    await this.field('Route').fill(route);
    await this.page.keyboard.press('Control+s');
    await this.field('Name').fill(name);
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Adds a row of the call's metadata. */
  async addMetadata(ordinal: number, name: string, value: string): Promise<void> {
    await this.button('Add metadata').click();
    await this.field(`Name of metadata ${ordinal}`).fill(name);
    await this.field(`Value of metadata ${ordinal}`).fill(value);
  }

  /** Pastes a text into the route, whose text is replaced. */
  async pasteRoute(text: string): Promise<void> {
    await this.field('Route').selectText();
    await paste(this.field('Route'), text);
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** The tab of a view of the request; the result of a call has a tab of the same name. */
  output(name: string | RegExp): Locator {
    return this.page.getByRole('tablist', { name: 'Views of the request' }).getByRole('tab', { name });
  }

  /** The reason for the part under the pointer. */
  get why(): Locator {
    return this.line.locator('.why');
  }

  /** The highlighted texts: of the route, of the url, of rows and of lines. */
  async highlightedTexts(within: string): Promise<string[]> {
    const texts = await this.page
      .locator(`${within} [data-highlighted=true], ${within}[data-highlighted=true]`)
      .allTextContents();
    return texts.map((text) => text.trim());
  }

  private async addParameter(ordinal: number, { name, value, type = 'Text', place = 'auto' }: RemainingParameter) {
    await this.button('Add parameter').click();
    await this.field(`Name of parameter ${ordinal}`).fill(name);
    await this.field(`Type of parameter ${ordinal}`).selectOption(type);
    await this.field(`Place of parameter ${ordinal}`).selectOption(place);
    await this.field(`Value of parameter ${ordinal}`).fill(value);
  }

  /** Fills fields of the call by their labels and sends it. */
  async call(fields: Readonly<Record<string, string>>): Promise<void> {
    await this.show('Call');
    for (const [label, value] of Object.entries(fields)) {
      if (label === 'code') await this.enterCode(value);
      else await this.field(label).fill(value);
    }
    await this.button('Send').click();
  }

  /** Sends a call as `call` does, and waits until it has ended. */
  async answered(fields: Readonly<Record<string, string>>): Promise<void> {
    // The previous call's status is already shown: the new one has another time.
    const time = this.response.locator('time');
    const before = (await time.count()) === 0 ? '' : ((await time.getAttribute('datetime')) ?? '');
    await this.call(fields);
    await expect(time).not.toHaveAttribute('datetime', before);
  }

  /** Cancels the running call; listing the operations has such a button too. */
  get cancel(): Locator {
    return this.page.locator('.call .send-bar').getByRole('button', { name: 'Cancel' });
  }

  get response(): Locator {
    return this.page.getByRole('region', { name: 'Response', exact: true });
  }

  /** Code, name and meaning of a call's status, and what to do next. */
  get status(): Locator {
    return this.page.getByRole('region', { name: 'Status' });
  }

  get message(): Locator {
    return this.page.getByRole('region', { name: 'Message' });
  }
}
