/**
 * `npm run mutation`: plants faults in the builder and in URI templates, and counts those that the tables of cases notice. The scores
 * of files with safety rules have bars; those of the others are only shown.
 */
import { relative, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { ROOT } from '../commands/build.mjs';
import { missedFigures, writeFigures } from '../commands/test/figures.mjs';

/**
 * The least score of each file with a safety rule, in percent. Surviving faults there change only the speed, the wording of a message,
 * or nothing.
 *
 * @type {Readonly<Record<string, number>>}
 */
const LEAST = {
  'lib/request/base-url.ts': 97,
  'lib/request/header-fields.ts': 100,
  'lib/request/path.ts': 100,
  'lib/request/target.ts': 88,
  'lib/template/writer.ts': 100,
};

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
const OPTIONS = {
  testRunner: 'tables',
  plugins: ['./dev/mutation/runner.mjs'],
  mutate: [
    'lib/request/**/*.ts',
    'lib/template/**/*.ts',
    '!**/*.test.ts',
    '!**/*.cases.ts',
    '!**/*.none.ts',
    '!lib/template/match/**',
  ],
  ignorePatterns: ['/*', '!/lib', '!/dev', '!/package.json', '!/tsconfig.base.json'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  incremental: false,
  tempDirName: '.cache/stryker',
  reporters: ['clear-text'],
  allowConsoleColors: false,
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  timeoutMS: 10_000,
};

/** @param {string} what @param {readonly { status: string }[]} mutants @param {number | undefined} least */
function figure(what, mutants, least) {
  const valid = mutants.filter(({ status }) => status !== 'CompileError' && status !== 'RuntimeError');
  const noticed = valid.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const percent = (100 * noticed.length) / valid.length;
  const measured =
    valid.length === 0
      ? 'not mutated'
      : `${percent.toFixed(1)} % (${noticed.length} of ${valid.length} mutants noticed)`;
  return least === undefined
    ? { what, measured }
    : { what, measured, bar: `at least ${least} %`, met: percent >= least };
}

process.chdir(ROOT);
// The same tests in each run: a random seed would make the score random.
process.env['ENDPOINTJS_SEED'] = '';
const results = await new Stryker(OPTIONS).runMutationTest();
const mutants = results.map(({ fileName, status }) => ({
  file: relative(ROOT, resolve(fileName)).replaceAll('\\', '/'),
  status,
}));
const files = new Set([...mutants.map(({ file }) => file), ...Object.keys(LEAST)]);
const figures = [
  figure('all files', mutants, undefined),
  ...[...files].map((file) => {
    return figure(
      file,
      mutants.filter((mutant) => mutant.file === file),
      LEAST[file],
    );
  }),
];
writeFigures(figures);
for (const { what, measured } of missedFigures(figures)) console.error(`${what}: ${measured}, below its bar`);
