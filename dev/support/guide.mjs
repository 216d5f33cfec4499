/**
 * Writes the recorded results into docs/guides/support.md, and compares the guide with them.
 */
import { formatTable, readCells, readMarked, replaceMarked } from './marked.mjs';
import { ROWS, TABLES } from './tables.mjs';

/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('./tables.mjs').Cells} Cells */

/** What a machine has, and not a result. */
const VERSION = 'version';

/**
 * @param {string} guide
 * @param {(table: Table) => ReadonlyMap<string, Cells>} read the recorded cells
 * @returns {string} the guide with the tables of the records
 */
export function writeTables(guide, read) {
  return replaceMarked(guide, (name) => writeTable(checkTable(name), read));
}

/** @param {Table} table @param {(table: Table) => ReadonlyMap<string, Cells>} read */
function writeTable(table, read) {
  const records = read(table);
  const columns = TABLES[table];
  const rows = ROWS[table].map((row) => [row, ...columns.map((column) => records.get(row)?.[column] ?? '')]);
  return formatTable([['', ...columns], ...rows]);
}

/**
 * Reads the tables of the guide.
 *
 * @param {string} guide
 * @returns {Map<Table, Map<string, Cells>>} the cells by table and row
 * @throws {Error} for a table of another name
 */
export function readTables(guide) {
  return new Map(
    readMarked(guide).map(({ name, text }) => {
      const [header = [], ...rows] = readCells(text);
      const cells = rows.map(([row = '', ...texts]) => {
        const entries = texts.map((cell, index) => [header[index + 1], cell]);
        return /** @type {const} */ ([row, Object.fromEntries(entries)]);
      });
      return [checkTable(name), new Map(cells)];
    }),
  );
}

/** @param {string} name @returns {Table} */
function checkTable(name) {
  if (name in TABLES) return /** @type {Table} */ (name);
  throw new Error(`There is no table "${name}"; use one of ${Object.keys(TABLES).join(', ')}.`);
}

/**
 * Compares the guide with the records, except for versions.
 *
 * @param {string} guide
 * @param {(table: Table) => ReadonlyMap<string, Cells>} read
 * @returns {string[]} a sentence for each cell that differs
 */
export function compareTables(guide, read) {
  const tables = readTables(guide);
  return /** @type {Table[]} */ (Object.keys(TABLES)).flatMap((table) => {
    const records = read(table);
    return ROWS[table].flatMap((row) =>
      TABLES[table].flatMap((column) => {
        const recorded = records.get(row)?.[column];
        const documented = tables.get(table)?.get(row)?.[column];
        if (recorded === undefined) return [`${table}, ${row}, ${column}: no test recorded a result.`];
        if (column === VERSION || recorded === documented) return [];
        return [`${table}, ${row}, ${column}: recorded "${recorded}", documented "${documented}".`];
      }),
    );
  });
}
