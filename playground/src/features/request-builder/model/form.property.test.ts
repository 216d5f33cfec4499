/** Rows and the JSON editor are two views of one form, and nothing that neither shows is sent. */
import type { EndpointOptions } from 'endpoint.js';
import { createExplain, type Problem as Refusal } from 'endpoint.js/explain';
import { optionsFromJson } from 'endpoint.js/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { deriveState } from './build.js';
import { addRow, editRow, applyEdit, removeRow, setText, setVariable, type Edit } from './edit.js';
import { EMPTY_FORM } from './form.js';
import { readOptions } from './options.js';
import { readForm, readSource, writeForm, writeSource } from './source.js';
import { readTemplate } from './template.js';
import { asJson, asText, broken, forms, json, name, routes, VALUES } from './test/arbitrary-forms.js';

const explain = createExplain({ vendor: 'github', baseUrl: 'https://api.github.com' });

/** What a builder makes of options: a request, or its errors in any order, since the first one depends on the order of members. */
function build(route: string, options: EndpointOptions): string {
  const { request, problems } = route === '' ? explain(options) : explain(route, options);
  return JSON.stringify(request ?? problems.map(({ sentence }: Refusal) => sentence).sort());
}

/** Options as someone types them into the JSON editor, mistakes included. */
const typed = fc.dictionary(
  name,
  fc.constantFrom<unknown>(
    ...VALUES,
    { accept: 'x' },
    { accept: null, 'X-A': '1' },
    { a: 5 },
    { a: '', A: 'b' },
    [['a', 'b']],
    { format: 'raw' },
    { format: 5 },
    { previews: ['x'] },
    { previews: [] },
    { format: ' a', other: 1 },
    { path: { id: 1 } },
    { query: {} },
    { other: 1 },
    { body: { url: 'u' }, query: { q: 1 } },
  ),
  { maxKeys: 5, noNullPrototype: true },
);

const CASES = { numRuns: runs(20_000) };

/** Asserts that two values are equal; most have equal texts, which takes a tenth of the time. */
function expectEqual(value: unknown, expected: unknown): void {
  if (JSON.stringify(value) !== JSON.stringify(expected)) expect(value).toEqual(expected);
}

test('rows build what their JSON builds, in which values that can’t be read are missing', () => {
  fc.assert(
    fc.property(forms(fc.oneof(json, broken)), (form) => {
      const text = JSON.stringify(writeSource(form));
      const read = readSource(text, form);
      expectEqual(readOptions(read).options, readOptions(form).options);
      expectEqual(JSON.stringify(writeSource(read)), text);
    }),
    CASES,
  );
});

// A member without a name is refused by its row, though the builder accepts one.
test('the JSON editor sends what its text says, whatever rows there were', () => {
  let compared = 0;
  fc.assert(
    fc.property(typed, routes, forms(json, true), ({ '': _nameless, ...options }, text, before) => {
      const read = readOptions(readSource(JSON.stringify({ route: text, options }), before));
      // A row that no text has may still have its problem, which blocks.
      if (read.problems.length > 0) return;
      compared += 1;
      expectEqual(read.options, options);
    }),
    CASES,
  );
  expect(compared / CASES.numRuns).toBeGreaterThan(0.5);
});

const edits: fc.Arbitrary<Edit> = fc.oneof(
  routes.map((value) => setText('route', value)),
  fc
    .tuple(name, fc.constantFrom('auto' as const, 'path' as const), fc.oneof(asText, asJson(json)))
    .map(([each, at, change]) => setVariable({ name: each, at }, change)),
  fc.constantFrom(addRow('parameters'), removeRow('parameters', 1)),
  fc
    .tuple(fc.nat(4), name, fc.oneof(asText, asJson(fc.oneof(json, broken))))
    .map(([id, each, value]) => editRow('parameters', id, { name: each, ...value })),
  fc.record({ route: routes, options: typed }).map(
    (source): Edit =>
      (form) =>
        readSource(JSON.stringify(source), form),
  ),
);

test('nothing hidden is sent: after any edits in any view, the JSON builds what the page sends', () => {
  let sent = 0;
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 5 }), (list) => {
      const form = list.reduce((now, edit) => applyEdit(now, edit, readTemplate(now.route) ?? []), EMPTY_FORM);
      const { request } = deriveState(form);
      if (request === undefined) return;
      sent += 1;
      const options = JSON.stringify(writeSource(form)['options']);
      expectEqual(build(form.route, optionsFromJson(options)), JSON.stringify(request));
    }),
    CASES,
  );
  expect(sent / CASES.numRuns).toBeGreaterThan(0.08);
});

test('a form comes back from its serial form', () => {
  fc.assert(
    fc.property(forms(fc.oneof(json, broken), true), (form) => {
      expectEqual(readForm(JSON.parse(JSON.stringify(writeForm(form)))), form);
    }),
    CASES,
  );
});

test('each problem of the builder has a row, a field or a place in the route', () => {
  fc.assert(
    fc.property(forms(), (form) => {
      const { problems, variables } = deriveState(form);
      const fields = new Set<string>([
        'route',
        'format',
        'previews',
        'vendor',
        'baseUrl',
        ...variables.map((each) => `variable ${each.name}`),
        ...form.parameters.map(({ id }) => `parameter ${id}`),
        ...form.headers.map(({ id }) => `header ${id}`),
        ...form.layers.map(({ id }) => `layer ${id}`),
      ]);
      expect(problems.filter(({ field }) => !fields.has(field))).toEqual([]);
    }),
    { numRuns: CASES.numRuns / 10 },
  );
});
