import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refusingPort } from '../testing/refusing-port.js';
import { findChromium } from './chromium.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

test('a download that fails is reported with its cause, by Playwright itself', async () => {
  const folder = makeTemporaryFolder();
  const { port, release } = await refusingPort();
  onTestFinished(release);
  const env = {
    ...process.env,
    ENDPOINTJS_CHROMIUM: '',
    CHROME_PATH: '',
    // No other Chromium, wherever this system has one.
    PATH: folder,
    PROGRAMFILES: folder,
    'PROGRAMFILES(X86)': folder,
    LOCALAPPDATA: folder,
    PLAYWRIGHT_BROWSERS_PATH: folder,
    PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${port}`,
  };
  const findPlaywrights = async () => join(folder, 'chrome');
  await expect(findChromium({ env, log: () => {}, findPlaywrights, platform: 'win32' })).rejects.toThrow(
    `npx playwright install chromium: ended with code 1: Error: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  );
});
