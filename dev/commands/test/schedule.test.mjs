import { describe, expect, test } from 'vitest';
import { TARGETS } from '../build.mjs';
import { plan, schedule } from './schedule.mjs';
import { CHECKS, PREPARATIONS } from './steps.mjs';

const none = async () => ({ passed: 1, failed: 0, notes: [], output: '' });
const preparations = [
  { name: 'build', run: none, builds: ['lib', 'types', 'page'] },
  { name: 'envoy', run: none },
];
const checks = [
  { name: 'format', run: none },
  { name: 'lint', run: none, builds: ['types'], anyway: true },
  { name: 'size', run: none, builds: ['lib'] },
  { name: 'unit', run: none, builds: ['lib', 'page'], envoy: true, paths: true },
  { name: 'e2e', run: none, builds: ['page'], envoy: true, paths: true },
];

/** @param {string[]} chosen @param {string[]} [paths] */
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
    [['lint', 'size'], [], '(build), lint after build, size needs build', 'types lib'],
    [['build', 'lint'], [], 'build, lint after build', 'lib types page'],
    [['unit'], [], '(build), (envoy), unit needs build after envoy', 'lib page'],
    [['unit'], ['lib'], 'unit', ''],
  ])('runs for %j with the paths %j: %s', (chosen, paths, steps, targets) => {
    expect(planned(chosen, paths)).toEqual([steps, targets]);
  });
});

test('steps need existing targets only', () => {
  for (const { builds = [] } of [...PREPARATIONS, ...CHECKS])
    expect(Object.keys(TARGETS)).toEqual(expect.arrayContaining([...builds]));
});

/** @typedef {import('./schedule.mjs').Scheduled} Scheduled */

/**
 * Records the events: `+a` when a starts, `-a` when it ends, `!a` when it is skipped. A step lasts for its number of turns of the
 * event loop.
 *
 * @param {(Scheduled & { turns?: number, fails?: boolean })[]} steps
 * @param {number} lanes
 */
async function recordEvents(steps, lanes) {
  /** @type {string[]} */
  const events = [];
  await schedule(steps, {
    lanes,
    run: async ({ name, turns = 1, fails = false }) => {
      events.push(`+${name}`);
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      events.push(`-${name}`);
      return !fails;
    },
    skip: ({ name }, failed) => events.push(`!${name} ${failed}`),
  });
  return events.join(' ');
}

describe('schedule', () => {
  test.each([
    [
      'starts the next step when one of two lanes is free',
      [{ name: 'a', turns: 9 }, { name: 'b' }, { name: 'c' }],
      2,
      '+a +b -b +c -c -a',
    ],
    [
      'runs the next step while one waits for its needs',
      [{ name: 'a', needs: ['c'] }, { name: 'b', turns: 3 }, { name: 'c' }],
      2,
      '+b +c -c +a -a -b',
    ],
    ['ignores needs that aren’t among the steps', [{ name: 'a', needs: ['x'], after: ['y'] }], 1, '+a -a'],
    [
      'skips a step whose need has failed, and every step that needs it',
      [{ name: 'c', needs: ['b'] }, { name: 'b', needs: ['a'] }, { name: 'a', fails: true }, { name: 'd' }],
      1,
      '+a -a !b a +d -d !c b',
    ],
    [
      'runs steps that measure alone and last',
      [{ name: 'm', alone: true }, { name: 'a', turns: 3 }, { name: 'n', alone: true }, { name: 'b' }],
      3,
      '+a +b -b -a +m -m +n -n',
    ],
  ])('%s', async (_, steps, lanes, expected) => {
    expect(await recordEvents(steps, lanes)).toBe(expected);
  });

  test('rejects steps that need each other', async () => {
    const steps = [
      { name: 'a', needs: ['b'] },
      { name: 'b', after: ['a'] },
    ];
    await expect(recordEvents(steps, 2)).rejects.toThrow('These steps need each other: a, b.');
  });
});
