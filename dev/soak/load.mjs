/**
 * Makes calls and checks each answer, as a separate process, so that it uses none of the servers' time.
 * The parent sends a {@link Job}, and gets `{ progress }` now and then, and `{ result }` at the end.
 */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { Client, credentials } from '@grpc/grpc-js';
import { createCallClient } from 'endpoint.js-client';
import { Request, Response } from '../../proto/gen/node/api.js';

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

/** @typedef {(number: number) => Promise<unknown>} Call resolves to the answer's message */

const expected = (/** @type {number} */ number) =>
  JSON.stringify({ code: 'echo', str1: `call ${number}`, str2: 'x', int_value: number });

/** @param {string} address */
function grpcCall(address) {
  const client = new Client(address, credentials.createInsecure());
  const serialize = (/** @type {Request} */ request) => Buffer.from(request.serialize());
  const deserialize = (/** @type {Buffer} */ bytes) => Response.deserialize(bytes);
  /** @type {Call} */
  return (number) =>
    new Promise((resolve, reject) => {
      const request = new Request({ code: 'echo', str1: `call ${number}`, str2: 'x', int_value: number });
      client.makeUnaryRequest('/api.ApiService/CallApi', serialize, deserialize, request, (error, response) =>
        error ? reject(error) : resolve(response?.message),
      );
    });
}

/**
 * @param {string} host
 * @param {number} attempts
 * @returns {Call}
 */
function grpcWebCall(host, attempts) {
  const client = createCallClient({ host, retries: { attempts, initialBackoff: 50, maxBackoff: 1000 } });
  return async (number) =>
    (await client.call({ code: 'echo', str1: `call ${number}`, str2: 'x', intValue: number })).message;
}

/**
 * @param {string} url
 * @returns {Call}
 */
function rawGrpcWebCall(url) {
  const session = connect(url);
  const headers = {
    ':method': 'POST',
    ':path': '/api.ApiService/CallApi',
    'content-type': 'application/grpc-web+proto',
  };
  return async (number) => {
    const message = new Request({ code: 'echo', str1: `call ${number}`, str2: 'x', int_value: number }).serialize();
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    const stream = session.request(headers);
    stream.end(Buffer.concat([head, message]));
    /** @type {Buffer[]} */
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    const [[response]] = await Promise.all([once(stream, 'response'), once(stream, 'end')]);
    return readMessage(response, Buffer.concat(chunks));
  };
}

/**
 * @param {import('node:http2').IncomingHttpHeaders} headers
 * @param {Buffer} body a frame with the message and one with the trailers; or empty, when the headers are the trailers
 */
function readMessage(headers, body) {
  const length = body.length < 5 ? 0 : body.readUInt32BE(1);
  const trailers = body.subarray(5 + length + 5).toString('latin1');
  const status = String(headers['grpc-status'] ?? /grpc-status: *(\d+)/.exec(trailers)?.[1]);
  if (status === '0') return Response.deserialize(body.subarray(5, 5 + length)).message;
  const details = String(headers['grpc-message'] ?? /grpc-message: *(.*)/.exec(trailers)?.[1] ?? '');
  throw new Error(`HTTP ${String(headers[':status'])}, status ${status}: ${decodeURIComponent(details)}`);
}

/** @param {Job} job */
function createCall({ target, raw = false, attempts = 1 }) {
  if ('grpc' in target) return grpcCall(target.grpc);
  return raw ? rawGrpcWebCall(target.grpcWeb) : grpcWebCall(target.grpcWeb, attempts);
}

/**
 * @param {Job} job
 * @returns {Promise<Result>}
 */
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
        if ((await call(number)) === expected(number)) answered += 1;
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

/**
 * @param {() => number} lastEnd
 * @returns {Promise<void>}
 */
function stalled(lastEnd) {
  return new Promise((resolve) => {
    setInterval(() => performance.now() - lastEnd() > STALL_MS && resolve(), 1000).unref();
  });
}

process.on('message', (/** @type {Job} */ job) => {
  void work(job).then((result) => process.send?.({ result }));
});
