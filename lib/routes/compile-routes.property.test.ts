/** Random routes and values: each built url is found again, by the most literal of the routes that write it. */
import { runs } from '../../dev/testing/full.js';
import fc from 'fast-check';
import { createEndpoint, EndpointError, type Endpoint } from 'endpoint.js';
import { compileRoutes } from 'endpoint.js/uri-template';
import { expect, test } from 'vitest';

/** A segment, by itself or with `#` for the number of its place, which keeps names apart. */
const SEGMENTS = [
  'a',
  'b',
  'c%20d',
  'ü',
  ':x#',
  '{x#}',
  '{x#:2}',
  'v{x#}',
  '{x#}:a',
  'v{x#}:a',
  '{x#}...{y#}',
  '{x#}-{y#}',
  'a{.x#}',
  'a{;x#}',
];
const ENDS = ['', '', '', '', '', '', '', '', '/{+p}', '/{+p}:a', '/{+p}/a', '{/p*}', '/a{/p}'];
const TAILS = ['', '', '', '', '', '{?q}', '{?q,r,s}', '{?s[],$t}', '{?q,m*}', '?k=1', '?k=1{&q}', '{#f}', '{?q}{#f}'];
const METHODS = ['', '', '', 'GET ', 'POST ', 'DELETE '];
const route = (segments: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...METHODS),
      fc.array(fc.constantFrom(...segments), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...ENDS),
      fc.constantFrom(...TAILS),
    )
    .map(
      ([method, path, end, tail]) =>
        `${method}/${path.map((segment, index) => segment.replaceAll('#', `${index}`)).join('/')}${end}${tail}`,
    );
/** Of few segments, so that many urls fit several routes. */
const ROUTES = fc
  .subarray(SEGMENTS, { minLength: 2, maxLength: 4 })
  .chain((segments) => fc.uniqueArray(route(segments), { minLength: 2, maxLength: 8 }));

const TEXT = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c d',
    'ü',
    'v1',
    'x:a',
    'm...n',
    '1-2-3',
    'a,b',
    '%',
    '%2F',
    '+',
    '@',
    ':',
    '.a',
    'é/x?y#z',
    '{',
  ),
  fc.string({ minLength: 1, maxLength: 4 }),
);
const VALUE = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('a', 'b', 'v', 'v1', 'b:a', 'v1:a') },
  { weight: 4, arbitrary: TEXT },
  fc.array(TEXT, { minLength: 2, maxLength: 3 }),
);
const IN_PATH = [...[0, 1, 2].flatMap((index) => [`x${index}`, `y${index}`]), 'p'];
/** With the name of an option, one that the path has too, and some that a query encodes. */
const IN_QUERY = ['q', 'r', 's', 'f', 'rest', 'url', 'x0', 's[]', '$t'];

interface Values {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly map: Record<string, string>;
}
const PARAMETERS: fc.Arbitrary<Values> = fc.record({
  path: fc.record(Object.fromEntries(IN_PATH.map((name) => [name, VALUE]))),
  query: fc.record(Object.fromEntries(IN_QUERY.map((name) => [name, VALUE])), { requiredKeys: [] }),
  map: fc.dictionary(fc.constantFrom('k1', 'k2'), TEXT),
});
const BASES = fc.constantFrom('', '/v1', 'https://h.example', 'https://h.example:8443/a:b/c/');

const count = (length: number): string => String(99 - length).padStart(2, '0');

/** How literal the texts between expressions are; a smaller text is decided for first. */
function rankTexts(text: string, kind: string): string {
  const texts = encodeURI(text.replaceAll(/\{[^}]*\}|(?<=\/|^):\w+/g, '\n')).split('%0A');
  if (texts.length === 1) return '0';
  return [kind, count(texts.join('').length), count(texts[0]?.length ?? 0), texts.join(' ')].join(' ');
}

/** The ranks of its segments. */
function rank(text: string): string {
  const path = text.replace(/^\S+ /, '').replace(/[?#].*|\{[?#].*/, '');
  // An expression of several segments ends the decision.
  const [, decided = '', open] = /^((?:(?!\{\/|\/[^/]*\{\+).)*)(.*)$/.exec(path) as unknown as string[];
  const ranks = decided
    .split('/')
    .slice(1)
    .map((segment) => rankTexts(segment, '1'));
  return [...ranks, open ? rankTexts(open, '2') : ''].join('\n');
}

interface Built {
  readonly url: string;
  readonly method: string;
}

/**
 * What a server receives of a request: the parameters may be in any order, and reserved characters that separate nothing may be encoded,
 * where another route has them in its text.
 */
const toReceived = ({ url, method }: Built): unknown => {
  const [, path, query = '', fragment] = /^([^?#]*)(?:\?([^#]*))?(.*)$/.exec(
    url.replaceAll(/%(?:2[14689ABC]|3[ABD]|40|5[BD])/g, decodeURIComponent),
  ) as unknown as string[];
  return { method, path, query: query.split('&').sort(), fragment };
};

/** Builds a request; undefined where the builder refuses the values. */
function build(endpoint: Endpoint, text: string, { path, query, map }: Values): Built | undefined {
  // In a path, a value has no query of its own.
  if (text.includes('{+p}') && /[?#]/.test(String(path['p']))) return undefined;
  const named = Object.fromEntries(Object.entries(path).filter(([name]) => text.includes(name)));
  const m = text.includes('m*') && Object.keys(map).length > 0 ? { m: map } : {};
  try {
    return endpoint(text, { [endpoint.in]: { path: named, query: { ...query, ...m } } });
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
}

test('each built url is found by the most literal route, with parameters that build it again', () => {
  let [built, others] = [0, 0];
  fc.assert(
    fc.property(ROUTES, PARAMETERS, BASES, (routes, values, baseUrl) => {
      const endpoint = createEndpoint({ baseUrl });
      const { find } = compileRoutes(routes, { baseUrl });
      for (const text of routes) {
        const request = build(endpoint, text, values);
        if (!request) continue;
        built++;
        const result = find(request.url, request.method);
        expect(result, `${text} ${request.url}`).toBeDefined();
        if (!result) continue;
        if (result.route !== text) others++;
        expect(toReceived(endpoint(result.route, result.parameters))).toEqual(toReceived(request));
        const matching = routes.filter((other) =>
          compileRoutes([other], { baseUrl }).find(request.url, request.method),
        );
        const ranks = matching.map(rank);
        expect(matching.indexOf(result.route), `${request.url} ${matching.join(' ')}`).toBe(
          ranks.indexOf([...ranks].sort()[0] ?? ''),
        );
      }
    }),
    { numRuns: runs(100) },
  );
  expect(built).toBeGreaterThan(200);
  expect(others).toBeGreaterThan(10);
});
