import { defineConfig } from 'vitest/config';

// Tests import the packages by their public names and get the sources through this condition.
const conditions = ['endpoint.js-source'];

const full = process.env['ENDPOINTJS_FULL'] === '1';
// Only in `npm run test:full`.
const onlyFull = full ? [] : ['**/*.full.test.{ts,tsx,mjs}'];

const folders = '{lib,client,server,proto,envoy,playground,scripts,docs,cli,examples,deploy}';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A machine may be slow, or busy with other things: what passes needs none of this.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ['scripts/test/seed.ts'],
    expect: { poll: { timeout: 120_000 } },
    include: [`${folders}/**/*.test.{ts,tsx,mjs}`],
    exclude: onlyFull,
    typecheck: { enabled: true, include: ['lib/**/*.test-d.ts'], tsconfig: 'lib/tsconfig.types.json' },
    maxWorkers: 2,
  },
});
