import { chromium, type Page } from 'playwright';
import { build as bundle } from 'vite';
import { build } from '../../dev/commands/build.mjs';
import { findChromium } from '../../dev/setup/chromium.mjs';
import { startTestServer } from './server.js';

/** The time to find or download a browser, in milliseconds. */
export const START_MS = 300_000;

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
const PAGE = '<!doctype html><title>Calls</title><script type="module" src="/page.js"></script>';

/** A page in Chromium. */
export interface OpenPage {
  readonly page: Page;
  readonly origin: string;
  close(): Promise<void>;
}

/** Bundles a file of this folder with its imports, the built client among them. */
async function bundleScript(file: string): Promise<string> {
  await build(['client'], () => undefined);
  const outputs = await bundle({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: `${import.meta.dirname}/${file}`, formats: ['es'] } },
  });
  const [output] = [outputs].flat();
  if (output === undefined || !('output' in output)) throw new Error(`Nothing was bundled from ${file}.`);
  return output.output[0].code;
}

/** Opens a page that runs a script, and waits until the script has set a global. */
export async function openPage(file: string, global: string): Promise<OpenPage> {
  const code = await bundleScript(file);
  const site = await startTestServer();
  site.answer = (response, { url }) => {
    const type = url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(url === '/' ? PAGE : code);
  };
  const executablePath = await findChromium({ env: process.env, log: console.error });
  const browser = await chromium.launch({ executablePath, args: ARGS });
  const page = await browser.newPage();
  await page.goto(site.host);
  await page.waitForFunction((name) => name in globalThis, global);
  const close = async (): Promise<void> => {
    await browser.close();
    await site.close();
  };
  return { page, origin: site.host, close };
}
