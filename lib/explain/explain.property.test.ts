import { createEndpoint, EndpointError, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { applyFix, createExplain, type Explanation, type Problem } from 'endpoint.js/explain';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { QUERY_STYLES } from '../options.js';
import { data, headerFields, hostile, mediaType, unusualLiteral, OPERATORS, templates } from '../test/arbitraries.js';
import { ERROR_FIXES } from './fixes.js';
import { WARNINGS } from './problems.js';
import { attempt } from '../test/attempt.js';

const { in: LOCATION } = createEndpoint();

const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const plainText = fc.constantFrom(
  'x',
  'octokit',
  'a b',
  'a/b',
  '42',
  'é',
  'a%20b',
  'a,b=c&d',
  'C++',
  secret,
  ' x',
  '{"a":1}',
);
const plainScalar = fc.oneof(
  { weight: 4, arbitrary: plainText },
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 2 ** 53, NaN, 12n),
);
const wildScalar = fc.oneof(
  { weight: 2, arbitrary: hostile },
  fc.bigInt(),
  fc.double(),
  fc.constantFrom(undefined, new Date(0), () => 0, Symbol('s')),
);

const NAMES = ['a', 'ab', 'owner', 'ownr', 'page', 'x-y', '__proto__', 'constructor', '0', 'token'];
const OPTION_NAMES = ['url', 'data', 'method'];
const start = fc.constantFrom('/', '/', '/', '/x/', 'https://h.example:81/', 'https://u:p@h/');
const verb = fc.constantFrom('GET ', 'post ', 'PATCH  ', ' DELETE\t', 'HEAD ', 'options ', 'PUT ', '');

const goodLiteral = fc.constantFrom('/', '/x', '/x/', '/:owner', '/:a', '?q=1', '#f', '/é ', '.json', '/$');
const badLiteral = fc.oneof(unusualLiteral, fc.constantFrom('{', '}', '{a', '{!a}', '{a-}', '{{a}}'));
const operators = [...OPERATORS, '', '', '?'];
const goodTemplate = templates({ literals: goodLiteral, operators, names: NAMES, modifiers: ['', '', '', '*'] });
const badTemplate = templates({
  literals: fc.oneof(goodLiteral, badLiteral),
  operators,
  names: [...NAMES, ...OPTION_NAMES],
  modifiers: ['', '', '*', ':3'],
});

/** Unlike Object.assign it makes `__proto__` a key like others. */
const merge = (one: EndpointOptions, ...[next, ...more]: (EndpointOptions | undefined)[]): EndpointOptions =>
  more.length ? merge({ ...one, ...next }, ...more) : { ...one, ...next };

