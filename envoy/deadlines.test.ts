/** A call's `grpc-timeout` on all ways to one server: gRPC, Envoy with envoy.yaml, and the embedded gateway. */
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { CallError, createCallClient, type CallOptions } from 'endpoint.js-client';
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

const unitsInMs = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 };
/** The last that fits a timer, and the first that doesn't. */
const edges = { H: [596, 597], M: [35_791, 35_792], S: [2_147_483, 2_147_484], m: [], u: [], n: [] };

const valid = Object.entries(unitsInMs).flatMap(([unit, unitMs]) =>
  [0, 1, 7, 1000, ...edges[unit as keyof typeof edges], 99_999_998, 99_999_999].map((count): [string, number] => [
    `${count}${unit}`,
    count * unitMs,
  ]),
);
// Zeros count as digits; 720H is Go's, 27000H grpcio's longest.
const others: [string, number][] = [
  ['00000031S', 31_000],
  ['720H', 720 * 3_600_000],
  ['27000H', 27_000 * 3_600_000],
];

const malformed = ['-1S', '+1S', '999999999n', '000000031S', '1.5S', '1,5S', '1e3m', 'S', '', '31', '31s', '31h', '31 S', '31SS', '31S31S', '31S, 32S', 'x31S', '31ms', '0x1S', 'Infinity', 'x'.repeat(100), '"31S"']; // prettier-ignore

describe.each(WAYS)('over %s', (way) => {
  test.concurrent.each([...valid, ...others])('the timeout %s is the deadline that the handler sees', (timeout, ms) =>
    expectDeadline(ms, () => callRaw(way, timeout)),
  );

  test.concurrent.each(malformed)('the malformed timeout %j is INVALID_ARGUMENT', async (timeout) => {
    const text = `grpc-timeout: ${JSON.stringify(timeout.slice(0, 20))} isn't a timeout; send at most eight digits and a unit (H, M, S, m, u or n), such as 30S.`;
    expect(await callRaw(way, timeout)).toEqual({ code: 3, text });
  });

  test('a malformed timeout is reported while a large message is being sent', async () => {
    const large = frame(new Request({ code: 'deadline', str1: 'a'.repeat(3_000_000) }).serialize());
    expect(await callRaw(way, '1.5S', large)).toMatchObject({ code: 3, text: expect.stringContaining('"1.5S"') });
  });
});

test('each refused timeout is in the log', () => {
  const refused = lines.flatMap((line) => (line.event === 'call' && line.code === null ? [line.status] : []));
  // One more with the large message.
  const expected = (malformed.length + 1) * WAYS.length;
  expect(refused.filter((status) => status === 'INVALID_ARGUMENT')).toHaveLength(expected);
});

test.each([
  ['720H', 0],
  ['1.5S', 3],
])('the timeout %s of a health check ends with status %d', async (timeout, code) => {
  expect(await callByHttp2(timeout, frame(new Uint8Array()), '/grpc.health.v1.Health/Check')).toMatchObject({ code });
});

/** In ms. */
const clientTimeouts = [1, safeMs, 99_999_999, 100_000_000, longest, 30 * 24 * 3_600_000, 1e15];

describe.each(BRIDGES)("our client's deadline over %s", (way) => {
  const call = async (deadline: CallOptions['deadline']): Promise<End> => {
    try {
      const { message } = await createCallClient({ host: findUrl(way) }).call({ code: 'deadline' }, { deadline });
      return { code: 0, text: message };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { code: error.code, text: error.message };
    }
  };

  // The client rounds up to a unit: of 100,000,000 ms and more, seconds.
  test.concurrent.each(clientTimeouts)('%d ms', (ms) =>
    expectDeadline(ms < 1e8 ? ms : Math.ceil(ms / 1000) * 1000, () => call(ms)),
  );
  test('a Date', () => expectDeadline(safeMs, () => call(new Date(Date.now() + safeMs))));
  test('Infinity', () => expectDeadline(Infinity, () => call(Infinity)));
});
