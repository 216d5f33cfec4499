import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../build.mjs';
import { countPlaywright, countSizes, countVitest } from './checks.mjs';
import { packageProblems } from './packages.mjs';
import { readFigures } from './figures.mjs';
import { atLeastOne, failures, stepLine, table } from './main.mjs';
import { makeTemporaryFolder } from '../../testing/temporary-folder.mjs';

const strict = { maySkip: false };
const passed = { status: 'passed', fullName: 'a' };

/** @param {Partial<import('./checks.mjs').VitestReport>} report */
const vitest = (report) => ({
  success: true,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...report,
});

/** @param {string} name @param {string} status @param {string} [fullName] of a test beside a passed one */
const file = (name, status, fullName) => ({
  name,
  status,
  assertionResults: fullName === undefined ? [] : [passed, { status: 'skipped', fullName }],
});

test.each([
  ['the figures of the report', { success: false, numPassedTests: 5, numFailedTests: 2 }, 2, []],
  [
    'a file that could not be loaded',
    { success: false, testResults: [file(join(ROOT, 'lib/x.test.ts'), 'failed')] },
    1,
    ['lib/x.test.ts could not be run'],
  ],
  ['a skipped test', { numPendingTests: 1, testResults: [file('x', 'passed', 'b')] }, 1, ['1 skipped: b']],
  [
    'a skipped test that says what is missing',
    {
      numPendingTests: 1,
      testResults: [file('/x/dev/execution/snippets.test.ts', 'passed', 'Snippets were not run: no ruby.')],
    },
    0,
    ['Snippets were not run: no ruby.'],
  ],
  [
    'one that says so in another file',
    { numPendingTests: 1, testResults: [file('/x/envoy/json.full.test.ts', 'passed', 'Not checked: no Go.')] },
    1,
    ['1 skipped: Not checked: no Go.'],
  ],
  ['an error outside the tests', { success: false }, 1, ['an error outside the tests']],
])('countVitest counts %s', (_, report, failed, notes) => {
  const { numPassedTests = 1 } = /** @type {{ numPassedTests?: number }} */ (report);
  const counted = countVitest(vitest({ numPassedTests, ...report }), strict);
  expect(counted).toEqual({ passed: numPassedTests, failed, notes });
});

test('tests may be skipped where the environment says so', () => {
  const report = vitest({ numPassedTests: 1, numPendingTests: 1, testResults: [file('x', 'passed', 'b')] });
  expect(countVitest(report, { maySkip: true })).toMatchObject({ passed: 1, failed: 0 });
});

test.each([
  [{ expected: 3, unexpected: 2 }, [], { passed: 3, failed: 2, notes: [] }],
  [{ expected: 3, flaky: 1 }, [], { passed: 3, failed: 1, notes: ['1 passed only when repeated'] }],
  [{ expected: 3, skipped: 1 }, [], { passed: 3, failed: 1, notes: ['1 skipped'] }],
  [{}, [{ message: 'no\nway' }], { passed: 0, failed: 1, notes: ['an error outside the tests: no'] }],
])('countPlaywright counts %j with the errors %j', (figures, errors, expected) => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...figures };
  expect(countPlaywright({ stats, errors }, strict)).toEqual(expected);
});

test('a size over its limit has failed, and is a line', () => {
  const small = { name: 'a', size: 9, sizeLimit: 10, passed: true };
  const large = { name: 'b', size: 12, sizeLimit: 10, passed: false };
  expect(countSizes([small, large])).toMatchObject({ passed: 1, failed: 1, output: 'b: 12 B, over the limit of 10 B' });
});

test('a step without a test has failed', () => {
  const nothing = { passed: 0, failed: 0, notes: [], output: '' };
  expect(atLeastOne(nothing)).toEqual({ ...nothing, failed: 1, notes: ['there was no test to run'] });
  expect(atLeastOne({ ...nothing, passed: 1 }).failed).toBe(0);
});

describe('packageProblems', () => {
  /** @param {string} name */
  const entry = (name) => ({
    'endpoint.js-source': `./lib/${name}.ts`,
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
    types: `./dist/${name}.d.ts`,
    default: `./dist/${name}.js`,
  });
  const manifest = {
    unpkg: './dist/x.min.js',
    exports: {
      '.': entry('index'),
      './fetch': entry('fetch'),
      './package.json': './package.json',
    },
  };
  const complete = {
    'package.json': '{}',
    'README.md': '# x',
    LICENSE: 'MIT',
    'dist/index.d.ts': "export { type X } from './types/x.js';",
    'dist/types/x.d.ts': 'export type X = 1;',
    'dist/index.js': 'export {};',
    'dist/index.d.cts': "export type { X } from './index.js' with { 'resolution-mode': 'import' };",
    'dist/index.cjs': "module.exports = require('./index.js');\n",
    'dist/fetch.d.ts': '',
    'dist/fetch.js': 'export {};',
    'dist/fetch.d.cts': '',
    'dist/fetch.cjs': "module.exports = require('./fetch.js');\n",
    'fetch.js': "export * from './dist/fetch.js';\n",
    'dist/x.min.js': '',
    'dist/shared/x.js.map': randomBytes(2000).toString('hex'),
  };

  /** @param {Record<string, string | undefined>} files */
  const problems = (files) =>
    packageProblems(
      new Map(Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]]))),
      manifest,
      1000,
    );

  test('finds none in a complete package, and counts no source map', () => {
    expect(problems(complete)).toEqual([]);
  });

  test.each([
    [{ LICENSE: undefined }, 'LICENSE is missing'],
    [{ 'dist/index.js': undefined }, 'dist/index.js is missing'],
    [{ 'dist/fetch.cjs': undefined }, 'dist/fetch.cjs is missing'],
    [{ 'fetch.js': '' }, "fetch.js isn't what dev/commands/resolution.mjs writes"],
    [{ 'dist/x.min.js': undefined }, 'dist/x.min.js is missing'],
    [{ 'lib/index.ts': '' }, "lib/index.ts doesn't belong in it"],
    [{ 'dist/a.test.js': '' }, "dist/a.test.js doesn't belong in it"],
    [{ 'dist/types/y.d.ts': '' }, 'dist/types/y.d.ts declares nothing that an entry exports'],
  ])('reports %j', (change, problem) => {
    expect(problems({ ...complete, ...change })).toEqual([problem]);
  });

  test('an entry without a module for require is an error', () => {
    const exports = { './fetch': /** @type {any} */ ({ types: './dist/fetch.d.ts', default: './dist/fetch.js' }) };
    expect(() => packageProblems(new Map(), { exports }, 1000)).toThrow('exports, ./fetch: no "require"');
  });

  test('reports a package over its ceiling', () => {
    const found = problems({ ...complete, 'dist/large.js': randomBytes(2000).toString('hex') });
    expect(found).toEqual([
      expect.stringMatching(/^\d{4} bytes packed without source maps, over the ceiling of 1000$/),
    ]);
  });
});

