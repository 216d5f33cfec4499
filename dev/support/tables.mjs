/**
 * The tables of docs/guides/support.md: where the packages were run, and with what result. The tests of `npm run test:full` record the
 * cells, and `npm run support` writes them into the guide.
 * By hand: the cells are results of tests of this repository.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';

const RECORDS = join(ROOT, '.cache', 'support');

/** The columns after the first, which names the row. The column `version` shows what the machine had: it differs between machines. */
export const TABLES = {
  engines: ['version', 'builds', 'explanations', '`toFetch`', 'client', 'playground'],
  runtimes: ['version', '`endpoint.js`', '`endpoint.js-client`'],
  bundlers: ['version', '`{ endpoint }`, minified', 'with brotli'],
  typescript: ['`bundler`', '`nodenext`', '`node16`', '`node10`'],
  octokit: ['the same requests', 'types'],
};

/** The rows of each table, in their order. */
export const ROWS = {
  engines: ['Chromium', 'Firefox ESR', 'WebKitGTK', 'Chromium 106', 'Chromium 92', 'WPE WebKit 2.38'],
  runtimes: [
    'Node 20',
    'Node 22',
    'Node 24',
    'Node, current',
    'Bun',
    'Deno',
    'workerd',
    'Next, server',
    'Next, client',
    'Next, edge',
    '`file://` page',
    'sandboxed frame',
  ],
  bundlers: ['esbuild', 'Parcel', 'rollup', 'Vite', 'webpack'],
  typescript: ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'],
  octokit: [...[5, 6, 7, 8, 9, 10].map((version) => `@octokit/request ${version}`), '@octokit/core 7'],
};

/** @typedef {keyof typeof TABLES} Table */

/** @typedef {Readonly<Record<string, string>>} Cells by column */

/**
 * Records results for a row; several tests may fill the cells of one.
 *
 * @param {Table} table
 * @param {string} row
 * @param {Cells} cells the result, or `– ` and the reason why there is none
 * @throws {Error} for an unknown row or column, and for an empty cell
 */
export function recordSupport(table, row, cells) {
  if (!ROWS[table].includes(row)) throw new Error(`The table "${table}" has no row "${row}".`);
  const folder = join(RECORDS, table);
  mkdirSync(folder, { recursive: true });
  for (const [column, text] of Object.entries(cells)) {
    if (!TABLES[table].includes(column)) throw new Error(`The table "${table}" has no column "${column}".`);
    if (isEmpty(text)) throw new Error(`${table}, ${row}, ${column}: pass a result, or "– " and a reason.`);
    // A file for each cell: tests in several processes write them.
    writeFileSync(
      join(folder, `${encodeURIComponent(`${row}, ${column}`)}.json`),
      JSON.stringify({ row, column, text }),
    );
  }
}

/** @param {string} cell */
export const isEmpty = (cell) => /^[–-]?\s*$/.test(cell);

/** Forgets what an earlier run recorded. */
export function clearSupport() {
  rmSync(RECORDS, { recursive: true, force: true });
}

/** @param {Table} table @returns {Map<string, Cells>} the recorded cells by row */
export function readSupport(table) {
  const folder = join(RECORDS, table);
  mkdirSync(folder, { recursive: true });
  /** @type {Map<string, Cells>} */
  const rows = new Map();
  for (const name of readdirSync(folder)) {
    /** @type {{ row: string, column: string, text: string }} */
    const { row, column, text } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    rows.set(row, { ...rows.get(row), [column]: text });
  }
  return rows;
}
