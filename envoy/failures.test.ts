/** Generated failures of handlers and interceptors, on all ways to one server: status, text and metadata arrive, and the log has the status. */
import fc from 'fast-check';
import { runs } from '../dev/testing/full.js';
import { CallError as ClientError, createCallClient } from 'endpoint.js-client';
import {
  CallError,
  createServer,
  type FailureStatus,
  type Interceptor,
  type LogLine,
  status,
} from 'endpoint.js-server';
import { beforeAll, expect, test } from 'vitest';
import { grpcCaller } from '../server/test/callers.js';
import { FIND_MS, noEnvoy, startTestEnvoy, collectCleanups } from './test/envoy.js';

interface Failure {
  readonly code: FailureStatus;
  readonly text: string;
  readonly metadata: Readonly<Record<string, string | Uint8Array>>;
  readonly by: 'handler' | 'promise' | 'interceptor';
}

/** A failure as a caller sees it: metadata as it travels. */
interface Received {
  readonly code: number;
  readonly text: string;
  readonly trailers: Readonly<Record<string, string>>;
}

const WAYS = noEnvoy ? ['gRPC', 'gateway'] : ['gRPC', 'Envoy', 'gateway'];
const RUNS = runs(100);
const { defer } = collectCleanups();
const callers = new Map<string, () => Promise<Received>>();
const lines: LogLine[] = [];
let failure: Failure;

const createError = ({ code, text, metadata }: Failure): CallError => new CallError(code, text, metadata);

function throwAtOnce(): never {
  throw createError(failure);
}

const interceptor: Interceptor = async (call, next) => {
  if (failure.by === 'interceptor') throw createError(failure);
  return next(call);
};

/** Calls by our own client. */
async function callBridge(host: string): Promise<Received> {
  const client = createCallClient({ host, retries: { attempts: 1 } });
  const error = await client.call({ code: 'fail' }).catch((reason: unknown) => reason);
  if (!(error instanceof ClientError)) throw new Error('The call has not failed.', { cause: error });
  return { code: error.code, text: error.status.message, trailers: Object.fromEntries(error.trailers) };
}

beforeAll(async () => {
  const handler = (): Promise<string> =>
    failure.by === 'handler' ? throwAtOnce() : Promise.reject(createError(failure));
  const server = createServer({
    operations: { fail: { description: 'Fails.', arguments: {}, handler } },
    interceptors: [interceptor],
    log: (line) => lines.push(line),
  });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  defer(() => server.drain({ graceMs: 0 }));
  const caller = grpcCaller(grpc);
  defer(() => caller.close());
  callers.set('gRPC', async () => {
    const { code, details, trailers } = await caller.call({ code: 'fail' });
    return { code, text: details, trailers };
  });
  callers.set('gateway', () => callBridge(gateway));
  if (noEnvoy) return;
  const envoy = await startTestEnvoy({ servers: [grpc] });
  defer(envoy.stop);
  callers.set('Envoy', () => callBridge(envoy.url));
}, FIND_MS);

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('\ud83d', '\ude00', '\ude00\ud83d', '\0', '\r\n', '\t', '%', '%41', '%zz', '+', '…', ' ', '\u2028', '\ufeff', '\ufffd'), // prettier-ignore
);
const maxLength = 200_000;
const text = fc
  .tuple(fc.array(piece, { maxLength: 8 }), fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 10, 100, maxLength))
  .map(([pieces, times]) => {
    const part = pieces.join('');
    return part.repeat(Math.min(times, Math.ceil(maxLength / (part.length || 1)))).slice(0, maxLength);
  });

const name = fc.stringMatching(/^x-[a-zA-Z\d_.-]{1,20}$/).filter((candidate) => !/-bin$/i.test(candidate));
const binaryName = fc.oneof(
  name.map((start) => `${start}-bin`),
  fc.constant('grpc-status-details-bin'),
);
/** Entries whose values are repeated. */
const createEntries = (times: readonly number[]) =>
  fc.oneof(
    fc.tuple(name, fc.string({ maxLength: 40 }), fc.constantFrom(...times)).map(([key, part, count]) => [key, part.repeat(count)] as const),
    fc.tuple(binaryName, fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...times)).map(([key, part, count]) => [key, Buffer.alloc(part.length * count, part)] as const),
  ); // prettier-ignore
