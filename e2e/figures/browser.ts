import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser of its own for measuring: nothing else runs in it. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = process.env['ENDPOINTJS_CHROMIUM'];
  return chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: [...ARGS, ...args] });
}

export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
