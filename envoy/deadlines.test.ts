/**
 * A call's `grpc-timeout` on all ways to one server: gRPC, Envoy with envoy.yaml, and the embedded gateway. Its forms are in
 * server/transports/http2.test.ts, and in differences.test.ts.
 */
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { createServer, type LogLine } from 'endpoint.js-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { Request } from '../proto/gen/node/api.js';
import { FIND_MS, noEnvoy, startTestEnvoy, collectCleanups } from './test/envoy.js';
import { CALL_PATH, frame, requestOnce } from './test/wire.js';

const BRIDGES = noEnvoy ? ['gateway'] : ['Envoy', 'gateway'];
const WAYS = ['gRPC', ...BRIDGES];
const { defer } = collectCleanups();
const urls = new Map<string, string>();
const lines: LogLine[] = [];
let session: ClientHttp2Session;

const findUrl = (way: string): string => urls.get(way) ?? '';

beforeAll(async () => {
  const handler = (_: unknown, { deadline }: { deadline: number | undefined }): string => `deadline ${deadline}.`;
  const operations = { deadline: { description: 'Returns its deadline.', arguments: {}, handler } };
  const server = createServer({ operations, log: (line) => lines.push(line) });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  defer(() => server.drain({ graceMs: 0 }));
  session = connect(`http://${grpc}`);
  defer(() => session.close());
  urls.set('gRPC', grpc).set('gateway', gateway);
  if (noEnvoy) return;
  const envoy = await startTestEnvoy({ servers: [grpc] });
  defer(envoy.stop);
  urls.set('Envoy', envoy.url);
}, FIND_MS);

/** The end of a call. */
interface End {
  readonly code: number;
  /** The message of the status, or the response's. */
  readonly text: string;
}

const body = frame(new Request({ code: 'deadline' }).serialize());
const decode = (encoded: string | undefined): string => decodeURIComponent(encoded ?? '');

/** Makes a call over HTTP/2 with any timeout. */
function callByHttp2(timeout: string, bytes = body, path = CALL_PATH): Promise<End> {
  const headers = { 'content-type': 'application/grpc', te: 'trailers', 'grpc-timeout': timeout };
  const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
  let text = '';
  stream.setEncoding('latin1');
  stream.on('data', (chunk: string) => (text += chunk));
  return new Promise((resolve, reject) => {
    const note = ({ 'grpc-status': code, 'grpc-message': details }: IncomingHttpHeaders): void => {
      if (code !== undefined) resolve({ code: Number(code), text: text || decode(details?.toString()) });
    };
    stream.on('response', note).on('trailers', note);
    stream.on('error', reject).on('close', () => reject(new Error('The stream ended without a status.')));
    stream.end(bytes);
  });
}

async function callRaw(way: string, timeout: string, bytes = body): Promise<End> {
  if (way === 'gRPC') return callByHttp2(timeout, bytes);
  const response = await requestOnce(findUrl(way), { body: bytes, headers: { 'grpc-timeout': timeout } });
  const code = response.grpcStatus ?? -1;
  return { code, text: code === 0 ? response.body.toString('latin1') : decode(response.grpcMessage) };
}

const DEADLINE_EXCEEDED = 4;
const longest = 2 ** 31 - 1;
/** The calls with less time may expire before a busy machine serves them. */
const safeMs = 30_000;

/** Checks that the handler has seen the deadline of `ms`, or none for one beyond a timer; a call with little time may expire. */
async function expectDeadline(ms: number, call: () => Promise<End>): Promise<void> {
  const before = Date.now();
  const { code, text } = await call();
  const after = Date.now();
  if (code === DEADLINE_EXCEEDED && ms < safeMs) return;
  expect([code, text]).toEqual([0, expect.stringMatching(/deadline (?:\d+|undefined)\./)]);
  const deadline = /deadline (\d+)\./.exec(text)?.[1];
  if (ms > longest) return expect(deadline).toBeUndefined();
  expect(Number(deadline)).toBeGreaterThanOrEqual(before + Math.floor(ms));
  expect(Number(deadline)).toBeLessThanOrEqual(after + ms);
}

/** 720H is Go's, 27000H grpcio's longest. */
const valid = { '1H': 3_600_000, '1M': 60_000, '31S': 31_000, '31000m': 31_000, '31000000u': 31_000, '99999999n': 99, '720H': 720 * 3_600_000, '27000H': 27_000 * 3_600_000 }; // prettier-ignore

describe.each(WAYS)('over %s', (way) => {
  test.concurrent.each(Object.entries(valid))('the timeout %s is the deadline that the handler sees', (timeout, ms) =>
    expectDeadline(ms, () => callRaw(way, timeout)),
  );

  test('a malformed timeout is INVALID_ARGUMENT', async () => {
    const text =
      'grpc-timeout: "31 S" isn\'t a timeout; send at most eight digits and a unit (H, M, S, m, u or n), such as 30S.';
    expect(await callRaw(way, '31 S')).toEqual({ code: 3, text });
  });

  test('a malformed timeout is reported while a large message is being sent', async () => {
    const large = frame(new Request({ code: 'deadline', str1: 'a'.repeat(3_000_000) }).serialize());
    expect(await callRaw(way, '1.5S', large)).toMatchObject({ code: 3, text: expect.stringContaining('"1.5S"') });
  });
});

test('each refused timeout is in the log', () => {
  const refused = lines.flatMap((line) => (line.event === 'call' && line.code === null ? [line.status] : []));
  // Two of each way, one with the large message.
  expect(refused.filter((status) => status === 'INVALID_ARGUMENT')).toHaveLength(2 * WAYS.length);
});

test.each([
  ['720H', 0],
  ['1.5S', 3],
])('the timeout %s of a health check ends with status %d', async (timeout, code) => {
  expect(await callByHttp2(timeout, frame(new Uint8Array()), '/grpc.health.v1.Health/Check')).toMatchObject({ code });
});
