/** A builder that has seen a route or url never, once or more often builds the same: what it remembers is never another's. */
import {
  createEndpoint,
  EndpointError,
  type EndpointOptions,
  type EndpointSettings,
  type ParameterLocations,
} from 'endpoint.js';
import { createExplain, type Explanation } from 'endpoint.js/explain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../dev/testing/full.js';
import { QUERY_STYLES } from './options.js';
import { data, headerFields, hostile, mediaType, templates, unusualLiteral } from './test/arbitraries.js';
import { attempt } from './test/attempt.js';

const { in: LOCATION } = createEndpoint();

/** Among them are those that nested parameters have. */
const NAMES = ['a', 'b', 'a[b]', 'a.b', 'a[0]', 'a[]', 'a-b', 'é', '__proto__'];
const name = fc.constantFrom(...NAMES);
const text = fc.oneof(fc.constantFrom('x', 'a b', 'é', '?a=1', '&b', '#', '..', '/'), hostile);
const scalar = fc.oneof({ weight: 4, arbitrary: text }, fc.constantFrom(1, true, null, undefined, Number.NaN));
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('b', '0', '?'), scalar, { maxKeys: 2 }),
);
const values = fc.dictionary(name, value, { maxKeys: 3 });

const template = templates({
  literals: fc.oneof(
    fc.constantFrom('/', '/x', '/:a', '?', '?a=1', '?a[b]=1', '&b=2', '#f', '%20', 'é', '\ud800', '{', '/[x]'),
    unusualLiteral,
  ),
  operators: ['', '', '/', '?', '?', '&', '+', '#', ';', '.'],
  names: ['a', 'b', 'c', 'url', ...NAMES.filter((other) => other !== 'é')],
  modifiers: ['', '', '', '*', ':2'],
});
const url = fc
  .tuple(fc.constantFrom('/', '/', '/x', '', 'https://h/', 'https://other/', 'GET '), template)
  .map((parts) => parts.join(''));
/** Texts that mean one thing as a route, and another as a url. */
const word = fc.constantFrom('get', 'POST', '', ' ', '/x ', ' /x', 'GET /x', 'POST\t/x{?a}', 'send /x', '/x');
const verb = fc.constantFrom('GET ', 'post ', 'DELETE ', 'OPTIONS ', '');
const source = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(verb, url).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: url },
  word,
);

const located = fc.record({ path: values, query: values, body: values }, { requiredKeys: [] });
const others = fc.record(
  {
    baseUrl: fc.constantFrom('https://h', 'https://h/v1/', '/api', '', 'https://other', 'h'),
    headers: headerFields,
    mediaType,
    data,
    method: fc.constantFrom('POST', 'get', 'x'),
  },
  { requiredKeys: [] },
);
const options = fc.tuple(values, others, fc.option(located, { nil: undefined, freq: 3 })).map(toOptions);

function toOptions([parameters, rest, inside]: readonly [object, object, ParameterLocations | undefined]) {
  return { ...parameters, ...rest, ...(inside && { [LOCATION]: inside }) } as EndpointOptions;
}

const settings: fc.Arbitrary<EndpointSettings> = fc.record(
  {
    baseUrl: fc.constantFrom('https://h', '/api', 'https://h/v2'),
    vendor: fc.constant('acme'),
    origins: fc.constantFrom([], ['https://other']),
    missing: fc.constantFrom('omit' as const, 'error' as const),
    strict: fc.boolean(),
    maxLength: fc.constantFrom(40, 1000),
    query: fc.record(
      { arrays: fc.constantFrom(...QUERY_STYLES.arrays), objects: fc.constantFrom(...QUERY_STYLES.objects) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** A call: of a route, or with the same text as the option `url`. */
interface Call {
  readonly text: string;
  readonly isRoute: boolean;
  readonly options: EndpointOptions;
}

/** Calls with few texts, so that each is used in several ways. */
const calls = fc.array(source, { minLength: 1, maxLength: 2 }).chain((texts) =>
  fc.array(fc.record<Call>({ text: fc.constantFrom(...texts), isRoute: fc.boolean(), options }), {
    minLength: 1,
    maxLength: 3,
  }),
);

const toFacts = ({ code, message, parameter, position }: EndpointError) => ({ code, message, parameter, position });

type Build = (...input: [string, EndpointOptions] | [EndpointOptions]) => unknown;

function run(build: Build, { text: passed, isRoute, options: call }: Call): unknown {
  const result = attempt(() => (isRoute ? build(passed, call) : build({ ...call, url: passed })));
  return result instanceof EndpointError ? toFacts(result) : result;
}

/** The second sight computes once more, and the third is the first that remembers. */
const SIGHTS = 3;

/** The results at each sight, of one builder, beside those of builders that never saw anything. */
function compare(list: readonly Call[], make: () => Build): void {
  const first = list.map((call) => run(make(), call));
  const build = make();
  for (let sight = 1; sight <= SIGHTS; sight++)
    expect(
      list.map((call) => run(build, call)),
      `sight ${sight}`,
    ).toStrictEqual(first);
}

test('a request is the same at first sight, at second sight, and remembered, as merged options are', () => {
  fc.assert(
    fc.property(settings, options, calls, (rules, defaults, list) => {
      const make = () => createEndpoint(rules);
      compare(list, () => make() as Build);
      compare(list, () => {
        const { merge } = make() as unknown as { merge: Build };
        return merge;
      });
      try {
        make().defaults(defaults);
      } catch {
        return;
      }
      compare(list, () => make().defaults(defaults) as unknown as Build);
    }),
    { numRuns: runs(80) },
  );
});

/** The builder's request or error at first sight, as its explanation has it. */
function explain(rules: EndpointSettings, call: Call): unknown {
  const { request, error } = run(createExplain(rules) as Build, call) as Explanation;
  return error ? toFacts(error) : request;
}

test('so is an explanation, whose request or error is the one of the builder', () => {
  fc.assert(
    fc.property(settings, calls, (rules, list) => {
      compare(list, () => createExplain(rules) as Build);
      for (const call of list) expect(explain(rules, call)).toStrictEqual(run(createEndpoint(rules) as Build, call));
    }),
    { numRuns: runs(30) },
  );
});

/** Templates and parameters whose names meet in a query: those of variables, maps, nested parameters and the url's own text. */
const meeting = fc.record<Call>({
  text: fc
    .array(fc.constantFrom('/x', '?b=1', '?', '{&b}', '{?b}', '{?a[b]}', '{?a.b}', '{?c*}', '{+c}', '{#c}', '{c}'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => `/${parts.join('')}`),
  isRoute: fc.constant(true),
  options: fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'a[b]', 'a.b'),
    fc.constantFrom(1, '?b=2', '&b', '#', { b: 3 }, ['x']),
  ),
});

test('names that meet in a query are found where the explanation finds them, which reads the whole url', () => {
  fc.assert(
    fc.property(fc.constantFrom('brackets' as const, 'dots' as const), meeting, (objects, call) => {
      const rules: EndpointSettings = { query: { objects } };
      expect(run(createEndpoint(rules) as Build, call)).toStrictEqual(explain(rules, call));
    }),
    { numRuns: runs(250) },
  );
});