/** Options whose parameters have these names and values. */
function arbitraryOptions(scalar: fc.Arbitrary<unknown>, names: readonly string[]): fc.Arbitrary<EndpointOptions> {
  const name = fc.constantFrom(...names);
  const map = (values: fc.Arbitrary<unknown>, keys: fc.Arbitrary<string> = name) =>
    fc.dictionary(keys, values, { maxKeys: 3, noNullPrototype: true });
  const value = fc.oneof(
    { weight: 5, arbitrary: scalar },
    fc.array(scalar, { maxLength: 3 }),
    map(scalar, fc.oneof(name, plainText)),
  );
  const deepValue = fc.oneof({ weight: 6, arbitrary: value }, map(fc.oneof(value, map(value))));
  const headers = fc.oneof(
    headerFields,
    fc.array(fc.tuple(fc.constantFrom('x-a', 'X-a', 'accept'), fc.constantFrom('1', '2'))),
    fc.constant(new Headers({ 'x-h': '1' })),
  );
  const located = fc.record({ query: map(deepValue), body: map(deepValue) }, { requiredKeys: [] });
  const usual = fc.record(
    {
      headers: fc.option(headers, { nil: undefined, freq: 8 }),
      mediaType,
      request: fc.constant({ hook: 1 }),
      baseUrl: fc.constantFrom('https://h', '/api/', 'https://h/v1/', 'https://user:pw@h', ''),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(usual, map(deepValue), map(value), fc.option(located, { nil: undefined, freq: 3 }))
    .map(([common, deep, flat, locations]) => merge(deep, flat, common, locations && { [LOCATION]: locations }));
}

/** One option that is seldom valid. */
const rare = fc.oneof(
  fc.record({ data }),
  fc.record({ baseUrl: fc.constantFrom('nowhere', '/api?x', undefined) }),
  fc.record({ url: fc.oneof(badTemplate, fc.constant(1)) }),
  fc.record({ method: fc.constantFrom('GET', 'post', undefined, 'GRAB') }),
  fc.record({ mediaType: fc.constantFrom({ format: 'a b' }, 1, undefined) }),
  fc.record({ headers: fc.constantFrom('text', { 'a b': 'c' }, { a: 'b\nc' }, undefined) }),
  fc.record({
    [LOCATION]: fc.constantFrom<unknown[]>(
      undefined,
      null,
      1,
      { path: { a: undefined, owner: 'o' } },
      { pth: {} },
      { query: undefined },
    ),
  }),
);
const goodOptions = arbitraryOptions(plainScalar, NAMES);
const badOptions = fc
  .tuple(arbitraryOptions(fc.oneof(plainScalar, wildScalar), [...NAMES, ...OPTION_NAMES]), fc.option(rare, { nil: {} }))
  .map(([usual, some]) => merge(usual, some as EndpointOptions));
/** Values for all placeholders. */
const filling = fc
  .constantFrom('x', 'y/z', 7)
  .map((filler) => Object.fromEntries(NAMES.map((name) => [name, filler])) as EndpointOptions);

const goodSettings = fc.constantFrom<EndpointSettings>(
  ...QUERY_STYLES.arrays.flatMap((arrays) =>
    QUERY_STYLES.objects.map((objects) => ({ vendor: 'github', query: { arrays, objects } })),
  ),
  { vendor: 'github', baseUrl: 'https://api.github.com' },
  { vendor: 'github', baseUrl: 'https://api.github.com', missing: 'omit' },
  { vendor: 'acme', baseUrl: '/api', mediaType: { previews: ['p'] }, headers: { authorization: 'x' } },
  { vendor: 'acme', baseUrl: 'https://h', headers: { 'X-Setting': '1', accept: 'text/html' } },
);
const badSettings = fc.constantFrom<EndpointSettings>(
  { missing: 'omit', strict: true },
  { vendor: 'a b' },
  { strict: true, baseUrl: 'https://h' },
);

interface Case {
  settings: EndpointSettings;
  layers: EndpointOptions[];
  route: string;
  options: EndpointOptions;
  /** Whether the route is given as options. */
  merged: boolean;
}
const good: fc.Arbitrary<Case> = fc.record({
  settings: goodSettings,
  layers: fc.oneof(
    fc.constant<EndpointOptions[]>([]),
    fc.array(goodOptions, { maxLength: 2 }),
    filling.map((layer) => [layer]),
  ),
  route: fc.tuple(verb, start, goodTemplate, fc.constantFrom('', ' ')).map((parts) => parts.join('')),
  options: fc.oneof(goodOptions, filling),
  merged: fc.constantFrom(false, false, true),
});
const bad: fc.Arbitrary<Case> = fc.record({
  settings: fc.oneof({ weight: 5, arbitrary: goodSettings }, badSettings),
  layers: fc.oneof(
    { weight: 3, arbitrary: fc.constant<EndpointOptions[]>([]) },
    fc.array(badOptions, { maxLength: 2 }),
  ),
  route: fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: verb }, fc.constantFrom('GRAB ', '  ')),
      fc.oneof({ weight: 4, arbitrary: start }, fc.constantFrom('', '//h/', 'http://{a}/')),
      badTemplate,
      fc.constantFrom('', ' '),
    )
    .map((parts) => parts.join('')),
  options: fc.oneof(badOptions, goodOptions),
  merged: fc.boolean(),
});
/** Mistakes that are too rare by chance. */
const slips: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom<[route: string, options: EndpointOptions]>(
      ['GET /x/{owner}', { ownr: 'x' }],
      ['GET /x/{+a}', { a: 'x/../y' }],
      ['GET /x/{+a}', { a: 'y?z' }],
      ['GTE /x/{a}', { a: 1 }],
      ['POST /x/{a}', { a: 1, data: '{"a":1}' }],
      ['GET /:a-:ab', { a: 1, ab: 2 }],
      ['GET /:a(\\d+)/x', { a: 1 }],
      ['GET /x/:a?', { a: 1 }],
      ['GET /x/:a*', { a: ['x', 'y'] }],
      ['GET /x/<int:a>', { a: 1 }],
      ['GET /x/[a]', { a: 1 }],
      ['GET /[...a]', {}],
      ['GET example.com/x', { a: 1 }],
      ['localhost:3000/{a}', { a: 1 }],
      ['GET /x/{a:int}', { a: 1 }],
      ['GET /x/{a?}', {}],
      ['GET /x/{a}', { a: 1, headers: undefined }],
      ['GET /x/{a}', { a: 1, headers: { 'x-a': 'b\nc' } }],
      ['PATCH /x/{a}', { a: 1, url: 'x' }],
      ['POST /x', { data: 'x', a: 1 }],
      ['GET /x/${a}', { a: 1 }],
      ['GET /x/{a}', { a: ' y/z' }],
      ['GET /x{?a}', { a: ['y', 'z'] }],
      ['GET /x', { params: { a: 1 }, header: { 'x-b': 'c' } }],
      ['POST /x', { json: { ab: 1 }, params: { 'x-z': 1 } }],
      ['POST /x', { form: { ab: 1 }, baseURL: 'https://h', credentials: 'omit' }],
      ['https://other/x', { 'x-api-key': 'abcdefgh1' }],
    ),
    goodSettings,
    fc.oneof(goodOptions, fc.constant({})),
    fc.boolean(),
  )
  .map(([[route, options], settings, others, merged]) => {
    return { settings, layers: [], route, options: merge(others, options), merged };
  });
