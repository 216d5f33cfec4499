/**
 * A lock between processes, as a file: two starts at once don't install or build the same thing twice.
 *
 * The holder writes its process id into the file and touches it every second. A lock whose process is gone, or that nobody
 * has touched for a while (another machine on a shared folder, a process id used anew), is stale and is taken over.
 */
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, errorMessage } from './error-message.mjs';

const TOUCH_MS = 1000;
const STALE_MS = 15_000;
const POLL_MS = 100;

/**
 * Does the work while holding the lock; waits for it as long as its holder lives.
 *
 * @template T
 * @param {string} path of the lock file; its folder is made
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (holder: string) => void, staleMs?: number }} [options] `onWait` is told once that another holds it
 * @returns {Promise<T>} what the work gives
 * @throws {Error} where the lock file can't be written
 */
export async function withLock(path, work, { onWait, staleMs = STALE_MS } = {}) {
  await mkdir(dirname(path), { recursive: true });
  let told = false;
  while (!(await acquire(path))) {
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (isStale(holder, staleMs)) {
      await takeOver(path, holder, staleMs);
      continue;
    }
    if (!told) onWait?.(`process ${holder.pid}`);
    told = true;
    await delay(POLL_MS);
  }
  const touch = setInterval(() => {
    const now = new Date();
    // Taken over or removed by hand: nothing to touch, and the work is safe without it, because it ends in one rename.
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
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
    await file.close();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new Error(`The lock ${path} can't be written: ${errorMessage(error)}`, {
      cause: error,
    });
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
 * @returns {Promise<Holder | undefined>} `undefined` when the lock has just been given back
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
 * Removes a stale lock. Only one of several that see it may do so, or the second would remove the lock that the first has
 * just taken; hence the folder, which only one can make.
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

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return errorCode(error) === 'EPERM';
  }
}
