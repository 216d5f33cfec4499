/** Takes the picture of the playground for the README, for `npm run generate -- picture`: the built page in Chromium, on a first visit. */
import { join } from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { build, ROOT } from '../commands/build.mjs';
import { findChromium } from '../setup/chromium.mjs';

export async function writePicture() {
  await build(['playground'], console.error);
  const server = await preview({
    configFile: false,
    logLevel: 'silent',
    root: join(ROOT, 'playground'),
    preview: { host: '127.0.0.1', port: 0 },
  });
  const executablePath = await findChromium({ env: process.env, log: console.error });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const viewport = { width: 1280, height: 800 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
    await page.goto(server.resolvedUrls?.local[0] ?? '', { waitUntil: 'networkidle' });
    await page.locator('.state-ok').waitFor();
    await page.screenshot({ path: join(ROOT, 'docs', 'playground.png') });
  } finally {
    await browser.close();
    await server.close();
  }
}
