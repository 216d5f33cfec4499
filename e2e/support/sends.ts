import type { Page } from '@playwright/test';
import type { Received } from './echo-api.js';
import { REQUEST } from './playground.js';

/** The page at the moment of a press of Send, or of its shortcut. */
export interface Press {
  /** `Built`, or the number of problems. */
  readonly state: string;
  /** Whether a request runs, so that the press sends nothing. */
  readonly running: boolean;
  readonly method: string;
  readonly url: string;
  /** The request as JSON, where the page shows it. */
  readonly options: string | undefined;
}

declare global {
  var presses: Press[];
}

/** Records in the page what it shows at each press of Send, before the page itself handles it. */
export async function recordPresses(page: Page): Promise<void> {
  await page.evaluate((selectors) => {
    globalThis.presses = [];
    const find = (selector: string) => document.querySelector(selector);
    // A view that another one replaces stays in the document, out of sight, until that is loaded.
    const findShown = (selector: string) =>
      [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    const record = () =>
      globalThis.presses.push({
        state: find(selectors.state)?.textContent ?? '',
        running: find(selectors.send)?.ariaBusy === 'true',
        method: find(selectors.method)?.textContent ?? '',
        url: find(selectors.url)?.textContent ?? '',
        options: findShown(selectors.options)?.textContent ?? undefined,
      });
    const isIn = ({ target }: Event, selector: string) =>
      target instanceof Element && target.closest(selector) !== null;
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter' && event.ctrlKey && !event.repeat && isIn(event, selectors.area)) record();
      },
      true,
    );
    addEventListener('click', (event) => isIn(event, selectors.send) && record(), true);
  }, REQUEST);
}

/** The presses since the last call. */
export function takePresses(page: Page): Promise<Press[]> {
  return page.evaluate(() => globalThis.presses.splice(0));
}

/** A url as it is sent. */
function normalize(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/#.*$/s, '') : url;
}

const FORM = 'application/x-www-form-urlencoded';

function isSame(sent: Received, { method, url, options }: Press): boolean {
  // A form without a method has none on the screen.
  if (sent.method !== (method || 'GET') || normalize(sent.url) !== normalize(url)) return false;
  if (options === undefined) return true;
  const { body, headers } = JSON.parse(options) as {
    readonly body?: unknown;
    readonly headers: Readonly<Record<string, string>>;
  };
  if (body === undefined) return sent.body === '';
  if (headers['content-type']?.startsWith(FORM) === true && typeof body === 'object' && body !== null)
    return (
      sent.body === new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString()
    );
  return sent.body === (typeof body === 'string' ? body : JSON.stringify(body)) || sent.body === JSON.stringify(body);
}

/** Compares the requests that a server received with what the page showed when they were sent. */
export class SendCheck {
  #presses: Press[] = [];
  #checked = 0;

  add(presses: readonly Press[]): void {
    this.#presses.push(...presses);
  }

  /** The requests since the last call that no press explains: each press sends the request that was shown then, once, or nothing. */
  findStale(received: readonly Received[]): string[] {
    const stale = received.slice(this.#checked).filter((sent) => {
      const index = this.#presses.findIndex(
        (press) => press.state.startsWith('Built') && !press.running && isSame(sent, press),
      );
      // The order of sending: an earlier press sends nothing any more.
      if (index !== -1) this.#presses = this.#presses.slice(index + 1);
      return index === -1;
    });
    this.#checked = received.length;
    return stale.map((sent) => `sent ${JSON.stringify(sent)}, shown ${JSON.stringify(this.#presses)}`);
  }
}
