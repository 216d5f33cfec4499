/** Firefox, by puppeteer-core (WebDriver BiDi). Playwright drives only a Firefox of its own. */
import { findFirefox } from '../../dev/setup/engines.mjs';
import { importFull } from '../../dev/full/packages.mjs';

/**
 * The part of `puppeteer-core` in use.
 *
 * @typedef {object} Puppeteer
 * @property {(options: { browser: 'firefox', executablePath: string, headless: boolean }) => Promise<Browser>} launch
 */

/**
 * @typedef {object} Browser
 * @property {() => Promise<string>} version
 * @property {() => Promise<BrowserPage>} newPage
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} BrowserPage
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(expression: string) => Promise<unknown>} evaluate
 */

/** @param {import('../../envoy/launcher/process/progress.mjs').Log} log @returns {Promise<import('./page.js').Page>} */
export async function openFirefox(log) {
  const executablePath = await findFirefox({ env: process.env, log });
  const { default: puppeteer } = /** @type {{ default: Puppeteer }} */ (await importFull('puppeteer-core'));
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    version: `Firefox ${(await browser.version()).split('/')[1]}`,
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
