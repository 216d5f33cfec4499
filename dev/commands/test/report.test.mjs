import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFigures } from './figures.mjs';
import { stepLines, table, withMissedFigures } from './report.mjs';

const guarded = { what: 'keystroke', measured: '9 ms', bar: '≤ 16 ms', met: true };
const missed = { ...guarded, measured: '20 ms', met: false };
const shown = { what: 'start', measured: '1 s' };
const result = { passed: 3, failed: 0, notes: [], output: 'all of it' };

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('readFigures', () => {
  const file = () => join(folder, 'figures.json');

  test('reads guarded and shown figures, and none without a file', () => {
    expect(readFigures(file())).toEqual([]);
    writeFileSync(file(), JSON.stringify([guarded, missed, shown]));
    expect(readFigures(file())).toEqual([guarded, missed, shown]);
  });

  test.each([
    { ...guarded, met: undefined },
    { ...guarded, bar: undefined },
    { ...guarded, bar: '' },
    { ...guarded, met: 'yes' },
    { what: 'start' },
    null,
    7,
  ])('rejects %j', (figure) => {
    writeFileSync(file(), JSON.stringify([figure]));
    expect(() => readFigures(file())).toThrow(
      /^A figure must be \{ what, measured, bar, met \}, or \{ what, measured \} without a bar/,
    );
  });

  test('rejects a file without an array', () => {
    writeFileSync(file(), '{}');
    expect(() => readFigures(file())).toThrow('must hold a JSON array of figures.');
  });
});

describe('withMissedFigures', () => {
  test.each([
    [{ ...result, figures: [guarded, shown] }, 0],
    [{ ...result, figures: [guarded, missed, missed] }, 2],
    [{ ...result, failed: 3, figures: [missed] }, 3],
    [result, 0],
  ])('counts the missed figures of %j', (step, failed) => {
    expect(withMissedFigures(step).failed).toBe(failed);
  });
});

test.each([
  [{ passed: 1, failed: 0, notes: [], output: 'long' }, 'lint: passed (2 s)'],
  [{ passed: 5, failed: 0, notes: ['1 skipped: a'], output: 'long' }, 'lint: 5 passed, 0 failed; 1 skipped: a (2 s)'],
  [{ passed: 0, failed: 1, notes: ['not found'], output: '' }, 'lint: FAILED; not found (2 s)'],
  [{ passed: 5, failed: 2, notes: [], output: 'a\nb\n' }, '  a\n  b\nlint: 5 passed, 2 FAILED (2 s)'],
])('stepLines sums up %j', (step, lines) => {
  expect(stepLines({ name: 'lint', seconds: '2 s', ...step })).toBe(lines);
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
