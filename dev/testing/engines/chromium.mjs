/** Chromium, by Playwright. */
import { chromium } from 'playwright';
import { findChromium } from '../../setup/chromium.mjs';
import { findOldChromium } from '../../setup/old-chromium.mjs';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];

/** @typedef {import('../../../process/progress.mjs').Log} Log */
/** @typedef {import('./page.js').Page} Page */

/** @param {Log} log @returns {Promise<Page>} */
export const openChromium = async (log) => openPage(await findChromium({ env: process.env, log }));

/**
 * @param {import('../../setup/old-chromium.mjs').OldVersion} version
 * @returns {() => Promise<Page>}
 */
export const openOldChromium = (version) => async () => openPage(await findOldChromium(version));

/** @param {string} executablePath @returns {Promise<Page>} */
async function openPage(executablePath) {
  const browser = await chromium.launch({ executablePath, args: ARGS });
  const page = await browser.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    // Not `page.click`: its checks need functions that the old ones lack.
    click: async (selector) => {
      const [x, y] = await page.evaluate((text) => {
        const element = document.querySelector(text);
        if (element === null) throw new Error(`${text}: no element.`);
        element.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        return /** @type {const} */ ([left + width / 2, top + height / 2]);
      }, selector);
      await page.mouse.click(x, y);
    },
    chooseFile: (selector, path) => page.setInputFiles(selector, path),
    type: (text) => page.keyboard.type(text),
    press: (keys) => page.keyboard.press(keys),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  };
}
