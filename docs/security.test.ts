/** Each promise of SECURITY.md names the tests that hold it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const rows = [...readFileSync(`${ROOT}SECURITY.md`, 'utf8').matchAll(/^\|(.+)\|(.+)\|(.+)\|$/gm)]
  .map(([, threat = '', , held = '']) => ({ threat: threat.trim(), tests: held.match(/(?<=\]\()[^)]+/g) ?? [] }))
  .filter(({ threat }) => threat !== 'threat' && !/^-+$/.test(threat));

test('there are promises', () => expect(rows.length).toBeGreaterThan(30));

test.each(rows)('$threat: $tests', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const path of tests) {
    expect(path).toMatch(/\.(?:test|spec)\.(?:ts|mjs)$/);
    expect([path, existsSync(ROOT + path)]).toStrictEqual([path, true]);
  }
});
