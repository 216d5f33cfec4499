import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { callApiPath } from '../service/messages.js';
import { readTimeout } from './timeouts.js';
import { sendFrames } from '../test/callers.js';
import { serving } from '../test/serving.js';

const { start } = serving();

it('accepts patches alone of grpc-js, whose private members it reads', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const { version } = read('../../node_modules/@grpc/grpc-js/package.json');
  const [major, minor] = String(version).split('.');
  expect(read('../package.json').dependencies['@grpc/grpc-js']).toMatch(new RegExp(`^~${major}\\.${minor}\\.\\d+$`));
});

describe('headers on the gRPC port', () => {
  const { NGHTTP2_COMPRESSION_ERROR, NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_INTERNAL_ERROR } = constants;
  const many = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, at) => [`x-${at}`, 'x'.repeat(bytes)] as const);

  it.each([
    ['60 kB of them', many(6, 10_000), { ended: true }],
    ['200 of them', many(200, 10), { ended: false, reset: NGHTTP2_ENHANCE_YOUR_CALM }],
    ['one of 70 kB', many(1, 70_000), { ended: false, goaway: NGHTTP2_COMPRESSION_ERROR }],
    ['200 kB of them', many(20, 10_000), { ended: false, goaway: NGHTTP2_INTERNAL_ERROR }],
  ])('%s are accepted, or refused at once', async (_, fields, end) => {
    const { grpc, lines } = await start();
    expect(await sendFrames(grpc, fields)).toEqual(end);
    expect(await sendFrames(grpc, [])).toEqual({ ended: true });
    await expect.poll(() => lines.filter(({ event }) => event === 'call')).toHaveLength(end.ended ? 2 : 1);
  });

  // Node 22 and later end this connection, with the error by which they also report that grpc-go closes one: it isn't logged.
  const isLeftOpen = Number.parseInt(process.versions.node, 10) < 22;
  it.each([
    ['200 of them', many(200, 10)] as const,
    ...(isLeftOpen ? [['one of 70 kB', many(1, 70_000)] as const] : []),
  ])('%s are logged as a refused call', async (_, fields) => {
    const { server, grpc, lines } = await start();
    const end = sendFrames(grpc, fields, { hangUp: false });
    const refused = { event: 'call', time: expect.any(String), code: null, status: null, ms: 0, transport: 'grpc' };
    await expect.poll(() => lines).toEqual([refused]);
    await server.drain({ graceMs: 0 });
    await end;
  });

  it('that break the protocol are logged', async () => {
    const { grpc, lines } = await start();
    await sendFrames(grpc, many(20, 10_000));
    expect(lines).toContainEqual({
      event: 'connection-failed',
      time: expect.any(String),
      transport: 'grpc',
      reason: 'Too many CONTINUATION frames following a HEADER frame',
    });
  });

  it('have a bound that clients learn and must keep', async () => {
    const { grpc } = await start();
    const session = connectHttp2(`http://${grpc}`);
    const [settings] = await once(session, 'remoteSettings');
    const fields = { ...Object.fromEntries(many(7, 10_000)), ':path': callApiPath };
    const error = await once(session.request(fields), 'end').catch((reason: unknown) => reason);
    session.destroy();
    expect(String(error)).toContain('NGHTTP2_REFUSED_STREAM');
    expect(settings).toMatchObject({ maxHeaderListSize: 65_536, maxConcurrentStreams: 100 });
  });
});

describe('repeated authorization', () => {
  const [right, wrong] = ['Bearer secret', 'Bearer other'];

  it.each([
    [[right], 'OK'],
    [[right, wrong], 'UNAUTHENTICATED'],
    [[wrong, right], 'UNAUTHENTICATED'],
    [[right, right], 'UNAUTHENTICATED'],
  ])('%j over both transports: %s', async (values, status) => {
    const { grpc, gateway, lines } = await start({ token: 'secret' });
    await sendFrames(
      grpc,
      values.map((value) => ['authorization', value]),
    );
    const { hostname, port } = new URL(gateway);
    const socket = connect(Number(port), hostname);
    const head = [
      `POST ${callApiPath} HTTP/1.1`, `host: ${hostname}`, 'connection: close', 'content-type: application/grpc-web+proto',
      'content-length: 5', ...values.map((value) => `authorization: ${value}`), '', '\0\0\0\0\0',
    ]; // prettier-ignore
    socket.write(head.join('\r\n'));
    expect(await text(socket)).toMatch(new RegExp(`grpc-status: *${status === 'OK' ? 0 : 16}\r`));
    await expect
      .poll(() => lines)
      .toMatchObject([
        { event: 'call', transport: 'grpc', status },
        { event: 'call', transport: 'grpc-web', status },
      ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|other/);
  });
});

// differences.test.ts and deadlines.test.ts of envoy/ have some of them over the wire.
const unitsInMs = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 };
/** The last that fits a timer, and the first that doesn't. */
const edges = { H: [596, 597], M: [35_791, 35_792], S: [2_147_483, 2_147_484], m: [], u: [], n: [] };

it.each([
  ...Object.entries(unitsInMs).flatMap(([unit, unitMs]) =>
    [0, 1, 7, ...edges[unit as keyof typeof edges], 99_999_999].map((count): [string, number] => [
      `${count}${unit}`,
      count * unitMs,
    ]),
  ),
  // Zeros count as digits.
  ['00000031S', 31_000] as const,
])('the timeout %s is %d ms, or none beyond a timer', (timeout, ms) => {
  expect(readTimeout(timeout)).toBe(ms < 2 ** 31 ? ms : Infinity);
});

it.each(['-1S', '+1S', '999999999n', '000000031S', '1.5S', '1,5S', '1e3m', 'S', '', '31', '31s', '31h', '31 S', '31SS', '31S31S', '31S, 32S', 'x31S', '31ms', '0x1S', 'Infinity', 'x'.repeat(100), '"31S"'])(
  'the timeout %j is malformed',
  (timeout) => {
    const message = `grpc-timeout: ${JSON.stringify(timeout.slice(0, 20))} isn't a timeout; send at most eight digits and a unit (H, M, S, m, u or n), such as 30S.`;
    expect(readTimeout(timeout)).toMatchObject({ name: 'CallError', code: 3, message });
  },
); // prettier-ignore
