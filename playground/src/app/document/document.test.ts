import { EndpointError } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { snippetTargets, toSnippet } from 'endpoint.js/snippets';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDocument, type Document } from './document.js';
import { withoutHidden, withoutSecrets, writeDocument } from './stored.js';
import { readLink, writeLink, pack } from './link.js';
import { runs } from '../../../../dev/testing/full.js';
import { deriveState, type BuilderState } from '../../features/request-builder/model/build.js';
import { buildConcealed } from '../../features/request-builder/model/conceal.js';
import { isFollowing } from '../../features/call-api/form/edit-form.js';
import { readForm as readCallForm } from '../../features/call-api/form/stored-form.js';
import { readCall } from '../../features/call-api/form/read-call.js';
import { editRow, applyEdit } from '../../features/request-builder/model/edit.js';
import type { HeaderRow, ParameterRow } from '../../features/request-builder/model/form.js';
import { readOptions } from '../../features/request-builder/model/options.js';
import { broken, forms, json } from '../../features/request-builder/model/test/arbitrary-forms.js';
import { createForm, type FormParts } from '../../features/request-builder/model/test/forms.js';
import { writeHarFile } from '../../features/request-builder/outputs/har-file.js';
import { writeExchange } from '../../features/saved/file-format.js';
import { writeContent } from '../saved/content.js';
import { EXAMPLE_FORMS } from '../example-forms.js';
import { writeMarkdown } from '../share.js';

const BASE = emptyDocument('');

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '{owner}',
    'GET /repos/{owner}/{repo}{?page*}',
    '%',
    '%zz',
    '+',
    '&=#',
    '"\'',
    ':=',
    '\uD800',
    '__proto__',
  ),
);
const rows = <Row>(row: fc.Arbitrary<Row>) =>
  fc.array(row, { maxLength: 6 }).map((list) => list.map((item, index) => ({ id: index + 1, ...item })));

/** The parts of a document; rows are numbered, and of plain text. */
interface DocumentParts {
  readonly builder?: Omit<FormParts, 'headers' | 'parameters' | 'layers'> & {
    readonly headers?: readonly Partial<HeaderRow>[];
    readonly parameters?: readonly Partial<ParameterRow>[];
    readonly layers?: readonly { readonly options: string }[];
  };
  readonly call?: object;
}

function createDocument({ builder = {}, call = {} }: DocumentParts): Document {
  const { headers = [], parameters = [], layers = [], ...form } = builder;
  return {
    builder: createForm({
      ...form,
      headers: headers.map((row, index) => ({ name: '', value: '', ...row, id: index + 1 })),
      parameters: parameters.map((row, index) => ({
        name: '',
        value: '',
        kind: 'text',
        place: 'auto',
        ...row,
        id: index + 1,
      })),
      layers: layers.map((row, index) => ({ name: '', on: true, ...row, id: index + 1 })),
    }),
    call: readCallForm({ ...BASE.call, ...call }),
  };
}

