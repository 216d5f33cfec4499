/**
 * Well-behaved callers, in a separate process: they call a server one call after another and compare the responses.
 * `node honest-callers.mjs <address>`; the first message from the parent has the calls, the second one ends it.
 */
import { once } from 'node:events';
import { Client, credentials } from '@grpc/grpc-js';

const CALLERS = 4;
const PATH = '/api.ApiService/CallApi';

/**
 * The results of all callers.
 *
 * @typedef {object} Report
 * @property {number} calls
 * @property {string[]} failures the first ten
 */

/** @typedef {{ request: string, response: string }} HonestCall serialized messages in base64 */

const [address = ''] = process.argv.slice(2);
let count = 0;
/** @type {string[]} */
const failures = [];
const ending = new AbortController();

process.on('disconnect', () => process.exit());
const [honestCalls] = await once(process, 'message');
process.once('message', () => ending.abort());
await Promise.all(Array.from({ length: CALLERS }, (_, first) => callRepeatedly(honestCalls, first)));
/** @type {Report} */
const report = {
  calls: count,
  failures: failures.slice(0, 10),
};
process.send?.(report, () => process.disconnect());

/**
 * @param {readonly HonestCall[]} calls
 * @param {number} first the index of the first call
 */
async function callRepeatedly(calls, first) {
  const client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  for (let index = first; !ending.signal.aborted; index += 1) {
    const { request, response: expected } = /** @type {HonestCall} */ (calls[index % calls.length]);
    const response = await call(client, Buffer.from(request, 'base64'));
    count += 1;
    if (response !== expected) failures.push(`call ${index % calls.length}: ${response}`);
    // Not at full speed: they are few, and none may fail.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  client.close();
}

/**
 * @param {Client} client
 * @param {Buffer} request
 * @returns {Promise<string>} the response in base64, or the error
 */
function call(client, request) {
  return new Promise((resolve) => {
    const same = (/** @type {Buffer} */ bytes) => bytes;
    client.makeUnaryRequest(PATH, same, same, request, { deadline: Date.now() + 30_000 }, (error, bytes) =>
      resolve(error === null ? (bytes ?? Buffer.alloc(0)).toString('base64') : String(error)),
    );
  });
}
