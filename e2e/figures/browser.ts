import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../support/chromium-flags.js';

/** Launches a browser in which nothing else runs. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = process.env['ENDPOINTJS_CHROMIUM'];
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...CHROMIUM_FLAGS, ...args],
  });
}

/** Starts counting the work of a page, for `workSoFar`. */
export async function countWork(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** The CPU time of the page's main thread so far, in ms; it doesn't include waiting for a CPU on a busy machine. */
export async function workSoFar(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('This browser does not measure how long its tasks are.');
  return seconds * 1000;
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
