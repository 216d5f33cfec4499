import { defineConfig, devices } from '@playwright/test';
import { full } from '../dev/testing/full.js';
import { CHROMIUM_FLAGS } from './support/chromium-flags.js';
import type { StackOptions } from './support/stack.js';

const executablePath = process.env['ENDPOINTJS_CHROMIUM'];
const withoutEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';

/** The tests of calls: without Envoy they are skipped, which is told. */
const CALLS = /\b(calling|outages)\.spec\.ts/;

/**
 * `npm run test:full` runs all tests against both bridges between gRPC-Web and gRPC. Tags: `@full` is for tests that `npm test` has
 * no time for, `@embedded` for those that it runs against the embedded gateway too, `@envoy` for tests that need Envoy.
 */
export default defineConfig<object, StackOptions>({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: false,
  workers: 2,
  retries: 0,
  // A slow or busy machine may need this long; nothing else does.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Each page would otherwise store all files of the playground for offline use.
    serviceWorkers: 'block',
    // A new context takes as long as the test in it. In full each test has its own, which shows whether one depends on another.
    reuseContext: !full,
    // Whatever moves is elsewhere a moment later, and half-way between two colours there are others.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    // Of a page that is used again, Playwright takes a picture after each test, whether it failed or not.
    screenshot: full ? 'only-on-failure' : 'off',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [...CHROMIUM_FLAGS],
    },
  },
  projects: [
    {
      name: 'envoy',
      use: { bridgeKind: 'envoy' },
      grep: withoutEnvoy ? CALLS : /^/,
      grepInvert: full ? [] : /@full/,
    },
    {
      name: 'embedded',
      use: { bridgeKind: 'embedded' },
      testIgnore: /\/(figures|package|script-tag|states|widths)\.spec\.ts$/,
      grep: full || withoutEnvoy ? /^/ : /@embedded/,
      grepInvert: full ? /@envoy/ : /@envoy|@full/,
    },
  ],
});
