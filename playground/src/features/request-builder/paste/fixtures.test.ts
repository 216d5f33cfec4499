import { describe, expect, test } from 'vitest';
import { isPasteable } from './use-paste.js';
import { readdirSync, readFileSync } from 'node:fs';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { readTemplate } from '../model/template.js';
import { fillPlaceholders } from '../model/test/forms.js';
import { readPasted } from './paste.js';
import { deriveState } from '../model/build.js';
import type { PastedRequest } from './reading.js';

const FOLDER = new URL('fixtures/', import.meta.url);

/** An example of a format. */
interface Example {
  readonly name: string;
  /** Address of the documentation that the example follows. */
  readonly source: string;
  readonly text: string;
  /** The built requests, as {@link describeReading} writes them. */
  readonly expected: string;
}

/** Names of the files with examples, one for each format. */
function listFormats(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => name.slice(0, -'.txt'.length));
}

/** The examples of a file: `=== name`, `--- from address`, the text, `--- builds`, and the requests. */
function readExamples(format: string): readonly Example[] {
  const pieces = readFileSync(new URL(`${format}.txt`, FOLDER), 'utf8')
    .split(/^=== (.*)\n/m)
    .slice(1);
  return Array.from({ length: pieces.length / 2 }, (_, index) => {
    const [head = '', expected = ''] = (pieces[2 * index + 1] ?? '').split(/^--- builds\n/m);
    const [, source = '', text = ''] = /^--- from (.*)\n([^]*)$/.exec(head) ?? [];
    return { name: pieces[2 * index] ?? '', source, text: text.replace(/\n$/, ''), expected: expected.trim() };
  });
}

/** Replaces each `{{name}}` by the name. */
function replaceVariables(form: Form): Form {
  const baseUrl = form.baseUrl.replace(/^\{\{([^{}]*)\}\}/, 'https://$1.test');
  return JSON.parse(JSON.stringify({ ...form, baseUrl }).replaceAll(/\{\{([^{}]*)\}\}/g, '$1')) as Form;
}

const DEFAULTS: Readonly<Record<string, RegExp>> = {
  'user-agent': /^(?:github-)?endpoint\.js\//,
  accept: /^(?:application\/(?:json|vnd\.github\.v3\+json)|(?:application\/json, text\/plain, )?\*\/\*)$/,
  'content-type': /^application\/json; charset=utf-8$/,
};

/** The request that the builder makes of the form: what is sent, without the builder's own headers. */
function describeRequest({ name, folder, form, notes, incomplete }: PastedRequest): string {
  const { request, problems } = deriveState(
    fillPlaceholders(replaceVariables({ ...form, unresolved: [], unread: [] }), (variable) => variable),
  );
  const lines: string[] = [];
  if (name !== '') lines.push(`name: ${[...folder, name].join(' / ')}`);
  if (readTemplate(form.route)?.length) lines.push(`route: ${form.route}`);
  if (request) {
    lines.push(`${request.method.toUpperCase()} ${request.url}`);
    for (const [header, value] of Object.entries(request.headers))
      if (DEFAULTS[header]?.test(value) !== true) lines.push(`${header}: ${value}`);
    if (request.body !== undefined)
      lines.push('', typeof request.body === 'string' ? request.body : JSON.stringify(request.body));
  }
  // Others than a page may send what is built.
  if (!request) for (const { message } of problems) lines.push(`problem: ${message}`);
  for (const note of notes) lines.push(`note: ${note}`);
  if (incomplete) lines.push('incomplete');
  return lines.join('\n');
}

/** The requests of a text as the builder makes them, or the sentence in place of them. */
async function describeReading(text: string): Promise<string> {
  const reading = await readPasted(text, { ...EMPTY_FORM, vendor: '', baseUrl: 'https://form.test' });
  if ('refusal' in reading) return `refused: ${reading.refusal}`;
  const { kind, notes, requests } = reading;
  return [`kind: ${kind}`, ...notes.map((note) => `note: ${note}`), ...requests.map(describeRequest)].join('\n');
}

/** Examples of each format; more are welcome. */
const MINIMUM = 20;

describe.each(listFormats())('%s', (format) => {
  const examples = readExamples(format);

  test(`has ${MINIMUM} examples with their sources`, () => {
    expect(examples.length).toBeGreaterThanOrEqual(MINIMUM);
    expect(examples.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
  });

  test.each(examples)('$name', async ({ text, expected }) => {
    expect(isPasteable(text)).toBe(true);
    expect(await describeReading(text)).toBe(expected);
  });
});
