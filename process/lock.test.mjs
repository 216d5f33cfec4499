import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withLock } from './lock.mjs';
import { run } from './processes.mjs';

const HOUR = 3_600_000;
/** The time that a busy machine may take. */
const WAIT = { timeout: 120_000 };

/** @type {string} */
let folder;
/** @type {string} */
let lock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  lock = join(folder, 'made', 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * @param {object} holder
 * @param {number} [ageMs]
 */
function leaveLock(holder, ageMs = 0) {
  mkdirSync(join(folder, 'made'), { recursive: true });
  writeFileSync(lock, JSON.stringify(holder));
  const then = new Date(Date.now() - ageMs);
  utimesSync(lock, then, then);
}

describe('withLock', () => {
  test('does any number of works one by one', async () => {
    let inside = 0;
    let most = 0;
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        withLock(lock, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await delay(20);
          inside -= 1;
          return n;
        }),
      ),
    );
    expect(results).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  test('releases the lock if the work fails', async () => {
    const failing = withLock(lock, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withLock(lock, async () => 'again')).toBe('again');
  });

  test.each([
    ['a living holder', { pid: process.pid, host: hostname() }],
    ['a holder that is still writing its id', {}],
  ])('waits for %s, reports it once, and then holds the lock itself', async (_, holder) => {
    leaveLock(holder);
    /** @type {string[]} */
    const reported = [];
    let held = '';
    const work = withLock(
      lock,
      async () => {
        held = readFileSync(lock, 'utf8');
      },
      { onWait: (process) => reported.push(process) },
    );
    // Longer than two looks at the lock.
    await delay(250);
    leaveLock({ pid: process.pid, host: hostname() });
    await vi.waitFor(() => expect(reported).toHaveLength(1), WAIT);
    expect(held).toBe('');
    rmSync(lock);
    await work;
    expect(reported).toEqual([`process ${process.pid}`]);
    expect(JSON.parse(held)).toEqual({ pid: process.pid, host: hostname() });
  });

  test('takes over from a process that has ended', async () => {
    const { stdout } = await run(process.execPath, ['-p', 'process.pid']);
    leaveLock({ pid: Number(stdout), host: hostname() });
    // Not because of its age: by age alone the lock would stay taken for an hour.
    expect(await withLock(lock, async () => 'mine', { staleMs: HOUR })).toBe('mine');
  });

  test('judges a process on another machine by its last touch, not by its id', async () => {
    leaveLock({ pid: 2 ** 22, host: 'elsewhere' });
    let done = false;
    const onWait = vi.fn();
    const work = withLock(lock, async () => (done = true), { staleMs: HOUR, onWait });
    await vi.waitFor(() => expect(onWait).toHaveBeenCalled(), WAIT);
    expect(done).toBe(false);
    const before = new Date(Date.now() - 2 * HOUR);
    utimesSync(lock, before, before);
    await work;
    expect(done).toBe(true);
  });

  test('takes over a lock long untouched, even half written; five at once run one by one', async () => {
    mkdirSync(join(folder, 'made'));
    writeFileSync(lock, '');
    const long = new Date(Date.now() - 60_000);
    utimesSync(lock, long, long);
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 5 }, () =>
        withLock(lock, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await delay(20);
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  test('reports that it can’t be written', async () => {
    mkdirSync(lock, { recursive: true });
    writeFileSync(join(folder, 'file'), '');
    await expect(withLock(join(folder, 'file', 'lock'), async () => 0)).rejects.toThrow(/ENOTDIR|EEXIST/);
  });
});
