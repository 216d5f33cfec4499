/** Writes the tables of docs/guides/agents.md from the committed results: `node findings/sdks/table.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatTable, replaceMarked } from '../../dev/support/marked.mjs';
import { CONSUMERS, MAKERS } from './consumers.mjs';
import { readResult } from './results.mjs';

/** @typedef {import('./results.mjs').Result} Result */
/** @typedef {import('./results.mjs').Consumed} Consumed */

export const PAGE = new URL('../../docs/guides/agents.md', import.meta.url);
/** Of the classes of changes and reasons, those that a row names. */
const SHOWN = 3;

/** @param {number} count */
const format = (count) => count.toLocaleString('en');

/** @param {string} id @returns {Result} */
function read(id) {
  const result = readResult(id);
  if (result === undefined) throw new Error(`There is no result for ${id}; run npm run sdks`);
  return result;
}

/** @param {Result} result @param {string} id of a consumer @returns {Consumed} */
function consumedOf({ consumers }, id) {
  const consumed = consumers[id];
  if (consumed === undefined) throw new Error(`${id} has no result; run npm run sdks -- --only ${id}`);
  return consumed;
}

/** @param {string} id @param {Consumed} consumed */
const titleOf = (id, { versions }) =>
  (CONSUMERS[id]?.name ?? id).replaceAll(/\{(\d)\}/g, (_, index) => versions[index] ?? '');

/** As a cell has it. @param {import('./classify.mjs').Classes} classes */
function listClasses(classes) {
  const sorted = Object.entries(classes);
  const shown = sorted.slice(0, SHOWN).map(([text, { tools }]) => `${text.replaceAll('|', '\\|')} ${format(tools)}`);
  return [...shown, ...(sorted.length > SHOWN ? ['…'] : [])].join('; ');
}

/** @param {Consumed} consumed */
const describe = ({ changes, reasons }) => [listClasses(changes), listClasses(reasons)].filter(Boolean).join('<br>');

function writeConsumers() {
  const result = read('ours');
  const all = Object.keys(CONSUMERS).map(
    (id) => /** @type {const} */ ([titleOf(id, consumedOf(result, id)), consumedOf(result, id)]),
  );
  const total = Object.values(result.tools).reduce((sum, tools) => sum + tools, 0);
  const same = all.filter(([, { unchanged }]) => unchanged === total).map(([title]) => title);
  const rows = all
    .filter(([, { unchanged }]) => unchanged < total)
    .sort(([, one], [, other]) => one.refused - other.refused || one.changed - other.changed)
    .map(([title, consumed]) => {
      const { unchanged, changed, refused } = consumed;
      return [title].concat([unchanged, changed, refused].map(format), describe(consumed));
    });
  const documents = Object.entries(result.tools).map(([name, tools]) => `${name} ${format(tools)}`);
  return [
    `The documents make ${format(total)} tools (${documents.join(', ')}). These consumers take each tool unchanged:`,
    same.map((title) => `- ${title}`).join('\n'),
    'The other consumers change or refuse some tools:',
    formatTable([['Consumer', 'Unchanged', 'Changed', 'Refused', 'Tools by change or reason'], ...rows]),
  ].join('\n\n');
}

function writePeers() {
  const results = Object.keys(MAKERS).map((id) => ({ name: MAKERS[id]?.name ?? id, result: read(id) }));
  const header = results.map(({ name, result: { version, tools } }) => {
    const total = Object.values(tools).reduce((sum, count) => sum + count, 0);
    return `${name} ${version}, of ${format(total)}`;
  });
  const rows = Object.keys(CONSUMERS).flatMap((id) => {
    const counts = results.map(({ result }) => consumedOf(result, id));
    if (counts.every(({ refused }) => refused === 0)) return [];
    return [[titleOf(id, /** @type {Consumed} */ (counts[0])), ...counts.map(({ refused }) => format(refused))]];
  });
  const missing = results.flatMap(({ name, result }) =>
    Object.entries(result.missing).map(([document, reason]) => `- ${name} makes no tools of ${document}: ${reason}`),
  );
  return [formatTable([['Refused by', ...header], ...rows]), ...(missing.length > 0 ? [missing.join('\n')] : [])].join(
    '\n\n',
  );
}

/** @type {Readonly<Record<string, () => string>>} */
export const TABLES = { sdks: writeConsumers, peers: writePeers };

/** @param {string} page @returns {string} the page with the tables of the results */
export const writeTables = (page) => replaceMarked(page, (name) => TABLES[name]?.());

/** Writes the page. */
export const writeGuide = () => writeFileSync(PAGE, writeTables(readFileSync(PAGE, 'utf8')));

if (process.argv[1] === fileURLToPath(import.meta.url)) writeGuide();
