/** Requests to one operation by all ways in, in families: well-formed, odd and broken ones. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Request } from '../../proto/gen/node/api.js';
import { ORIGIN } from './envoy.js';
import { frame } from './wire.js';

/** A request; gRPC and gRPC-Web differ in the content type alone. */
export interface Probe {
  readonly name: string;
  readonly path?: string;
  readonly method?: string;
  /** `null` leaves out a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body: Uint8Array;
}

const MAX_MESSAGE_BYTES = 4_194_304;
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const message = Buffer.from(new Request({ code: 'echo', str1: 'a' }).serialize());
export const call = frame(message);
const timed = frame(new Request({ code: 'deadline' }).serialize());

/** Adds fields to a message that is served. */
const withFields = (hex: string): Buffer => frame(Buffer.concat([message, bytes(hex)]));

/** The wire types of Protocol Buffers, each with a value. */
const VALUES: readonly (readonly [wireType: string, value: string])[] = [
  ['a varint', '01'],
  ['64 bits', '0102030405060708'],
  ['bytes', '0161'],
  ['the start of a group', ''],
  ['the end of a group', ''],
  ['32 bits', '01020304'],
  ['the wire type 6', '01'],
  ['the wire type 7', '01'],
];
const toTag = (field: number, wireType: number): string => {
  let rest = field * 8 + wireType;
  let hex = '';
  for (; rest > 127; rest = Math.floor(rest / 128)) hex += ((rest % 128) + 128).toString(16).padStart(2, '0');
  return hex + rest.toString(16).padStart(2, '0');
};

const FIELDS = { code: 1, str1: 2, str2: 3, int_value: 4, 'an unknown field': 5, 'the field 536870911': 536_870_911 };

const wireTypes: Probe[] = Object.entries(FIELDS).flatMap(([field, number]) =>
  VALUES.map(([words, value], wireType) => ({
    name: `${number > 4 ? field : `\`${field}\``} as ${words}`,
    body: withFields(toTag(number, wireType) + value),
  })),
);

const messages: Probe[] = [
  ...[
    ['a group', '2b2c'],
    ['a group in a group', '2b33342c'],
    ['a group that ends as another one', '2b34'],
    ['groups 101 deep', '2b'.repeat(101) + '2c'.repeat(101)],
    ['the field 0', '0001'],
    ['a tag of six bytes', '808080808001'],
    ['a varint of eleven bytes', '20' + '80'.repeat(10) + '01'],
    ['an int32 beyond 32 bits', '208080808010'],
    ['an int32 of five bytes', '20ffffffff0f'],
    ['a varint cut off', '2080'],
    ['a length beyond the message', '120561'],
    ['a length of 2 GiB', '12ffffffff0761'],
    ['a text that isn’t UTF-8', '1202c328'],
    ['a text with half a surrogate pair', '1203eda080'],
    ['a text with an overlong NUL', '1202c080'],
    ['a text beyond U+10FFFF', '1204f4908080'],
    ['a text with NUL', '120100'],
    ['a text cut off in a character', '1202e298'],
    ['the same field twice', '120162120163'],
    ['an unknown field that isn’t UTF-8', '2a02c328'],
    ['1,000 unknown fields', '2801'.repeat(1000)],
    ['100,000 unknown fields', '2801'.repeat(100_000)],
  ].map(([name = '', hex = '']) => ({ name, body: withFields(hex) })),
  { name: 'nothing', body: frame(new Uint8Array()) },
  { name: 'random bytes', body: frame(bytes('ffffffff')) },
  { name: 'zeros', body: frame(Buffer.alloc(8)) },
];

const ENCODERS = {
  identity: (data: Uint8Array) => data,
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: (data: Uint8Array) => data,
  'x-gzip': gzipSync,
  GZIP: gzipSync,
};

const encodings: Probe[] = [
  ...Object.entries(ENCODERS).flatMap(([encoding, encode]): Probe[] => {
    const headers = { 'grpc-encoding': encoding };
    return [
      { name: `\`${encoding}\`, compressed`, headers, body: frame(encode(message), 1) },
      { name: `\`${encoding}\`, flagged but not compressed`, headers, body: frame(message, 1) },
      { name: `\`${encoding}\`, not compressed`, headers, body: call },
      { name: `\`${encoding}\`, an empty message`, headers, body: frame(new Uint8Array(), 1) },
    ];
  }),
  ...Object.entries({
    'a compressed message without an encoding': { body: frame(gzipSync(message), 1) },
    'an uncompressed message that is flagged': { body: frame(message, 1) },
    'gzip cut off': { headers: { 'grpc-encoding': 'gzip' }, body: frame(gzipSync(message).subarray(0, -9), 1) },
    'two members of gzip': {
      headers: { 'grpc-encoding': 'gzip' },
      body: frame(Buffer.concat([gzipSync(message), gzipSync(message)]), 1),
    },
    'raw deflate': { headers: { 'grpc-encoding': 'deflate' }, body: frame(deflateRawSync(message), 1) },
    'gzip of 20 MB': { headers: { 'grpc-encoding': 'gzip' }, body: frame(gzipSync(Buffer.alloc(20_000_000)), 1) },
    'gzip of bytes that aren’t a message': {
      headers: { 'grpc-encoding': 'gzip' },
      body: frame(gzipSync(bytes('ffff')), 1),
    },
  }).map(([name, probe]) => ({ name, ...probe })),
  ...['identity', 'gzip', 'deflate', 'br', 'foo', 'gzip,identity', 'identity;q=0', '*', ''].map((accepted) => ({
    name: `\`grpc-accept-encoding: ${accepted}\``,
    headers: { 'grpc-accept-encoding': accepted },
    body: call,
  })),
  ...['gzip', 'br', 'deflate', 'identity', 'foo'].map((encoding) => ({
    name: `\`content-encoding: ${encoding}\``,
    headers: { 'content-encoding': encoding },
    body: call,
  })),
];

