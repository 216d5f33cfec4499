import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Opens pages of one origin, and fails for what goes wrong in them: errors, failed requests, and requests to others.
 * @param run gets the problems too, and may remove those that it expects
 */
export async function withPageOf(
  browser: Browser,
  origin: string,
  run: (page: Page, problems: string[]) => Promise<void>,
  options: BrowserContextOptions,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('requestfailed', (request) => {
      // Leaving a page ends what it fetches in advance. A missing file is an error of the console.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`${page.url()}: ${request.url()} failed`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) problems.push(`${page.url()} requests ${request.url()}`);
    });
    await run(page, problems);
    expect(problems).toStrictEqual([]);
  } finally {
    await context.close();
  }
}
