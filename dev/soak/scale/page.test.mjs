import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fit, toFigures } from './model.mjs';
import { compareTables, createTables, plan, writeTables } from './page.mjs';
import { spread, summarize } from './statistics.mjs';

const PAGE = readFileSync(new URL('../../../docs/guides/capacity.md', import.meta.url), 'utf8');
/** @type {import('./model.mjs').Figures} */
const FIGURES = JSON.parse(readFileSync(new URL('capacity.json', import.meta.url), 'utf8'));

test('the page has the committed figures', () => {
  expect(compareTables(PAGE, FIGURES)).toEqual([]);
});

test('another figure is reported, and so is a missing table', () => {
  const [table = ''] = /<!-- table: model -->[^]*?<!-- end -->/.exec(PAGE) ?? [];
  const other = table.replace(/\d+ KiB/, '999 KiB');
  expect(other).not.toBe(table);
  expect(compareTables(PAGE.replace(table, other), FIGURES)).toEqual([expect.stringContaining('999 KiB')]);
  expect(compareTables(PAGE.replace(table, ''), FIGURES)).toEqual(['The page has no table "model".']);
});

test('what is written is read again', () => {
  const figures = { ...FIGURES, connections: { server: 1024, envoy: 2048 } };
  const written = writeTables(PAGE, figures);
  expect(written).toContain('| 1 KiB |');
  expect(compareTables(written, figures)).toEqual([]);
});

/** Of one round for each number: microseconds of servers and of Envoy. */
const SAMPLES = {
  bare: [{ rate: 1000, server: 45 }],
  server: [{ rate: 1000, server: 50, client: 20 }],
  workers2: [{ rate: 1000, server: 55 }],
  workers4: [{ rate: 1000, server: 60 }],
  envoy1: [{ rate: 1000, server: 50, envoy: 70 }],
  envoyWeb: [{ rate: 1000, server: 50, envoy: 75 }],
  envoy3: [{ rate: 1000, server: 60, envoy: 80 }],
};
const BYTES = {
  callerToEnvoy: 100,
  envoyToCaller: 150,
  envoyToServer: 100,
  serverToEnvoy: 100,
  serverLog: 100,
  envoyLog: 300,
};

describe('the model', () => {
  const figures = fit(
    {
      samples: SAMPLES,
      bytes: { grpc: BYTES, grpcWeb: BYTES },
      connections: { server: 10_240, envoy: 20_480 },
    },
    { cores: 2, processor: 'p', node: 'v20' },
    { rounds: 1, calls: 1 },
  );

  test('shares are calls for the same processor time', () => {
    const medians = Object.entries(figures.shares).map(([name, { median }]) => [name, median]);
    expect(Object.fromEntries(medians)).toEqual({
      server: 0.9,
      workers2: 0.909,
      workers4: 0.833,
      envoy: 0.417,
      envoyWeb: 0.4,
    });
  });

  test('its error is that of its predictions', () => {
    expect(figures.predictions).toEqual([
      { name: 'workers2', predicted: 50, measured: 55, error: -0.0909 },
      { name: 'workers4', predicted: 50, measured: 60, error: -0.167 },
      { name: 'envoy3', predicted: 120, measured: 140, error: -0.143 },
    ]);
  });

  test('a bar that is missed is reported', () => {
    const guarded = toFigures(figures).flatMap((figure) => ('met' in figure ? [figure.met] : []));
    expect(guarded).toEqual([true, true, true]);
  });

  test('a million calls a second', () => {
    const options = { calls: 1_000_000, use: 0.5, zones: 3, cores: 4, connections: 8000, pause: 10, time: 5 };
    expect(plan(figures, options)).toMatchObject({
      // 50 µs ÷ 0.5: 100 processes, in threes; 70 µs ÷ 0.5 ÷ 4 cores: 35 Envoys, in threes.
      processes: 102,
      envoys: 36,
      cores: 246,
      gigabitsOutside: 2,
      megabytesOfLogs: 400,
      envoysOfPages: 1251,
    });
    expect(plan(figures, options).coreHoursOfMillion).toBeCloseTo(0.0667, 4);
  });
});

test('half of the rounds are within the spread', () => {
  const measured = summarize([10, 12, 8, 9, 11]);
  expect(measured).toEqual({ median: 10, low: 9, high: 11 });
  expect(spread(measured)).toBe(0.1);
  expect(() => summarize([])).toThrow(RangeError);
});

test('every table of the figures has rows of one width', () => {
  for (const [name, [head = [], ...rows]] of Object.entries(createTables(FIGURES))) {
    expect([name, ...rows.map((row) => row.length)]).toEqual([name, ...rows.map(() => head.length)]);
  }
});
