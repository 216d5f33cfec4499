import { describe, expect, test } from 'vitest';
import { isAtLeast } from '../setup/node-version.mjs';
import { parseStartFlags, parseTestFlags } from './flags.mjs';

const DEFAULTS = {
  bridge: undefined,
  port: 5173,
  bridgePort: 8080,
  serverPort: 50_051,
  dev: false,
  verbose: false,
  json: false,
  help: false,
};

describe('npm start', () => {
  /** @type {[string[], object][]} */
  const good = [
    [[], {}],
    [['--bridge', 'envoy'], { bridge: 'envoy' }],
    [['--port', '1', '--bridge-port=2', '--server-port', '65535'], { port: 1, bridgePort: 2, serverPort: 65_535 }],
    [['--port', '0', '--bridge-port', '0', '--server-port=0'], { port: 0, bridgePort: 0, serverPort: 0 }],
    [['--dev', '--verbose'], { dev: true, verbose: true }],
  ];
  test.each(good)('accepts %j', (args, expected) => {
    expect(parseStartFlags(args)).toEqual({ ...DEFAULTS, ...expected });
  });

  test.each([
    [['--bridge', 'nginx'], '--bridge must be envoy or embedded, not "nginx".'],
    [
      ['--port', '-1'],
      "Option '--port' argument is ambiguous.\nDid you forget to specify the option argument for '--port'?\nTo specify an option argument starting with a dash use '--port=-XYZ'.",
    ],
    [['--port', '65536'], '--port must be an integer from 0 to 65535, not "65536"; use port 0 for any free port.'],
    [
      ['--bridge-port', '8e3'],
      '--bridge-port must be an integer from 0 to 65535, not "8e3"; use port 0 for any free port.',
    ],
    [['--prot', '1'], "Unknown option '--prot'."],
  ])('rejects %j', (args, message) => {
    expect(() => parseStartFlags(args)).toThrow(new TypeError(message));
  });
});

describe('npm test', () => {
  const all = [
    { name: 'lint' },
    { name: 'unit', paths: true },
    { name: 'e2e', paths: true },
    { name: 'soak', full: true },
  ];
  const quick = ['lint', 'unit', 'e2e'];
  const defaults = { steps: quick, paths: [], full: false, seed: undefined, help: false };
  /** @type {[string[], object][]} */
  const good = [
    [[], {}],
    [['--only', 'e2e,lint'], { steps: ['lint', 'e2e'] }],
    [['--only', 'unit', 'lib', 'client/retries'], { steps: ['unit'], paths: ['lib', 'client/retries'] }],
    [['--full'], { steps: [...quick, 'soak'], full: true }],
    [['--full', '--only', 'soak', '--seed', '7'], { steps: ['soak'], full: true, seed: 7 }],
  ];
  test.each(good)('accepts %j', (args, expected) => {
    expect(parseTestFlags(args, all)).toEqual({ ...defaults, ...expected });
  });

  test.each([
    [['--only', 'e3e'], '--only names a step "e3e", which doesn\'t exist; use lint, unit, e2e.'],
    [['--only', 'soak'], '--only names the step "soak", which exists in npm run test:full only.'],
    [['lib'], '"lib" chooses among the tests of a step; name the step, as in --only unit lib.'],
    [['--seed', '2147483648'], '--seed must be an integer from 0 to 2147483647, not "2147483648".'],
    [['--seed', '1e3'], '--seed must be an integer from 0 to 2147483647, not "1e3".'],
  ])('rejects %j', (args, message) => {
    expect(() => parseTestFlags(args, all)).toThrow(new TypeError(message));
  });
});

test.each([
  ['20.19.0', '20.19', true],
  ['22.0.0', '20.19', true],
  ['20.9.0', '20.19', false],
  ['20.19.0', '20.19.1', false],
])('isAtLeast of Node %s for %s is %s', (version, required, expected) => {
  expect(isAtLeast(version, required)).toBe(expected);
});
