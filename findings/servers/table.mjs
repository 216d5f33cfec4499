/** Writes the table of docs/guides/client.md from the committed results: `node findings/servers/table.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatTable, replaceMarked } from '../../dev/support/marked.mjs';
import { LANGUAGES, readVersion } from './servers.mjs';

export const PAGE = new URL('../../docs/guides/client.md', import.meta.url);

/** What the cells say of a result. */
const WORDS = new Map([
  ['as sent', 'yes'],
  ['as sent, in the headers', 'yes'],
  ['as sent, in the body', 'yes'],
  ['headers, trailers, failures', 'yes'],
  ['headers, failures', 'yes, without trailers'],
  ['none', 'no'],
  ['OK after the whole time', 'not ended'],
  ['the handler ends', 'yes'],
  ['the handler goes on', 'no'],
  ['the handler can’t be asked', 'unknown'],
]);

/** @param {string} result */
function describe(result) {
  const status = /^(?:CANCELLED|DEADLINE_EXCEEDED)(?=:)|HTTP [345]\d\d/.exec(result)?.[0];
  return WORDS.get(result) ?? status ?? (/^[A-Z_]+:/.test(result) ? 'fails' : result);
}

/** The columns: each has the results of one or more calls. @type {readonly (readonly [string, ...string[]])[]} */
const COLUMNS = [
  ['Text and 1 MiB', 'text', 'no text', '1 MiB'],
  ['Status with text', 'status'],
  ['Metadata', 'metadata'],
  ['Bytes in metadata', 'binary metadata'],
  ['The handler knows the deadline', 'deadline'],
  ['At the deadline', 'passed deadline'],
  ['An abort ends the handler', 'abort'],
  ['Without our `accept`', 'accept: */*'],
];

/** @param {string} id @returns {Record<string, string>} */
export const readResults = (id) => JSON.parse(readFileSync(new URL(`results/${id}.json`, import.meta.url), 'utf8'));

/** @param {string} id */
function writeCells(id) {
  const results = readResults(id);
  return COLUMNS.map(([, ...calls]) => [...new Set(calls.map((name) => describe(results[name] ?? '')))].join('; '));
}

export function writeTable() {
  const rows = LANGUAGES.flatMap((language) =>
    language.servers.map((server) => [`${server.name} ${readVersion(language, server)}`].concat(writeCells(server.id))),
  );
  return formatTable([['Server'].concat(COLUMNS.map(([title]) => title)), ...rows]);
}

/** @param {string} page */
export const writePage = (page) => replaceMarked(page, (name) => (name === 'servers' ? writeTable() : undefined));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, writePage(readFileSync(PAGE, 'utf8')));
}