/** Documents that a user can enter. */
const documents: fc.Arbitrary<Document> = fc
  .record(
    {
      builder: fc
        .tuple(forms(fc.oneof(json, broken), true), text, text, fc.array(text, { maxLength: 3 }))
        .map(([form, route, baseUrl, unresolved]) => {
          const unread = unresolved.map((note) => ({ path: ['headers', note], note }));
          return { ...form, route, baseUrl, unresolved, unread };
        }),
      call: fc.record(
        {
          bridge: text,
          fixed: fc.boolean(),
          code: text,
          str1: fc.oneof({ weight: 15, arbitrary: text }, fc.string({ minLength: 900, maxLength: 3000 })),
          str2: text,
          intValue: text,
          metadata: rows(fc.record({ name: text, value: text })),
          deadline: text,
          omitted: fc.subarray(['bridge', 'code', 'str1', 'str2', 'intValue', 'deadline']),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  .map(createDocument);

/** The document with its rows in a fixed order, and numbered by it. */
function sortRows({ builder, call }: Document): Document {
  const write = (row: ParameterRow) => JSON.stringify({ ...row, id: 0 }, Object.keys(row).sort());
  const parameters = builder.parameters.toSorted((one, other) => (write(one) < write(other) ? -1 : 1));
  return {
    builder: { ...builder, parameters: parameters.map((row, index) => Object.assign({}, row, { id: index + 1 })) },
    call,
  };
}

async function writeHash(document: Document): Promise<string> {
  const { hash } = await writeLink(document, BASE);
  if (hash === undefined) throw new Error('too long');
  return hash;
}

test('random documents survive a link that a browser has parsed', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const hash = await writeHash(document);
      const parsedHash = new URL(`https://h/#${hash}`).hash.slice(1);
      expect(parsedHash).toBe(hash);
      const { document: read, problem } = await readLink(parsedHash, BASE);
      expect(problem).toBeUndefined();
      const { document: open } = withoutHidden(document);
      // Rows of different places may change their order.
      expect(sortRows(read)).toEqual(sortRows(open));
      // The same JSON has the same link; compressing it again would only take time.
      expect(JSON.stringify(writeDocument(read, BASE))).toBe(JSON.stringify(writeDocument(open, BASE)));
    }),
    { numRuns: runs(200) },
  );
});

test.each<[name: string, parts: DocumentParts, hash: string]>([
  ['nothing', {}, ''],
  ['a route', { builder: { route: 'GET /repos/{owner}{?page}' } }, 'route=GET+/repos/{owner}{?page}'],
  ['reserved characters', { call: { str1: 'a&b=c+d%"é' } }, 'call.str1=a%26b%3Dc%2Bd%25%22%C3%A9'],
  [
    'options',
    { builder: { parameters: [{ name: 'a', value: '7', kind: 'json' }], headers: [{ name: 'x-a', value: "it's" }] } },
    `options:={'a':7,'headers':{'x-a':'it%22s'}}`,
  ],
  [
    'rows',
    { builder: { parameters: [{ name: 'a' }] } },
    `rows:=[{'name':'a','value':'','kind':'text','place':'auto'}]`,
  ],
])('writes a readable link for %s', async (_, parts, hash) => {
  expect(await writeHash(createDocument(parts))).toBe(hash);
});

test.each<[parts: DocumentParts, hash: string]>([
  [{ call: { fixed: true } }, 'call.fixed:=true'],
  [{ call: { fixed: true, code: 'expand' } }, 'call.code=expand'],
  [{ call: { bridge: 'http://h' } }, 'call.bridge=http://h'],
])('a link marks only a call that would else follow the request: %j', async (parts, hash) => {
  const document = createDocument(parts);
  expect(await writeHash(document)).toBe(hash);
  expect((await readLink(hash, BASE)).document).toEqual(document);
});

test('a document that is too long gets no link', async () => {
  const random = Array.from({ length: 20_000 }, (_, index) => Math.sin(index).toString(36)).join('');
  expect((await writeLink(createDocument({ call: { str1: random } }), BASE)).hash).toBeUndefined();
});

test.each<[name: string, hash: () => Promise<string> | string, message: RegExp]>([
  ['a broken escape', () => 'route=%E0%A4', /damaged.*malformed/i],
  ['a value without a name', () => '=1', /no name/],
  ['a plain fragment', () => 'top', /“top” has no name/],
  ['invalid JSON', () => "rows:=[{'name'", /JSON/],
  ['a list of the wrong type', () => 'rows:=5', /“rows” must be a list/],
  ['text of the wrong type', () => 'route:=null', /“route” must be text, but it is null/],
  ['invalid letters', () => 'z=%%%', /base64url/],
  [
    'a cut link',
    async () => `z=${(await pack(JSON.stringify({ call: { str1: 'a'.repeat(2000) } }))).slice(0, -4)}`,
    /end is missing/,
  ],
  ['no document', async () => `z=${await pack('[]')}`, /must be an object, but it is a list/],
  ['more than a link may hold', async () => `z=${await pack('a'.repeat(9 * 2 ** 20))}`, /more than 8 MiB/],
])('reports the mistake in a link: %s', async (_, hash, message) => {
  await expect(readLink(await hash(), BASE)).rejects.toThrow(message);
});

