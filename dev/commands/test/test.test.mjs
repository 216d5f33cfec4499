import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './counts.mjs';
import { packageProblems } from './package-files.mjs';

const strict = { maySkip: false };
const passed = { status: 'passed', fullName: 'a' };

/** @param {Partial<import('./counts.mjs').VitestReport>} report */
const vitest = (report) => ({
  success: true,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...report,
});

describe('countVitest', () => {
  test('returns the figures of the report', () => {
    const report = vitest({ success: false, numPassedTests: 5, numFailedTests: 2 });
    expect(countVitest(report, strict)).toEqual({ passed: 5, failed: 2, notes: [] });
  });

  test('counts a file that could not be loaded as failed', () => {
    const testResults = [{ name: 'x.test.ts', status: 'failed', message: 'Cannot find y\nat z', assertionResults: [] }];
    expect(countVitest(vitest({ success: false, numPassedTests: 1, testResults }), strict)).toEqual({
      passed: 1,
      failed: 1,
      notes: ['x.test.ts could not be run: Cannot find y'],
    });
  });

  test('counts a skipped test as failed, unless it may be skipped', () => {
    const testResults = [
      { name: 'x', status: 'passed', assertionResults: [passed, { status: 'skipped', fullName: 'b' }] },
    ];
    const report = vitest({ numPassedTests: 1, numPendingTests: 1, testResults });
    expect(countVitest(report, strict)).toEqual({ passed: 1, failed: 1, notes: ['1 skipped: b'] });
    expect(countVitest(report, { maySkip: true })).toEqual({ passed: 1, failed: 0, notes: ['1 skipped: b'] });
  });

  test('counts an error outside the tests, and a run without tests, as failed', () => {
    expect(countVitest(vitest({ success: false, numPassedTests: 1 }), strict).failed).toBe(1);
    expect(countVitest(vitest({}), strict)).toEqual({ passed: 0, failed: 1, notes: ['there was no test to run'] });
  });
});

describe('countPlaywright', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  test.each([
    [{ expected: 3 }, [], { passed: 3, failed: 0, notes: [] }],
    [{ expected: 3, unexpected: 2 }, [], { passed: 3, failed: 2, notes: [] }],
    [{ expected: 3, flaky: 1 }, [], { passed: 3, failed: 1, notes: ['1 passed only when repeated'] }],
    [{ expected: 3, skipped: 1 }, [], { passed: 3, failed: 1, notes: ['1 skipped'] }],
    [{}, [{ message: 'no\nway' }], { passed: 0, failed: 1, notes: ['an error outside the tests: no'] }],
    [{}, [], { passed: 0, failed: 1, notes: ['there was no test to run'] }],
  ])('counts %j with the errors %j', (figures, errors, expected) => {
    expect(countPlaywright({ stats: { ...stats, ...figures }, errors }, strict)).toEqual(expected);
  });
});

describe('packageProblems', () => {
  const manifest = {
    exports: {
      '.': { 'endpoint.js-source': './lib/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
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
    [{ 'package.json': undefined }, 'package.json is missing'],
    [{ LICENSE: undefined }, 'LICENSE is missing'],
    [{ 'dist/index.js': undefined }, 'dist/index.js is missing'],
    [{ 'lib/index.ts': '' }, "lib/index.ts doesn't belong in it"],
    [{ 'dist/playground/index.js': '' }, "dist/playground/index.js doesn't belong in it"],
    [{ 'dist/a.test.js': '' }, "dist/a.test.js doesn't belong in it"],
    [{ '.npmrc': '' }, ".npmrc doesn't belong in it"],
    [{ 'dist/types/y.d.ts': '' }, 'dist/types/y.d.ts declares nothing that an entry exports'],
  ])('reports %j', (change, problem) => {
    expect(problems({ ...complete, ...change })).toEqual([problem]);
  });

  test('reports a missing declaration', () => {
    expect(problems({ ...complete, 'dist/index.d.ts': undefined, 'dist/types/x.d.ts': undefined })).toEqual([
      'dist/index.d.ts is missing',
    ]);
  });

  test('reports a package over its ceiling', () => {
    const found = problems({ ...complete, 'dist/large.js': randomBytes(2000).toString('hex') });
    expect(found).toEqual([
      expect.stringMatching(/^\d{4} bytes packed without source maps, over the ceiling of 1000$/),
    ]);
  });
});
