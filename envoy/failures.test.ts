/** Failing calls end alike over gRPC, through Envoy and through the embedded gateway. */
import { status } from '@grpc/grpc-js';
import { type CallServer, createServer, type ServerOptions } from 'endpoint.js-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtInOperations } from '../server/operations/index.js';
import {
  type Caller,
  type CallSettings,
  grpcCaller,
  grpcWebCaller,
  type RequestFields,
} from '../server/test/callers.js';
import { FIND_MS, noEnvoy, startTestEnvoy, collectCleanups } from './test/envoy.js';
import { INTERNALS } from './test/wire.js';

const TRANSPORTS = ['gRPC', 'Envoy', 'gateway'] as const;
type Callers = Readonly<Record<(typeof TRANSPORTS)[number], Caller>>;
const MEBIBYTE = 1_048_576;
const { defer } = collectCleanups();

/** Starts a server, and a caller over each transport. */
async function startCallers(options: ServerOptions): Promise<{ server: CallServer; callers: Callers }> {
  const server = createServer(options);
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  defer(() => server.drain({ graceMs: 0 }));
  const envoy = await startTestEnvoy({ servers: [grpc] });
  defer(() => envoy.stop());
  const direct = grpcCaller(grpc);
  defer(() => direct.close());
  return { server, callers: { gRPC: direct, Envoy: grpcWebCaller(envoy.url), gateway: grpcWebCaller(gateway) } };
}

const TOKEN = 'right-token';
const SECRET = 'the-value-of-an-argument';
let callers: Callers;
let guarded: Callers;
const waits: string[] = [];
const aborted: string[] = [];

beforeAll(async () => {
  if (noEnvoy) return;
  ({ callers } = await startCallers({
    operations: {
      wait: {
        description: 'Waits until it is aborted.',
        arguments: { str1: 'a name' },
        handler: ({ str1 }, { signal }) =>
          new Promise((_, reject) => {
            waits.push(str1);
            signal.addEventListener('abort', () => {
              aborted.push(str1);
              reject(new Error('stopped'));
            });
          }),
      },
      bug: {
        description: 'Throws.',
        arguments: { str1: 'any' },
        handler: ({ str1 }) => {
          throw new RangeError(`${import.meta.url}: ${str1}`);
        },
      },
    },
  }));
  ({ callers: guarded } = await startCallers({ token: TOKEN }));
}, FIND_MS);

const known = [...builtInOperations.map(({ name }) => name), 'wait', 'bug'].join(', ');
/** Expects the text not to contain internals or the value of an argument. */
function expectNothingLeaked(text: string | undefined): void {
  expect(text).not.toMatch(INTERNALS);
  expect(text).not.toContain(SECRET);
}
const like = (text: string | RegExp): unknown => (typeof text === 'string' ? text : expect.stringMatching(text));

