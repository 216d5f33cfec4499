/**
 * The tables of docs/guides/support.md. `npm run test:full` fills them: each test that runs the packages somewhere records a row.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';

const RECORDS = join(ROOT, '.cache', 'support');

/** The columns of each table after the first, which names the row. The versions found on a machine differ from run to run. */
export const TABLES = {
  engines: ['version', 'builds', 'explanations', '`toFetch`', 'client', 'playground'],
  runtimes: ['version', '`endpoint.js`', '`endpoint.js-client`'],
  bundlers: ['version', '`{ endpoint }`, minified', 'with brotli'],
  typescript: ['`bundler`', '`nodenext`', '`node16`', '`node10`'],
};

/** @typedef {keyof typeof TABLES} Table */

/** @typedef {{ row: string, cells: Record<string, string> }} SupportRow */

/**
 * Records results for a row; several tests may fill the cells of one.
 *
 * @param {Table} table
 * @param {string} row the text of the first column
 * @param {Record<string, string>} cells by column: the result, or `– ` and the reason why there is none
 * @throws {Error} for an unknown column, and for an empty cell
 */
export function recordSupport(table, row, cells) {
  for (const [column, text] of Object.entries(cells)) {
    if (!TABLES[table].includes(column)) throw new Error(`The table "${table}" has no column "${column}".`);
    if (/^–?\s*$/.test(text)) throw new Error(`${table}, ${row}, ${column}: pass a result, or "– " and a reason.`);
    const folder = join(RECORDS, table);
    mkdirSync(folder, { recursive: true });
    // A file for each cell: tests in several processes write them.
    const file = `${row} ${column}`.replaceAll(/\W+/g, '-');
    writeFileSync(join(folder, `${file}.json`), JSON.stringify({ row, cells: { [column]: text } }));
  }
}

/** @param {Table} table @returns {SupportRow[]} what was recorded, a row for each name */
export function readRecords(table) {
  const folder = join(RECORDS, table);
  /** @type {Map<string, Record<string, string>>} */
  const rows = new Map();
  for (const name of listFiles(folder)) {
    /** @type {SupportRow} */
    const { row, cells } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    rows.set(row, { ...rows.get(row), ...cells });
  }
  return [...rows].map(([row, cells]) => ({ row, cells }));
}

/** @param {string} folder */
function listFiles(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}
