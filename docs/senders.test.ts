/** Pages and examples send by `send`: a sender of their own would miss what it does, such as an empty response or an error's body. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from '../dev/commands/tracked-files.mjs';
import { listPages, ROOT } from './test/pages.js';

/** A call of `toFetch`, and a `fetch` of a built request's url. */
const SENDER = /(?<!`)\btoFetch\(|(?<!function )\bfetch\(\s*(?:\w+\.)*url\b/;

/** The files that may have one, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'docs/recipes/axios.md': 'axios sends',
  'docs/recipes/ky.md': 'ky sends',
  'docs/recipes/fetch.md': 'explains `toFetch`, and a `fetch` for `send`',
  'docs/guides/snippets.md': 'shows a snippet, which prints the body as it is',
  'docs/reference/options.md': 'shows the text of a form, and sends nothing',
  'docs/guides/query-styles.md': 'shows the text of a form, and sends nothing',
  'examples/node-script/retries.mjs': 'a `fetch` for `send`',
  'examples/tools/call.mjs': 'a `fetch` for `send`',
};

const EXAMPLE = /^examples\/.*\.(?:html|mjs|tsx?)$/;

test('only these pages and examples have a sender', () => {
  const files = [...listPages(), ...listFiles(ROOT, { untracked: true }).filter((path) => EXAMPLE.test(path))];
  expect(files.length).toBeGreaterThan(60);
  const senders = files.filter((path) => SENDER.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(senders.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

test.each([
  ['fetch(...toFetch(request))', true],
  ['const [url, init] = toFetch(api("GET /a"));', true],
  ['await fetch(request.url, { method: request.method })', true],
  ['fetch(\n  built.request.url)', true],
  ['send(request, { fetch })', false],
  ["fetch('https://api.example.com/openapi.json')", false],
])('%j is a sender: %s', (code, expected) => {
  expect(SENDER.test(code)).toBe(expected);
});
