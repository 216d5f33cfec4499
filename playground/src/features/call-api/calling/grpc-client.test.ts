import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../call.js';
import { checkMetadata, makeCall } from './grpc-client.js';
import { quote } from '../wire/bytes.js';
import { readFrames } from '../wire/frames.js';
import { REQUEST } from '../wire/message.js';
import { runs } from '../../../../../dev/testing/full.js';

const received: Uint8Array[] = [];
let respond: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push(Uint8Array.from(Buffer.concat(chunks)));
    respond(response);
  });
});
let bridge = '';

const OK = 'grpc-status:0\r\n';
const RESPONSE = Uint8Array.from([
  0,
  0,
  0,
  0,
  6,
  8,
  1,
  0x12,
  2,
  0x6f,
  0x6b,
  0x80,
  0,
  0,
  0,
  OK.length,
  ...Buffer.from(OK),
]);

beforeAll(async () => {
  vi.stubGlobal('origin', 'https://play.test');
  vi.stubGlobal('navigator', { onLine: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  bridge = `http://127.0.0.1:${address.port}`;
});

beforeEach(() => {
  received.length = 0;
  respond = (response) => response.writeHead(200, { 'content-type': 'application/grpc-web+proto' }).end(RESPONSE);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const createCall = (request: Call['request'], rest: Partial<Call> = {}): Call => ({
  bridge,
  request,
  metadata: [],
  deadline: undefined,
  ...rest,
});
const EMPTY = { code: '', str1: '', str2: '', intValue: 0 };
const never = new AbortController().signal;

const text = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const requests = fc.record({
  code: text,
  str1: text,
  str2: text,
  intValue: fc.oneof(fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31)), fc.integer()),
});

test('shows the bytes that a server receives, field by field, for random messages', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      received.length = 0;
      const record = await makeCall(createCall(request), never);
      expect(record.result).toMatchObject({ success: true, message: 'ok' });
      const shown = record.wire.request?.bytes ?? Uint8Array.of();
      expect(received).toEqual([shown]);
      const [frame, ...others] = readFrames(shown, REQUEST);
      expect(others).toEqual([]);
      const { code, str1, str2, intValue } = request;
      const values = { code: quote(code), str1: quote(str1), str2: quote(str2), int_value: String(intValue) };
      expect(frame?.fields.map(({ name, value, problem }) => [name, value, problem])).toEqual(
        // A field with its default has no bytes.
        Object.entries(values).flatMap(([name, value]) => (/^(?:""|0)$/.test(value) ? [] : [[name, value, undefined]])),
      );
    }),
    { numRuns: runs(100) },
  );
});

test.each<[name: string, call: Partial<Call>, message: RegExp]>([
  ['an invalid number', { request: { ...EMPTY, intValue: Number.NaN } }, /request\.intValue: isn.t a whole number/],
  ['invalid metadata', { metadata: [['a b', '1']] }, /"a b"/],
  ['an address of another scheme', { bridge: 'ftp://h' }, /ftp/],
])('has no request after %s', async (_, call, reason) => {
  const record = await makeCall(createCall(EMPTY, call), never);
  expect(record).toMatchObject({
    status: { code: 3 },
    text: expect.stringMatching(reason),
    wire: { body: new Uint8Array() },
  });
  expect(record.wire.request).toBeUndefined();
  expect(received).toEqual([]);
});

test('keeps any bytes of a response', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) => {
      respond = (response) => response.writeHead(200, { 'content-type': 'application/grpc-web+proto' }).end(body);
      const { wire, status } = await makeCall(createCall(EMPTY), never);
      // The client drops a broken response at once, perhaps before its last chunk.
      expect(status.code).not.toBe(0);
      expect(wire.body).toEqual(body);
      expect(wire.response).toMatchObject({ httpStatus: 200, grpcStatus: undefined });
    }),
    { numRuns: runs(20) },
  );
});

test('reads the status, text and fields of a trailers-only response', async () => {
  const headers = { 'grpc-status': '3', 'grpc-message': 'str1 has 2%20bytes', 'x-a-bin': 'AAE=,/w', 'x-b-bin': '?' };
  respond = (response) => response.writeHead(200, { 'content-type': 'application/grpc-web+proto', ...headers }).end();
  const record = await makeCall(createCall(EMPTY), never);
  const { status, meaning, text: errorText, result: none, wire } = record;
  expect({ code: status.code, meaning, errorText, none }).toEqual({
    code: 3,
    meaning: expect.stringMatching(/argument/),
    errorText: 'str1 has 2 bytes',
    none: undefined,
  });
  // Its fields are listed once.
  expect(record.trailers).toEqual([]);
  expect(record.headers).toContainEqual({
    name: 'x-a-bin',
    value: 'AAE=,/w',
    decoded: ['2 bytes: 00 01', '1 byte: ff'],
  });
  expect(record.headers).toContainEqual({ name: 'x-b-bin', value: '?' });
  expect(wire.response?.grpcStatus).toBe('3');
});

test('lists the fields of a response without a body once, also where CORS hides its status', async () => {
  respond = (response) => response.writeHead(200, { 'content-type': 'application/grpc-web+proto', 'x-a': 'b' }).end();
  const { headers, trailers, trailersOnly } = await makeCall(createCall(EMPTY), never);
  expect(headers).toContainEqual({ name: 'x-a', value: 'b' });
  expect({ trailers, trailersOnly }).toEqual({ trailers: [], trailersOnly: false });
});

test('reports a cancelled call', async () => {
  respond = () => undefined;
  const controller = new AbortController();
  const record = makeCall(createCall(EMPTY), controller.signal);
  controller.abort();
  expect(await record).toMatchObject({ text: 'The caller cancelled the call.', status: { code: 1 } });
});

test.each<[name: string, value: string, problems: object]>([
  ['x-a', 'b', {}],
  ['x-a-bin', 'AAE', {}],
  ['a b', '', { name: expect.stringMatching(/letters/) }],
  ['grpc-timeout', '1S', { name: expect.stringMatching(/deadline/) }],
  ['cookie', 'a', { name: expect.stringMatching(/Browsers/) }],
  ['x-a', 'é', { value: expect.stringMatching(/ASCII/) }],
  ['x-a-bin', 'é', { value: expect.stringMatching(/base64/) }],
])('checks metadata %s: %s', (name, value, problems) => {
  expect(checkMetadata(name, value)).toEqual(problems);
});
