import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareTables, readTables, writeTables } from './guide.mjs';
import { isEmpty, recordSupport, ROWS, TABLES } from './tables.mjs';

/** @typedef {import('./tables.mjs').Table} Table */

const GUIDE = readFileSync(new URL('../../docs/guides/support.md', import.meta.url), 'utf8');
const NAMES = /** @type {Table[]} */ (Object.keys(TABLES));

/** @param {Table} table @returns {Map<string, Record<string, string>>} a result for each cell */
const allWork = (table) =>
  new Map(ROWS[table].map((row) => [row, Object.fromEntries(TABLES[table].map((column) => [column, 'works']))]));

describe('the guide', () => {
  const tables = readTables(GUIDE);

  test.each(NAMES)('%s: all rows and columns, and no empty cell', (table) => {
    const rows = tables.get(table) ?? new Map();
    expect([...rows.keys()]).toStrictEqual(ROWS[table]);
    for (const cells of rows.values()) {
      expect(Object.keys(cells)).toStrictEqual(TABLES[table]);
      expect(Object.entries(cells).filter(([, text]) => isEmpty(text))).toStrictEqual([]);
    }
  });
});

test('what is written is read again, and equals the records', () => {
  expect(compareTables(writeTables(GUIDE, allWork), allWork)).toStrictEqual([]);
});

describe('a difference is a sentence', () => {
  const guide = writeTables(GUIDE, allWork);
  /** @param {Record<string, string>} cells */
  const withBun = (cells) => (/** @type {Table} */ table) => {
    const rows = allWork(table);
    return table === 'runtimes' ? rows.set('Bun', cells) : rows;
  };

  test.each([
    [
      'another result',
      { version: 'works', '`endpoint.js`': 'fails', '`endpoint.js-client`': 'works' },
      ['runtimes, Bun, `endpoint.js`: recorded "fails", documented "works".'],
    ],
    [
      'no result',
      { version: 'works', '`endpoint.js`': 'works' },
      ['runtimes, Bun, `endpoint.js-client`: no test recorded a result.'],
    ],
    [
      'another version is no difference',
      { version: '9', '`endpoint.js`': 'works', '`endpoint.js-client`': 'works' },
      [],
    ],
  ])('%s', (_, cells, expected) => {
    expect(compareTables(guide, withBun(cells))).toStrictEqual(expected);
  });
});

describe('a record is refused', () => {
  test.each([
    ['for an unknown row', 'Netscape', { version: '4' }, 'The table "engines" has no row "Netscape".'],
    ['for an unknown column', 'Chromium', { speed: '4' }, 'The table "engines" has no column "speed".'],
    ['without a result', 'Chromium', { builds: '' }, 'engines, Chromium, builds: pass a result, or "– " and a reason.'],
    [
      'without a reason',
      'Chromium',
      { builds: '– ' },
      'engines, Chromium, builds: pass a result, or "– " and a reason.',
    ],
  ])('%s', (_, row, cells, message) => {
    expect(() => recordSupport('engines', row, cells)).toThrow(message);
  });
});
