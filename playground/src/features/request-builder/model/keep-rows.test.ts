import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { LiteralError } from '../../../json/literal.js';
import { deriveState } from './build.js';
import { EMPTY_FORM, type Form, type ParameterRow } from './form.js';
import { keepUnread, applyFixTo } from './keep-rows.js';
import { readSource, writeSource } from './source.js';

const FORM: Form = {
  ...EMPTY_FORM,
  route: 'GET /a/{id}{?token,q}',
  variables: [
    { name: 'id', value: '1', kind: 'text' },
    { name: 'token', value: '', kind: 'text', removed: true },
    { name: 'q', value: '{{q}}', kind: 'json' },
    { name: 'away', value: '2', kind: 'text' },
  ],
  parameters: [
    { id: 1, name: 'title', value: 'x', kind: 'text', place: 'auto' },
    { id: 2, name: 'empty', value: '', kind: 'text', place: 'query' },
    { id: 3, name: 'key', value: '', kind: 'text', place: 'auto', removed: true },
    { id: 4, name: 'title', value: 'second', kind: 'text', place: 'auto' },
  ],
  headers: [
    { id: 1, name: 'Accept', value: 'a' },
    { id: 2, name: 'authorization', value: '', removed: true },
    { id: 3, name: 'accept', value: 'b' },
    { id: 4, name: '', value: '' },
  ],
};

type Members = Record<string, unknown>;

/** The form after an edit of its JSON. */
function edit(change: (source: { route: string; options: Members }) => void): Form {
  const source = JSON.parse(JSON.stringify(writeSource(FORM))) as { route: string; options: Members };
  change(source);
  return keepUnread(readSource(JSON.stringify(source)), FORM);
}

const list = (form: Form, kind: 'variables' | 'parameters' | 'headers') =>
  form[kind].map(({ name, value, removed }) => `${name}=${value}${removed ? ' removed' : ''}`).sort();

test('an edit of the JSON elsewhere keeps every row', () => {
  const after = edit((source) => (source.options['more'] = 1));
  for (const kind of ['variables', 'headers'] as const) expect(list(after, kind)).toEqual(list(FORM, kind));
  expect(list(after, 'parameters')).toEqual([...list(FORM, 'parameters'), 'more=1'].sort());
  expect(after.parameters.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});

test.each<[name: string, change: Parameters<typeof edit>[0], kind: 'variables' | 'parameters' | 'headers', row: string, gone: string]>([
  ['a removed secret of the route', ({ options }) => (options['token'] = 't'), 'variables', 'token=t', 'token= removed'],
  ['a value that can’t be read', ({ options }) => (options['q'] = 'r'), 'variables', 'q=r', 'q={{q}}'],
  ['an empty parameter', ({ options }) => (options['@in'] = { query: { empty: 'e' } }), 'parameters', 'empty=e', 'empty='],
  ['a removed header', ({ options }) => (options['headers'] = { authorization: 'h' }), 'headers', 'authorization=h', 'authorization= removed'],
])('%s that the JSON sets is replaced', (_, change, kind, row, gone) => {
  const rows = list(edit(change), kind);
  expect(rows).toContain(row);
  expect(rows).not.toContain(gone);
}); // prettier-ignore

test('a row that the JSON no longer has is removed; its second one stays', () => {
  const after = edit(({ options }) => delete options['title']);
  expect(list(after, 'parameters')).toEqual(['empty=', 'key= removed', 'title=second']);
});

test('any JSON is read or refused with a reason, and fills the form with texts', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const pairs = fc.array(fc.oneof(json, fc.tuple(json, json)));
  const options = fc.record(
    {
      headers: fc.oneof(json, pairs),
      mediaType: fc.oneof(json, fc.record({ format: json, previews: fc.oneof(json, fc.array(json)) }, { requiredKeys: [] })),
      '@in': fc.oneof(json, fc.record({ path: json, query: json, body: json }, { requiredKeys: [] })),
      baseUrl: json,
      a: json,
    },
    { requiredKeys: [] },
  ); // prettier-ignore
  const layer = fc.record({ name: json, on: json, options: fc.oneof(json, options) }, { requiredKeys: [] });
  const source = fc.record(
    { route: fc.oneof(fc.constant('POST /{a}'), json), options, defaults: fc.array(layer, { maxLength: 2 }), vendor: json },
    { requiredKeys: [] },
  ); // prettier-ignore
  fc.assert(
    fc.property(fc.oneof(json, source), (value) => {
      let form: Form;
      try {
        form = keepUnread(readSource(JSON.stringify(value)), FORM);
      } catch (error) {
        if (!(error instanceof LiteralError)) throw error;
        expect(error.message).not.toBe('');
        return;
      }
      const { variables, parameters, headers, layers, unresolved, omitted, ...texts } = form;
      expect([...unresolved, ...omitted]).toEqual([]);
      for (const text of Object.values(texts)) expect(text).toBeTypeOf('string');
      for (const { name, value: text } of [...variables, ...parameters, ...headers])
        expect([typeof name, typeof text]).toEqual(['string', 'string']);
      for (const { name, options: text } of layers) expect([typeof name, typeof text]).toEqual(['string', 'string']);
      expect(() => deriveState(form)).not.toThrow();
    }),
    { numRuns: runs(300) },
  );
});

