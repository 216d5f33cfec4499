/** Firefox, by puppeteer-core (WebDriver BiDi). Playwright drives only a Firefox of its own. */
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../../setup/engines.mjs';

/** @param {import('../../../process/progress.mjs').Log} log @returns {Promise<import('./page.js').Page>} */
export async function openFirefox(log) {
  const executablePath = await findFirefox({ env: process.env, log });
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    version: `Firefox ${(await browser.version()).split('/')[1]}`,
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    chooseFile: async (selector, path) => {
      const input = /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement> | null} */ (
        await page.$(selector)
      );
      if (input === null) throw new Error(`${selector}: no element.`);
      await input.uploadFile(path);
    },
    type: (text) => page.keyboard.type(text),
    press: async (keys) => {
      const names = /** @type {import('puppeteer-core').KeyInput[]} */ (keys.split('+'));
      for (const name of names) await page.keyboard.down(name);
      for (const name of names.toReversed()) await page.keyboard.up(name);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  };
}
