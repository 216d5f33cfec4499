import { expect, type Browser, type Page } from '@playwright/test';
import { Playground } from '../support/playground.js';
import { countWork, workSoFar } from './browser.js';

/** A slow phone. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 125_000, uploadThroughput: 125_000 };
const CPU_RATE = 4;

export interface FirstLoad {
  readonly requests: number;
  /** Bytes over the wire, by kind of resource. */
  readonly bytes: Readonly<Record<string, number>>;
  /** How long they take at 1 Mbps, in ms. */
  readonly transferMs: number;
}

/** Measures the bytes of a first visit until the whole page is ready. */
export async function measureFirstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  const count = { requests: 0, open: 0, bytes: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (request.url.startsWith('data:')) return;
    kinds.set(requestId, type);
    count.requests += 1;
    count.open += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    count.open -= 1;
    count.bytes += encodedDataLength;
  });
  await page.goto(url);
  await new Playground(page).arrived();
  await expect.poll(() => count.open).toBe(0);
  await page.close();
  return { requests: count.requests, bytes, transferMs: (count.bytes / NETWORK.downloadThroughput) * 1000 };
}

/** Waits until a request is built and a keystroke would be answered; returns the time since the visit began, in ms. */
function untilUsable(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = () => document.querySelector('[aria-label="Built request"]')?.textContent ?? '';
    while (!shown().includes('Built')) await frame();
    // After two more frames the page is painted, and its effects have run.
    await frame();
    await frame();
    return performance.now();
  });
}

async function firstVisit<Result>(browser: Browser, measure: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' });
  try {
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Measures the CPU time of the page's main thread until a first visit is usable, in ms. */
export function measureWork(browser: Browser, url: string): Promise<number> {
  return firstVisit(browser, async (page) => {
    const session = await countWork(page);
    const before = await workSoFar(session);
    await page.goto(url, { waitUntil: 'commit' });
    await untilUsable(page);
    return (await workSoFar(session)) - before;
  });
}

/** Measures how long a first visit takes on a slow phone until it is usable, in ms. */
export function measureUsable(browser: Browser, url: string): Promise<number> {
  return firstVisit(browser, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await page.goto(url, { waitUntil: 'commit' });
    return untilUsable(page);
  });
}
