/** Messages of every size up to the limit, and larger ones. */
import { rounded } from '../commands/test/figures.mjs';
import { frame, grpcCaller, PATH, readMessage } from './calls.mjs';
import { SERVER, startBridge, startProgram } from './stack.mjs';

const RESOURCE_EXHAUSTED = 8;
const LIMIT = 4_194_304;
const ARGUMENT_LIMIT = 1_048_576;
/** Sizes around each power of two at which a length needs another byte, and around both limits. */
const SMALL = [0, 1, 127, 128, 16_383, 16_384, 65_535, 65_536];
const LARGE = [1_000_000, ARGUMENT_LIMIT + 20, 2_097_152, LIMIT - 1, LIMIT];
const BEYOND = [LIMIT + 1, LIMIT + 5, LIMIT + 6, 2 * LIMIT, 5 * LIMIT];

/** @param {number} value */
function varint(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}

/** @param {number} number @param {Buffer} bytes */
const field = (number, bytes) => Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);

/**
 * Makes an api.Request of exactly `size` bytes, and the text in its echo. Bytes beyond the limit of str1 go into a field that the
 * server doesn't know and skips.
 *
 * @param {number} size
 */
function makeRequest(size) {
  const code = field(1, Buffer.from('echo'));
  if (size < code.length + 12) return { bytes: Buffer.alloc(0), text: undefined };
  const text = 'x'.repeat(Math.min(size - code.length - 12, ARGUMENT_LIMIT));
  const known = Buffer.concat([code, field(2, Buffer.from(text))]);
  const remaining = size - known.length;
  // The head of the last field has as many bytes as its length needs.
  const head = 1 + varint(remaining).length;
  const padding = field(15, Buffer.alloc(remaining - head));
  const bytes = Buffer.concat([
    known,
    padding.length === remaining ? padding : field(15, Buffer.alloc(remaining - head + 1)),
  ]);
  return { bytes, text };
}

/** @param {string} url @returns {import('./calls.mjs').Call} */
function grpcWebCall(url) {
  const headers = { 'content-type': 'application/grpc-web+proto' };
  return async (request) => {
    const response = await fetch(url + PATH, { method: 'POST', headers, body: frame(request) });
    return readMessage(Object.fromEntries(response.headers), Buffer.from(await response.arrayBuffer()));
  };
}

/** @returns {Promise<import('../commands/test/figures.mjs').Figure>} */
export async function sizes() {
  const server = await startProgram(SERVER, ['--port', '0', '--gateway-port', '0']);
  const envoy = await startBridge([server.grpc]);
  const grpc = grpcCaller(server.grpc);
  const calls = { server: grpc.call, Envoy: grpcWebCall(envoy.url), gateway: grpcWebCall(server.gateway ?? '') };
  /** @type {string[]} */
  const wrong = [];
  let sent = 0;
  try {
    for (const size of [...SMALL, ...LARGE, ...BEYOND]) {
      const { bytes, text } = makeRequest(size);
      for (const [name, call] of Object.entries(calls)) {
        const { code, message } = await call(bytes).then(
          (answer) => ({ code: 0, message: answer }),
          (error) => ({ code: error.code, message: '' }),
        );
        sent += 1;
        const right = size > LIMIT ? code === RESOURCE_EXHAUSTED : code === 0 && isEcho(message, text);
        if (!right) wrong.push(`${bytes.length} B to ${name}: status ${code}`);
      }
    }
  } finally {
    grpc.close();
    await Promise.all([envoy.stop(), server.stop()]);
  }
  return {
    what: 'messages of 0 B to 4 MiB, and up to 20 MiB, to server, Envoy and gateway',
    bar: 'the right answer, or RESOURCE_EXHAUSTED beyond the limit',
    measured: wrong.length === 0 ? `${rounded(sent)} of ${sent} answered correctly` : wrong.join('; '),
    met: wrong.length === 0,
  };
}

/**
 * @param {string} message
 * @param {string | undefined} text `undefined` for an empty request, which calls no operation
 */
const isEcho = (message, text) =>
  text === undefined
    ? message.startsWith('code is empty')
    : message === JSON.stringify({ code: 'echo', str1: text, str2: '', int_value: 0 });
