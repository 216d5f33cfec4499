/**
 * Calls of one message over an HTTP/2 connection, by frames that are made beforehand: a tenth of a client's work. So a server never waits
 * for its callers. With a client that works as much as the server, its pace decides how many calls a turn of the server has, and with it
 * what each costs.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { frame as frameMessage, PATH } from './calls.mjs';

/** Types of frames and their flags (RFC 9113, section 6). */
const TYPES = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 };
const FLAGS = { ack: 1, endStream: 1, endHeaders: 4 };
const HEAD_BYTES = 9;
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const LARGE_WINDOW = 2 ** 30;
/** SETTINGS_ENABLE_PUSH of 0, and SETTINGS_INITIAL_WINDOW_SIZE of 2 ** 30. */
const SETTINGS = Buffer.from([0, 2, 0, 0, 0, 0, 0, 4, 0x40, 0, 0, 0]);
/** `:method: POST` and `:scheme: http` or `https` of HPACK's static table (RFC 7541, appendix A). */
const POST = 0x83;
const SCHEMES = { http: 0x86, https: 0x87 };
/** The index of the newest entry of HPACK's dynamic table. */
const NEWEST = 62;

/**
 * @typedef {object} Frame
 * @property {number} type
 * @property {number} flags
 * @property {number} stream
 * @property {Buffer} payload
 */

