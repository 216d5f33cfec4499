/** Real requests of public documents, in the notations of HTTP: each is read, or what isn't is named. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { toFetch } from 'endpoint.js/fetch';
import { expect, test } from 'vitest';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { fillPlaceholders } from '../model/test/forms.js';
import { readPasted } from './paste.js';
import type { PastedRequest } from './reading.js';
import { isPasteable } from './use-paste.js';

const FOLDER = new URL('fixtures/blocks/', import.meta.url);

/** A block of a document: its source, its text, and what becomes of it. */
type Block = readonly [source: string, text: string, expected: string];

const BLOCKS: readonly Block[] = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((block): Block => {
      const [, source = '', text = '', expected = ''] = /^(.*)\n([^]*)^--- is\n([^]*)$/m.exec(block) ?? [];
      return [source, text, expected.trim()];
    }),
);

/** A form whose open values are their names. */
function fill(form: Form): Form {
  const filled = JSON.parse(
    JSON.stringify({ ...form, unresolved: [], unread: [] }).replaceAll(/\{\{\W*([\w.-]*)[^{}]*\}\}/g, '$1'),
  ) as Form;
  const baseUrl = /^https?:/.test(filled.baseUrl) ? filled.baseUrl : `https://${filled.baseUrl}.test`;
  return fillPlaceholders({ ...filled, baseUrl }, (name) => name);
}

function describeRequest({ form }: PastedRequest): string {
  const { request, problems } = deriveState(fill(form));
  const lines = form.unread.map(({ path, note }) => `  left ${path.join('/')}: ${note}`);
  if (request === undefined) return [`problem: ${problems[0]?.message}`, ...lines].join('\n');
  const [url, { method, body }] = toFetch({ ...request, request: undefined });
  const digest = typeof body === 'string' ? ` ${createHash('sha256').update(body).digest('hex').slice(0, 12)}` : '';
  return [`${form.unread.length === 0 ? 'read' : 'read in part'}: ${method} ${url}${digest}`, ...lines].join('\n');
}

async function describeBlock(text: string): Promise<string> {
  const reading = await readPasted(text, { ...EMPTY_FORM, vendor: '', baseUrl: 'https://base.test' });
  if ('refusal' in reading) return `refused: ${reading.refusal}`;
  return reading.requests.map(describeRequest).join('\n');
}

test.each(BLOCKS)('%s: %j', async (_, text, expected) => {
  expect(isPasteable(text)).toBe(true);
  expect(await describeBlock(text)).toBe(expected);
});

test('of at least 200 blocks, at least four of five are read', () => {
  const read = BLOCKS.filter(([, , expected]) => expected.split('\n').every((line) => line.startsWith('read: ')));
  expect(BLOCKS.length).toBeGreaterThanOrEqual(200);
  expect(read.length / BLOCKS.length).toBeGreaterThanOrEqual(0.8);
});
