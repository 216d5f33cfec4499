/** Sends the forms of a module from a page: `node chromium.mjs <module> <origin>`. */
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const SHELL = '/usr/bin/chromium-headless-shell';
const [module, origin] = process.argv.slice(2);
const browser = await puppeteer.launch({
  executablePath: existsSync(SHELL) ? SHELL : '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
});
try {
  const page = await browser.newPage();
  await page.goto(`${origin}/page`);
  await page.evaluate(async (path, to) => (await import(path)).send(to), `/${module}`, origin);
} finally {
  await browser.close();
}