const cases = fc.oneof(
  { weight: 30, arbitrary: good },
  { weight: 20, arbitrary: bad },
  { weight: 16, arbitrary: slips },
);

/** Expects runs to hold every character of a text once, in order. */
function expectCover(parts: readonly { start: number; end: number; text: string }[], whole: string): void {
  let end = 0;
  for (const part of parts) {
    if (part.start !== end || part.end <= end || whole.slice(end, part.end) !== part.text)
      expect(part).toBe(whole.slice(end));
    end = part.end;
  }
  expect(end).toBe(whole.length);
}

/** The builder's result, or its error. */
function build({ settings, layers, route, options, merged }: Case): {
  request?: unknown;
  error?: EndpointError;
} {
  const request = attempt(() => {
    const builder = layers.reduce(
      (under, layer) => under.defaults(layer as never),
      createEndpoint(settings) as never as ReturnType<typeof createEndpoint>,
    );
    return merged ? builder({ url: route.trim(), ...options } as never) : builder(route, options as never);
  });
  return request instanceof EndpointError ? { error: request } : { request };
}

/** The arguments of explain: a route with options, or options alone. */
function toArguments({ route, options, merged }: Case): {
  route: string | undefined;
  options: EndpointOptions;
} {
  return merged ? { route: undefined, options: { url: route.trim(), ...options } } : { route, options };
}

function explainCase({ settings, layers }: Case, { route, options }: ReturnType<typeof toArguments>): Explanation {
  const explain = layers.reduce((under, layer) => under.defaults(layer), createExplain(settings));
  return route === undefined ? explain(options) : explain(route, options);
}

