/** Lighthouse's scores of the built site; not that of performance, which other work on the machine changes. */
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { freePort } from '../../../process/ports.mjs';
import { importFull } from '../../full/packages.mjs';
import { findChromium } from '../../setup/chromium.mjs';

const CATEGORIES = ['accessibility', 'best-practices', 'seo'];

/** The part of `lighthouse` in use; the package is installed for `npm run test:full` only. */
interface Lighthouse {
  readonly default: (
    url: string,
    flags: { port: number; onlyCategories: readonly string[]; logLevel: 'error' },
  ) => Promise<{ lhr: { categories: Record<string, { score: number | null }> } } | undefined>;
}

/** Adds the tests. @param address of the site */
export function testScores(address: () => string): void {
  test.each(['', 'getting-started.html', 'reference/api/fetch.html'])(
    '/%s has all points of Lighthouse',
    async (page) => {
      const { default: lighthouse } = (await importFull('lighthouse')) as Lighthouse;
      const port = await freePort(9300);
      const browser = await chromium.launch({
        executablePath: await findChromium({ env: process.env, log: console.error }),
        args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
      });
      try {
        const result = await lighthouse(address() + page, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
        const scores = Object.entries(result?.lhr.categories ?? {}).map(([name, { score }]) => [name, score]);
        expect(scores).toStrictEqual(CATEGORIES.map((name) => [name, 1]));
      } finally {
        await browser.close();
      }
    },
  );
}
