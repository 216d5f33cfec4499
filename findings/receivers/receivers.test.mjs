/** The cases are what the builder writes, and the guide says what the programs recorded. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createEndpoint } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { readMarked } from '../../dev/support/marked.mjs';
import { CASES, COUNTS, LINES, STYLE_NAMES } from './cases.mjs';
import { listReceivers, readResults } from './results.mjs';
import { PAGE, TABLES, writeTables } from './table.mjs';

const HERE = new URL('.', import.meta.url);
const page = readFileSync(PAGE, 'utf8');

describe('the targets are those of the builder', () => {
  const sent = new Map(CASES.map(({ name, target, method = 'GET', body }) => [name, [method, target, body]]));
  /** @param {string} name @param {string} route @param {object} parameters @param {object} [query] */
  const row = (name, route, parameters, query = {}) => /** @type {const} */ ([name, route, parameters, query]);
  const rows = [
    ...COUNTS.flatMap((count) => {
      const a = count === 2 ? [1, 2] : Array(count).fill(1);
      return STYLE_NAMES.map((arrays) => row(`${arrays} ${count}`, 'GET /list', { a }, { arrays }));
    }),
    ...LINES.map((bytes) => row(`line ${bytes}`, 'GET /list', { a: ['x'.repeat(bytes - 23)] }, { arrays: 'repeat' })),
    row('repeat x,y', 'GET /list', { a: ['x,y'] }, { arrays: 'repeat' }),
    row('object brackets', 'GET /object', { age: { min: 2 } }, { objects: 'brackets' }),
    row('object dots', 'GET /object', { age: { min: 2 } }, { objects: 'dots' }),
    ...CASES.filter(({ kind, meant }) => kind === 'path' && meant !== '' && meant !== '7').map(({ name, meant }) =>
      row(name, 'GET /x/{id}', { id: meant }),
    ),
    row('path trailing slash', 'GET /x/{id}/', { id: 7 }),
    row('path empty', 'GET /x/', {}),
    row('query', 'QUERY /query', { a: '1' }),
    row('query to a route of GET', 'QUERY /list', { a: '1' }),
  ];

  test('each case is compared', () => expect(rows.map(([name]) => name)).toStrictEqual([...sent.keys()]));

  test.each(rows)('%s', (name, route, parameters, query) => {
    const built = createEndpoint({ query })(route, /** @type {Record<string, unknown>} */ (parameters));
    expect(sent.get(name)).toStrictEqual([built.method.toUpperCase(), built.url, JSON.stringify(built.body)]);
  });
});

describe('the results', () => {
  const results = readResults();
  const folders = readdirSync(HERE).filter((name) => existsSync(new URL(`${name}/receivers.json`, HERE)));

  test.each(folders)('%s: each receiver was run with each case', (folder) => {
    const { language, receivers } = JSON.parse(readFileSync(new URL(`${folder}/receivers.json`, HERE), 'utf8'));
    /** @param {import('./results.mjs').Result} result */
    const about = ({ name, list, object, path, query }) => ({ name, list, object, path, query });
    const recorded = results.find((one) => one.language === language)?.receivers ?? [];
    expect(recorded.map(about)).toStrictEqual(receivers.map(about));
    for (const result of recorded) {
      expect(result.version).toMatch(/^\d/);
      const names = CASES.filter(({ kind }) => result[kind] !== undefined).map(({ name }) => name);
      expect(Object.keys(result.arrived)).toStrictEqual(names);
    }
  });

  test('there is one for each folder, and there are enough', () => {
    expect(results).toHaveLength(folders.length);
    expect(folders.length).toBeGreaterThanOrEqual(5);
    expect(listReceivers(results).length).toBeGreaterThanOrEqual(30);
  });
});

test('the tables of the guide are those of the results', () => {
  const names = readMarked(page).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(TABLES)));
  /** Without what the formatter aligns. @param {string} text */
  const unaligned = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
  expect(unaligned(page)).toBe(unaligned(writeTables(page)));
});
