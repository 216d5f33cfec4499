/**
 * Callers who never read their responses, or never end their messages, over gRPC, or gRPC-Web where the address is a URL:
 * `node slow-callers.mjs <address> <calls> <bytes>`. The first message from the parent is the call's message in base64, of which those
 * bytes are sent; its end follows where it has no more. The message to the parent says that all are sent; it ends with the parent.
 */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';

const CALLS_OF_A_CONNECTION = 20;
const PATH = '/api.ApiService/CallApi';
const [address = '', calls = '', bytes = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const [base64] = await once(process, 'message');
const message = Buffer.from(base64, 'base64');
const part = message.subarray(0, Number(bytes));

if (address.startsWith('http:')) await callGateway();
else await callServer();
process.send?.('sent');

/** Sends each call over its own connection. */
async function callGateway() {
  const { hostname, port } = new URL(address);
  const headers = [
    'content-type: application/grpc-web+proto',
    `host: ${hostname}`,
    `content-length: ${message.length}`,
  ];
  for (let index = 0; index < Number(calls); index += 1) {
    const socket = connectSocket(Number(port), hostname).pause();
    socket.on('error', () => undefined);
    socket.write(`POST ${PATH} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    await Promise.race([new Promise((resolve) => socket.write(part, resolve)), once(socket, 'close')]);
  }
}

async function callServer() {
  /** @type {import('node:http2').ClientHttp2Session[]} */
  const sessions = [];
  for (let index = 0; index < Number(calls); index += 1) {
    if (index % CALLS_OF_A_CONNECTION === 0) {
      // No byte of a response fits.
      const session = connect(`http://${address}`, { settings: { initialWindowSize: 0 } });
      session.on('error', () => undefined);
      await Promise.race([once(session, 'remoteSettings'), once(session, 'close')]);
      sessions.push(session);
    }
    const session = sessions.at(-1);
    if (!session || session.destroyed) continue;
    const headers = {
      ':method': 'POST',
      ':path': PATH,
      'content-type': 'application/grpc',
      te: 'trailers',
    };
    const stream = session.request(headers);
    stream.on('error', () => undefined);
    const written = Promise.race([new Promise((resolve) => stream.write(part, resolve)), once(stream, 'close')]);
    if (part.length === message.length) stream.end();
    await written;
  }
}
