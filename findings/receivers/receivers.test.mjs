/** The cases are what the builder writes, and the guide says what the programs recorded. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createEndpoint } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { describe, expect, test } from 'vitest';
import { readMarked } from '../../dev/support/marked.mjs';
import { BODIES, CASES, COUNTS, FORM_STYLES, ITEMS, KINDS, LINES, PARTS, RUNTIMES, STYLE_NAMES } from './cases.mjs';
import { FORMS } from './forms/forms.mjs';
import { arrivedOf, listReceivers, listWays, readResults, toParts } from './results.mjs';
import { PAGE, TABLES, writeTables } from './table.mjs';

const HERE = new URL('.', import.meta.url);
const page = readFileSync(PAGE, 'utf8');

describe('the targets are those of the builder', () => {
  const queries = CASES.filter(({ kind }) => kind !== 'form' && kind !== 'multipart');
  const sent = new Map(queries.map(({ name, target, method = 'GET', body }) => [name, [method, target, body]]));
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

describe('the forms are those of toFetch', () => {
  const sent = new Map(
    CASES.filter(({ kind }) => kind === 'form').map(({ name, target, type, body }) => [name, [target, type, body]]),
  );
  /** @param {string} name @param {object} parameters @param {import('endpoint.js/fetch').FormOptions} form */
  const row = (name, parameters, form) => /** @type {const} */ ([`form ${name}`, parameters, form]);
  const rows = [
    ...COUNTS.flatMap((count) => {
      const a = count === 2 ? [1, 2] : Array(count).fill(1);
      return FORM_STYLES.map((arrays) => row(`${arrays} ${count}`, { a }, /** @type {object} */ ({ arrays })));
    }),
    row('object brackets', { age: { min: 2 } }, { objects: 'brackets' }),
    row('object dots', { age: { min: 2 } }, { objects: 'dots' }),
    row('objects brackets', { items: ITEMS }, { arrays: 'brackets' }),
    row('objects indices', { items: ITEMS }, { arrays: 'indices' }),
  ];

  test('each case is compared', () => expect(rows.map(([name]) => name)).toStrictEqual([...sent.keys()]));

  test.each(rows)('%s', (name, parameters, form) => {
    const type = 'application/x-www-form-urlencoded';
    const built = createEndpoint()('POST /form/{member}', {
      member: String(Object.keys(parameters)[0]),
      ...parameters,
      headers: { 'content-type': type },
    });
    const [url, { headers, body }] = toFetch(built, form);
    expect([url, headers['content-type'], body]).toStrictEqual(sent.get(name));
  });
});

describe('the multipart forms', () => {
  /** Without its random boundary. @param {string} type @param {string} body */
  const unbound = (type, body) => body.replaceAll(/boundary=(.+)/.exec(type)?.[1] ?? 'no boundary', '');

  test('each runtime sent each form', () => {
    expect(RUNTIMES).toStrictEqual(['Node.js', 'Bun', 'Deno', 'Chromium']);
    const all = RUNTIMES.flatMap((runtime) => Object.keys(FORMS).map((form) => [runtime, form]));
    expect(BODIES.map(({ runtime, form }) => [runtime, form])).toStrictEqual(all);
    expect(Object.keys(PARTS)).toStrictEqual(Object.keys(FORMS));
  });

  test.each(Object.entries(FORMS))('%s: the recorded bytes are those of FormData here', async (name, create) => {
    const response = new Response(create());
    const recorded = BODIES.find(({ runtime, form }) => runtime === 'Node.js' && form === name);
    expect(unbound(recorded?.type ?? '', recorded?.body ?? '')).toBe(
      unbound(response.headers.get('content-type') ?? '', await response.text()),
    );
  });

  // The table shows Node.js's alone.
  test.each(Object.keys(FORMS))('%s: it arrives from each runtime as from Node.js', (form) => {
    /** A blob without a file name, and its missing type, are the exception. @param {string} runtime */
    const isEqual = (runtime) => !(form === 'blob' && runtime === 'Bun');
    for (const result of listWays(readResults(), 'multipart')) {
      const [first, ...others] = RUNTIMES.filter(isEqual).map((runtime) => {
        const { status, value } = arrivedOf(result, `multipart ${form} (${runtime})`);
        return { name: result.name, status, parts: toParts(value) };
      });
      for (const other of others) expect(other).toStrictEqual(first);
    }
  });
});

describe('the results', () => {
  const results = readResults();
  const folders = readdirSync(HERE).filter((name) => existsSync(new URL(`${name}/receivers.json`, HERE)));

  test.each(folders)('%s: each receiver was run with each case', (folder) => {
    const { language, receivers } = JSON.parse(readFileSync(new URL(`${folder}/receivers.json`, HERE), 'utf8'));
    /** @param {import('./results.mjs').Result} result */
    const about = (result) => ['name', ...KINDS].map((member) => Reflect.get(result, member));
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
    expect(folders.length).toBeGreaterThanOrEqual(10);
    expect(listReceivers(results).length).toBeGreaterThanOrEqual(30);
    expect(listReceivers(results, 'form').length).toBeGreaterThanOrEqual(40);
    expect(listReceivers(results, 'multipart').length).toBeGreaterThanOrEqual(30);
  });
});

test('the tables of the guide are those of the results', () => {
  const names = readMarked(page).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(TABLES)));
  /** Without what the formatter aligns. @param {string} text */
  const unaligned = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
  expect(unaligned(page)).toBe(unaligned(writeTables(page)));
});
