/**
 * Makes calls and checks each answer, as a separate process, so that it uses none of the servers' time.
 * The parent sends a {@link Job}, and gets `{ progress }` now and then, and `{ result }` at the end.
 */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { createCallClient } from 'endpoint.js-client';
import { Request } from '../../proto/gen/node/api.js';
import { frame, grpcCaller, PATH, readMessage } from './calls.mjs';

/** Calls count as lost after this time without progress. */
const STALL_MS = 30_000;
const PROGRESS_EVERY = 250;

/**
 * @typedef {object} Job
 * @property {{ grpc: string } | { grpcWeb: string }} target
 * @property {boolean} [raw] gRPC-Web by plain HTTP/2, several times as fast as a client that checks everything
 * @property {number} calls
 * @property {number} concurrency
 * @property {number} [attempts] the most requests for a call, by the client's retries; 1 by default
 */

/**
 * @typedef {object} Result
 * @property {number} answered correctly
 * @property {number} wrong answered incorrectly
 * @property {number} failed with an error for the caller
 * @property {number} lost without any outcome: the caller still waits
 * @property {Record<string, number>} errors the number of each message
 * @property {number} seconds
 * @property {number} p50 in ms
 * @property {number} p99 in ms
 */

const fields = (/** @type {number} */ number) => ({
  code: 'echo',
  str1: `call ${number}`,
  str2: 'x',
  int_value: number,
});

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
 * @returns {(number: number) => Promise<string>} resolves to the answer's message
 */
function createCall({ target, raw = false, attempts = 1 }) {
  if ('grpc' in target || raw) {
    const call = 'grpc' in target ? grpcCaller(target.grpc).call : rawGrpcWebCall(target.grpcWeb);
    return (number) => call(new Request(fields(number)).serialize());
  }
  const retries = { attempts, initialBackoff: 50, maxBackoff: 1000 };
  const client = createCallClient({ host: target.grpcWeb, retries });
  return async (number) => {
    const { int_value: intValue, ...others } = fields(number);
    return (await client.call({ ...others, intValue })).message;
  };
}

/** @param {Job} job @returns {Promise<Result>} */
async function work(job) {
  const { calls, concurrency } = job;
  const call = createCall(job);
  /** @type {Record<string, number>} */
  const errors = {};
  const times = new Float64Array(calls);
  let [begun, answered, wrong, failed] = [0, 0, 0, 0];
  let lastEnd = performance.now();
  const makeCalls = async () => {
    while (begun < calls) {
      const number = begun++;
      const start = performance.now();
      try {
        if ((await call(number)) === JSON.stringify(fields(number))) answered += 1;
        else wrong += 1;
      } catch (error) {
        failed += 1;
        const message = error instanceof Error ? error.message : String(error);
        errors[message] = (errors[message] ?? 0) + 1;
      }
      lastEnd = performance.now();
      const ended = answered + wrong + failed;
      times[ended - 1] = lastEnd - start;
      if (ended % PROGRESS_EVERY === 0) process.send?.({ progress: ended });
    }
  };
  const start = performance.now();
  const all = Promise.all(Array.from({ length: concurrency }, makeCalls));
  await Promise.race([all, stalled(() => lastEnd)]);
  const ended = answered + wrong + failed;
  const sorted = times.subarray(0, ended).sort();
  const quantile = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const seconds = (lastEnd - start) / 1000;
  return { answered, wrong, failed, lost: begun - ended, errors, seconds, p50: quantile(0.5), p99: quantile(0.99) };
}

/** @param {() => number} lastEnd @returns {Promise<void>} */
function stalled(lastEnd) {
  return new Promise((resolve) => {
    setInterval(() => performance.now() - lastEnd() > STALL_MS && resolve(), 1000).unref();
  });
}

process.on('message', (/** @type {Job} */ job) => {
  void work(job).then((result) => process.send?.({ result }));
});
