/** The documents with tables of the results. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { writeReadme } from '../generate/readme.mjs';
import { readCells, readMarked, replaceMarked } from '../support/marked.mjs';
import { TABLES } from './tables.mjs';

export const PAGES = ['README.md', 'docs/comparison.md', 'docs/index.md'];

/** @param {string} name @param {import('./results.mjs').Results} results */
function write(name, results) {
  const table = TABLES[name];
  if (table === undefined)
    throw new Error(`There is no table "${name}"; use one of ${Object.keys(TABLES).join(', ')}.`);
  return table(results);
}

/** @param {import('./results.mjs').Results} results */
export function writePages(results) {
  for (const page of PAGES) {
    const path = join(ROOT, page);
    writeFileSync(
      path,
      replaceMarked(readFileSync(path, 'utf8'), (name) => write(name, results)),
    );
  }
  // It has the tables of README.md.
  writeReadme();
}

/**
 * @param {import('./results.mjs').Results} results
 * @returns {{ page: string, name: string, written: unknown, expected: unknown }[]} the tables of the documents, and those of the results
 */
export const listTables = (results) =>
  PAGES.flatMap((page) =>
    readMarked(readFileSync(join(ROOT, page), 'utf8')).map(({ name, text }) => ({
      page,
      name,
      written: comparable(text),
      expected: comparable(write(name, results)),
    })),
  );

/** @param {string} text without what a formatter changes */
const comparable = (text) => (text.includes('|') ? readCells(text) : text.trim());
