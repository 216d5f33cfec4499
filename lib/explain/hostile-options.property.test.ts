import { createEndpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { applyFix, createExplain, type Explanation } from 'endpoint.js/explain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { catchError } from './malformed.js';

const { in: LOCATION } = createEndpoint();

class Custom {
  own = 1;
}

const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const key = fc.constantFrom(
  'a',
  'id',
  'url',
  'headers',
  'x-a',
  'X-A',
  'a b',
  '',
  '0',
  '__proto__',
  'constructor',
  'in',
);
const leaf = fc.oneof(
  fc.constantFrom<unknown[]>(null, undefined, NaN, 1, 2 ** 60, 3n, true, '', 'x', '..', 'a\nb', '\ud800', TOKEN, '{"a":1}'),
  fc.constantFrom<(() => unknown)[]>(
    () => Symbol('s'),
    () => () => 0,
    () => new Custom(),
    () => new Map([['a', 'b']]),
    () => new Set([['a', 'b']]),
    () => new Date(NaN),
    () => new URLSearchParams('a=1'),
    () => new Headers({ a: '1' }),
    () => Promise.resolve(),
    () => Object.create({ inherited: 1 }),
    () => new Uint8Array(2),
    () => new Proxy({ a: 1 }, {}),
  ).map((make) => make()),
); // prettier-ignore
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: false }),
  ),
}));

/** An object with few members of the names, so that one wrong member seldom hides another. */
const members = (values: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .array(fc.oneof(...Object.entries(values).map(([name, member]) => fc.tuple(fc.constant(name), member))), {
      maxLength: 3,
    })
    .map((pairs) => Object.fromEntries(pairs));
const url = fc.constantFrom<unknown[]>(
  '/a',
  '/a/{id}{?a,b*}',
  '/{a:3}/{id,a}',
  '/a{',
  'https://h/:id',
  'https:/h',
  '/a?id=1',
  '',
);
const located = fc.oneof(value, members({ path: value, query: value, body: value, other: value }));
const base = fc.constantFrom<unknown[]>('https://h', '/a', 'https://[', 'https://u:p@h', `https://h/${TOKEN}`);
const options = fc
  .tuple(
    members({
      baseUrl: fc.oneof(value, base),
      method: fc.oneof(value, fc.constantFrom('GET', 'psot', 'POST', 'OPTIONS')),
      url: fc.oneof(value, url),
      headers: value,
      mediaType: fc.oneof(value, members({ format: value, previews: value, other: value })),
      data: value,
      request: value,
      params: value,
      id: value,
      ID: value,
      token: value,
    }),
    fc.option(located, { nil: undefined, freq: 2 }),
  )
  .map(([named, locations]) => (locations === undefined ? named : { ...named, [LOCATION]: locations }));
const anyOptions = fc.oneof({ weight: 12, arbitrary: options }, value);
const defaults = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, anyOptions);
const settings = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown[]>({}, { vendor: 'acme', baseUrl: 'https://h' }, { missing: 'omit', strict: true }, { baseUrl: 'https://[', origins: [] }) },
  members({ vendor: value, mediaTypeVersion: value, baseUrl: fc.oneof(value, base), headers: value, mediaType: value, origins: fc.oneof(value, fc.constant([])), query: value, missing: value, strict: value, maxLength: fc.oneof(value, fc.constantFrom(1, 9)) }),
  value,
); // prettier-ignore
const route = fc
  .tuple(fc.constantFrom('', 'GET ', 'POST ', 'delete\t', 'OPTIONS ', 'GTE ', ' '), url)
  .map(([method, path]) => `${method}${String(path)}`);

type Build = (...call: never[]) => unknown;

/** Checks the facts of an explanation's problems. */
function check({ error, problem, problems, warnings, parameters, route: text }: Explanation): void {
  expect(problems[0]).toBe(problem);
  expect(problem?.code).toBe(error?.code);
  if (error?.position !== undefined) {
    const start = /(?<=at position )\d+/.exec(problem?.sentence ?? '');
    const at = problem?.at ?? { start: -1, end: -1 };
    expect(at.start).toBeGreaterThanOrEqual(0);
    expect(at.end).toBeLessThanOrEqual(text.length);
    if (start) expect(+start[0] >= at.start && +start[0] <= at.end).toBe(true);
  }
  for (const { index, path } of [...problems, ...warnings])
    if (index !== undefined) expect(parameters[index]?.path).toBe(path);
}

test('explain never throws, whatever the options are, and neither does a fix of it', () => {
  fc.assert(
    fc.property(settings, defaults, route, anyOptions, fc.boolean(), (given, layer, path, call, isWhole) => {
      const passed = (isWhole ? [path, call] : [call]) as never[];
      const create = createEndpoint as (settings: unknown) => Build & { defaults(options: unknown): Build };
      const error = catchError(() => create(given).defaults(layer)(...passed));
      const explanation = createExplain(given as EndpointSettings).defaults(layer as EndpointOptions)(
        ...(passed as [never]),
      );
      expect(explanation.error?.message).toBe(error?.message);
      check(explanation);
      for (const { fix } of [...explanation.problems, ...explanation.warnings])
        if (fix) applyFix(isWhole ? path : undefined, call as EndpointOptions, fix);
    }),
    { numRuns: runs(500) },
  );
});
