/** The migration guide has a line for each difference that the tests show, and no others. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OCTOKIT_DIFFERENCES, URL_TEMPLATE_DIFFERENCES } from '../lib/test/peers.cases.js';

const guide = readFileSync(new URL('guides/migrating.md', import.meta.url), 'utf8');
const [, octokit = '', urlTemplate = ''] = guide.split(/^## From .*$/m);
const reasons = (part: string): string[] =>
  [...part.matchAll(/^\| (.+?)\s+\|/gm)]
    .map(([, cell = '']) => cell)
    .filter((cell) => cell !== 'why' && !cell.startsWith('--'));

test.each([
  ['@octokit/endpoint', octokit, OCTOKIT_DIFFERENCES.map(([why]) => why)],
  ['url-template', urlTemplate, URL_TEMPLATE_DIFFERENCES.map(([why]) => why)],
])('from %s', (_, part, expected) => {
  expect(reasons(part)).toStrictEqual(expected);
});
