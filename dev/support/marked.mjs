/** Places of documents that a command writes: from `<!-- table: name -->` to `<!-- end -->`. The formatter aligns the cells. */

const MARKED = /(<!-- table: ([\w-]+) -->\n)([^]*?)(<!-- end -->)/g;

/**
 * @param {string} page
 * @param {(name: string) => string | undefined} write undefined where another command writes
 * @returns {string} the page with what is written
 */
export const replaceMarked = (page, write) =>
  page.replaceAll(MARKED, (all, start, name, _, end) => {
    const text = write(name);
    return text === undefined ? all : `${start}\n${text}\n\n${end}`;
  });

/** @param {string} page @returns {{ name: string, text: string }[]} what the page has */
export const readMarked = (page) => [...page.matchAll(MARKED)].map(([, , name = '', text = '']) => ({ name, text }));

/** @param {readonly (readonly string[])[]} rows the first one is the header @returns {string} */
export const formatTable = ([header = [], ...rows]) =>
  [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @param {string} text of a table @returns {string[][]} its cells by row, the header first */
export const readCells = (text) => {
  const [header = [], , ...rows] = [...text.matchAll(/^\|(.*)\|$/gm)].map(([, line = '']) =>
    line.split('|').map((cell) => cell.trim()),
  );
  return [header, ...rows];
};
