/**
 * GitHub's routes in the engines of browsers. A page has no CPU time, only a clock, which runs on while another process has the CPU:
 * the contenders take many short turns, A B C A B C …, and the ratio of a page is the median of those of its turns. Engines compile at
 * other moments in each page: the figure is the median of the pages.
 */
import { isDeepStrictEqual } from 'node:util';
import { ENGINES } from '../../testing/engines/index.mjs';
import { errorMessage } from '../../../process/error-message.mjs';
import { FOR_PAGES, MIX, NEW_ROUTES } from '../github.mjs';
import { compareRounds, ratioFigures } from '../ratios.mjs';
import { servePages } from './pages.mjs';

const PAGES = 3;
/** At least this many, and more of a shorter sample. */
const TURNS = 12;
const TURNS_MS = 1000;

/** @typedef {import('../ratios.mjs').Bar} Bar */
/** @typedef {import('../../commands/test/figures.mjs').Figure} Figure */
/** @typedef {import('../../testing/engines/page.js').Page} Page */

/**
 * By engine, the bars of each question.
 *
 * @type {Readonly<Partial<Record<import('../../testing/engines/index.mjs').Engine, readonly Readonly<Record<string, Bar>>[]>>>}
 */
const BARS = {
  Chromium: [
    { '@octokit/endpoint': { atLeast: 20 } },
    { 'by hand': { atMost: 1.4 } },
    { '@octokit/endpoint': { atLeast: 1.3 } },
  ],
  'Firefox ESR': [{ '@octokit/endpoint': { atLeast: 8 } }, {}, { '@octokit/endpoint': { atLeast: 1.2 } }],
  WebKitGTK: [{ '@octokit/endpoint': { atLeast: 7 } }],
};

/**
 * @param {import('../../../process/progress.mjs').Log} log
 * @returns {AsyncGenerator<Figure[]>} for an engine that can't be had, a figure that says how to get it
 */
export async function* measureEngines(log) {
  const server = await servePages();
  try {
    for (const [name, bars] of Object.entries(BARS)) {
      const page = await ENGINES[/** @type {import('../../testing/engines/index.mjs').Engine} */ (name)](log).catch(
        errorMessage,
      );
      yield typeof page === 'string'
        ? [{ what: `GitHub's routes in ${name}`, measured: `not measured. ${page}` }]
        : await measurePage(page, server.url, bars).finally(() => page.close());
    }
  } finally {
    await server.stop();
  }
}

/**
 * @param {Page} page
 * @param {string} url
 * @param {readonly Readonly<Record<string, Bar>>[]} bars by question
 */
async function measurePage(page, url, bars) {
  const figures = [];
  for (const [index, question] of FOR_PAGES.entries()) {
    const compared = await compareInPages(page, url, index);
    figures.push(...ratioFigures(`${question.name}, ${page.version}`, compared, bars[index] ?? {}));
  }
  return figures;
}

/**
 * The times of GitHub's routes in Chromium: of those that the builder has seen, and of others.
 *
 * @param {import('../../../process/progress.mjs').Log} log
 * @returns {Promise<Record<'warm' | 'fresh', import('../ratios.mjs').Compared[]>>}
 * @throws {Error} where Chromium can't be had
 */
export async function compareInChromium(log) {
  const server = await servePages();
  try {
    const page = await ENGINES.Chromium(log);
    const compare = (/** @type {string} */ name) =>
      compareInPages(
        page,
        server.url,
        FOR_PAGES.findIndex((question) => question.name === name),
      );
    try {
      return { warm: await compare(MIX.name), fresh: await compare(NEW_ROUTES.name) };
    } finally {
      await page.close();
    }
  } finally {
    await server.stop();
  }
}

/**
 * @param {Page} page
 * @param {string} url
 * @param {number} index of the question
 */
async function compareInPages(page, url, index) {
  const { contenders, sampleMs } = /** @type {typeof FOR_PAGES[number]} */ (FOR_PAGES[index]);
  const names = Object.keys(contenders);
  const count = Math.max(TURNS, TURNS_MS / sampleMs);
  const rounds = [];
  for (let round = 0; round < PAGES; round++) {
    await page.open(`${url}/?question=${index}&contenders=${names.length}&round=${round}`);
    const results = /** @type {unknown[]} */ (await page.evaluate('prepare()'));
    const different = results.findIndex((result) => !isDeepStrictEqual(result, results[0]));
    if (different >= 0) throw new Error(`The results of ${names[different]} differ from ${names[0]}’s.`);
    const turns = [];
    for (let turn = 0; turn < count; turn++) turns.push(await takeTurn(page));
    rounds.push(turns);
  }
  return compareRounds(names, rounds);
}

/** @param {Page} page @returns {Promise<number[]>} nanoseconds by contender */
async function takeTurn(page) {
  return /** @type {number[]} */ (await page.evaluate('takeTurn()'));
}
