/* oxlint-disable no-await-in-loop -- one key after the other */
import type { Page } from '@playwright/test';
import { countWork, median, workSoFar } from './browser.js';

declare global {
  interface Window {
    /** The time of each keystroke from its event until it was painted, in ms. */
    keystrokes: number[];
  }
}

/** Has the page measure its keystrokes. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.keystrokes = [];
    const painted = new MessageChannel();
    let startedAt = 0;
    painted.port1.addEventListener('message', () => {
      window.keystrokes.push(performance.now() - startedAt);
      dispatchEvent(new Event('keystroke-painted'));
    });
    painted.port1.start();
    const onInput = ({ timeStamp }: Event) => {
      startedAt = timeStamp;
      // A message that is posted in a frame arrives when that frame has been painted.
      requestAnimationFrame(() => painted.port2.postMessage(0));
    };
    addEventListener('beforeinput', onInput, { capture: true });
  });
}

async function press(page: Page, key: string): Promise<number> {
  if (key === 'Backspace') await page.keyboard.press(key);
  else await page.keyboard.insertText(key);
  return page.evaluate(async () => {
    const before = window.keystrokes.shift();
    if (before !== undefined) return before;
    await new Promise((resolve) => addEventListener('keystroke-painted', resolve, { once: true }));
    return window.keystrokes.shift() ?? Number.NaN;
  });
}

/** By key, in ms: the median of all series. */
export interface Keystrokes {
  /** From a key's event until its result is painted; other work on the machine changes it. */
  readonly painted: readonly number[];
  /** The CPU time of the page's main thread for the key, measuring included. */
  readonly work: readonly number[];
}

/** Types a text into the field that has the focus and deletes it, several times. */
export async function measureKeystrokes(page: Page, text: string, series: number): Promise<Keystrokes> {
  await watch(page);
  const session = await countWork(page);
  const keys = [...text, ...Array.from(text, () => 'Backspace')];
  const painted: number[][] = keys.map(() => []);
  const work: number[][] = keys.map(() => []);
  for (let run = 0; run < series; run += 1) {
    for (const [index, key] of keys.entries()) {
      const before = await workSoFar(session);
      painted[index]?.push(await press(page, key));
      work[index]?.push((await workSoFar(session)) - before);
    }
  }
  return { painted: painted.map(median), work: work.map(median) };
}
