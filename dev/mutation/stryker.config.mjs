/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'tables',
  plugins: ['./dev/mutation/runner.mjs'],
  mutate: ['lib/request/**/*.ts', 'lib/template/**/*.ts', '!**/*.test.ts', '!**/*.cases.ts', '!lib/template/match/**'],
  ignorePatterns: ['/*', '!/lib', '!/dev', '!/package.json', '!/tsconfig.base.json'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  incremental: false,
  tempDirName: '.cache/stryker',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.cache/reports/mutation.json' },
  allowConsoleColors: false,
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  timeoutMS: 10_000,
};