test.each<[hash: string, route: string, problem: string | undefined]>([
  ['', '', undefined],
  ['&&', '', undefined],
  ["route=/a&unresolved:=['{{a}}']", '/a', undefined],
  ['route=/a&unresolved={{a}}', '/a', 'damaged at “unresolved”'],
  ['route=/a&unread:=[5]', '/a', 'damaged at “unread”'],
  ['unknown=1', '', '“unknown” in the link'],
  ['toString=1&call.valueOf:=1&route=/a', '/a', '“toString”, “call.valueOf” in the link'],
  ['route=/a&options:=5', '/a', 'damaged at “options”'],
  ["route=/a&rows:=[{'name'", '/a', 'damaged at “rows”'],
  ['route=/a&format=%E0%A4&top', '/a', 'damaged at “format”, “top”'],
  ['route=/a&later:=1', '/a', 'This version doesn’t know “later”'],
])('opens what it can read of “%s”, and names the remaining members', async (hash, route, problem) => {
  const read = await readLink(hash, BASE);
  expect(read.document.builder.route).toBe(route);
  if (problem === undefined) expect(read.problem).toBeUndefined();
  else expect(read.problem).toContain(problem);
});

test('a link doesn’t hold the values of placeholders that its route lost', async () => {
  const parameters = ['a', 'b'].map((name) => ({
    name,
    value: 'planted',
    ...(name === 'b' && { parked: true as const }),
  }));
  const document = createDocument({ builder: { route: 'GET /{a}', parameters } });
  const { document: read } = await readLink(await writeHash(document), BASE);
  expect(read.builder.parameters.map(({ name }) => name)).toEqual(['a']);
});

