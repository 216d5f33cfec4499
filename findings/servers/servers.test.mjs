/** The guide has what the full test recorded. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCells, readMarked } from '../../dev/support/marked.mjs';
import { LANGUAGES, readVersion } from './servers.mjs';
import { PAGE, readResults, writeTable } from './table.mjs';

test('the guide has the table of the results', () => {
  const marked = readMarked(readFileSync(PAGE, 'utf8')).find(({ name }) => name === 'servers');
  expect(readCells(marked?.text ?? '')).toStrictEqual(readCells(writeTable()));
});

const servers = LANGUAGES.flatMap((language) =>
  language.servers.map((server) => ({ id: server.id, version: readVersion(language, server) })),
);

test.each(servers)('$id has a version, and results of the same calls', ({ id, version }) => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Object.keys(readResults(id))).toStrictEqual(Object.keys(readResults('connect-go')));
});
