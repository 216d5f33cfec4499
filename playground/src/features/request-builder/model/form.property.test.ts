/** Rows and the JSON editor are two views of one form, and nothing that neither shows is sent. */
import { endpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain, type Problem as Refusal } from 'endpoint.js/explain';
import { optionsFromJson } from 'endpoint.js/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { deriveState } from './build.js';
import { reduceForm, type FormAction } from './edit.js';
import { EMPTY_FORM, rowKey, type Form, type HeaderRow, type ParameterRow } from './form.js';
import { readOptions, toEndpointOptions } from './options.js';
import { readForm, readSource, writeForm, writeSource } from './source.js';
import { readTemplate } from './template.js';

const explain = createExplain({ vendor: 'github', baseUrl: 'https://api.github.com' });

/** What a builder makes of options: a request, or its errors in any order, since the first one depends on the order of members. */
function build(route: string, options: EndpointOptions): string {
  const { request, problems } = route === '' ? explain(options) : explain(route, options);
  return JSON.stringify(request ?? problems.map(({ sentence }: Refusal) => sentence).sort());
}

const name = fc.constantFrom(
  'id',
  'a',
  'b',
  'q',
  'a.b',
  'x y',
  '',
  '__proto__',
  'url',
  'method',
  'data',
  'headers',
  'mediaType',
  'baseUrl',
  'request',
  '@in',
);
const route = fc.constantFrom(
  'GET /a',
  'GET /a/{id}',
  'POST /a/{id}{?q}',
  'DELETE /a/:id',
  'POST /a',
  'GET /a{?q,a}',
  'OPTIONS /a',
  'PUT /{url}/{a}',
  'GET /x{;b}',
  'GET /a/{id',
);
/** Values of JSON: drawing from a list costs a tenth of making them. */
const VALUES: readonly unknown[] = [
  0,
  5,
  -1.5,
  1e21,
  true,
  false,
  null,
  '',
  't',
  ' a/b ',
  '😀',
  '{"a": 1}',
  [],
  [1, 2],
  [[1]],
  ['a', null],
  [{ a: 1 }],
  {},
  { a: 1 },
  { a: { b: [1] } },
  { '': 1 },
  { a: null, b: '' },
];
const json = fc.constantFrom(
  ...VALUES.map((value) => JSON.stringify(value)),
  '1.0',
  '[1, 2]',
  '{"a": {"b": 1}}',
  ' 7 ',
);
const broken = fc.constantFrom('{"a":', '[1,', 'abc', "'x", '12345678901234567890', '{"a":1,"a":2}');
const UNSET = fc.constant({ value: '', kind: 'text' as const });
const asText = fc.string({ maxLength: 4 }).map((value) => ({ value, kind: 'text' as const }));
const asJson = (texts: fc.Arbitrary<string>) => texts.map((value) => ({ value, kind: 'json' as const }));
const mark = (key: 'removed' | 'parked') => fc.constantFrom({}, {}, {}, { [key]: true as const });

const number = <Row extends object>(rows: readonly Row[]) => rows.map((row, index) => ({ ...row, id: index + 1 }));
const parameters = (values: fc.Arbitrary<string>, marks: boolean): fc.Arbitrary<ParameterRow[]> =>
  fc
    .array(
      fc
        .tuple(
          fc.record({
            name,
            place: fc.constantFrom('auto' as const, 'path' as const, 'query' as const, 'body' as const),
          }),
          fc.oneof(asText, asJson(values), UNSET),
          marks ? fc.tuple(mark('removed'), mark('parked')) : fc.constant([]),
        )
        .map(([row, value, all]) => Object.assign({}, row, value, ...all) as Omit<ParameterRow, 'id'>),
      { maxLength: 4 },
    )
    .map(number);
const headers: fc.Arbitrary<HeaderRow[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom('accept', 'X-A', 'x-a', 'content-type', 'a b', ''),
      value: fc.constantFrom('', '1', 'a\nb', 'text/plain'),
    }),
    { maxLength: 3 },
  )
  .map(number);
