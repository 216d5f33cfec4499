/**
 * A lock between processes, as a file: two starts at once don't install or build the same thing twice.
 *
 * The holder writes its process id into the file and touches the file every second. A lock is stale, and is taken over, if its
 * process is gone or no one has touched it for a while (another machine on a shared folder, a reused process id).
 */
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, errorMessage } from './error-message.mjs';
import { isRunning } from './processes.mjs';

const TOUCH_MS = 1000;
const STALE_MS = 15_000;
const POLL_MS = 100;

/**
 * Does the work while holding the lock; waits for the lock as long as its holder lives.
 *
 * @template T
 * @param {string} path the lock file; its folder is created
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (holder: string) => void, staleMs?: number }} [options] `onWait` is called once if another process holds
 *   the lock
 * @returns {Promise<T>} the result of the work
 * @throws {Error} if the lock file can't be written
 */
export async function withLock(path, work, { onWait, staleMs = STALE_MS } = {}) {
  await mkdir(dirname(path), { recursive: true });
  let reported = false;
  while (!(await acquire(path))) {
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (isStale(holder, staleMs)) {
      await takeOver(path, holder, staleMs);
      continue;
    }
    if (!reported && holder.pid !== undefined) {
      onWait?.(`process ${holder.pid}`);
      reported = true;
    }
    await delay(POLL_MS);
  }
  const touch = setInterval(() => {
    const now = new Date();
    // Taken over, or removed by hand: nothing to touch. The work is safe without it, because it ends in one rename.
    utimes(path, now, now).catch(() => clearInterval(touch));
  }, TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    await rm(path, { force: true });
  }
}

/** @param {string} path */
async function acquire(path) {
  try {
    await writeFile(path, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new Error(`The lock ${path} can't be written: ${errorMessage(error)}`, { cause: error });
  }
}

/**
 * @typedef {object} Holder
 * @property {number | undefined} pid `undefined` while the holder is still writing it
 * @property {string | undefined} host
 * @property {number} touched in ms since the epoch
 */

/**
 * @param {string} path
 * @returns {Promise<Holder | undefined>} `undefined` if the lock has just been released
 */
async function readHolder(path) {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const [, pid] = /"pid":(\d+)/.exec(text) ?? [];
    const [, host] = /"host":"([^"]*)"/.exec(text) ?? [];
    return { pid: pid === undefined ? undefined : Number(pid), host, touched: mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {Holder} holder
 * @param {number} staleMs
 */
function isStale({ pid, host, touched }, staleMs) {
  if (Date.now() - touched > staleMs) return true;
  return pid !== undefined && host === hostname() && !isRunning(pid);
}

/**
 * Removes a stale lock. Only one of several processes that see it may do so, or the second would remove the lock that the
 * first has just acquired; hence the folder, which only one can create.
 *
 * @param {string} path
 * @param {Holder} seen
 * @param {number} staleMs
 */
async function takeOver(path, seen, staleMs) {
  const turn = `${path}.takeover`;
  try {
    await mkdir(turn);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const left = await stat(turn).catch(() => undefined);
    if (left !== undefined && Date.now() - left.mtimeMs > staleMs) await rm(turn, { recursive: true, force: true });
    await delay(POLL_MS);
    return;
  }
  try {
    const now = await readHolder(path);
    if (now?.pid === seen.pid && now?.touched === seen.touched) await rm(path, { force: true });
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}
