import { createEndpoint, EndpointError, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../dev/testing/full.js';
import { attempt } from './test/attempt.js';

const names = fc.constantFrom(
  'accept',
  'Accept',
  'ACCEPT',
  'User-Agent',
  'user-agent',
  'x-a',
  'X-A',
  '__proto__',
  'a b',
);
const texts = fc.constantFrom('text/csv', 'application/vnd.acme.v3+json', '1', '', 'b\nc');
const pairs = fc.array(fc.tuple(names, fc.oneof(texts, fc.constantFrom(null, undefined, 1, true))), { maxLength: 4 });
/** The forms that headers may have, each made anew, as a generator can be read once. */
const headers: fc.Arbitrary<() => unknown> = fc
  .tuple(pairs, fc.constantFrom('object', 'pairs', 'Headers', 'Map', 'generator', 'null', 'undefined', 'text'))
  .map(([fields, form]) => () => {
    const isText = (pair: readonly unknown[]): boolean =>
      typeof pair[1] === 'string' && /^[\w-]+:[^\n]*$/.test(pair.join(':'));
    switch (form) {
      case 'object':
        return Object.fromEntries(fields);
      case 'pairs':
        return fields;
      case 'Headers':
        return new Headers(fields.filter(isText) as [string, string][]);
      case 'Map':
        return new Map(fields);
      case 'generator':
        return (function* () {
          yield* fields;
        })();
      case 'text':
        return 'text';
      default:
        return form === 'null' ? null : undefined;
    }
  });
const layers = fc.record(
  {
    headers,
    baseUrl: fc.constantFrom('https://h', '/api/', '', undefined, 'nowhere', null, 1),
    mediaType: fc.constantFrom({ format: 'raw' }, { previews: ['p'], format: undefined }, undefined, null, {
      format: 'a b',
    }),
  },
  { requiredKeys: [] },
);
type Layer = typeof layers extends fc.Arbitrary<infer Value> ? Value : never;
const toOptions = ({ headers: make, ...others }: Layer): EndpointOptions =>
  ({ ...others, ...(make && { headers: make() }) }) as EndpointOptions;
const rules: fc.Arbitrary<EndpointSettings> = fc.constantFrom(
  {},
  { vendor: 'acme' },
  { vendor: 'acme', missing: 'omit' },
);

/** The request or the error, in a form to compare. */
function outcome(run: () => unknown): unknown {
  const result = attempt(run);
  return result instanceof EndpointError ? `${result.code}: ${result.message}` : result;
}

const NUMBER = { numRuns: runs(400) };
const ROUTE: string = 'POST /x/{a}';

test('settings, defaults and a call are merged by the same rules', () => {
  fc.assert(
    fc.property(rules, layers, layers, (settings, under, over) => {
      const asSettings = outcome(() =>
        createEndpoint({ ...settings, ...toOptions(under) })(ROUTE, { ...toOptions(over), a: 1 }),
      );
      const asDefaults = outcome(() =>
        createEndpoint(settings).defaults(toOptions(under))(ROUTE, { ...toOptions(over), a: 1 }),
      );
      const cascaded = outcome(() =>
        createEndpoint({ ...settings, ...toOptions(under) }).defaults(toOptions(over))(ROUTE, { a: 1 }),
      );
      expect([asDefaults, cascaded]).toStrictEqual([asSettings, asSettings]);
    }),
    NUMBER,
  );
});