/** 100 places where people put secrets. */
const SECRET = (index: number) => `S3cr3t${index}Qx${(index * 7919).toString(36)}zZ9`;
const HEADERS = [
  'authorization',
  'Cookie',
  'X-Api-Key',
  'private-token',
  'x-auth-token',
  'proxy-authorization',
  'x-amz-security-token',
];
const NAMES = ['access_token', 'client_secret', 'apiKey', 'password', 'refreshToken', 'session_id', 'sig'];
const PLACES: readonly ((secret: string) => DocumentParts)[] = [
  ...HEADERS.flatMap((name) => [
    (secret: string) => ({ builder: { headers: [{ name, value: `Bearer ${secret}` }] } }),
    (secret: string) => ({ builder: { layers: [{ options: JSON.stringify({ headers: { [name]: secret } }) }] } }),
    (secret: string) => ({ call: { str2: JSON.stringify({ headers: { [name]: secret } }) } }),
    (secret: string) => ({ call: { metadata: [{ name, value: secret }] } }),
  ]),
  ...NAMES.flatMap((name) => [
    (secret: string) => ({ builder: { parameters: [{ name, value: secret }] } }),
    (secret: string) => ({ builder: { route: `GET /a{?${name}}`, variables: [{ name, value: secret }] } }),
    (secret: string) => ({ builder: { route: `GET /a?${name}=${secret}&page=2` } }),
    (secret: string) => ({
      builder: { layers: [{ options: JSON.stringify({ headers: { a: '1' }, [name]: secret }) }] },
    }),
    (secret: string) => ({ builder: { baseUrl: `https://h/v1?${name}=${secret}` } }),
    (secret: string) => ({
      builder: { parameters: [{ name: 'body', value: `{"a": {"${name}": "${secret}"}}`, kind: 'json' }] },
    }),
    (secret: string) => ({ call: { str1: `https://h/a?${name}=${secret}` } }),
    (secret: string) => ({ call: { str2: JSON.stringify({ body: JSON.stringify({ [name]: secret }) }) } }),
  ]),
  (secret) => ({ call: { metadata: [{ name: 'x-token-bin', value: secret }] } }),
  (secret) => ({ call: { bridge: `https://mona:${secret}@bridge.example` } }),
  (secret) => ({ call: { str1: `curl -H "Authorization: Bearer ${secret}" https://h` } }),
  (secret) => ({ call: { code: `Bearer ${secret}` } }),
  (secret) => ({ builder: { baseUrl: `https://${secret}@h/v1` } }),
  (secret) => ({ builder: { baseUrl: `https://mona:${secret}@h/v1` } }),
  (secret) => ({ builder: { route: `GET https://mona:${secret}@h/v1/{a}` } }),
  (secret) => ({ builder: { layers: [{ options: `{"headers": {"authorization": "token ${secret}` }] } }),
  (secret) => ({ builder: { parameters: [{ name: 'note', value: `ghp_${secret}${secret}` }] } }),
  (secret) => ({ builder: { parameters: [{ name: 'note', value: `github_pat_${secret}${secret}` }] } }),
  (secret) => ({ builder: { parameters: [{ name: 'note', value: `Authorization: Basic ${secret}` }] } }),
  (secret) => ({ builder: { parameters: [{ name: 'key', value: `-----BEGIN RSA PRIVATE KEY-----\n${secret}` }] } }),
  (secret) => ({ builder: { headers: [{ name: 'x-note', value: `token ${secret}` }] } }),
  (secret) => ({ builder: { headers: [{ name: 'x-url', value: `https://mona:${secret}@h` }] } }),
  (secret) => ({ builder: { format: `Bearer ${secret}` } }),
  (secret) => ({ builder: { previews: `password=${secret}` } }),
];

/** Everything in which a document leaves the page, except its copies for running: snippets and the request contain its secrets. */
async function writeAll(document: Document) {
  const { hash = '', removed } = await writeLink(document, BASE);
  const { document: linked } = await readLink(hash, BASE);
  const markdown = writeMarkdown(document, `https://h/#${hash}`);
  const draft = writeDocument(withoutSecrets(document).document, BASE);
  const { content } = writeContent(document, BASE);
  const saved = writeExchange([{ name: 'r', content }]);
  return { removed, texts: { hash, linked: JSON.stringify(linked), markdown, draft: JSON.stringify(draft), saved } };
}

test('leaves 100 planted secrets out of links, Markdown, drafts, saved requests and files, and reports each', async () => {
  expect(PLACES).toHaveLength(100);
  for (const [index, place] of PLACES.entries()) {
    const secret = SECRET(index);
    const { removed, texts } = await writeAll(createDocument(place(secret)));
    for (const [name, written] of Object.entries(texts))
      expect(written, `${index} in the ${name}`).not.toContain(secret);
    expect(removed, `${index}`).not.toEqual([]);
    expect(texts.markdown).toContain('Left out because it may be secret: ');
  }
  const headers = PLACES.map((_, index) => ({ name: 'authorization', value: `token ${SECRET(index)}` }));
  const { texts } = await writeAll(createDocument({ builder: { headers, route: 'GET /a' } }));
  const all = JSON.stringify(texts);
  expect(PLACES.filter((_, index) => all.includes(SECRET(index)))).toEqual([]);
});

/** Everything in which a request leaves the page as a file. */
function writeFiles(state: BuilderState): string[] {
  const concealed = buildConcealed(state);
  if (concealed === undefined) return [];
  const { request, form } = concealed;
  const options = optionsFromJson(JSON.stringify(readOptions(form).options));
  const source = { route: form.route, options, settings: { baseUrl: form.baseUrl } };
  const snippets = snippetTargets.map(({ target }) => {
    try {
      return toSnippet(request, target, source);
    } catch (error) {
      // Some languages can't send every request.
      if (error instanceof EndpointError) return error.message;
      throw error;
    }
  });
  return [writeHarFile(request, new Date(0)), ...snippets];
}

