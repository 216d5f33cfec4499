/**
 * Why a download of Envoy failed. The failure is remembered for hours, so that not every start waits for a registry that
 * doesn't answer.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { ENVOY_VERSION, installedFolder } from './cache.mjs';
import { findErrorLine } from './process/output.mjs';

const HOUR_MS = 3_600_000;
/** A failure older than this no longer counts. */
export const REMEMBERED_HOURS = 6;

/**
 * @typedef {object} DownloadFailure
 * @property {string} reason
 * @property {boolean} final whether another installer would fail in the same way
 */

/**
 * Why pip or uv could not download a wheel. pip ends with "No matching distribution" whatever the cause, and prints the
 * cause further up.
 *
 * @param {string} output of pip with -vv, or of uv
 * @param {string} failure how the program ended
 * @returns {DownloadFailure}
 */
export function parseDownloadFailure(output, failure) {
  const [, computed] = /(?:Got|Computed:)\s+(?:sha256:)?([0-9a-f]{64})/.exec(output) ?? [];
  if (computed !== undefined)
    return {
      reason: `the wheel has the SHA-256 ${computed}, which isn't among those of endpoint.js; it was not installed`,
      final: true,
    };
  if (/didn't answer|took longer/.test(failure)) return { reason: failure, final: true };
  const [, url, cause = ''] =
    /Could not fetch URL (\S+): (.*) - skipping/.exec(output) ?? /Failed to fetch: (\S+)([^]*)/.exec(output) ?? [];
  if (url === undefined) return { reason: findErrorLine(output, failure), final: false };
  const final = /timed out|timeout/i.test(cause);
  return { reason: `${url} ${final ? 'did not answer in time' : `failed: ${innermostCause(cause)}`}`, final };
}

/**
 * The innermost of nested errors: Python's system error, or the last "cause:" of uv.
 *
 * @param {string} cause
 */
function innermostCause(cause) {
  const system = /\[(?:Errno|SSL)[^\]]*\] ([^'"]*)/.exec(cause)?.[1];
  return (system ?? cause.split(/^\s*cause: /m).at(-1) ?? cause).trim();
}

/** @param {string} cache the cache folder */
const memoryPath = (cache) => `${installedFolder(cache)}.failed.json`;

/**
 * The last failure, if it still counts.
 *
 * @param {string} cache
 * @returns {Promise<{ reason: string, at: number } | undefined>} `at` in ms since the epoch
 */
export async function recallFailure(cache) {
  const text = await readFile(memoryPath(cache), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { at, reason } = JSON.parse(text);
    const age = Date.now() - at;
    if (typeof reason !== 'string' || !(age >= 0 && age < REMEMBERED_HOURS * HOUR_MS)) return undefined;
    return { reason, at };
  } catch {
    // Half written, or edited by hand: no failure is known then.
    return undefined;
  }
}

/**
 * @param {string} cache
 * @param {string} reason
 */
export async function rememberFailure(cache, reason) {
  await writeFile(memoryPath(cache), `${JSON.stringify({ version: ENVOY_VERSION, at: Date.now(), reason })}\n`);
}

/** @param {string} cache */
export async function forgetFailure(cache) {
  await rm(memoryPath(cache), { force: true });
}
