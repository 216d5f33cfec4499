/**
 * Callers who do what they should, in a process of their own: they call a server one call after another and compare the answers.
 * `node honest-callers.mjs <address>`; a first message from the parent has the calls, a second one ends it.
 */
import { once } from 'node:events';
import { Client, credentials } from '@grpc/grpc-js';

const CALLERS = 4;
const PATH = '/api.ApiService/CallApi';

/**
 * What the callers saw.
 *
 * @typedef {object} Report
 * @property {number} calls
 * @property {string[]} failures what went wrong, the first ten
 * @property {number} p99Ms
 * @property {number} longestMs
 */

/** @typedef {{ request: string, response: string }} HonestCall serialized messages in base64 */

const [address = ''] = process.argv.slice(2);
/** @type {number[]} */
const latencies = [];
/** @type {string[]} */
const failures = [];
const ending = new AbortController();

process.on('disconnect', () => process.exit());
const [honestCalls] = await once(process, 'message');
process.once('message', () => ending.abort());
await Promise.all(Array.from({ length: CALLERS }, (_, first) => callOn(honestCalls, first)));
latencies.sort((a, b) => a - b);
/** @type {Report} */
const report = {
  calls: latencies.length,
  failures: failures.slice(0, 10),
  p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.POSITIVE_INFINITY,
  longestMs: latencies.at(-1) ?? Number.POSITIVE_INFINITY,
};
process.send?.(report, () => process.disconnect());

/**
 * @param {readonly HonestCall[]} calls
 * @param {number} first where to begin
 */
async function callOn(calls, first) {
  const client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  for (let index = first; !ending.signal.aborted; index += 1) {
    const { request, response } = /** @type {HonestCall} */ (calls[index % calls.length]);
    const started = performance.now();
    const answer = await call(client, Buffer.from(request, 'base64'));
    latencies.push(performance.now() - started);
    if (answer !== response) failures.push(`call ${index % calls.length}: ${answer}`);
    // Not at full speed: what is measured is how long one waits, not how much goes through.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  client.close();
}

/**
 * @param {Client} client
 * @param {Buffer} request
 * @returns {Promise<string>} the response in base64, or what went wrong
 */
function call(client, request) {
  return new Promise((resolve) => {
    const same = (/** @type {Buffer} */ bytes) => bytes;
    client.makeUnaryRequest(PATH, same, same, request, { deadline: Date.now() + 30_000 }, (error, bytes) =>
      resolve(error === null ? (bytes ?? Buffer.alloc(0)).toString('base64') : String(error)),
    );
  });
}
