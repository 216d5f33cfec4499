import { expect, test } from 'vitest';
import { findFirefox, findWebKit } from './engines.mjs';

/** @param {NodeJS.ProcessEnv} env */
const options = (env) => ({ env, log: () => {}, mayInstall: false });

test('uses the Firefox that the environment names', async () => {
  expect(await findFirefox(options({ PATH: '', ENDPOINTJS_FIREFOX: process.execPath }))).toBe(process.execPath);
});

test('uses no other Firefox than the one that the environment names', async () => {
  await expect(findFirefox(options({ ...process.env, ENDPOINTJS_FIREFOX: '/no/where' }))).rejects.toThrow(
    `ENDPOINTJS_FIREFOX is "/no/where", which isn't a program.`,
  );
});

test('names a way to get WebKit', async () => {
  await expect(findWebKit(options({ PATH: '' }))).rejects.toThrow(
    'There is no WebKit. Install WebKitGTK with WebKitWebDriver and MiniBrowser, and Xvfb, on Linux.',
  );
});
