/**
 * Makes calls by `endpoint.js-client` and checks each response, as a separate process, so that it uses none of the servers' time: no
 * generator of load repeats calls as the client does.
 * The parent sends a {@link Job}, gets `{ progress }` now and then, may send `'end'` to begin no more calls, and gets `{ result }`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createCallClient } from 'endpoint.js-client';
import { errorMessage } from '../../process/error-message.mjs';

/** Calls count as lost after this time without progress. */
const STALL_MS = 30_000;
/** Calls that may run twice have this metadata: envoy.production.yaml. */
const RETRY_SAFE = { 'retry-safe': 'true' };
const BACKOFF_MS = 50;
const ATTEMPTS = 8;

/**
 * @typedef {object} Job
 * @property {string} host
 * @property {number} [calls] without it until the parent sends `'end'`
 * @property {number} concurrency
 * @property {number} [pauseMs] after each call, of each of the concurrent callers
 * @property {number} [deadlineMs]
 * @property {number} [slowMs] calls that take longer count as slow
 */

/**
 * @typedef {object} Result
 * @property {number} answered correctly
 * @property {number} wrong answered incorrectly
 * @property {number} failed with an error for the caller
 * @property {number} lost without any outcome: the caller still waits
 * @property {number} slow of all that ended
 * @property {Record<string, number>} errors the number of each message
 * @property {number} longest in ms
 */

const state = { ending: false };

/** @param {Job} job @returns {Promise<Result>} */
async function work({ host, calls = Infinity, concurrency, pauseMs = 0, deadlineMs, slowMs = Infinity }) {
  const retries = { attempts: ATTEMPTS, initialBackoff: BACKOFF_MS, maxBackoff: 1000 };
  const client = createCallClient({ host, retries, metadata: RETRY_SAFE, deadline: deadlineMs });
  /** @type {Result} */
  const result = { answered: 0, wrong: 0, failed: 0, lost: 0, slow: 0, errors: {}, longest: 0 };
  let [begun, ended] = [0, 0];
  let lastEnd = performance.now();
  const makeCalls = async () => {
    while (begun < calls && !state.ending) {
      const number = begun++;
      const fields = { code: 'echo', str1: `call ${number}`, str2: 'x', int_value: number };
      const start = performance.now();
      try {
        const { message } = await client.call({ code: 'echo', str1: fields.str1, str2: 'x', intValue: number });
        result[message === JSON.stringify(fields) ? 'answered' : 'wrong'] += 1;
      } catch (error) {
        result.failed += 1;
        const message = errorMessage(error);
        result.errors[message] = (result.errors[message] ?? 0) + 1;
      }
      lastEnd = performance.now();
      result.longest = Math.max(result.longest, lastEnd - start);
      if (lastEnd - start > slowMs) result.slow += 1;
      ended += 1;
      process.send?.({ progress: ended });
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  state.ending = false;
  const all = Promise.all(Array.from({ length: concurrency }, makeCalls));
  await Promise.race([all, stalled(() => lastEnd)]);
  return { ...result, lost: begun - ended };
}

/** @param {() => number} lastEnd @returns {Promise<void>} */
function stalled(lastEnd) {
  return new Promise((resolve) => {
    setInterval(() => performance.now() - lastEnd() > STALL_MS && resolve(), 1000).unref();
  });
}

process.on('message', (/** @type {Job | 'end'} */ message) => {
  if (message === 'end') state.ending = true;
  else void work(message).then((result) => process.send?.({ result }));
});
