import { type Browser, type CDPSession, chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../playwright.config.js';
import { Playground } from './playground.js';
import { importFull } from '../../dev/full/packages.mjs';

/** Launches a browser in which nothing else runs. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = process.env['ENDPOINTJS_CHROMIUM'];
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...CHROMIUM_FLAGS, ...args],
  });
}

/** Starts counting the work of a page, for `workSoFar`. */
async function countWork(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** The CPU time of the page's main thread so far, in ms; it doesn't include waiting for a CPU on a busy machine. */
async function workSoFar(session: CDPSession): Promise<number> {
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

/** Waits for a frame as `press` does, without a key. */
async function pressNothing(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const painted = new MessageChannel();
    const arrived = new Promise((resolve) => painted.port1.addEventListener('message', resolve));
    painted.port1.start();
    requestAnimationFrame(() => painted.port2.postMessage(0));
    await arrived;
  });
}

/** By key, in ms: the median of all series. */
interface Keystrokes {
  /** From a key's event until its result is painted; other work on the machine changes it. */
  readonly painted: readonly number[];
  /** The CPU time of the page's main thread for the key, without that of the measuring. */
  readonly work: readonly number[];
}

/** Types a text into the field that has the focus and deletes it, several times. */
export async function measureKeystrokes(page: Page, text: string, series: number): Promise<Keystrokes> {
  await watch(page);
  const session = await countWork(page);
  const keys = [...text, ...Array.from(text, () => 'Backspace')];
  const painted: number[][] = keys.map(() => []);
  const work: number[][] = keys.map(() => []);
  const idle: number[] = [];
  for (let run = 0; run < series; run += 1) {
    for (const [index, key] of keys.entries()) {
      const before = await workSoFar(session);
      painted[index]?.push(await press(page, key));
      const after = await workSoFar(session);
      work[index]?.push(after - before);
      await pressNothing(page);
      idle.push((await workSoFar(session)) - after);
    }
  }
  const measuring = median(idle);
  return { painted: painted.map(median), work: work.map((times) => median(times) - measuring) };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread, in µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Does something, and returns the CPU time of the longest task of the page's main thread in the meantime, in ms. */
export async function measureLongestTask(browser: Browser, page: Page, action: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      // Code that waits for a module runs in a checkpoint outside of tasks.
      /(?:\bRunTask|_PerformMicrotaskCheckpoint)$/.test(name) &&
      tdur !== undefined &&
      main.some((thread) => thread.pid === pid && thread.tid === tid),
  );
  if (tasks.length === 0) throw new Error('This browser does not report its tasks.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

/** Pastes a text into the field that has the focus, and waits for the next frame. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(async (pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    const field = document.activeElement;
    if (field?.dispatchEvent(event) === true) document.execCommand('insertText', false, pasted);
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await frame();
    await frame();
  }, text);
}

/** A slow phone. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 125_000, uploadThroughput: 125_000 };
const CPU_RATE = 4;

interface FirstLoad {
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
  // The code for drops loads once the page is idle.
  await page.goto(url, { waitUntil: 'networkidle' });
  await expect(new Playground(page).line).toContainText('Built');
  await expect.poll(() => count.open).toBe(0);
  await page.close();
  return { requests: count.requests, bytes, transferMs: (count.bytes / NETWORK.downloadThroughput) * 1000 };
}

/** Waits until a request is built and a keystroke would be answered; returns the time since the visit began, in ms. */
function untilUsable(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = () => document.querySelector('[aria-label="Request line"]')?.textContent ?? '';
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

interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  /** Audits that cost points, with their results. */
  readonly faults: readonly string[];
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** The part of `lighthouse` in use; the package is installed for `npm run test:full` only. */
interface Lighthouse {
  readonly default: (
    url: string,
    flags: { port: number; onlyCategories: string[]; logLevel: 'error' },
  ) => Promise<{ lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } } | undefined>;
}
interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { id: string; weight: number }[];
}
interface Audit {
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
}

/** Lighthouse's scores of a page, 0 to 100, as on a phone. */
export async function lighthouseScores(url: string, port: number): Promise<Scores> {
  const { default: lighthouse } = (await importFull('lighthouse')) as Lighthouse;
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  try {
    const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error' });
    if (result === undefined) throw new Error('Lighthouse returned no result.');
    const { categories, audits } = result.lhr;
    const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
    const faults = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      faults,
    };
  } finally {
    await browser.close();
  }
}
