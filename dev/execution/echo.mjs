/**
 * A server that records the requests that it receives, unchanged.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The field that identifies a request. */
export const CASE_FIELD = 'x-case';

/**
 * @typedef {object} Received
 * @property {string} method
 * @property {string} target path and query, unchanged
 * @property {[name: string, value: string][]} headers names in lower case, values read as UTF-8, in order
 * @property {string} body in hexadecimal
 */

/**
 * Starts the server on the loopback interface.
 *
 * @returns {Promise<{ origin: string, take: () => Map<string, Received[]>, close: () => Promise<void> }>} `take` returns
 * the requests since its last call, by case
 */
export async function startEcho() {
  /** @type {Map<string, Received[]>} */
  let received = new Map();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { rawHeaders, method = '', url: target = '' } = request;
    /** @type {[string, string][]} */
    const headers = [];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
      headers.push([name.toLowerCase(), Buffer.from(value, 'latin1').toString()]);
    }
    const key = String(request.headers[CASE_FIELD]);
    received.set(key, [...(received.get(key) ?? []), { method, target, headers, body: body.toString('hex') }]);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    take() {
      const taken = received;
      received = new Map();
      return taken;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
