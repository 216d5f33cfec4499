import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../chromium-flags.js';

/** A browser of its own for measuring: nothing else runs in it. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = process.env['ENDPOINTJS_CHROMIUM'];
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...CHROMIUM_FLAGS, ...args],
  });
}

export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** From now on, `workedSoFar` counts. */
export async function countWork(session: CDPSession): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
}

/** Milliseconds that the page's main thread has worked so far; waiting for its turn on a busy machine is not in it. */
export async function workedSoFar(session: CDPSession): Promise<number> {
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