/** Freezes a value deeply, so that every change of it throws. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof Headers || value instanceof Date) return;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) freeze((value as Record<PropertyKey, unknown>)[key]);
}

/** Vitest's own comparison takes a key `constructor` for the class. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toBe(expected);
}

const pickFacts = (error: EndpointError | undefined) =>
  error && { code: error.code, message: error.message, parameter: error.parameter, position: error.position };

let built = 0;
const RUNS = { numRuns: runs(250) };

/** The codes with a fix, each of which the cases must reach. */
const FIXED = [...WARNINGS.filter(({ fix }) => fix), ...ERROR_FIXES].map(({ code }) => code);

/** The codes whose fix makes a placeholder, which may have no value yet. */
const PLACEHOLDERS = new Set<string>(
  WARNINGS.filter(({ makesPlaceholder }) => makesPlaceholder).map(({ code }) => code),
);

describe('for all inputs', () => {
  test("an explanation is the builder's own result, and attributes everything once", () => {
    fc.assert(
      fc.property(cases, (example) => {
        const { request, error } = build(example);
        const explanation = explainCase(example, toArguments(example));
        expect(pickFacts(explanation.error)).toStrictEqual(pickFacts(error));
        expectSame(explanation.request, request);
        const { tokens, url, headers: fields, body, steps } = explanation;
        expectCover(tokens, explanation.route);
        if (!example.merged) expect(explanation.route).toBe(example.route);
        expectCover(url, explanation.request?.url ?? url.map((run) => run.text).join(''));
        expect(steps.map(({ name }) => name).join()).toBe('route,merge,template,expand,rest,headers,result');
        expect(steps.every(({ state }) => state === 'done')).toBe(!error);
        expect(steps.filter(({ state }) => state === 'failed').length).toBe(error ? 1 : 0);
        if (!explanation.request) return;
        built++;
        expect(fields.map((field) => [field.name, field.value])).toStrictEqual(
          Object.entries(explanation.request.headers),
        );
        expect(body?.value).toBe(explanation.request.body);
        if (body?.source === 'parameters') {
          expect(body.keys.map(({ key }) => key)).toStrictEqual(Object.keys(explanation.request.body as object));
          for (const { parameter, value } of body.keys) {
            expect(explanation.parameters[parameter]?.places).toContain('body');
            expectSame(explanation.parameters[parameter]?.value, value);
          }
        }
      }),
      RUNS,
    );
    expect(built).toBeGreaterThan(RUNS.numRuns / 5);
  });

  test('the arguments stay unchanged', () => {
    fc.assert(
      fc.property(cases, (example) => {
        freeze(example);
        expect(() => explainCase(example, toArguments(example))).not.toThrow();
      }),
      { numRuns: runs(100) },
    );
  });

  test('a fix removes its warning and leaves a request that can be built; a fix of an error removes that error', () => {
    const fixed = new Set<string>();
    fc.assert(
      fc.property(cases, (example) => {
        const before = toArguments(example);
        const { request, error, problem, warnings } = explainCase(example, before);
        for (const { code, parameter, fix } of problem ? [problem, ...warnings] : warnings) {
          if (!fix) continue;
          fixed.add(code);
          const after = explainCase(example, applyFix(before.route, before.options, fix));
          const isNew = PLACEHOLDERS.has(code) && after.error?.parameter === parameter;
          if (request) expect(isNew ? after.error?.code : after.error).toBe(isNew ? 'missing-parameter' : undefined);
          const count = (problems: readonly (Problem | undefined)[]): number =>
            problems.filter((one) => one?.code === code && one.parameter === parameter).length;
          if (fix === problem?.fix) expect(after.error?.message).not.toBe(error?.message);
          else expect(count(after.warnings)).toBeLessThan(count(warnings));
        }
      }),
      { numRuns: runs(600) },
    );
    expect(FIXED.filter((code) => !fixed.has(code))).toStrictEqual([]);
  });
});
