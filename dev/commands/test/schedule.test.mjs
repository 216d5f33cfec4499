import { describe, expect, test } from 'vitest';
import { schedule } from './schedule.mjs';

/** @typedef {import('./schedule.mjs').Scheduled} Scheduled */

/**
 * What happens, as words: `+a` a has started, `-a` it has ended, `!a` it was skipped. Each step lasts as many turns of the event
 * loop as it says.
 *
 * @param {(Scheduled & { turns?: number, fails?: boolean })[]} steps
 * @param {number} lanes
 */
async function happenings(steps, lanes) {
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
    ['nothing to do', [], 2, ''],
    ['one lane: in order', [{ name: 'a' }, { name: 'b' }], 1, '+a -a +b -b'],
    [
      'two lanes: the next one starts when one has ended',
      [{ name: 'a', turns: 9 }, { name: 'b' }, { name: 'c' }],
      2,
      '+a +b -b +c -c -a',
    ],
    [
      'a step waits for what it needs, and the next one goes ahead',
      [{ name: 'a', needs: ['c'] }, { name: 'b', turns: 3 }, { name: 'c' }],
      2,
      '+b +c -c +a -a -b',
    ],
    ['what isn’t there isn’t waited for', [{ name: 'a', needs: ['x'], after: ['y'] }], 1, '+a -a'],
    [
      'a step isn’t run when what it needs has failed, nor is what needs that one',
      [{ name: 'c', needs: ['b'] }, { name: 'b', needs: ['a'] }, { name: 'a', fails: true }, { name: 'd' }],
      1,
      '+a -a !b a +d -d !c b',
    ],
    [
      'a step runs after another one that has failed',
      [
        { name: 'a', fails: true },
        { name: 'b', after: ['a'] },
      ],
      2,
      '+a -a +b -b',
    ],
    [
      'what measures runs alone, and last',
      [{ name: 'm', alone: true }, { name: 'a', turns: 3 }, { name: 'n', alone: true }, { name: 'b' }],
      3,
      '+a +b -b -a +m -m +n -n',
    ],
  ])('%s', async (_, steps, lanes, expected) => {
    expect(await happenings(steps, lanes)).toBe(expected);
  });

  test('steps that need each other are an error', async () => {
    const steps = [
      { name: 'a', needs: ['b'] },
      { name: 'b', after: ['a'] },
    ];
    await expect(happenings(steps, 2)).rejects.toThrow('These steps need each other: a, b.');
  });
});
