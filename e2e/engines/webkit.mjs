/** WebKitGTK's MiniBrowser, by WebDriver. Playwright drives only a WebKit of its own. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { findWebKit } from '../../dev/setup/engines.mjs';
import { importFull } from '../../dev/full/packages.mjs';
import { freePort } from '../../envoy/launcher/process/ports.mjs';
import { start, stop } from '../../envoy/launcher/process/processes.mjs';

const PREFERRED_PORT = 24_700;
const STARTED_MS = 20_000;

/**
 * The part of `selenium-webdriver` in use.
 *
 * @typedef {object} Selenium
 * @property {new () => Builder} Builder
 */

/**
 * @typedef {object} Builder
 * @property {(url: string) => Builder} usingServer
 * @property {(capabilities: object) => Builder} withCapabilities
 * @property {() => Promise<Driver>} build
 */

/**
 * @typedef {object} Driver
 * @property {(url: string) => Promise<void>} get
 * @property {(script: string) => Promise<unknown>} executeScript
 * @property {() => Promise<{ get: (name: string) => unknown }>} getCapabilities
 * @property {() => Promise<void>} quit
 */

/** @param {import('../../envoy/launcher/process/progress.mjs').Log} log @returns {Promise<import('./page.js').Page>} */
export async function openWebKit(log) {
  const webkit = await findWebKit({ env: process.env, log });
  const { Builder } = /** @type {Selenium} */ (await importFull('selenium-webdriver'));
  /** @type {import('node:child_process').ChildProcess[]} */
  const processes = [];
  const stopAll = async () => {
    for (const child of processes.toReversed()) await stop(child);
  };
  try {
    let display = process.env['DISPLAY'];
    if (webkit.xvfb !== undefined) {
      const xvfb = start(webkit.xvfb, ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp']);
      processes.push(xvfb);
      display = `:${await firstLine(xvfb)}`;
    }
    const port = await freePort(PREFERRED_PORT);
    const server = start(webkit.driver, [`--port=${port}`], { env: { ...process.env, DISPLAY: display } });
    server.stdout?.resume();
    server.stderr?.resume();
    processes.push(server);
    const url = `http://127.0.0.1:${port}`;
    await untilAnswering(`${url}/status`);
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: webkit.browser, args: ['--automation'] },
      })
      .build();
    const version = (await driver.getCapabilities()).get('browserVersion');
    return {
      version: `WebKitGTK ${String(version)}`,
      open: (address) => driver.get(address),
      // A promise that a script returns is awaited.
      evaluate: (expression) => driver.executeScript(`return (${expression});`),
      close: async () => {
        await driver.quit().finally(stopAll);
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
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
      if (performance.now() > end) throw new Error('WebKitWebDriver does not answer.', { cause: error });
      await wait(50);
    }
  }
}