test('leaves 100 planted secrets out of HAR files and downloaded snippets', () => {
  const files = PLACES.map((place, index) => {
    const { builder } = createDocument(place(SECRET(index)));
    const form = { ...builder, route: builder.route || 'POST /a' };
    return writeFiles(deriveState(form));
  });
  const all = files.flat().join('\n');
  expect(PLACES.filter((_, index) => all.includes(SECRET(index)))).toEqual([]);
  // Most of them build a request that is written.
  expect(files.filter((texts) => texts.length > 0).length).toBeGreaterThan(80);
});

test('a receiver of a link can’t send a call without the secrets that its sender left out', async () => {
  const calls = PLACES.map((place, index) => place(SECRET(index))).filter((parts) => Object.hasOwn(parts, 'call'));
  expect(calls.length).toBeGreaterThan(5);
  for (const parts of calls) {
    const sent = createDocument(parts);
    const { call } = (await readLink(await writeHash(sent), BASE)).document;
    const accepts = [...readCall(call).problems.values()].flatMap(({ accept }) => accept ?? []);
    expect({ parts, isBlocked: accepts.length > 0 }).toEqual({ parts, isBlocked: true });
    expect(isFollowing(call)).toBe(isFollowing(sent.call));
  }
});

test('a receiver of a link learns of the values that its sender left out', async () => {
  const sent = createDocument({
    builder: {
      route: 'GET /a{?token}',
      variables: [{ name: 'token', value: 'S3cr3t' }],
      parameters: [{ name: 'password', value: 'S3cr3t' }],
      headers: [
        { name: 'authorization', value: 'Bearer S3cr3t' },
        { name: 'x-a', value: '' },
      ],
    },
  });
  const { builder } = (await readLink(await writeHash(sent), BASE)).document;
  const received = [...builder.parameters, ...builder.headers];
  expect(received.map(({ name, removed }) => [name, removed])).toEqual([
    ['token', true],
    ['password', true],
    ['authorization', true],
    ['x-a', undefined],
  ]);
  // The default isn't dropped, as an empty value would.
  const layers = [{ id: 1, name: '', on: true, options: '{"headers": {"authorization": "default", "x-a": "1"}}' }];
  const { explanation } = deriveState({ ...builder, parameters: [], layers });
  const { request } = explanation;
  expect(request?.headers).toMatchObject({ authorization: 'default' });
  expect(request?.headers).not.toHaveProperty('x-a');
  const entered = applyEdit(builder, editRow('headers', 1, { value: '' }), []);
  expect(entered.headers[0]?.removed).toBeUndefined();
});

test('a link keeps the names of variables of a pasted text in the places of secrets', async () => {
  const sent = createDocument({
    builder: {
      route: 'GET /a{?password}',
      headers: [{ name: 'authorization', value: 'Bearer {{token}}' }],
      variables: [{ name: 'password', value: '{{password}}' }],
      layers: [{ options: '{"headers": {"x-api-key": "{{key}}"}}' }],
      unresolved: ['{{token}}', '{{password}}', '{{key}}'],
    },
    call: { metadata: [{ name: 'authorization', value: '{{token}}' }] },
  });
  const { hash, removed } = await writeLink(sent, BASE);
  expect(removed).toEqual([]);
  expect(sortRows((await readLink(hash ?? '', BASE)).document)).toEqual(sortRows(sent));
});

test.each(Object.entries(EXAMPLE_FORMS))('%s: builds without warnings', (_, form) => {
  const { problems, explanation } = deriveState(form);
  expect(problems).toEqual([]);
  expect(explanation.warnings).toEqual([]);
});
