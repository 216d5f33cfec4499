import type { Browser } from '@playwright/test';
import { countWork, slowDown, workedSoFar } from './browser.js';

export interface FirstLoad {
  readonly requests: readonly string[];
  /** Bytes over the wire, by kind of resource. */
  readonly bytes: Readonly<Record<string, number>>;
}

/** What a first visit fetches until the page is ready, without what it keeps for later in the background. */
export async function measureFirstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const requests: string[] = [];
  const bytes: Record<string, number> = {};
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!request.url.startsWith('data:')) requests.push(request.url);
    kinds.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.close();
  return { requests, bytes };
}

export interface Usable {
  /** Milliseconds from the start of a first visit until a request is built and a keystroke answered. */
  readonly time: number;
  /** How many of them the page's main thread worked. */
  readonly worked: number;
}

/** How long a first visit takes on a slow phone. */
export async function measureUsable(browser: Browser, url: string): Promise<Usable> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await slowDown(page, 4);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 1_000_000 / 8,
    uploadThroughput: 1_000_000 / 8,
  });
  await page.goto(url, { waitUntil: 'commit' });
  await countWork(session);
  const time = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = () => document.querySelector('[aria-label="Built request"]')?.textContent ?? '';
    while (!shown().includes('Built')) await frame();
    // Two frames on, what was rendered is painted and its effects have run.
    await frame();
    await frame();
    return performance.now();
  });
  const worked = await workedSoFar(session);
  await context.close();
  return { time, worked };
}
