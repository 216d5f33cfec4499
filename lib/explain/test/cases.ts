/** Calls for the property tests of explanations: usual ones with mistakes, and any values at all. */
import { createEndpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import fc from 'fast-check';
import { QUERY_STYLES } from '../../options.js';
import { headerFields, hostile, mediaType, OPERATORS, templates, unusualLiteral } from '../../test/arbitraries.js';

const { in: LOCATION } = createEndpoint();

export const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
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
  SECRET,
  ' x',
  '{"a":1}',
);
const plainScalar = fc.oneof(
  { weight: 4, arbitrary: plainText },
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 2 ** 53, NaN, 12n),
);
const NAMES = ['a', 'ab', 'owner', 'ownr', 'page', 'x-y', '__proto__', 'constructor', '0', 'token'];
const start = fc.constantFrom('/', '/', '/', '/x/', 'https://h.example:81/', 'https://u:p@h/');
const verb = fc.constantFrom('GET ', 'post ', 'PATCH  ', ' DELETE\t', 'HEAD ', 'options ', 'PUT ', '');

const goodLiteral = fc.constantFrom('/', '/x', '/x/', '/:owner', '/:a', '?q=1', '#f', '/é ', '.json', '/$');
const operators = [...OPERATORS, '', '', '?'];
const goodTemplate = templates({ literals: goodLiteral, operators, names: NAMES, modifiers: ['', '', '', '*'] });
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

const goodOptions = arbitraryOptions(plainScalar, NAMES);
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
  { missing: 'omit', strict: true, maxLength: 60 },
);
/** A builder by its settings and defaults, and the arguments of a call. */
export interface Case {
  readonly settings: EndpointSettings;
  readonly layers: readonly EndpointOptions[];
  readonly call: [route: string, options: EndpointOptions] | [options: EndpointOptions];
}

/** A call of a route, or with the route among the options. */
const toCall = (route: string, options: EndpointOptions, isRoute: boolean): Case['call'] =>
  isRoute ? [route, options] : [{ url: route.trim(), ...options }];

const good: fc.Arbitrary<Case> = fc.record({
  settings: goodSettings,
  layers: fc.oneof(
    fc.constant<EndpointOptions[]>([]),
    fc.array(goodOptions, { maxLength: 2 }),
    filling.map((layer) => [layer]),
  ),
  call: fc
    .tuple(
      fc.tuple(verb, start, goodTemplate, fc.constantFrom('', ' ')),
      fc.oneof(goodOptions, filling),
      fc.constantFrom(true, true, false),
    )
    .map(([parts, options, isRoute]) => toCall(parts.join(''), options, isRoute)),
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
      ['GET /x/{a:3}{+ab:2}', { a: '💥xyz', ab: '%41é' }],
      ['GET /x/{a:3}', { a: [1] }],
      ['GET /x/{=a}', { a: 1 }],
      ['GET /x/{ a}', { a: 1 }],
      ['GET /x/{a-}{a', { a: 1 }],
      ['GET /x/{a}\ud800}', { a: 1 }],
      ['GET /x', { [LOCATION]: { path: { owner: 'x' } } }],
      ['GET /x/{a}', { a: 'x\\y', ab: new Date(0) }],
      ['/x', { method: 'psot' }],
      ['GET /x', { mediaType: { format: 'raw' } }],
    ),
    goodSettings,
    fc.oneof(goodOptions, fc.constant({})),
    fc.boolean(),
  )
  .map(([[route, options], settings, others, isRoute]) => {
    return { settings, layers: [], call: toCall(route, merge(others, options), isRoute) };
  });

/** Calls of usual options. */
export const usualCases = fc.oneof({ weight: 30, arbitrary: good }, { weight: 16, arbitrary: slips });

class Custom {
  own = 1;
}

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
  hostile,
  fc.constantFrom<unknown[]>(null, undefined, NaN, 1, 2 ** 60, 3n, true, '', 'x', '..', 'a\nb', '\ud800', SECRET, '{"a":1}'),
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
/** What callers without types pass. */
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
const base = fc.constantFrom<unknown[]>('https://h', '/a', 'https://[', 'https://u:p@h', `https://h/${SECRET}`);
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
const badTemplate = templates({
  literals: fc.oneof(goodLiteral, unusualLiteral, fc.constantFrom('{', '}', '{a', '{!a}', '{a-}', '{{a}}')),
  operators,
  names: [...NAMES, 'url', 'data', 'method'],
  modifiers: ['', '', '*', ':3'],
});
const route = fc
  .tuple(
    fc.constantFrom('', 'GET ', 'POST ', 'delete\t', 'OPTIONS ', 'GTE ', ' '),
    fc.oneof(
      url,
      fc
        .tuple(fc.constantFrom('/', '/', '', '//h/', 'https://h/', 'http://{a}/'), badTemplate)
        .map((parts) => parts.join('')),
    ),
  )
  .map(([method, path]) => `${method}${String(path)}`);

/** Calls of whatever callers without types pass. */
export const untypedCases = fc.record({
  settings,
  layers: fc.tuple(defaults),
  call: fc.oneof(fc.tuple(route, anyOptions), fc.tuple(anyOptions)),
}) as fc.Arbitrary<Case>;
