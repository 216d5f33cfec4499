/** The tables of the documents are those of the sources and tests. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEndpoint, endpoint, EndpointError } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { match } from 'endpoint.js/uri-template';
import { describe, expect, test } from 'vitest';
import { CHANGES } from '../lib/test/octokit-calls.mjs';
import { DIFFERENCES } from '../lib/test/octokit-differences.mjs';
import { URL_TEMPLATE_DIFFERENCES } from '../lib/test/peers.cases.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

/** Each code of the source is in the table once, and its example is an error of that code. */
describe('the guide of errors', () => {
  const rows = [...read('docs/guides/errors.md').matchAll(/^\| `([\w-]+)` +\|.*\| `(.+)` +\|$/gm)].map(
    ([, code = '', example = '']) => [code, example] as const,
  );

  test('the codes are those of the source, in their order', () => {
    const [, union = ''] = /EndpointErrorCode =([^;]*);/.exec(read('lib/errors.ts')) ?? [];
    const codes = [...union.matchAll(/'(.+?)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(10);
    expect(rows.map(([code]) => code)).toStrictEqual(codes);
  });

  test.each(rows)('%s: %s', (code, example) => {
    const scope = { createEndpoint, endpoint, match, optionsFromJson };
    // oxlint-disable-next-line typescript/no-implied-eval -- the examples are this project's own
    const run = new Function(...Object.keys(scope), `return ${example}`) as (...members: unknown[]) => unknown;
    let error: unknown;
    try {
      run(...Object.values(scope));
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(EndpointError);
    expect(error).toMatchObject({ code });
  });
});

/** The guide has a line for each difference that the tests show, and no others. */
describe('the guide of migration', () => {
  const guide = read('docs/guides/migrating.md');
  const [, octokit = '', urlTemplate = ''] = guide.split(/^## From .*$/m);
  const [sameSurface = '', below = ''] = octokit.split(/^### .*$/m);
  /** The cells of the tables in a part of the guide, without those of headings. */
  const rows = (part: string): string[][] =>
    [...part.matchAll(/^\|(?! why | change |[ :-]+\|)(.+)\|$/gm)].map(([, cells = '']) =>
      cells.split(' | ').map((cell) => cell.trim()),
    );
  const peers = { theirs: 'as @octokit/endpoint', ours: 'as endpoint.js' };

  test.each([
    ['@octokit/endpoint', sameSurface, [0, 3], DIFFERENCES.map(({ why, dropIn }) => [why, peers[dropIn]])],
    ['older versions of it', below, [0, 1], CHANGES.map(({ why, since }) => [why, `${since}`])],
    ['url-template', urlTemplate, [0], URL_TEMPLATE_DIFFERENCES.map(([why]) => [why])],
  ])('from %s', (_, part, columns, expected) => {
    expect(rows(part).map((cells) => columns.map((column) => cells[column]))).toStrictEqual(expected);
  });
});

/** Each promise names the tests that hold it. */
describe('SECURITY.md', () => {
  const rows = [...read('SECURITY.md').matchAll(/^\|(.+)\|(.+)\|(.+)\|$/gm)]
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
});

test('CONTRIBUTING names only files and folders that exist', () => {
  const folders = /^(?:lib|client|server|proto|envoy|playground|e2e|dev|deploy|docs|examples)\//;
  const named = [...readFileSync(`${ROOT}CONTRIBUTING.md`, 'utf8').matchAll(/`([^`\s]+)`/g)].map(
    ([, path = '']) => path,
  );
  const paths = named.filter((path) => folders.test(path) && !/[<*{]/.test(path));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(ROOT + path))).toEqual([]);
});
