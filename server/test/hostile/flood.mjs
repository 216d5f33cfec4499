/**
 * Connections that open streams of a method and leave them open, all at once:
 * `node flood.mjs <address> <connections> <streams of each> <method>`. The first message to the parent says that all are sent; it ends
 * with the parent.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

const [address = '', connections = '', streams = '', method = ''] = process.argv.slice(2);
const [host, port] = address.split(':');

const TYPES = { data: 0, headers: 1, settings: 4 };
const FLAGS = { endStream: 1, endHeaders: 4 };

/** A field of HPACK, as literals of less than 127 bytes. */
const field = (/** @type {string} */ name, /** @type {string} */ value) =>
  Buffer.from([0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)]);

/**
 * @param {number} type
 * @param {number} flags
 * @param {number} stream
 * @param {Buffer} payload
 */
function frame(type, flags, stream, payload) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const headers = Object.entries({
  ':method': 'POST', ':scheme': 'http', ':path': method, ':authority': address, 'content-type': 'application/grpc', te: 'trailers',
}); // prettier-ignore
const block = Buffer.concat(headers.map(([name, value]) => field(name, value)));
const calls = Array.from({ length: Number(streams) }, (_, at) => [
  frame(TYPES.headers, FLAGS.endHeaders, 2 * at + 1, block),
  // A message without bytes, in its gRPC frame.
  frame(TYPES.data, FLAGS.endStream, 2 * at + 1, Buffer.alloc(5)),
]);
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const bytes = Buffer.concat([preface, frame(TYPES.settings, 0, 0, Buffer.alloc(0)), ...calls.flat()]);

/** @type {import('node:net').Socket[]} */
const sockets = [];
while (sockets.length < Number(connections)) {
  // One after the other: the queue of connections that wait for the server is the system's, and short.
  const socket = connect(Number(port), host);
  // The server may close it.
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  sockets.push(socket);
}
for (const socket of sockets) socket.write(bytes);
process.on('disconnect', () => process.exit());
process.send?.('sent');
