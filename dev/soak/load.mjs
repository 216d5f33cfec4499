/**
 * Makes calls and checks each answer, as a separate process, so that it uses none of the servers' time.
 * The parent sends a {@link Job}, gets `{ progress }` now and then, may send `'end'` to begin no more calls, and gets `{ result }`.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { createCallClient } from 'endpoint.js-client';
import { errorMessage } from '../../process/error-message.mjs';
import { Request, Response } from '../../proto/gen/node/api.js';
import { frame, grpcCaller, PATH, readMessage, withRetries } from './calls.mjs';
import { saturate } from './saturate.mjs';

/** Calls count as lost after this time without progress. */
const STALL_MS = 30_000;
const PROGRESS_EVERY = 250;
/** Calls that may run twice have this metadata: envoy.production.yaml. */
const RETRY_SAFE = { 'retry-safe': 'true' };
const BACKOFF_MS = 50;

/**
 * @typedef {object} Job
 * @property {{ grpc: string } | { grpcWeb: string }} target
 * @property {boolean} [saturating] gRPC by frames that are made beforehand, all calls alike: {@link saturate}
 * @property {boolean} [raw] gRPC-Web by plain HTTP/2, several times as fast as a client that checks everything
 * @property {number} [calls] without it until the parent sends `'end'`
 * @property {number} concurrency
 * @property {number} [pauseMs] after each call, of each of the concurrent callers
 * @property {number} [attempts] the most requests for a call, by the client's retries; 1 by default
 * @property {boolean} [retrySafe] whether calls are marked as safe to run twice
 * @property {string} [send] calls `send` instead of `echo`: the url to get, to which the call's number is added
 * @property {boolean} [secure] whether gRPC goes by TLS; the authorities are those of NODE_EXTRA_CA_CERTS
 * @property {number} [connections] of gRPC, and of raw gRPC-Web, which get calls in turn; one by default
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
 * @property {number} seconds
 * @property {number} p50 in ms
 * @property {number} p99 in ms
 * @property {number} longest in ms
 * @property {number} cpuMs that this process used
 */

/** A call's arguments, and whether a text is its answer. @typedef {{ fields: Record<string, string | number>, isAnswer: (text: string) => boolean }} Sample */

/** @param {Job} job @param {number} number @returns {Sample} */
function createSample({ send }, number) {
  if (send === undefined) {
    const fields = { code: 'echo', str1: `call ${number}`, str2: 'x', int_value: number };
    return { fields, isAnswer: (text) => text === JSON.stringify(fields) };
  }
  const fields = { code: 'send', str1: `GET ${send}${number}`, str2: '', int_value: 0 };
  return { fields, isAnswer: (text) => text.startsWith('{"status":200,') && text.includes(`"body":"${number}"`) };
}

/**
 * @param {string} url
 * @returns {import('./calls.mjs').Call} by plain HTTP/2
 */
function rawGrpcWebCall(url) {
  const session = connect(url);
  const headers = { ':method': 'POST', ':path': PATH, 'content-type': 'application/grpc-web+proto' };
  return async (request) => {
    const stream = session.request(headers);
    stream.end(frame(request));
    /** @type {Buffer[]} */
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    const [[response]] = await Promise.all([once(stream, 'response'), once(stream, 'end')]);
    return readMessage(response, Buffer.concat(chunks));
  };
}

/**
 * @param {Job} job
 * @returns {(fields: Sample['fields']) => Promise<string>} resolves to the answer's message
 */