/** @param {Frame} frame */
function encodeFrame({ type, flags, stream, payload }) {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/**
 * Decodes what is complete.
 *
 * @param {Buffer} bytes
 * @returns {{ frames: Frame[], rest: Buffer }}
 */
function decodeFrames(bytes) {
  const frames = [];
  let at = 0;
  while (bytes.length - at >= HEAD_BYTES) {
    const [begin, length] = [at + HEAD_BYTES, bytes.readUIntBE(at, 3)];
    if (begin + length > bytes.length) break;
    const payload = bytes.subarray(begin, begin + length);
    frames.push({ type: bytes[at + 3] ?? 0, flags: bytes[at + 4] ?? 0, stream: bytes.readUInt32BE(at + 5), payload });
    at = begin + length;
  }
  return { frames, rest: bytes.subarray(at) };
}

/**
 * Encodes the header fields of calls: those of the first one as text, which enters the dynamic table; those of later ones by their index.
 *
 * @param {keyof typeof SCHEMES} scheme
 * @param {string} authority
 */
function encodeFields(scheme, authority) {
  const fields = Object.entries({
    ':path': PATH,
    ':authority': authority,
    'content-type': 'application/grpc',
    te: 'trailers',
    'user-agent': 'saturate',
    'grpc-accept-encoding': 'identity,deflate,gzip',
    'accept-encoding': 'identity',
  });
  const always = [POST, SCHEMES[scheme]];
  // Strings of fewer than 127 bytes: one byte has their length.
  const text = (/** @type {string} */ value) => [value.length, ...Buffer.from(value)];
  const first = fields.flatMap(([name, value]) => [0x40, ...text(name), ...text(value)]);
  const later = fields.map((_, at) => 0x80 | (NEWEST + fields.length - 1 - at));
  return { first: Buffer.from([...always, ...first]), later: Buffer.from([...always, ...later]) };
}

/**
 * Makes the frames of calls.
 *
 * @param {ReturnType<typeof encodeFields>} fields
 * @param {Uint8Array} message
 * @returns {(number: number) => Buffer} the frames of a call, by its number on its connection
 */
function createEncoder(fields, message) {
  const data = encodeFrame({ type: TYPES.data, flags: FLAGS.endStream, stream: 0, payload: frameMessage(message) });
  const toFrame = (/** @type {Buffer} */ payload) =>
    encodeFrame({ type: TYPES.headers, flags: FLAGS.endHeaders, stream: 0, payload });
  const [first, later] = [toFrame(fields.first), toFrame(fields.later)];
  return (number) => {
    const headers = number === 0 ? first : later;
    const frames = Buffer.concat([headers, data]);
    frames.writeUInt32BE(toStream(number), 5);
    frames.writeUInt32BE(toStream(number), headers.length + 5);
    return frames;
  };
}

/** @param {number} number */
const toStream = (number) => 1 + 2 * number;

/**
 * Reads answers.
 *
 * @param {(message: Uint8Array) => boolean} isAnswer checks the first answer; each other one has to be the same
 * @returns {(frame: Frame) => number | undefined} the stream of a call, when the frame ends it; throws for what is no right answer
 */
function createReader(isAnswer) {
  /** @type {Buffer | undefined} */
  let expected;
  /** @type {Set<number>} */
  const answered = new Set();
  return ({ type, flags, stream, payload }) => {
    if (type === TYPES.reset || type === TYPES.goAway) throw new Error(`The server sent a frame of type ${type}.`);
    if (type === TYPES.data && payload.length > 0) {
      expected ??= isAnswer(payload.subarray(5)) ? Buffer.from(payload) : undefined;
      if (!expected?.equals(payload)) throw new Error('A call has a wrong answer.');
      answered.add(stream);
    }
    if (type !== TYPES.headers || (flags & FLAGS.endStream) === 0) return undefined;
    if (!answered.delete(stream)) throw new Error('A call failed.');
    return stream;
  };
}

/** @param {string} address `host:port` @param {string | undefined} authorities */
async function open(address, authorities) {
  const { hostname: host, port: digits } = new URL(`http://${address}`);
  const port = Number(digits);
  if (authorities === undefined) {
    const socket = connect({ host, port, noDelay: true });
    await once(socket, 'connect');
    return socket;
  }
  const socket = connectTls({ host, port, ca: authorities, servername: 'localhost', ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  return socket.setNoDelay();
}

/**
 * Makes calls over a connection of its own.
 *
 * @param {string} address `host:port`
 * @param {Uint8Array} request
 * @param {object} options
 * @param {number} options.calls
 * @param {number} options.concurrency calls at a time
 * @param {(message: Uint8Array) => boolean} options.isAnswer
 * @param {string | undefined} options.authorities by TLS to `localhost`, with these certificates in PEM
 * @returns {Promise<number[]>} the time of each call in ms
 * @throws {Error} when a call isn't answered as it should be
 */
export async function saturate(address, request, { calls, concurrency, isAnswer, authorities }) {
  const socket = await open(address, authorities);
  const encode = createEncoder(encodeFields(authorities === undefined ? 'http' : 'https', address), request);
  const read = createReader(isAnswer);
  const [times, begun] = [/** @type {number[]} */ ([]), /** @type {Map<number, number>} */ (new Map())];
  let next = 0;
  const begin = (/** @type {number} */ count) => {
    const now = performance.now();
    const frames = Array.from({ length: Math.min(count, calls - next) }, () => {
      begun.set(toStream(next), now);
      return encode(next++);
    });
    if (frames.length > 0) socket.write(Buffer.concat(frames));
  };
  const window = Buffer.alloc(4);
  window.writeUInt32BE(LARGE_WINDOW);
  const opening = [
    { type: TYPES.settings, flags: 0, stream: 0, payload: SETTINGS },
    { type: TYPES.windowUpdate, flags: 0, stream: 0, payload: window },
  ];
  socket.write(Buffer.concat([PREFACE, ...opening.map(encodeFrame)]));
  begin(concurrency);
  /** @type {Buffer} */
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    const decoded = decodeFrames(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
    rest = decoded.rest;
    const ended = decoded.frames.flatMap((frame) => {
      acknowledge(socket, frame);
      return read(frame) ?? [];
    });
    for (const stream of ended) times.push(performance.now() - (begun.get(stream) ?? NaN));
    if (times.length === calls) return times;
    begin(ended.length);
  }
  throw new Error(`The server closed the connection after ${times.length} of ${calls} calls.`);
}

/** Answers SETTINGS and PING. @param {import('node:net').Socket} socket @param {Frame} frame */
function acknowledge(socket, { type, flags, payload }) {
  if ((flags & FLAGS.ack) !== 0) return;
  const none = Buffer.alloc(0);
  if (type === TYPES.settings) socket.write(encodeFrame({ type, flags: FLAGS.ack, stream: 0, payload: none }));
  if (type === TYPES.ping) socket.write(encodeFrame({ type, flags: FLAGS.ack, stream: 0, payload }));
}
