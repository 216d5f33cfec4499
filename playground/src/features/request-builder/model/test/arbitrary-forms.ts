/** Random forms, for properties. */
import fc from 'fast-check';
import { EMPTY_FORM, type Form, type HeaderRow, type ParameterRow } from '../form.js';
import { numberRows } from '../rows.js';

export const name = fc.constantFrom(
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
export const routes = fc.constantFrom(
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
  'post /repos/é/{+a}/%20/:b{?q*}#top',
  'https://api.github.com/~x/"\\{b:3}',
  '//{#a}',
);
/** Values of JSON: drawing from a list costs a tenth of making them. */
export const VALUES: readonly unknown[] = [
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
export const json = fc.constantFrom(
  ...VALUES.map((value) => JSON.stringify(value)),
  '1.0',
  '[1, 2]',
  '{"a": {"b": 1}}',
  ' 7 ',
);
export const broken = fc.constantFrom('{"a":', '[1,', 'abc', "'x", '12345678901234567890', '{"a":1,"a":2}');
const UNSET = fc.constant({ value: '', kind: 'text' as const });
export const asText = fc.string({ maxLength: 4 }).map((value) => ({ value, kind: 'text' as const }));
export const asJson = (texts: fc.Arbitrary<string>) => texts.map((value) => ({ value, kind: 'json' as const }));
const mark = (key: 'removed' | 'parked') => fc.constantFrom({}, {}, {}, { [key]: true as const });

const parameters = (
  values: fc.Arbitrary<string>,
  marks: boolean,
  names: fc.Arbitrary<string>,
): fc.Arbitrary<readonly ParameterRow[]> =>
  fc
    .array(
      fc
        .tuple(
          fc.record({
            name: names,
            place: fc.constantFrom('auto' as const, 'path' as const, 'query' as const, 'body' as const),
          }),
          fc.oneof(asText, asJson(values), UNSET),
          marks ? fc.tuple(mark('removed'), mark('parked')) : fc.constant([]),
        )
        .map(([row, value, all]) => Object.assign({}, row, value, ...all) as Omit<ParameterRow, 'id'>),
      { maxLength: 4 },
    )
    .map(numberRows);
const headers: fc.Arbitrary<readonly HeaderRow[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom('accept', 'X-A', 'x-a', 'content-type', 'a b', ''),
      value: fc.constantFrom('', '1', 'a\nb', 'text/plain'),
    }),
    { maxLength: 3 },
  )
  .map(numberRows);
/** Forms of any rows; their JSON values have these texts. */
export const forms = (
  values: fc.Arbitrary<string> = json,
  marks = false,
  names: fc.Arbitrary<string> = name,
): fc.Arbitrary<Form> =>
  fc
    .record({
      route: routes,
      parameters: parameters(values, marks, names),
      headers,
      format: fc.constantFrom('', 'raw', ' raw ', 'a b'),
      previews: fc.constantFrom('', 'mercy', 'a, b'),
      layers: fc
        .array(
          fc.record({
            name: fc.constantFrom('', 'tenant'),
            on: fc.boolean(),
            options: fc.constantFrom('', '{"id": "o", "a": 1}', '{"headers": {"x-b": "2"}}'),
          }),
          { maxLength: 2 },
        )
        .map(numberRows),
      vendor: fc.constantFrom('github', 'acme', ''),
      baseUrl: fc.constantFrom('https://api.github.com', 'https://h.example/v1/', '', '/api', 'http://é.example'),
    })
    .map((parts) => ({ ...EMPTY_FORM, ...parts }));