const guarded = { what: 'keystroke', measured: '9 ms', bar: '≤ 16 ms', met: true };
const missed = { ...guarded, measured: '20 ms', met: false };
const shown = { what: 'start', measured: '1 s' };
const result = { passed: 3, failed: 0, notes: [], output: 'all of it' };

test('figures are read whole, or not at all', () => {
  const folder = makeTemporaryFolder();
  const path = join(folder, 'figures.json');
  expect(readFigures(path)).toEqual([]);
  writeFileSync(path, JSON.stringify([guarded, missed, shown]));
  expect(readFigures(path)).toEqual([guarded, missed, shown]);
  for (const wrong of [{}, [{ ...guarded, met: undefined }], [{ ...guarded, bar: '' }], [{ what: 'start' }], [null]]) {
    writeFileSync(path, JSON.stringify(wrong));
    expect(() => readFigures(path)).toThrow(/must (?:be \{ what, measured, bar, met \}|hold a JSON array)/);
  }
});

test.each([
  [{ passed: 1, failed: 0, notes: [], output: 'long' }, 'lint: passed (2 s)'],
  [{ passed: 5, failed: 0, notes: ['1 skipped: a'], output: 'long' }, 'lint: 5 passed, 0 failed; 1 skipped: a (2 s)'],
  [{ passed: 0, failed: 1, notes: ['not found'], output: '' }, 'lint: FAILED; not found (2 s)'],
  [{ passed: 5, failed: 2, notes: [], output: 'a' }, 'lint: 5 passed, 2 FAILED (2 s)'],
])('stepLine sums up %j', (step, line) => {
  expect(stepLine({ name: 'lint', seconds: '2 s', ...step })).toBe(line);
});

describe('failures', () => {
  /** @param {string} name @param {string} output */
  const failed = (name, output) => ({ name, output, passed: 0, failed: 1, notes: [], seconds: '2 s' });
  const mistake = "lib/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.";
  const skipped = { ...failed('e2e', ''), notRun: 'build' };

  test.each([
    ['nothing, when all passed', [{ ...failed('lint', mistake), passed: 1, failed: 0 }], ''],
    ['the output of a step, then its line', [failed('lint', '\na\nb\n')], 'a\nb\nlint: FAILED (2 s)'],
    [
      'a repeated error of a compiler once',
      [failed('types', `${mistake}\n${mistake}`)],
      `${mistake}\ntypes: FAILED (2 s)`,
    ],
    [
      'the same place once, in other words',
      [failed('build', mistake), failed('types', mistake), failed('lint', '  ,-[lib/a.ts:3:5]\n3 | x')],
      `${mistake}\nbuild: FAILED (2 s)\ntypes: FAILED (2 s)\nlint: FAILED (2 s)`,
    ],
    [
      'the paragraphs of a step that name another place, and those without one',
      [failed('build', mistake), failed('lint', 'lib/a.ts:3:5\n\nlib/a.ts:9:1\n\n+ 1\n+ 1')],
      `${mistake}\nbuild: FAILED (2 s)\nlib/a.ts:9:1\n\n+ 1\n+ 1\nlint: FAILED (2 s)`,
    ],
    [
      'a paragraph that names another place whole',
      [failed('build', mistake), failed('unit', ' ❯ lib/a.ts:3:5\n ❯ lib/a.test.ts:9:1')],
      `${mistake}\nbuild: FAILED (2 s)\n ❯ lib/a.ts:3:5\n ❯ lib/a.test.ts:9:1\nunit: FAILED (2 s)`,
    ],
    [
      'the steps that did not run in one line, after the cause',
      [skipped, failed('build', mistake), { ...skipped, name: 'size' }],
      `${mistake}\nbuild: FAILED (2 s)\nnot run: e2e, size (build failed)`,
    ],
  ])('prints %s', (_, steps, expected) => {
    expect(failures(steps)).toBe(expected);
  });
});

test('table has a row for each step and a line for each figure', () => {
  const steps = [
    { ...result, name: 'lint', seconds: '2 s' },
    { ...result, failed: 1, name: 'bench', seconds: '12 s', figures: [guarded, missed, shown] },
  ];
  expect(table(steps)).toBe(`\
step   passed  failed  time  figures
lint   3       0       2 s
bench  3       1       12 s  1 of 2 bars met, 1 shown

bench:
  keystroke: 9 ms (bar: ≤ 16 ms)
  keystroke: 20 ms (bar: ≤ 16 ms, MISSED)
  start: 1 s`);
});
