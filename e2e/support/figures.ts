import { type Browser, type CDPSession, chromium, expect, type Page, type Request } from '@playwright/test';
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

/** Types a text into the field that has the focus and deletes it, several times: the CPU time of the page's main thread for each key, in ms. */
export async function measureKeystrokes(page: Page, text: string, series: number): Promise<number[]> {
  const session = await countWork(page);
  const keys = [...text, ...Array.from(text, () => undefined)];
  const work: number[][] = keys.map(() => []);
  const idle: number[] = [];
  /** The work until a frame is painted. */
  const untilPainted = async (act: () => Promise<void>) => {
    const before = await workSoFar(session);
    await act();
    // A message that is posted in a frame arrives when that frame has been painted.
    await page.evaluate(async () => {
      const painted = new MessageChannel();
      const arrived = new Promise((resolve) => painted.port1.addEventListener('message', resolve));
      painted.port1.start();
      requestAnimationFrame(() => painted.port2.postMessage(0));
      await arrived;
    });
    return (await workSoFar(session)) - before;
  };
  for (let run = 0; run < series; run += 1) {
    for (const [index, key] of keys.entries()) {
      const type = () => (key === undefined ? page.keyboard.press('Backspace') : page.keyboard.insertText(key));
      work[index]?.push(await untilPainted(type));
      idle.push(await untilPainted(() => Promise.resolve()));
    }
  }
  const measuring = median(idle);
  return work.map((times) => median(times) - measuring);
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

/** The network of a slow phone, in bytes per ms: 1 Mbps. */
const THROUGHPUT = 125;

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
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request);
  });
  // The code for drops loads once the page is idle.
  await page.goto(url, { waitUntil: 'networkidle' });
  await expect(new Playground(page).line).toContainText('Built');
  const bytes: Record<string, number> = {};
  for (const request of requests) {
    const { responseHeadersSize, responseBodySize } = await request.sizes();
    bytes[request.resourceType()] = (bytes[request.resourceType()] ?? 0) + responseHeadersSize + responseBodySize;
  }
  await page.close();
  const total = Object.values(bytes).reduce((sum, some) => sum + some, 0);
  return { requests: requests.length, bytes, transferMs: total / THROUGHPUT };
}

/** Measures the CPU time of the page's main thread until a first visit is usable, in ms. */
export async function measureWork(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' });
  const session = await countWork(page);
  const before = await workSoFar(session);
  await page.goto(url, { waitUntil: 'commit' });
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = () => document.querySelector('[aria-label="Request line"]')?.textContent ?? '';
    while (!shown().includes('Built')) await frame();
    // After two more frames the page is painted, and its effects have run.
    await frame();
    await frame();
  });
  const work = (await workSoFar(session)) - before;
  await page.close();
  return work;
}

const CATEGORIES = ['accessibility', 'best-practices'];

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

/** Lighthouse's scores of a page, 0 to 100, as on a phone, and the audits that cost points; the times of other categories depend on the machine. */
export async function runLighthouse(url: string, port: number) {
  const { default: lighthouse } = (await importFull('lighthouse')) as Lighthouse;
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  try {
    const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
    if (result === undefined) throw new Error('Lighthouse returned no result.');
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)] as const);
    const faults = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`);
    return { scores, faults };
  } finally {
    await browser.close();
  }
}
