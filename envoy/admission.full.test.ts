/** envoy.production.yaml: the filter admission_control, which refuses calls beforehand while servers refuse them for overload. */
import { connect } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { NO_RATE, ORIGIN, type Production, useStage } from './test/production.js';
import { type Handler, ok, silent } from './test/upstream.js';
import { type WireResponse, CALL_PATH, frame, openWire, requestBytes } from './test/wire.js';

const stage = useStage();
afterAll(stage.clear);

/** From one call a second on, as tests on a slow machine may send few. */
const ANY_RATE = ['rps_threshold: { default_value: 200,', 'rps_threshold: { default_value: 1,'] as const;
/** One thread, as each decides by what it has seen itself. */
const OPTIONS = { edits: [NO_RATE, ANY_RATE], concurrency: 1 };
const REJECTED = 'http.grpc_web.admission_control.rq_rejected';
const MANY = 300;

const refuse =
  (code: status): Handler =>
  (_, reply) =>
    reply({ code, details: 'no' });

/** Sends calls one after the other. */
async function send(envoy: Production, count: number, fields: Record<string, string> = {}): Promise<WireResponse[]> {
  const wire = await openWire(envoy.url);
  const responses: WireResponse[] = [];
  while (responses.length < count) {
    wire.send(requestBytes({ headers: { origin: ORIGIN, ...fields } }));
    responses.push(await wire.response());
  }
  wire.close();
  return responses;
}

const isHinted = ({ headers }: WireResponse): boolean => headers['grpc-retry-pushback-ms'] !== undefined;

describe.skipIf(noEnvoy)('while servers refuse calls as UNAVAILABLE', () => {
  test('Envoy refuses most of them itself, in a form that a page can read, and none once they have recovered', async () => {
    let handler = refuse(status.UNAVAILABLE);
    const { envoy, upstreams } = await stage.start([(call, reply) => handler(call, reply)], OPTIONS);
    const reached = (): number => upstreams[0]?.calls ?? Number.NaN;
    await send(envoy, MANY);
    const before = reached();
    // Envoy may repeat calls of this kind, but refuses them once: those that reach the server do so once.
    const responses = [...(await send(envoy, MANY, { 'retry-safe': 'true' })), ...(await send(envoy, MANY))];
    const refused = responses.filter(isHinted);
    expect(reached() - before + refused.length).toBe(2 * MANY);
    expect(await envoy.stat(REJECTED)).toBe(2 * MANY + MANY - reached());
    // At most nine in ten are refused. Both bounds are further from that than chance goes.
    expect(refused.length).toBeGreaterThan(MANY);
    expect(refused.length).toBeLessThan(2 * MANY);
    for (const { status: http, grpcStatus, grpcMessage, headers } of refused) {
      expect([http, grpcStatus, grpcMessage]).toEqual([
        200,
        status.UNAVAILABLE,
        'The servers have more calls than they can serve; try again later.',
      ]);
      expect(headers['grpc-retry-pushback-ms']).toMatch(/^1\d{3}$/);
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(headers['access-control-expose-headers']).toContain('grpc-retry-pushback-ms');
    }
    expect(new Set(refused.map(({ headers }) => headers['grpc-retry-pushback-ms'])).size).toBeGreaterThan(10);

    handler = ok;
    const callsOk = async (): Promise<boolean> => (await send(envoy, MANY)).every(({ grpcStatus }) => grpcStatus === 0);
    await vi.waitUntil(callsOk, { timeout: 120_000, interval: 200 });
    expect(await callsOk()).toBe(true);
  });

  test('it refuses none below its rate', async () => {
    const { envoy, upstreams } = await stage.start([refuse(status.UNAVAILABLE)], { edits: [NO_RATE], concurrency: 1 });
    // Fewer in all than the file's rate times its window, however fast they are.
    const responses = await send(envoy, 390);
    expect(responses.filter(isHinted)).toEqual([]);
    expect(upstreams[0]?.calls).toBe(390);
  });

  test('it refuses none while two of three servers respond', async () => {
    let calls = 0;
    const third: Handler = (call, reply) => ((calls += 1) % 3 === 0 ? refuse(status.UNAVAILABLE) : ok)(call, reply);
    // With one call in the window, after a pause, that one would be all.
    const edits = [NO_RATE, [ANY_RATE[0], 'rps_threshold: { default_value: 20,']] as const;
    const { envoy, upstreams } = await stage.start([third], { ...OPTIONS, edits });
    expect((await send(envoy, MANY)).filter(isHinted)).toEqual([]);
    expect(upstreams[0]?.calls).toBe(MANY);
  });
});

describe.skipIf(noEnvoy)('no caller has others refused', () => {
  const others = Object.values(status).filter(
    (code): code is status => typeof code === 'number' && code !== status.OK && code !== status.UNAVAILABLE,
  );

  test('by calls that fail otherwise', async () => {
    let calls = 0;
    const { envoy, upstreams } = await stage.start([
      (call, reply) => refuse(others[(calls += 1) % others.length] ?? status.UNKNOWN)(call, reply),
    ], OPTIONS); // prettier-ignore
    const responses = await send(envoy, MANY);
    expect(new Set(responses.map(({ grpcStatus }) => grpcStatus))).toEqual(new Set(others));
    expect([upstreams[0]?.calls, await envoy.stat(REJECTED)]).toEqual([MANY, 0]);
  });

  test('by calls that they abandon', async () => {
    let handler = silent;
    const { envoy, upstreams } = await stage.start([(call, reply) => handler(call, reply)], OPTIONS);
    const atOnce = 50;
    for (let count = 1; count <= 4; count += 1) {
      const session = connect(envoy.url, { rejectUnauthorized: false });
      for (let i = 0; i < atOnce; i += 1) {
        const fields = { ':method': 'POST', ':path': CALL_PATH, 'content-type': 'application/grpc', te: 'trailers' };
        // Its end is the point of the test.
        session.request(fields).on('error', () => undefined).end(frame(new Uint8Array())); // prettier-ignore
      }
      await vi.waitUntil(() => upstreams[0]?.calls === count * atOnce, { timeout: 120_000 });
      session.destroy();
      await vi.waitUntil(async () => (await envoy.stat('cluster.server.upstream_rq_active')) === 0, {
        timeout: 120_000,
      });
    }
    handler = ok;
    expect((await send(envoy, 50)).filter(({ grpcStatus }) => grpcStatus !== 0)).toEqual([]);
    expect(await envoy.stat(REJECTED)).toBe(0);
  });

  test('by messages that are too large', async () => {
    const edits = [...OPTIONS.edits, ['max_request_bytes: 4194309', 'max_request_bytes: 100']] as const;
    const { envoy } = await stage.start([ok], { ...OPTIONS, edits });
    for (let count = 0; count < 50; count += 1) {
      const wire = await openWire(envoy.url);
      wire.send(requestBytes({ body: frame(new Uint8Array(200)) }));
      expect((await wire.response()).grpcStatus).toBe(status.RESOURCE_EXHAUSTED);
      wire.close();
    }
    expect((await send(envoy, 50)).filter(({ grpcStatus }) => grpcStatus !== 0)).toEqual([]);
    expect(await envoy.stat(REJECTED)).toBe(0);
  });
});
