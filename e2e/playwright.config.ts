import { defineConfig, devices, type Project } from '@playwright/test';
import { full } from '../dev/testing/full.js';
import type { StackOptions } from './support/stack.js';

/** Features that Playwright turns off; a custom flag replaces its flag. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Pages and processes that Chromium prepares with each window, for an address bar that no one sees: half of a test's start. */
const PREPARED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** The flags of every Chromium that the tests start. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...PREPARED].join(',')}`,
];

const executablePath = process.env['ENDPOINTJS_CHROMIUM'];
const withoutEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';

/** The tests of calls: without Envoy they are skipped, and reported as skipped. */
const CALLS = /\b(calling|outages)\.spec\.ts/;
/** All tests that go through the bridge. */
const BRIDGED = /\b(calling[\w-]*|outages|wire)\.spec\.ts/;

const EMBEDDED: Project<object, StackOptions> = {
  name: 'embedded',
  use: { bridgeKind: 'embedded' },
  testIgnore: /\/(figures|package|states)\.spec\.ts$/,
  grep: withoutEnvoy ? /^/ : BRIDGED,
  grepInvert: full ? /@envoy/ : /@envoy|@full/,
};

/**
 * `npm run test:full` runs the tests that go through the bridge between gRPC-Web and gRPC against both bridges. In `npm test`,
 * e2e/consumers/runtimes.test.ts makes a page's calls through the embedded gateway. Tags: `@full` is for tests that `npm test` has no
 * time for, `@envoy` for tests that need Envoy.
 */
export default defineConfig<object, StackOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: false,
  workers: 2,
  retries: 0,
  // For a slow or busy machine: each step of a test takes a hundredth of this time on others.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Each page would otherwise store all files of the playground for offline use.
    serviceWorkers: 'block',
    // A new context takes as long as the test in it. In full each test has its own, which shows whether one depends on another.
    reuseContext: !full,
    // Animations change positions and colours from one moment to the next.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // In a reused page Playwright takes a picture after each test, even where it passed.
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
    ...(full || withoutEnvoy ? [EMBEDDED] : []),
  ],
});
