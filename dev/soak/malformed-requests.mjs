/**
 * Generates malformed requests of many kinds, the same ones for the same seed.
 */
import { gzipSync } from 'node:zlib';

/** The path of the service's method. */
export const PATH = '/api.ApiService/CallApi';

/**
 * @typedef {object} MalformedRequest
 * @property {string} kind the defect
 * @property {Record<string, string | string[]>} headers beside those of a call
 * @property {Buffer} body
 * @property {boolean} cut whether the sender disconnects before its end
 */

/** @typedef {() => number} Random at least 0 and less than 1 */

const MEBIBYTE = 1_048_576;

/**
 * Makes a frame of gRPC and gRPC-Web.
 *
 * @param {Uint8Array} bytes
 * @param {number} [flags]
 * @param {number} [length] the length in its head
 */
export function frame(bytes, flags = 0, length = bytes.length) {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, bytes]);
}

/**
 * Makes a generator of pseudo-random numbers (mulberry32).
 *
 * @param {number} seed
 * @returns {Random}
 */
function createRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Request { code: 'echo', str1: 'abc' } */
export const ECHO = Buffer.from('0a046563686f1203616263', 'hex');

const gzip = { 'grpc-encoding': 'gzip' };
// Zeros compress to a thousandth: 64 MiB, and a gigabyte in two layers.
const BOMB = gzipSync(Buffer.alloc(64 * MEBIBYTE));
const NESTED_BOMB = gzipSync(BOMB);
/** Request { code: 'echo', str1: 8 MiB of x }, well formed once decompressed. */
const LONG_ECHO = gzipSync(
  Buffer.concat([Buffer.from('0a046563686f1280808004', 'hex'), Buffer.alloc(8 * MEBIBYTE, 'x')]),
);

/** @param {Random} random @param {number} below */
const int = (random, below) => Math.floor(random() * below);
/** @param {Random} random @param {number} most */
const bytes = (random, most) => Buffer.from(Array.from({ length: int(random, most + 1) }, () => int(random, 256)));
/** @template T @param {Random} random @param {readonly T[]} all @returns {T} */
const one = (random, all) => /** @type {T} */ (all[int(random, all.length)]);
/** Any text that a header may hold. @param {Random} random @param {number} length */
const text = (random, length) =>
  String.fromCodePoint(...Array.from({ length }, () => one(random, [int(random, 94) + 33, int(random, 128) + 128])));

/** @typedef {{ headers?: Record<string, string | string[]>, body?: Buffer, cut?: boolean }} Wrong */

/** @type {Record<string, (random: Random) => Wrong>} */
const KINDS = {
  'random bytes': (random) => ({ body: bytes(random, 2000) }),
  'random bytes in a frame': (random) => ({ body: frame(bytes(random, 2000)) }),
  'random flags': (random) => ({ body: frame(ECHO, int(random, 256)) }),
  'a frame cut short': (random) => ({ body: frame(ECHO).subarray(0, int(random, 5 + ECHO.length)) }),
  'a wrong length': (random) => ({ body: frame(ECHO, 0, one(random, [0, 1, 12, 65_536, 2 ** 31, 2 ** 32 - 1])) }),
  'several frames': (random) => ({
    body: Buffer.concat(Array.from({ length: 2 + int(random, 20) }, () => frame(ECHO, one(random, [0, 0, 1, 128])))),
  }),
  'flipped bits': (random) => {
    const body = Buffer.from(frame(ECHO));
    for (let n = 0; n <= int(random, 4); n += 1) {
      const at = int(random, body.length);
      body[at] = (body[at] ?? 0) ^ (1 << int(random, 8));
    }
    return { body };
  },
  'a bomb': (random) => ({ body: frame(one(random, [BOMB, NESTED_BOMB, LONG_ECHO]), 1), headers: gzip }),
  'broken gzip': (random) => {
    const body = Buffer.from(gzipSync(ECHO));
    body[int(random, body.length)] = int(random, 256);
    return { body: frame(body.subarray(0, int(random, body.length + 1)), 1), headers: gzip };
  },
  'an unknown encoding': (random) => ({ body: frame(ECHO, 1), headers: { 'grpc-encoding': text(random, 20) } }),
  'a huge header': (random) => ({ body: frame(ECHO), headers: { 'x-huge': text(random, 8000 + int(random, 32_000)) } }),
  'many headers': (random) => ({
    body: frame(ECHO),
    headers: Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`x-${n}-${int(random, 1e6)}`, text(random, 10)]),
    ),
  }),
  'odd metadata': (random) => ({
    body: frame(ECHO),
    headers: {
      'grpc-timeout': one(random, ['', '0n', '-1S', '1', '999999999S', '1x', text(random, 10)]),
      'x-odd-bin': text(random, int(random, 200)),
      authorization: text(random, 100),
      traceparent: text(random, 55),
      'x-request-id': text(random, 40),
    },
  }),
  'no time': (random) => ({ body: frame(ECHO), headers: { 'grpc-timeout': one(random, ['1n', '1u', '1m']) } }),
  'a body that is cut off': (random) => ({ body: frame(bytes(random, 2000)), cut: true }),
};

/**
 * Generates requests without end.
 *
 * @param {number} seed
 * @returns {Generator<MalformedRequest, never>}
 */
export function* malformedRequests(seed) {
  const random = createRandom(seed);
  for (;;) {
    for (const [kind, make] of Object.entries(KINDS)) {
      const { headers = {}, body = Buffer.alloc(0), cut = false } = make(random);
      yield { kind, headers, body, cut };
    }
  }
}
