import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { full } from './dev/testing/full.js';

// Tests import the packages by their public names and get the sources through this condition.
const conditions = ['endpoint.js-source'];

const FOLDERS = [
  'lib',
  'client',
  'server',
  'proto',
  'envoy',
  'playground',
  'scripts',
  'docs',
  'cli',
  'examples',
  'deploy',
];
const folders = `{${FOLDERS.join()}}`;

/** What a test does that another one's leftovers would disturb: it replaces what all share, or counts steps from the first. */
const ALONE = /\bvi\.(?:mock|useFakeTimers|stub\w+|spyOn\((?:globalThis|process|console)\b)|\bcountSteps\(/;
const TEST = /(?<!\.full)\.test\.(?:tsx?|mjs)$/;
const APART = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => TEST.test(path) && ALONE.test(readFileSync(new URL(path, import.meta.url), 'utf8'))),
);
/** Files of `npm run test:full` only. */
const FULL = [`${folders}/**/*.full.test.{ts,tsx,mjs}`];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A machine may be slow, or busy with other things: what passes needs none of this.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ['dev/testing/seed.ts'],
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          // To load the modules for each file anew would take as long as half of the tests.
          isolate: false,
          include: [`${folders}/**/*.test.{ts,tsx,mjs}`],
          exclude: [...FULL, ...APART],
          typecheck: { enabled: true, include: ['lib/**/*.test-d.ts'], tsconfig: 'lib/tsconfig.types.json' },
        },
      },
      { extends: true, test: { name: 'apart', include: full ? [...APART, ...FULL] : APART } },
    ],
  },
});
