/** Our results for the cases, and the tables of the documents. */
import { describe, expect, test } from 'vitest';
import { ruleAll } from './behaviour.mjs';
import { GROUPS, groupOf, readCases } from './cases.mjs';
import { judge } from './judge.mjs';
import { load, nameOf } from './library.mjs';
import { LIBRARIES } from './libraries/index.mjs';
import { listTables } from './pages.mjs';
import { countByGroup, readResults } from './results.mjs';

/** @type {Readonly<Record<string, string>>} the cases that aren't built as they are meant, with the reason */
const EXCEPTIONS = {
  'styles/spaceDelimited, object': 'none: the setting is for lists',
  'styles/pipeDelimited, object': 'none: the setting is for lists',
  'missing/empty text at the end of the path': 'wrong: empty text is a value in RFC 6570; `explain` warns',
  "hosts/a server's region": 'refused: no value may choose the host',
  'paths/a?b in several segments': 'unsafe: `{+path}` of RFC 6570 keeps `?`; `explain` warns',
  'paths/a#b in several segments': 'unsafe: `{+path}` of RFC 6570 keeps `#`; `explain` warns',
};

const results = readResults();
const ours = results.libraries[0];
const cases = readCases();
const rulings = await ruleAll(await load(/** @type {import('./library.mjs').Library} */ (LIBRARIES[0])));

describe('the cases', () => {
  test('have ids of their own, each in a group', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect([...new Set(cases.map(groupOf))]).toStrictEqual(Object.keys(GROUPS));
  });
});

describe('endpoint.js', () => {
  test.each(cases)('$id', ({ id }) => {
    const { verdict, built } = rulings.get(id) ?? {};
    expect([EXCEPTIONS[id]?.replace(/:.*/, '') ?? 'right', built]).toStrictEqual([verdict, built]);
  });

  test('each exception is a case', () => {
    expect(Object.keys(EXCEPTIONS).filter((id) => !rulings.has(id))).toStrictEqual([]);
  });
});

describe('a url is unsafe', () => {
  const id = cases.find((one) => one.id === 'dots/..');
  const path = cases.find((one) => one.id === 'dots/.. in several segments');
  const query = cases.find((one) => one.id === 'query/a&b=c');
  const base = 'https://api.example/v1';

  test.each([
    ['of another host', id, 'https://api.example.evil.example/v1/users/1/posts', 'unsafe'],
    ['with a user', id, 'https://user@api.example/v1/users/1/posts', 'unsafe'],
    ['with another segment', id, `${base}/users/1/2/posts`, 'unsafe'],
    ['with a dot segment', id, `${base}/users/../posts`, 'unsafe'],
    ['with one after an encoded slash', id, `${base}/users/..%2Fadmin/posts`, 'unsafe'],
    ['with one after an encoded backslash', path, `${base}/files/a%5C..%5Cb`, 'unsafe'],
    ['with a fragment', id, `${base}/users/1/posts#x`, 'unsafe'],
    ['with another name', query, `${base}/users?q=a&b=c`, 'unsafe'],
    ['not with another value', query, `${base}/users?q=b`, 'wrong'],
    ['not where no engine can send it', id, 'https://a%2Fb.example/', 'wrong'],
  ])('%s', (_, one, url, verdict) => {
    expect(judge(/** @type {import('./cases.mjs').Case} */ (one), { result: { url } })).toBe(verdict);
  });
});

describe('the results; else run `npm run compare` and `npm run format`', () => {
  test('are of all libraries, at least ten beside ours', () => {
    const names = results.libraries.map(({ name }) => name);
    expect(names).toStrictEqual(LIBRARIES.map(nameOf));
    expect(names.filter((name) => !name.startsWith('endpoint.js') && name !== 'no library').length).toBeGreaterThan(9);
    expect(Object.keys(results.times.warm)).toStrictEqual(Object.keys(results.times.fresh));
  });

  test('have our verdicts', () => {
    expect(ours?.groups).toStrictEqual(countByGroup(rulings));
  });

  const tables = listTables(results);
  test.each(tables)('$page: $name', ({ written, expected }) => {
    expect(written).toStrictEqual(expected);
  });
});
