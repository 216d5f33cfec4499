/** WebKitGTK's MiniBrowser and WPE WebKit's Cog, by WebDriver. Playwright drives only a WebKit of its own. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, By, Key } from 'selenium-webdriver';
import { findWebKit, findWpeWebKit } from '../../setup/engines.mjs';
import { freePort } from '../../../process/ports.mjs';
import { start, stop } from '../../../process/processes.mjs';

const STARTED_MS = 60_000;
/** Room for a window of 1440 × 900 with its bars. */
const SCREEN = '1600x1200x24';

/** WebDriver's keys, where `KeyboardEvent.key` has other names. */
const KEYS = new Map([
  ['Control', Key.CONTROL],
  ['Shift', Key.SHIFT],
  ['Enter', Key.ENTER],
  ['Escape', Key.ESCAPE],
  ['Tab', Key.TAB],
  ['ArrowDown', Key.ARROW_DOWN],
  ['ArrowUp', Key.ARROW_UP],
  ['ArrowRight', Key.ARROW_RIGHT],
  ['ArrowLeft', Key.ARROW_LEFT],
  ['Backspace', Key.BACK_SPACE],
]);

/** @typedef {import('../../../process/progress.mjs').Log} Log */
/** @typedef {import('./page.js').Page} Page */

/** @param {Log} log @returns {Promise<Page>} */
export async function openWebKit(log) {
  const { driver, browser, xvfb } = await findWebKit({ env: process.env, log });
  const options = { binary: browser, args: ['--automation'] };
  return openPage('WebKitGTK', driver, { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }, xvfb);
}

/** @param {Log} log @returns {Promise<Page>} */
export async function openWpeWebKit(log) {
  const { driver, browser } = await findWpeWebKit({ env: process.env, log });
  const options = { binary: browser, args: ['--automation', '--platform=headless'] };
  return openPage('WPE WebKit', driver, { browserName: 'cog', 'wpe:browserOptions': options });
}

/**
 * @param {string} name
 * @param {string} program the driver's path
 * @param {object} capabilities
 * @param {string} [xvfb] the path of Xvfb, for a browser that needs a display
 * @returns {Promise<Page>}
 */
async function openPage(name, program, capabilities, xvfb) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const processes = [];
  const stopAll = async () => {
    for (const child of processes.toReversed()) await stop(child);
  };
  try {
    let display = process.env['DISPLAY'];
    if (xvfb !== undefined) {
      const child = start(xvfb, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp']);
      processes.push(child);
      display = `:${await firstLine(child)}`;
    }
    const port = await freePort(0);
    const server = start(program, [`--port=${port}`], { env: { ...process.env, DISPLAY: display } });
    server.stdout?.resume();
    server.stderr?.resume();
    processes.push(server);
    const url = `http://127.0.0.1:${port}`;
    await untilAnswering(`${url}/status`);
    const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
    const version = (await driver.getCapabilities()).get('browserVersion');
    return { version: `${name} ${String(version)}`, ...drive(driver, stopAll) };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/**
 * @param {import('selenium-webdriver').WebDriver} driver
 * @param {() => Promise<void>} stopAll
 * @returns {Omit<Page, 'version'>}
 */
function drive(driver, stopAll) {
  return {
    open: (address) => driver.get(address),
    // A promise that a script returns is awaited.
    evaluate: (expression) => driver.executeScript(`return (${expression});`),
    click: (selector) => driver.findElement(By.css(selector)).click(),
    chooseFile: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: async (keys) => {
      const names = keys.split('+').map((name) => KEYS.get(name) ?? name);
      const actions = driver.actions();
      for (const name of names) actions.keyDown(name);
      for (const name of names.toReversed()) actions.keyUp(name);
      await actions.perform();
    },
    resize: async (width, height) => {
      await driver.manage().window().setRect({ width, height });
    },
    close: async () => {
      await driver.quit().finally(stopAll);
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} the number of the display */
async function firstLine(child) {
  child.stderr?.resume();
  if (child.stdout === null) throw new Error('Xvfb has no output.');
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('Xvfb ended before it was ready.')));
  const [output] = await Promise.race([once(child.stdout, 'data'), ended]);
  return String(output).trim();
}

/** @param {string} url */
async function untilAnswering(url) {
  const end = performance.now() + STARTED_MS;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (performance.now() > end) throw new Error('The WebDriver server does not answer.', { cause: error });
      await wait(50);
    }
  }
}