const row = (id: number, name: string, value: string, more: Partial<ParameterRow> = {}): ParameterRow => ({
  id,
  name,
  value,
  kind: 'text',
  place: 'auto',
  ...more,
});

/** The fixes that are offered for a form, the problem's first. */
function listFixes(form: Form) {
  const { problems, explanation } = deriveState(form);
  return [...problems, ...explanation.warnings].flatMap(({ fix }) => fix ?? []);
}

test.each<[name: string, form: Partial<Form>, url: string]>([
  [
    'a misspelled name',
    { route: 'GET /users/{username}', parameters: [row(1, 'usernam', 'mona')] },
    'https://api.github.com/users/mona',
  ],
  [
    'a reserved operator',
    { route: 'GET /a{!x}', variables: [{ name: 'x', value: 'b', kind: 'text' }] },
    'https://api.github.com/ab',
  ],
  [
    'a parameter that the url has',
    { route: 'GET /a?x=1', parameters: [row(1, 'x', '2')] },
    'https://api.github.com/a?x=1',
  ],
])('the first fix solves %s', (_, form, url) => {
  const before = { ...EMPTY_FORM, ...form };
  const [fix] = listFixes(before);
  if (fix === undefined) throw new Error('No fix is offered.');
  const { problems, request } = deriveState(applyFixTo(before, fix));
  expect(problems).toEqual([]);
  expect(request?.url).toBe(url);
});

test('keeps empty rows, unreadable rows and variables outside the route', () => {
  const before: Form = {
    ...EMPTY_FORM,
    route: 'GET /users/{username}{?b}',
    variables: [
      { name: 'away', value: '1', kind: 'text' },
      { name: 'b', value: '[', kind: 'json' },
    ],
    parameters: [row(1, 'usernam', 'mona'), row(2, '', ''), row(3, 'c', '{', { kind: 'json' })],
    headers: [{ id: 1, name: '', value: 'x' }],
    layers: [{ id: 1, name: 'tenant', on: false, options: '{"d": 1}' }],
  };
  const fix = listFixes(before).find(({ label }) => label.startsWith('Rename'));
  if (fix === undefined) throw new Error('No fix is offered.');
  const after = applyFixTo(before, fix);
  expect(after.variables).toEqual([{ name: 'username', value: 'mona', kind: 'text' }, ...before.variables]);
  expect(after.parameters.map(({ id, name, value }) => [id, name, value])).toEqual([
    [1, '', ''],
    [2, 'c', '{'],
  ]);
  expect(after.headers).toEqual(before.headers);
  expect(after.layers).toEqual(before.layers);
});

test('keeps secrets that were left out, and second headers', () => {
  const before: Form = {
    ...EMPTY_FORM,
    route: 'GET /users/{username}{?token}',
    variables: [{ name: 'token', value: '', kind: 'text', removed: true }],
    parameters: [row(1, 'usernam', 'mona'), row(2, 'key', '', { removed: true, place: 'query' })],
    headers: [
      { id: 1, name: 'authorization', value: '', removed: true },
      { id: 2, name: 'Accept', value: 'a' },
      { id: 3, name: 'accept', value: 'b' },
    ],
  };
  const fix = listFixes(before).find(({ label }) => label.startsWith('Rename'));
  if (fix === undefined) throw new Error('No fix is offered.');
  const after = applyFixTo(before, fix);
  expect(after.variables).toEqual([{ name: 'username', value: 'mona', kind: 'text' }, ...before.variables]);
  expect(after.parameters).toEqual([row(1, 'key', '', { removed: true, place: 'query' })]);
  expect(after.headers).toEqual([
    { id: 1, name: 'Accept', value: 'a' },
    { id: 2, name: 'authorization', value: '', removed: true },
    { id: 3, name: 'accept', value: 'b' },
  ]);
});
