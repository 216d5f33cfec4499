/* oxlint-disable no-await-in-loop -- one key after the other */
import type { CDPSession, Page } from '@playwright/test';
import { countWork, workedSoFar } from './browser.js';

declare global {
  interface Window {
    /** For each keystroke so far the time from its event until it was painted, in ms. */
    keystrokes: number[];
    longTasks: number[];
  }
}

/** Has the page measure keystrokes, and note each task over 50 ms. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.keystrokes = [];
    window.longTasks = [];
    const painted = new MessageChannel();
    let startedAt = 0;
    painted.port1.addEventListener('message', () => {
      window.keystrokes.push(performance.now() - startedAt);
      dispatchEvent(new Event('keystroke-painted'));
    });
    painted.port1.start();
    const onInput = ({ timeStamp }: Event) => {
      startedAt = timeStamp;
      // What is posted in a frame is received when that frame has been painted.
      requestAnimationFrame(() => painted.port2.postMessage(0));
    };
    addEventListener('beforeinput', onInput, { capture: true });
    const observer = new PerformanceObserver((list) =>
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
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

/** Each by key, in ms, and the least of all series. */
export interface Keystrokes {
  /** From a key's event until its result is painted. */
  readonly painted: readonly number[];
  /** How long the page's main thread worked for it, measuring included. */
  readonly worked: readonly number[];
  /** The longest task, of the series whose longest was shortest; 50 where none was longer. */
  readonly longestTask: number;
}

/**
 * Types a text into the field that has the focus and takes it back, several times. The machine does other things too, and what
 * they cost is not the page's: so the least time of each key counts.
 */
export async function measureKeystrokes(session: CDPSession, page: Page, text: string, series: number) {
  await watch(page);
  await countWork(session);
  const keys = [...text, ...Array.from(text, () => 'Backspace')];
  const painted = keys.map(() => Infinity);
  const worked = keys.map(() => Infinity);
  let longestTask = Infinity;
  for (let run = 0; run < series; run += 1) {
    await page.evaluate(() => (window.longTasks = []));
    for (const [index, key] of keys.entries()) {
      const before = await workedSoFar(session);
      painted[index] = Math.min(painted[index] ?? 0, await press(page, key));
      worked[index] = Math.min(worked[index] ?? 0, (await workedSoFar(session)) - before);
    }
    longestTask = Math.min(longestTask, Math.max(50, ...(await page.evaluate(() => window.longTasks))));
  }
  return { painted, worked, longestTask } satisfies Keystrokes;
}
