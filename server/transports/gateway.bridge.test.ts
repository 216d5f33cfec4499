import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGateway } from './gateway.js';
import { frame, post, readResult } from '../test/callers.js';
import { cert, key } from '../test/certificate.js';
import type { CallService } from '../service/call-service.js';

const service: CallService = {
  serve: ({ metadata }) => ({
    code: status.OK,
    response: { success: true, message: JSON.stringify(metadata('x-bin')) },
    metadata: {},
  }),
  logRefused: () => undefined,
  draining: false,
  inFlight: 0,
  startDraining: () => undefined,
  idle: () => Promise.resolve(),
};
const options = { maxMessageBytes: 1000, origins: new Set<string>() };

let gateway: Server;
let port = 0;
beforeAll(async () => {
  gateway = createGateway(service, { ...options, tls: undefined });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  ({ port } = gateway.address() as AddressInfo);
});
afterAll(() => gateway.close());

it.each([undefined, { cert, key }])('waits 10 s for headers and 30 s for a message, at most', (tls) => {
  const { headersTimeout, requestTimeout } = createGateway(service, { ...options, tls });
  expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
});

const head =
  'POST /api.ApiService/CallApi HTTP/1.1\r\nhost: a\r\ncontent-type: application/grpc-web\r\ncontent-length: 5\r\n';
it.concurrent.each([
  ['nothing', '', /^$|^HTTP\/1\.1 408 /],
  ['half of the headers', head, /^HTTP\/1\.1 408 /],
  ['half of the message', `${head}\r\n\0\0`, /^HTTP\/1\.1 408 /],
])('cuts off a sender of %s, while others are served', async (_, sent, expected) => {
  Object.assign(gateway, { headersTimeout: 300, requestTimeout: 300 });
  const socket: Socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const answered = text(socket);
  expect((await readResult(await post(`http://127.0.0.1:${port}`, frame(new Uint8Array())))).code).toBe(0);
  expect(await answered).toMatch(expected);
});

it.each([
  ['AAH6/w==', ['AAH6/w==']],
  ['AAH6/w', ['AAH6/w==']],
  ['AQI=, AwQ', ['AQI=', 'AwQ=']],
  ['', ['']],
])('reads metadata of bytes, %j, with and without padding', async (sent, expected) => {
  const headers = { 'x-bin': sent };
  const { response } = await readResult(await post(`http://127.0.0.1:${port}`, frame(new Uint8Array()), { headers }));
  expect(response?.message).toBe(JSON.stringify(expected));
});
