import { endpoint, EndpointError, type EndpointOptions } from 'endpoint.js';
import { expand, variables } from 'endpoint.js/uri-template';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../dev/testing/full.js';
import { data, headerFields, hostile, mediaType, unusualLiteral, templates } from './test/arbitraries.js';
import { attempt as attemptAny } from './test/attempt.js';

const RUNS = { numRuns: runs(200) };

/** The result, or undefined for rejected input; anything but an EndpointError fails the test. */
function attempt<T>(run: () => T): T | undefined {
  const result = attemptAny(run);
  return result instanceof EndpointError ? undefined : result;
}

const scalar = fc.oneof(hostile, fc.integer(), fc.boolean(), fc.constant(null), fc.bigInt(), fc.double());
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(hostile, scalar, { maxKeys: 3 }));
const NAMES = ['a', 'b', 'c', 'x-y', '__proto__', 'constructor', 'url', 'data'];
const literals = fc.oneof(fc.constantFrom('/', '/x', '/x/', '?q=1', '#f', '/:b'), {
  weight: 3,
  arbitrary: unusualLiteral,
});
const template = templates({ literals, names: NAMES, modifiers: ['', '*', ':3'] });
const values = fc.dictionary(fc.constantFrom(...NAMES), value).map((map) => map as EndpointOptions);
const method = fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE');
const path = template.filter((text) => !/^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(text.trim()));
const options = fc.record(
  {
    headers: headerFields,
    mediaType,
    request: fc.constant({ hook: 1 }),
    data,
    baseUrl: fc.constantFrom('https://h', '/api', '', undefined),
    a: value,
    b: value,
    c: fc.constant(undefined),
    d: fc.jsonValue(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<EndpointOptions>;

describe('for all inputs', () => {
  test('only EndpointErrors are thrown, whatever the text of the route', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (route) => void attempt(() => endpoint(route))),
      RUNS,
    );
    fc.assert(
      fc.property(template, values, (url, map) => void attempt(() => endpoint({ url, ...map }))),
      RUNS,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), values, (text, map) => void attempt(() => expand(text, map))),
      RUNS,
    );
  });

  test('endpoint equals parse after merge, also with defaults', () => {
    fc.assert(
      fc.property(method, path, options, options, (verb, url, defaults, call) => {
        const builder = attempt(() => endpoint.defaults(defaults));
        const whole = builder && attempt(() => builder(`${verb} /${url}`, call));
        if (whole && builder) expect(builder.parse(builder.merge(`${verb} /${url}`, call))).toStrictEqual(whole);
        else if (builder) expect(attempt(() => builder.parse(builder.merge(`${verb} /${url}`, call)))).toBeUndefined();
      }),
      RUNS,
    );
  });

  test('never changes its inputs', () => {
    fc.assert(
      fc.property(path, options, options, (url, defaults, call) => {
        const before = structuredClone([defaults, call]);
        attempt(() => endpoint.defaults(defaults)(`POST /${url}`, call));
        expect([defaults, call]).toEqual(before);
      }),
      RUNS,
    );
  });

  test('variables lists the names of a template with their positions', () => {
    fc.assert(
      fc.property(template, (text) => {
        for (const variable of attempt(() => variables(text)) ?? [])
          expect(text.startsWith(variable.name, variable.start)).toBe(true);
      }),
      RUNS,
    );
  });
});