describe.skipIf(noEnvoy).each(TRANSPORTS)('%s', (transport) => {
  const failed: [string, RequestFields, string | RegExp][] = [
    ['an unknown code', { code: 'ecco' }, `There is no operation "ecco"; the operations are: ${known}.`],
    ['no code', {}, `code is empty; it must name an operation: ${known}.`],
    ['malformed JSON', { code: 'expand', str1: '/', str2: '{"a":1,}' }, /^str2 is not JSON: .*position 7.*; write \{"name": "value"\}\.$/],
    ['an error of the builder', { code: 'build', str1: 'GET /users/{id}' }, /id/],
    ['an invalid template', { code: 'expand', str1: '/{x' }, /\{/],
    ['an argument out of its range', { code: 'build', str1: 'GET /', int_value: 11 }, 'int_value is the JSON indent and must be 0 to 10, not 11.'],
  ]; // prettier-ignore
  test.each(failed)('%s: OK without success, in one sentence', async (_, request, message) => {
    const result = await callers[transport].call(request);
    expect([result.code, result.response]).toEqual([status.OK, { success: false, message: like(message) }]);
    expectNothingLeaked(result.response?.message);
  });

  const refused: [string, RequestFields | Uint8Array, CallSettings, status, string | RegExp][] = [
    ['a message over the limit', { code: 'echo', str1: 'x'.repeat(4 * MEBIBYTE) }, {}, status.RESOURCE_EXHAUSTED, /large/],
    ['code over 128 bytes', { code: 'é'.repeat(65) }, {}, status.INVALID_ARGUMENT, 'code has 130 bytes of UTF-8; at most 128 are accepted.'],
    ['str1 over 1 MiB', { code: 'echo', str1: 'x'.repeat(MEBIBYTE + 1) }, {}, status.INVALID_ARGUMENT, 'str1 has 1048577 bytes of UTF-8; at most 1048576 are accepted.'],
    ['str2 over 1 MiB', { code: 'echo', str2: 'x'.repeat(MEBIBYTE + 1) }, {}, status.INVALID_ARGUMENT, 'str2 has 1048577 bytes of UTF-8; at most 1048576 are accepted.'],
    ['a deadline that passes', { code: 'wait', str1: 'late' }, { metadata: { 'grpc-timeout': '80m' } }, status.DEADLINE_EXCEEDED, /eadline/],
    ['a bug', { code: 'bug', str1: SECRET }, {}, status.INTERNAL, 'The server failed at this call; its log says where.'],
    ['bytes that aren’t a message', Buffer.from('0a05616263', 'hex'), {}, status.INTERNAL, /./],
  ]; // prettier-ignore
  test.each(refused)('%s: a status', async (_, request, settings, code, details) => {
    const result = await callers[transport].call(request, settings);
    expect([status[result.code], result.response]).toEqual([status[code], undefined]);
    expect(result.details).toEqual(like(details));
    expectNothingLeaked(JSON.stringify(result));
  });

  test.each([
    [undefined, 'UNAUTHENTICATED'],
    ['Bearer wrong', 'UNAUTHENTICATED'],
    [`Basic ${TOKEN}`, 'UNAUTHENTICATED'],
    [`Bearer ${TOKEN}`, 'OK'],
  ])('the token %s: %s', async (authorization, expected) => {
    const settings = authorization === undefined ? {} : { metadata: { authorization } };
    const { code } = await guarded[transport].call({ code: 'echo' }, settings);
    expect(status[code]).toBe(expected);
  });

  test('a cancelled call stops its work', async () => {
    const controller = new AbortController();
    const name = `cancelled-${transport}`;
    const call = callers[transport].call({ code: 'wait', str1: name }, { signal: controller.signal });
    await expect.poll(() => waits).toContain(name);
    controller.abort();
    expect(status[(await call).code]).toBe('CANCELLED');
    await expect.poll(() => aborted).toContain(name);
  });

  test('an expired call stops its work', async () => {
    const name = `expired-${transport}`;
    // Only the server keeps this deadline: the caller's own would cancel the call. On a busy machine a deadline may pass before the
    // work begins; then a longer one is tried.
    for (let deadline = 50; !waits.includes(name); deadline *= 2) {
      const metadata = { 'grpc-timeout': `${deadline}m` };
      const result = await callers[transport].call({ code: 'wait', str1: name }, { metadata });
      expect(status[result.code]).toBe('DEADLINE_EXCEEDED');
    }
    await expect.poll(() => aborted).toContain(name);
  });

  test('draining: calls in progress are answered, new ones are UNAVAILABLE', async () => {
    let open = (): void => undefined;
    let enter = (): void => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const started = await startCallers({
      operations: {
        gate: {
          description: 'Waits for the test.',
          arguments: {},
          handler: () =>
            new Promise((resolve) => {
              open = () => resolve('opened');
              enter();
            }),
        },
      },
    });
    const caller = started.callers[transport];
    const call = caller.call({ code: 'gate' });
    await entered;
    const drained = started.server.drain();
    const late = await caller.call({ code: 'echo' }).catch((error: Error) => error.message);
    // The gateway's port is closed at once: the client makes the UNAVAILABLE itself.
    if (transport === 'gateway') expect(late).toBe('fetch failed');
    else expect(late).toMatchObject({ code: status.UNAVAILABLE });
    open();
    expect(await call).toMatchObject({ code: status.OK, response: { message: 'opened' } });
    await drained;
  });
});