const metadata = fc
  .oneof(
    { weight: 9, arbitrary: fc.array(createEntries([1, 1, 1, 1, 1, 2, 100, 5000]), { maxLength: 5 }) },
    fc.array(createEntries([1]), { minLength: 60, maxLength: 120 }),
  )
  .map((entries): Failure['metadata'] => Object.fromEntries(entries));

const codes = Object.values(status).filter(
  (code): code is FailureStatus => typeof code === 'number' && code !== status.OK,
);
const failures: fc.Arbitrary<Failure> = fc.record({
  code: fc.constantFrom(...codes),
  text,
  metadata,
  by: fc.constantFrom('handler', 'promise', 'interceptor'),
});

/** The bytes of text and metadata in all, and the most of them that metadata leaves to the text. */
const maxBytes = 7680;
const maxTextBytes = 1024;
const maxEntries = 64;

const toWire = (sent: string | Uint8Array): string =>
  typeof sent === 'string' ? sent.trim() : Buffer.from(sent).toString('base64');
const countMessageBytes = (message: string): number => encodeURIComponent(message).length;
const countEntryBytes = ([key, sent]: readonly [string, string]): number => 32 + key.length + sent.length;
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
/** Padding may be left out. */
const unpad = (base64: string): string => base64.replace(/=+$/, '');

/** What can be expected of a failure at any way. */
function predict({ text: given, metadata: entries }: Failure) {
  const sent = [...new Map(Object.entries(entries).map(([key, item]) => [key.toLowerCase(), toWire(item)]))];
  // Encoding replaces halves of pairs.
  const repaired = Buffer.from(given).toString();
  return { sent, repaired, messageBytes: countMessageBytes(repaired), metadataBytes: sum(sent.map(countEntryBytes)) };
}

function expectArrived(
  { sent, repaired, messageBytes, metadataBytes }: ReturnType<typeof predict>,
  received: Received,
) {
  const arrived = sent.filter(([key]) => key in received.trailers);
  for (const [key, item] of arrived) {
    if (key.endsWith('-bin')) expect(unpad(received.trailers[key] ?? '')).toBe(unpad(item));
    else expect(received.trailers[key]).toBe(item);
  }
  const isWhole = arrived.length === sent.length;
  if (metadataBytes + Math.min(messageBytes, maxTextBytes) <= maxBytes && sent.length <= maxEntries)
    expect(isWhole).toBe(true);
  const arrivedBytes = sum(arrived.map(countEntryBytes));
  if (isWhole && arrivedBytes + messageBytes <= maxBytes) return expect(received.text).toBe(repaired);
  expect(received.text.at(-1)).toBe('…');
  const start = received.text.slice(0, -1);
  expect(repaired.startsWith(start)).toBe(true);
  const bytesSent = arrivedBytes + countMessageBytes(received.text);
  expect(bytesSent).toBeLessThanOrEqual(maxBytes);
  // The next character, of at most 12 bytes, didn't fit.
  if (start !== repaired) expect(bytesSent).toBeGreaterThan(maxBytes - 12);
}

test('each generated failure arrives whole, or cut with a mark, and the log has its status', async () => {
  let count = 0;
  let cut = 0;
  await fc.assert(
    fc.asyncProperty(failures, async (generated) => {
      failure = generated;
      const predicted = predict(generated);
      for (const way of WAYS) {
        const received = await callers.get(way)?.();
        if (!received) throw new Error(`There is no ${way}.`);
        expect(received.code).toBe(generated.code);
        expectArrived(predicted, received);
        expect(lines.at(-1)).toMatchObject({ event: 'call', code: 'fail', status: status[generated.code] });
        count += 1;
        if (received.text.endsWith('…')) cut += 1;
      }
    }),
    { numRuns: RUNS },
  );
  // They are enough, and of both kinds.
  expect(count).toBe(RUNS * WAYS.length);
  expect(cut / count).toBeGreaterThan(0.1);
  expect(cut / count).toBeLessThan(0.7);
}, 600_000);