function createCall({
  target,
  raw = false,
  attempts = 1,
  retrySafe = false,
  secure = false,
  connections = 1,
  deadlineMs,
}) {
  const metadata = retrySafe ? RETRY_SAFE : {};
  if ('grpc' in target || raw) {
    const authorities = secure ? { authorities: readAuthorities() } : {};
    const deadline = deadlineMs === undefined ? {} : { deadlineMs };
    const calls = Array.from({ length: connections }, () =>
      'grpc' in target
        ? grpcCaller(target.grpc, { metadata, ...authorities, ...deadline }).call
        : rawGrpcWebCall(target.grpcWeb),
    );
    let turn = 0;
    /** @type {import('./calls.mjs').Call} */
    const call = (request) => calls[(turn += 1) % connections]?.(request) ?? Promise.reject(new Error('no connection'));
    const repeated = withRetries(call, { attempts, pauseMs: BACKOFF_MS });
    return (fields) => repeated(new Request(fields).serialize());
  }
  const retries = { attempts, initialBackoff: BACKOFF_MS, maxBackoff: 1000 };
  const client = createCallClient({ host: target.grpcWeb, retries, metadata, deadline: deadlineMs });
  return async (fields) => {
    const { code, str1, str2, int_value } = /** @type {Record<string, any>} */ (fields);
    return (await client.call({ code, str1, str2, intValue: int_value })).message;
  };
}

const state = { ending: false };

/** @returns {string} PEM */
const readAuthorities = () => readFileSync(process.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8');

/** Makes all calls by {@link saturate}. @param {Job} job @returns {Promise<Result>} */
async function workSaturating({ target, secure = false, calls = 0, concurrency, connections = 1 }) {
  if (!('grpc' in target)) throw new TypeError('Only gRPC has a saturating load.');
  const { fields, isAnswer } = createSample({ target, concurrency }, 1);
  const options = {
    concurrency: Math.ceil(concurrency / connections),
    isAnswer: (/** @type {Uint8Array} */ bytes) => isAnswer(Response.deserialize(bytes).message),
    authorities: secure ? readAuthorities() : undefined,
  };
  // The rest of the division is that of the first connections.
  const shareOf = (/** @type {number} */ index) => Math.ceil((calls - index) / connections);
  const used = process.cpuUsage();
  const start = performance.now();
  const request = new Request(fields).serialize();
  const each = Array.from({ length: connections }, (_, index) =>
    saturate(target.grpc, request, { ...options, calls: shareOf(index) }),
  );
  const times = (await Promise.all(each)).flat();
  return summarize(times, { answered: times.length, seconds: (performance.now() - start) / 1000, used });
}

/**
 * @param {readonly number[]} times
 * @param {{ answered: number, seconds: number, used: NodeJS.CpuUsage }} ended
 * @returns {Result} without a failure
 */
function summarize(times, { answered, seconds, used }) {
  const { user, system } = process.cpuUsage(used);
  const sorted = times.toSorted((one, other) => one - other);
  const quantile = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const none = { wrong: 0, failed: 0, lost: 0, slow: 0, errors: {} };
  const [p50, p99, longest] = [quantile(0.5), quantile(0.99), quantile(1)];
  return { ...none, answered, seconds, p50, p99, longest, cpuMs: (user + system) / 1000 };
}

/** @param {Job} job @returns {Promise<Result>} */
async function work(job) {
  if (job.saturating) return workSaturating(job);
  const { calls = Infinity, concurrency, pauseMs = 0, slowMs = Infinity, progressEvery = PROGRESS_EVERY } = job;
  const call = createCall(job);
  /** @type {Record<string, number>} */
  const errors = {};
  /** @type {number[]} */
  const times = [];
  const used = process.cpuUsage();
  let [begun, answered, wrong, failed] = [0, 0, 0, 0];
  let lastEnd = performance.now();
  const makeCalls = async () => {
    while (begun < calls && !state.ending) {
      const { fields, isAnswer } = createSample(job, begun++);
      const start = performance.now();
      try {
        if (isAnswer(await call(fields))) answered += 1;
        else wrong += 1;
      } catch (error) {
        failed += 1;
        const message = errorMessage(error);
        errors[message] = (errors[message] ?? 0) + 1;
      }
      lastEnd = performance.now();
      times.push(lastEnd - start);
      if (times.length % progressEvery === 0) process.send?.({ progress: times.length });
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  state.ending = false;
  const start = performance.now();
  const all = Promise.all(Array.from({ length: concurrency }, makeCalls));
  await Promise.race([all, stalled(() => lastEnd)]);
  return {
    ...summarize(times, { answered, seconds: (lastEnd - start) / 1000, used }),
    wrong,
    failed,
    lost: begun - times.length,
    slow: times.filter((time) => time > slowMs).length,
    errors,
  };
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
