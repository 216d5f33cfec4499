import { describe, expect, test } from 'vitest';
import { TARGETS } from '../build.mjs';
import { plan } from './plan.mjs';
import { CHECKS, PREPARATIONS } from './steps.mjs';

const none = async () => ({ passed: 1, failed: 0, notes: [], output: '' });
const preparations = [
  { name: 'build', run: none, builds: ['lib', 'types', 'page'] },
  { name: 'envoy', run: none },
];
const checks = [
  { name: 'format', run: none },
  { name: 'lint', run: none, builds: ['types'] },
  { name: 'size', run: none, builds: ['lib'] },
  { name: 'unit', run: none, builds: ['lib', 'page'], envoy: true, paths: true },
  { name: 'e2e', run: none, builds: ['page'], envoy: true, paths: true },
];

/**
 * @param {string[]} chosen
 * @param {string[]} [paths]
 */
function planned(chosen, paths = []) {
  const { steps, targets } = plan({ preparations, checks, chosen, paths });
  const text = steps.map(({ name, needs, after, implied }) =>
    [
      implied ? `(${name})` : name,
      ...needs.map((need) => `needs ${need}`),
      ...after.map((other) => `after ${other}`),
    ].join(' '),
  );
  return [text.join(', '), targets.join(' ')];
}

describe('plan', () => {
  test.each([
    [['format'], [], 'format', ''],
    [['lint'], [], '(build), lint needs build', 'types'],
    [['lint', 'size'], [], '(build), lint needs build, size needs build', 'types lib'],
    [['build'], [], 'build', 'lib types page'],
    [['build', 'lint'], [], 'build, lint needs build', 'lib types page'],
    [['unit'], [], '(build), (envoy), unit needs build after envoy', 'lib page'],
    [['unit'], ['lib'], 'unit', ''],
    [['e2e'], ['calling'], '(build), (envoy), e2e needs build after envoy', 'page'],
  ])('runs for %j with the paths %j: %s', (chosen, paths, steps, targets) => {
    expect(planned(chosen, paths)).toEqual([steps, targets]);
  });
});

test('steps need existing targets only', () => {
  for (const { builds = [] } of [...PREPARATIONS, ...CHECKS])
    expect(Object.keys(TARGETS)).toEqual(expect.arrayContaining([...builds]));
});