const TIMEOUTS = [
  ...'HMSmun'.split('').flatMap((unit) => ['1', '2147483', '99999999'].map((digits) => digits + unit)),
  '596H', '597H', '35791M', '35792M', '2147483S', '2147484S', '00000001H', '0S', '0n',
  '100000000m', '999999999n', '-1S', '+1S', '1.5S', '1e3S', 'S', '1', '1s', '1h', '1 S', 'x', '', '1SS', '0x1S',
]; // prettier-ignore
const timeouts = TIMEOUTS.map((timeout) => ({
  name: timeout === '' ? 'empty' : `\`${timeout}\``,
  headers: { 'grpc-timeout': timeout },
  body: timed,
}));

const trailers = Buffer.from('grpc-status: 0\r\n');
const frames: Probe[] = Object.entries({
  'no frame': new Uint8Array(),
  'two messages': Buffer.concat([call, call]),
  'an empty message and a message': Buffer.concat([frame(new Uint8Array()), call]),
  'a trailer frame': frame(trailers, 0x80),
  'a message and a trailer frame': Buffer.concat([call, frame(trailers, 0x80)]),
  'a trailer frame and a message': Buffer.concat([frame(trailers, 0x80), call]),
  'a message and an empty trailer frame': Buffer.concat([call, frame(new Uint8Array(), 0x80)]),
  'a compressed trailer frame': Buffer.concat([call, frame(gzipSync(trailers), 0x81)]),
  'the flag 2': frame(message, 2),
  'the flag 3': frame(message, 3),
  'the flag 64': frame(message, 64),
  'all flags': frame(message, 255),
  'a head cut off': call.subarray(0, 3),
  'a message cut off': call.subarray(0, -1),
  'a message and a part of a head': Buffer.concat([call, call.subarray(0, 2)]),
  'a message and a part of one': Buffer.concat([call, call.subarray(0, -1)]),
  'a length of 4 GiB': bytes('00ffffffff61'),
  'a length of 2 GiB': bytes('008000000061'),
}).map(([name, body]) => ({ name, body }));

/** A message of so many bytes, most of them in an unknown field. */
function pad(size: number): Buffer {
  const length = size - message.length - 5;
  const head = bytes('2a');
  const varint = Buffer.from([0, 7, 14, 21].map((shift, index) => ((length >> shift) & 127) | (index < 3 ? 128 : 0)));
  return frame(Buffer.concat([message, head, varint, Buffer.alloc(length)]));
}
const echo = (str1: string, str2 = ''): Buffer => frame(new Request({ code: 'echo', str1, str2 }).serialize());
const sizes: Probe[] = Object.entries({
  'a message of 1 MB': pad(1_000_000),
  'a message of 4 MiB': pad(MAX_MESSAGE_BYTES),
  'a message of 4 MiB and a byte': pad(MAX_MESSAGE_BYTES + 1),
  'a message of 8 MiB': pad(2 * MAX_MESSAGE_BYTES),
  'an argument of 1 MiB': echo('a'.repeat(1_048_576)),
  'an argument of 1 MiB and a byte': echo('a'.repeat(1_048_577)),
  'both arguments of 1 MiB': echo('a'.repeat(1_048_576), 'b'.repeat(1_048_576)),
  'a result of more than 4 MiB': echo('"'.repeat(1_048_576), '\u0001'.repeat(1_048_576)),
  'a name of 128 bytes': frame(new Request({ code: 'x'.repeat(128) }).serialize()),
  'a name of 129 bytes': frame(new Request({ code: 'x'.repeat(129) }).serialize()),
}).map(([name, body]) => ({ name, body }));

