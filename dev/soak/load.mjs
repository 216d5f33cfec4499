/**
 * Makes calls and checks each response, as a separate process, so that it uses none of the servers' time.
 * The parent sends a {@link Job}, gets `{ progress }` now and then, may send `'end'` to begin no more calls, and gets `{ result }`.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createCallClient } from 'endpoint.js-client';
import { errorMessage } from '../../process/error-message.mjs';
import { Request } from '../../proto/gen/node/api.js';
import { grpcCaller, withRetries } from './calls.mjs';

/** Calls count as lost after this time without progress. */
const STALL_MS = 30_000;
const PROGRESS_EVERY = 250;
/** Calls that may run twice have this metadata: envoy.production.yaml. */
const RETRY_SAFE = { 'retry-safe': 'true' };
const BACKOFF_MS = 50;

/**
 * @typedef {object} Job
 * @property {{ grpc: string } | { grpcWeb: string }} target
 * @property {'echo' | 'count'} [operation] `count` returns its number; by default `echo`
 * @property {number} [calls] without it until the parent sends `'end'`
 * @property {number} concurrency
 * @property {number} [pauseMs] after each call, of each of the concurrent callers
 * @property {number} [attempts] the most requests for a call, by the client's retries; 1 by default
 * @property {boolean} [retrySafe] whether calls are marked as safe to run twice
 * @property {boolean} [secure] whether gRPC goes by TLS; the authorities are those of NODE_EXTRA_CA_CERTS
 * @property {number} [deadlineMs]
 * @property {number} [slowMs] calls that take longer count as slow
 * @property {number} [progressEvery] calls; 250 by default
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

/** @typedef {{ code: string, str1: string, str2: string, int_value: number }} Fields of a call */

/** @param {Job} job @param {number} number @returns {Fields} */
const createFields = ({ operation = 'echo' }, number) => ({
  code: operation,
  str1: `call ${number}`,
  str2: 'x',
  int_value: number,
});

/** @param {Fields} fields @param {string} text */
const isAnswer = (fields, text) =>
  text === (fields.code === 'echo' ? JSON.stringify(fields) : String(fields.int_value));

/**
 * @param {Job} job
 * @returns {(fields: Fields) => Promise<string>} resolves to the response's message
 */
function createCall({ target, attempts = 1, retrySafe = false, secure = false, deadlineMs }) {
  const metadata = retrySafe ? RETRY_SAFE : {};
  if ('grpc' in target) {
    const authorities = secure && { authorities: readFileSync(process.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8') };
    const deadline = deadlineMs !== undefined && { deadlineMs };
    const { call } = grpcCaller(target.grpc, { metadata, ...authorities, ...deadline });
    const repeated = withRetries(call, { attempts, pauseMs: BACKOFF_MS });
    return (fields) => repeated(new Request(fields).serialize());
  }
  const retries = { attempts, initialBackoff: BACKOFF_MS, maxBackoff: 1000 };
  const client = createCallClient({ host: target.grpcWeb, retries, metadata, deadline: deadlineMs });
  return async ({ int_value: intValue, ...fields }) => (await client.call({ ...fields, intValue })).message;
}

const state = { ending: false };

/** @param {Job} job @returns {Promise<Result>} */
async function work(job) {
  const { calls = Infinity, concurrency, pauseMs = 0, slowMs = Infinity, progressEvery = PROGRESS_EVERY } = job;
  const call = createCall(job);
  /** @type {Result} */
  const result = { answered: 0, wrong: 0, failed: 0, lost: 0, slow: 0, errors: {}, longest: 0 };
  let [begun, ended] = [0, 0];
  let lastEnd = performance.now();
  const makeCalls = async () => {
    while (begun < calls && !state.ending) {
      const fields = createFields(job, begun++);
      const start = performance.now();
      try {
        result[isAnswer(fields, await call(fields)) ? 'answered' : 'wrong'] += 1;
      } catch (error) {
        result.failed += 1;
        const message = errorMessage(error);
        result.errors[message] = (result.errors[message] ?? 0) + 1;
      }
      lastEnd = performance.now();
      result.longest = Math.max(result.longest, lastEnd - start);
      if (lastEnd - start > slowMs) result.slow += 1;
      ended += 1;
      if (ended % progressEvery === 0) process.send?.({ progress: ended });
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
