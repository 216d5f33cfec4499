/** Chromium, by Playwright. */
import { chromium } from 'playwright';
import { findChromium } from '../../dev/setup/chromium.mjs';

/** @param {import('../../envoy/launcher/process/progress.mjs').Log} log @returns {Promise<import('./page.js').Page>} */
export async function openChromium(log) {
  const executablePath = await findChromium({ env: process.env, log });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
