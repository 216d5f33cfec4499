import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_FLAGS } from './chromium-flags.js';
import type { StackOptions } from './stack.js';

const executablePath = process.env['ENDPOINTJS_CHROMIUM'];

/** What calls the service runs against both bridges between gRPC-Web and gRPC, the rest once. */
export default defineConfig<object, StackOptions>({
  testDir: '.',
  outputDir: '../test-results',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: false,
  workers: 2,
  // A machine may be slow, or busy with other things: what passes needs none of this.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Each page would otherwise keep all files of the playground for offline use.
    serviceWorkers: 'block',
    // Traces of every test would double the time of the run: `--trace on` gives them.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [...CHROMIUM_FLAGS],
    },
  },
  projects: [
    { name: 'envoy', use: { bridgeKind: 'envoy' }, testMatch: /(calling|outages|wire)\.spec\.ts$/ },
    { name: 'embedded', use: { bridgeKind: 'embedded' }, grepInvert: /@envoy/ },
  ],
});
