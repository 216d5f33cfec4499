/**
 * Measures the site by Lighthouse, as on a phone; `npm run test:full -- --only docs` runs it.
 */
import puppeteer from 'puppeteer-core';
import { writeFigures } from '../commands/test/figures.mjs';
import { importFull, installFullPackages } from '../full/packages.mjs';
import { findChromium } from '../setup/chromium.mjs';
import { errorMessage } from '../../process/error-message.mjs';
import { buildSite, DIST } from './build.mjs';
import { serveFolder } from '../testing/static-server.mjs';

/** The points that each category must have. */
const BARS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const CATEGORIES = /** @type {(keyof typeof BARS)[]} */ (Object.keys(BARS));
const PAGES = ['', 'guides/errors.html'];
/** The performance is that of the best run: other work on the machine makes a page slower, and never faster. */
const RUNS = 3;

/**
 * The part of `lighthouse` in use.
 *
 * @typedef {object} Lighthouse
 * @property {(url: string, flags: object, config: undefined, page: import('puppeteer-core').Page) => Promise<{ lhr: Result } | undefined>} default
 *
 * @typedef {object} Result
 * @property {Record<string, { score: number | null, auditRefs: readonly { id: string, weight: number }[] }>} categories
 * @property {Record<string, { score: number | null, title: string, displayValue?: string }>} audits
 */

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {Lighthouse} lighthouse
 * @param {string} url
 */
async function measureOnce(browser, lighthouse, url) {
  const page = await browser.newPage();
  try {
    const result = await lighthouse.default(url, { onlyCategories: CATEGORIES, logLevel: 'error' }, undefined, page);
    if (result === undefined) throw new Error('Lighthouse returned no result.');
    const { categories, audits } = result.lhr;
    return CATEGORIES.map((name) => ({
      points: Math.round((categories[name]?.score ?? 0) * 100),
      faults: (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id} ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`.trim()),
    }));
  } finally {
    await page.close();
  }
}

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {Lighthouse} lighthouse
 * @param {string} url of the site
 * @param {string} path
 * @returns {Promise<import('../commands/test/figures.mjs').GuardedFigure[]>}
 */
async function measurePage(browser, lighthouse, url, path) {
  /** @type {Awaited<ReturnType<typeof measureOnce>>[]} */
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measureOnce(browser, lighthouse, url + path));
  return CATEGORIES.map((name, index) => {
    const results = runs.flatMap((run) => run[index] ?? []).sort((a, b) => b.points - a.points);
    const best = results[0] ?? { points: 0, faults: [] };
    const bar = BARS[name];
    const faults = best.points < bar && best.faults.length > 0 ? ` (${best.faults.join('; ')})` : '';
    return {
      what: `site, ${path || 'first page'}, Lighthouse, ${name}`,
      measured: `${best.points}${faults}`,
      bar: `≥ ${bar}`,
      met: best.points >= bar,
    };
  });
}

try {
  await installFullPackages(console.error);
  await buildSite({ out: DIST }, console.error);
  const lighthouse = /** @type {Lighthouse} */ (await importFull('lighthouse'));
  const server = await serveFolder(DIST, '/a/b/');
  const browser = await puppeteer.launch({
    executablePath: await findChromium({ env: process.env, log: console.error }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const figures = [];
    for (const path of PAGES) figures.push(...(await measurePage(browser, lighthouse, server.url, path)));
    for (const { what, measured, bar } of figures) console.log(`${what}: ${measured} (bar: ${bar})`);
    writeFigures(figures);
  } finally {
    await browser.close();
    await server.stop();
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