const paths: Probe[] = [
  '/api.ApiService/Other', '/api.ApiService/', '/api.ApiService', '/', '/other.Service/Method', '/API.ApiService/callapi',
  '/api.ApiService/CallApi/', '/api.ApiService/CallApi?a=b', '/api.ApiService/CallApi?', '//api.ApiService/CallApi',
  '/./api.ApiService/CallApi', '/x/../api.ApiService/CallApi', '/%2e/api.ApiService/CallApi', '/api%2EApiService/CallApi',
  '/api.ApiService%2FCallApi', '/api.ApiService/CallApi%00', '/api.ApiService/../grpc.health.v1.Health/Check',
].map((path) => ({ name: `\`${path}\``, path, body: call })); // prettier-ignore

const methods: Probe[] = ['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => ({
  name: `\`${method}\``,
  method,
  body: method === 'GET' ? new Uint8Array() : call,
}));

const TYPES = [
  '', '+proto', '+json', '-text', '-text+proto', ';charset=utf-8', '+proto; charset=utf-8', '+proto;', '+thrift', 'x',
]; // prettier-ignore
/** Content types by what follows `application/grpc` or `application/grpc-web`. */
const contentTypes = (base: string): Probe[] => [
  ...TYPES.map((suffix) => ({
    name: `\`…${suffix}\``,
    headers: { 'content-type': base + suffix },
    body: suffix.startsWith('-text') ? Buffer.from(call.toString('base64')) : call,
  })),
  ...[base.toUpperCase(), 'application/json', 'application/octet-stream', '', null].map((type) => ({
    name: type === null ? 'none' : type === base.toUpperCase() ? 'in capitals' : `\`${type}\``,
    headers: { 'content-type': type },
    body: call,
  })),
];

const headers: Probe[] = Object.entries({
  'an underscore in a name': { x_tenant: 'a' },
  'a binary value, padded': { 'x-bin': 'AQI=' },
  'a binary value, not padded': { 'x-bin': 'AQI' },
  'a binary value that isn’t base64': { 'x-bin': '%%%' },
  'an empty value': { 'x-empty': '' },
  'a value in UTF-8': { 'x-text': 'h\u00C3\u00A9' },
  'the reserved name grpc-foo': { 'grpc-foo': 'a' },
  'grpc-status': { 'grpc-status': '5' },
  'a header of 8 kB': { 'x-big': 'a'.repeat(8000) },
  'a header of 20 kB': { 'x-big': 'a'.repeat(20_000) },
  'no x-grpc-web': { 'x-grpc-web': null },
  'user-agent: curl': { 'user-agent': 'curl' },
}).map(([name, sent]) => ({ name, headers: sent, body: call }));

/** All requests by family. @param base the content type of the way in, without its format */
export const listProbes = (base: string): Readonly<Record<string, readonly Probe[]>> => ({
  'content type': contentTypes(base),
  method: methods,
  path: paths,
  header: headers,
  frames,
  compression: encodings,
  '`grpc-timeout`': timeouts,
  'a field of the message': wireTypes,
  message: messages,
  size: sizes,
});

const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type,x-grpc-web' };
const preflight = (origin: string | null) => ({
  method: 'OPTIONS',
  body: new Uint8Array(),
  headers: { ...asking, 'content-type': null, origin },
});
const FOREIGN = 'http://evil.example';

/** Requests of pages and of faulty clients over HTTP/1.1, to the bridges alone. */
export const bridgeProbes: Readonly<Record<string, readonly Probe[]>> = {
  page: [
    { name: 'a call', headers: { origin: ORIGIN }, body: call },
    { name: 'a call of a foreign page', headers: { origin: FOREIGN }, body: call },
    { name: 'a message over the limit', headers: { origin: ORIGIN }, body: pad(MAX_MESSAGE_BYTES + 1) },
    // Any 2xx is fine (Fetch); without access-control-allow-origin the status doesn't matter.
    { name: 'a preflight', ...preflight(ORIGIN) },
    { name: 'a preflight of a foreign page', ...preflight(FOREIGN) },
    // It isn't a preflight: the gateway lists the methods, Envoy refuses.
    { name: 'OPTIONS without an origin', ...preflight(null) },
  ],
  HTTP: [
    { name: '`TRACE`', method: 'TRACE', body: new Uint8Array() },
    ...Object.entries({
      // Envoy knows upgrades, and refuses them.
      'a WebSocket': { connection: 'upgrade', upgrade: 'websocket' },
      'a header of 70 kB': { 'x-big': 'a'.repeat(70_000) },
      // Node accepts 2,000 of them, within 16 KiB.
      '150 headers': Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x-${i}`, 'a'])),
      'two lengths': { 'transfer-encoding': 'chunked' },
      'no Host': { host: null },
      'an invalid Host': { host: 'a b' },
      'Expect: 100-continue': { expect: '100-continue' },
      // Envoy knows the text form; Connect, which carries the gateway, doesn't.
      'text that isn’t base64': { 'content-type': 'application/grpc-web-text' },
    }).map(([name, sent]) => ({
      name,
      ...(name === 'a WebSocket' && { method: 'GET' }),
      headers: sent,
      body: name === 'a WebSocket' ? new Uint8Array() : name.startsWith('text') ? Buffer.from('%%%%') : call,
    })),
  ],
};
