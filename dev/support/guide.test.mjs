import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTables } from './guide.mjs';
import { isEmpty, ROWS, TABLES } from './tables.mjs';

/** @typedef {import('./tables.mjs').Table} Table */

const GUIDE = readFileSync(new URL('../../docs/guides/support.md', import.meta.url), 'utf8');
const NAMES = /** @type {Table[]} */ (Object.keys(TABLES));

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
