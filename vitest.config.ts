import { defineConfig } from 'vitest/config';

// Tests import the packages by their public names and get the sources through this condition.
const conditions = ['endpoint.js-source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{lib,client,server,proto,envoy,playground,scripts,docs,cli,examples}/**/*.test.{ts,tsx,mjs}'],
    testTimeout: 20_000,
    typecheck: { include: ['lib/**/*.test-d.ts'], tsconfig: 'lib/tsconfig.types.json' },
  },
});
