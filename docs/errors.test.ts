/** The table of error codes has each code of the source once, and its examples are errors of that code. */
import { readFileSync } from 'node:fs';
import { createEndpoint, endpoint, EndpointError } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { match } from 'endpoint.js/uri-template';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const rows = [...read('guides/errors.md').matchAll(/^\| `([\w-]+)` +\|.*\| `(.+)` +\|$/gm)].map(
  ([, code = '', example = '']) => [code, example] as const,
);

test('the codes are those of the source, in their order', () => {
  const [, union = ''] = /EndpointErrorCode =([^;]*);/.exec(read('../lib/errors.ts')) ?? [];
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
