import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { toFetch } from 'endpoint.js/fetch';
import { describe, expect, test } from 'vitest';
import { deriveState } from '../model/build.js';
import type { Form } from '../model/form.js';
import { readTemplate } from '../model/template.js';
import { fillPlaceholders } from '../model/test/forms.js';
import { readPasted } from './paste.js';
import type { PastedRequest } from './reading.js';
import { OTHER_FORM } from './test/read.js';
import { isPasteable } from './use-paste.js';

/** An example of a format, or a block of a public document. */
interface Example {
  readonly name: string;
  /** Address of the documentation that an example follows. */
  readonly source: string;
  readonly text: string;
  /** The built requests, as they are described. */
  readonly expected: string;
}

/** The examples in the files of a folder. */
function readExamples(folder: string): ReadonlyMap<string, readonly Example[]> {
  const path = new URL(folder, import.meta.url);
  const files = readdirSync(path).filter((file) => file.endsWith('.txt'));
  return new Map(
    files.map((file) => {
      const pieces = readFileSync(new URL(file, path), 'utf8').split(/^=== /m);
      const examples = pieces.slice(1).map((piece): Example => {
        const [, name = '', source = '', text = '', expected = ''] =
          /^(.*)\n(?:--- from (.*)\n)?([^]*?)\n?^--- (?:builds|is)\n([^]*)$/m.exec(piece) ?? [];
        return { name, source, text, expected: expected.trim() };
      });
      return [file, examples];
    }),
  );
}

/** The state of a form whose open values are their names. */
function build({ form }: PastedRequest) {
  const text = JSON.stringify({ ...form, unresolved: [], unread: [] });
  const filled = JSON.parse(text.replaceAll(/\{\{\W*([\w.-]*)[^{}]*\}\}/g, '$1')) as Form;
  const baseUrl = /^https?:/.test(filled.baseUrl) ? filled.baseUrl : `https://${filled.baseUrl}.test`;
  return deriveState(fillPlaceholders({ ...filled, baseUrl }, (name) => name));
}

const DEFAULTS: Readonly<Record<string, RegExp>> = {
  'user-agent': /^(?:github-)?endpoint\.js\//,
  accept: /^(?:application\/(?:json|vnd\.github\.v3\+json)|(?:application\/json, text\/plain, )?\*\/\*)$/,
  'content-type': /^application\/json; charset=utf-8$/,
};

/** The request that the builder makes of the form: what is sent, without the builder's own headers. */
function describeRequest(read: PastedRequest): readonly string[] {
  const { name, folder, form, notes, incomplete } = read;
  const { request, problems } = build(read);
  const body = request?.body;
  const headers = Object.entries(request?.headers ?? {}).filter(([key, value]) => DEFAULTS[key]?.test(value) !== true);
  return [
    ...(name === '' ? [] : [`name: ${[...folder, name].join(' / ')}`]),
    ...(readTemplate(form.route)?.length ? [`route: ${form.route}`] : []),
    ...(request ? [`${request.method.toUpperCase()} ${request.url}`] : []),
    ...headers.map(([key, value]) => `${key}: ${value}`),
    ...(body === undefined ? [] : ['', typeof body === 'string' ? body : JSON.stringify(body)]),
    // Others than a page may send what is built.
    ...(request ? [] : problems.map(({ message }) => `problem: ${message}`)),
    ...notes.map((note) => `note: ${note}`),
    ...(incomplete ? ['incomplete'] : []),
  ];
}

/** The request with a digest of its body, and what is left out. */
function digestRequest(read: PastedRequest): readonly string[] {
  const { unread } = read.form;
  const { request, problems } = build(read);
  const lines = unread.map(({ path, note }) => `  left ${path.join('/')}: ${note}`);
  if (request === undefined) return [`problem: ${problems[0]?.message}`, ...lines];
  const [url, { method, body }] = toFetch({ ...request, request: undefined });
  const digest = typeof body === 'string' ? ` ${createHash('sha256').update(body).digest('hex').slice(0, 12)}` : '';
  return [`${unread.length === 0 ? 'read' : 'read in part'}: ${method} ${url}${digest}`, ...lines];
}

async function check({ text, expected }: Example, describeOne: typeof describeRequest, hasKind: boolean) {
  expect(isPasteable(text)).toBe(true);
  const reading = await readPasted(text, OTHER_FORM);
  if ('refusal' in reading) return expect(`refused: ${reading.refusal}`).toBe(expected);
  const { kind, notes, requests } = reading;
  const about = hasKind ? [`kind: ${kind}`, ...notes.map((note) => `note: ${note}`)] : [];
  return expect([...about, ...requests.flatMap(describeOne)].join('\n')).toBe(expected);
}

/** Examples of each format; more are welcome. */
const MINIMUM = 20;

describe.each([...readExamples('fixtures/')])('%s', (_, examples) => {
  test(`has ${MINIMUM} examples with their sources`, () => {
    expect(examples.length).toBeGreaterThanOrEqual(MINIMUM);
    expect(examples.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
  });

  test.each(examples)('$name', (example) => check(example, describeRequest, true));
});

describe('real requests of public documents, in the notations of HTTP', () => {
  const blocks = [...readExamples('fixtures/blocks/').values()].flat();

  test.each(blocks)('$name: $text', (block) => check(block, digestRequest, false));

  test('of at least 200 blocks, at least four of five are read', () => {
    const read = blocks.filter(({ expected }) => expected.split('\n').every((line) => line.startsWith('read: ')));
    expect(blocks.length).toBeGreaterThanOrEqual(200);
    expect(read.length / blocks.length).toBeGreaterThanOrEqual(0.8);
  });
});
