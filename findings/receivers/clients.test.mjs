/** The table of clients has each client, with each status. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(`clients/${name}.json`, import.meta.url), 'utf8'));
/** @type {{ languages: { language: string, clients: { name: string, setting?: string }[] }[] }} */
const { languages } = read('clients');
/** @type {Record<string, { name: string, setting?: string, version: string, outcomes: object }[]>} */
const results = read('results');

test('the results have the languages of clients.json', () =>
  expect(Object.keys(results)).toStrictEqual(languages.map(({ language }) => language)));

test.each(languages)('$language: each client was run with each status', ({ language, clients }) => {
  /** @param {{ name: string, setting?: string }} client */
  const about = ({ name, setting }) => ({ name, setting });
  expect(results[language]?.map(about)).toStrictEqual(clients.map(about));
  for (const { version, outcomes } of results[language] ?? []) {
    expect(version).toMatch(/^\d/);
    expect(Object.keys(outcomes)).toStrictEqual(['301', '302', '303', '307', '308']);
  }
});