const forms = (values: fc.Arbitrary<string> = json, marks = false): fc.Arbitrary<Form> =>
  fc
    .record({
      route,
      parameters: parameters(values, marks),
      headers,
      format: fc.constantFrom('', 'raw', ' raw ', 'a b'),
      previews: fc.constantFrom('', 'mercy', 'a, b'),
    })
    .map((parts) => ({ ...EMPTY_FORM, ...parts }));

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
    fc.property(typed, route, forms(json, true), ({ '': _nameless, ...options }, text, before) => {
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

const edits: fc.Arbitrary<FormAction | { readonly type: 'json'; readonly route: string; readonly options: object }> =
  fc.oneof(
    route.map((value): FormAction => ({ type: 'text', field: 'route', value })),
    fc
      .tuple(name, fc.constantFrom('auto' as const, 'path' as const), fc.oneof(asText, asJson(json)))
      .map(([each, at, change]): FormAction => ({ type: 'variable', variable: { name: each, at }, change })),
    fc.constantFrom<FormAction>(
      { type: 'add-row', list: 'parameters' },
      { type: 'remove-row', list: 'parameters', id: 1 },
    ),
    fc
      .tuple(fc.nat(4), name, fc.oneof(asText, asJson(fc.oneof(json, broken))))
      .map(([id, each, value]): FormAction => ({
        type: 'edit-row',
        list: 'parameters',
        id,
        change: { name: each, ...value },
      })),
    fc.record({ type: fc.constant('json' as const), route, options: typed }),
  );

test('nothing hidden is sent: after any edits in any view, the JSON builds what the page sends', () => {
  let sent = 0;
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 5 }), (actions) => {
      let form = EMPTY_FORM;
      for (const action of actions)
        form =
          action.type === 'json'
            ? readSource(JSON.stringify({ route: action.route, options: action.options }), form)
            : reduceForm(form, action, readTemplate(form.route) ?? []);
      const { request } = deriveState(form);
      if (request === undefined) return;
      sent += 1;
      const options = JSON.stringify(writeSource(form)['options']);
      expectEqual(build(form.route, optionsFromJson(options)), JSON.stringify(request));
    }),
    CASES,
  );
  expect(sent / CASES.numRuns).toBeGreaterThan(0.1);
});

test('a text that can’t be read keeps its characters, and has a problem at its row', () => {
  fc.assert(
    fc.property(forms(fc.constant('5')), broken, fc.nat(4), (form, value, drawn) => {
      const target = form.parameters[drawn % Math.max(1, form.parameters.length)];
      if (target === undefined) return;
      const { id } = target;
      const edited = reduceForm(
        form,
        { type: 'edit-row', list: 'parameters', id, change: { value, kind: 'json' } },
        [],
      );
      expectEqual(edited.parameters.find((row) => row.id === id)?.value, value);
      expectEqual(
        readOptions(edited).problems.some(({ field }) => field === `parameter ${id}`),
        true,
      );
    }),
    CASES,
  );
});

const sortRows = (form: Form): Form => {
  const text = (row: object) => JSON.stringify({ ...row, id: undefined }, Object.keys(row).sort());
  const sorted = form.parameters.toSorted((one, other) => (text(one) < text(other) ? -1 : 1));
  return { ...form, parameters: number(sorted) };
};

test('a form comes back from its serial form, up to the order of rows of different places', () => {
  fc.assert(
    fc.property(forms(fc.oneof(json, broken), true), (form) => {
      const text = JSON.stringify(writeForm(form));
      const read = readForm(JSON.parse(text));
      expectEqual(sortRows(read), sortRows(form));
      const keys = form.parameters.map(rowKey);
      // Of equal rows, another one may be the option.
      if (new Set(keys).size === keys.length) expectEqual(JSON.stringify(writeForm(read)), text);
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
      ]);
      expect(problems.filter(({ field }) => !fields.has(field))).toEqual([]);
      const list = explain(form.route, toEndpointOptions(readOptions(form).options)).problems;
      for (const { path, at, sentence } of list) {
        const names = path?.map((key) => (key === endpoint.in ? '@in' : key));
        if (names === undefined)
          expect(problems.some(({ field, message }) => field !== 'route' || message === sentence || at)).toBe(true);
      }
    }),
    { numRuns: CASES.numRuns / 10 },
  );
});
