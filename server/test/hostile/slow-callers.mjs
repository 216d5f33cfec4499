/**
 * Callers who never read their answers, or never end their messages: `node slow-callers.mjs <address> <calls> <bytes>`, with the message
 * in base64 in the first message from the parent, of which those bytes are sent; all of it, and its end, where it has no more. The
 * message to the parent says that all are sent; it ends with the parent.
 */
import { once } from 'node:events';
import { connect } from 'node:http2';

const CALLS_OF_A_CONNECTION = 20;
const [address = '', calls = '', bytes = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const [base64] = await once(process, 'message');
const message = Buffer.from(base64, 'base64');
const part = message.subarray(0, Number(bytes));

/** @type {import('node:http2').ClientHttp2Session[]} */
const sessions = [];
for (let index = 0; index < Number(calls); index += 1) {
  if (index % CALLS_OF_A_CONNECTION === 0) {
    // No byte of an answer fits.
    const session = connect(`http://${address}`, { settings: { initialWindowSize: 0 } });
    session.on('error', () => undefined);
    await Promise.race([once(session, 'remoteSettings'), once(session, 'close')]);
    sessions.push(session);
  }
  const session = sessions.at(-1);
  if (!session || session.destroyed) continue;
  const headers = {
    ':method': 'POST',
    ':path': '/api.ApiService/CallApi',
    'content-type': 'application/grpc',
    te: 'trailers',
  };
  const stream = session.request(headers);
  stream.on('error', () => undefined);
  const written = Promise.race([new Promise((resolve) => stream.write(part, resolve)), once(stream, 'close')]);
  if (part.length === message.length) stream.end();
  await written;
}
process.send?.('sent');
