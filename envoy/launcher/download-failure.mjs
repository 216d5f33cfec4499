/**
 * Remembers that Envoy could not be downloaded, so that only one start in a few hours waits for a registry that doesn't answer.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { ENVOY_VERSION, installedFolder } from './cache.mjs';

const HOUR_MS = 3_600_000;
/** After this it is tried again. */
export const REMEMBERED_HOURS = 6;

/** @param {string} cache the cache folder */
const path = (cache) => `${installedFolder(cache)}.failed.json`;

/**
 * The last failure, while it counts.
 *
 * @param {string} cache
 * @returns {Promise<{ reason: string, at: number } | undefined>} `at` in ms since the epoch
 */
export async function recentFailure(cache) {
  const text = await readFile(path(cache), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { at, reason } = JSON.parse(text);
    const age = Date.now() - at;
    if (typeof reason !== 'string' || !(age >= 0 && age < REMEMBERED_HOURS * HOUR_MS)) return undefined;
    return { reason, at };
  } catch {
    // Half written, or by hand: nothing is known of a failure then.
    return undefined;
  }
}

/**
 * @param {string} cache
 * @param {string} reason
 */
export async function rememberFailure(cache, reason) {
  await writeFile(path(cache), `${JSON.stringify({ version: ENVOY_VERSION, at: Date.now(), reason })}\n`);
}

/** @param {string} cache */
export async function forgetFailure(cache) {
  await rm(path(cache), { force: true });
}
