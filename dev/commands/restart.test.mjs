import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restartOnEdits } from './restart.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @typedef {import('../../envoy/launcher/backend.mjs').RunningServer} RunningServer */

/**
 * Takes over a server that exists in name only; `events` gets all that happens to it.
 *
 * @param {Partial<import('./restart.mjs').RestartOptions>} [options]
 */
function takeOver(options = {}) {
  /** @type {string[]} */
  const events = [];
  /** @type {(() => boolean)[]} whether the end of each server is expected */
  const expected = [];
  let count = 0;
  /** @returns {RunningServer} */
  const create = () => {
    count += 1;
    const name = `server ${count}`;
    const stop = async () => void events.push(`${name} stops`);
    return {
      grpc: '',
      gateway: undefined,
      metrics: undefined,
      health: undefined,
      pid: count,
      ended: new Promise(() => {}),
      stop,
    };
  };
  const { rebuild = async () => true, start = async () => create(), ...others } = options;
  const restarts = restartOnEdits({
    server: create(),
    rebuild: () => {
      events.push('build');
      return rebuild();
    },
    start: () => {
      events.push('start');
      return start();
    },
    say: (line) => events.push(line),
    onStart: (_, isExpected) => expected.push(isExpected),
    ...others,
  });
  return { ...restarts, events, expected, create };
}

const RESTART = ['build', 'server 1 stops', 'start'];

test('edits that come close together restart the server once', async () => {
  const { edit, events, expected } = takeOver();
  for (const source of ['server/a.ts', 'server/b.ts', 'server/a.ts', 'lib/c.ts']) {
    edit(source);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(events).toEqual([...RESTART, 'The Node server was restarted (server/a.ts and 2 more).']);
  expect(expected.map((isExpected) => isExpected())).toEqual([true, false]);
});

test('a broken build leaves the server as it is, until an edit fixes it', async () => {
  const rebuild = vi.fn(async () => true).mockRejectedValueOnce(new Error('Unexpected token'));
  const { edit, events, expected } = takeOver({ rebuild });
  edit('server/a.ts');
  await vi.runAllTimersAsync();
  expect(events).toEqual(['build', 'Unexpected token\nThe server runs on as it was; the next edit tries again.']);
  expect(expected.map((isExpected) => isExpected())).toEqual([false]);
  edit('server/a.ts');
  await vi.runAllTimersAsync();
  expect(events.slice(2)).toEqual([...RESTART, 'The Node server was restarted (server/a.ts).']);
});

test('a server that can’t start is reported, and started after the next edit', async () => {
  const start = vi.fn().mockRejectedValueOnce(new Error('The Node server ended with code 1'));
  const { edit, events, create } = takeOver({ start });
  start.mockImplementation(async () => create());
  edit('server/a.ts');
  await vi.runAllTimersAsync();
  expect(events).toEqual([...RESTART, 'The Node server ended with code 1\nNo server runs; the next edit tries again.']);
  edit('server/b.ts');
  await vi.runAllTimersAsync();
  expect(events.slice(4)).toEqual(['build', 'start', 'The Node server was restarted (server/b.ts).']);
});

test('edits during a build begin one more round after it', async () => {
  const built = withResolvers();
  const rebuild = vi.fn(async () => true).mockReturnValueOnce(built.promise);
  const { edit, events } = takeOver({ rebuild });
  edit('server/a.ts');
  await vi.advanceTimersByTimeAsync(1000);
  for (const source of ['server/b.ts', 'server/c.ts']) {
    edit(source);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(events).toEqual(['build']);
  built.resolve(true);
  await vi.runAllTimersAsync();
  expect(events).toEqual([
    ...RESTART,
    'The Node server was restarted (server/a.ts).',
    'build',
    'server 2 stops',
    'start',
    'The Node server was restarted (server/b.ts and 1 more).',
  ]);
});

test.each(/** @type {const} */ (['rebuild', 'start']))(
  'nothing is left running when it is stopped in: %s',
  async (at) => {
    const reached = withResolvers();
    const { edit, stop, events, create } = takeOver({ [at]: () => reached.promise });
    edit('server/a.ts');
    await vi.advanceTimersByTimeAsync(1000);
    await stop();
    edit('server/b.ts');
    reached.resolve(at === 'start' ? create() : true);
    await vi.runAllTimersAsync();
    expect(events).toEqual(at === 'start' ? [...RESTART, 'server 2 stops'] : ['build', 'server 1 stops']);
  },
);

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers() {
  /** @type {(value: any) => void} */
  let resolve = () => {};
  /** @type {Promise<any>} */
  const promise = new Promise((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
