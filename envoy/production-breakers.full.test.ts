/** envoy.production.yaml: what the servers together have to do at once. */
import type { sendUnaryData } from '@grpc/grpc-js';
import { afterEach, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { useStage, ORIGIN } from './test/production.js';
import { ok, type Handler } from './test/upstream.js';
import { type Answer, exchange } from './test/wire.js';

const stage = useStage();
afterEach(stage.clear);

const REFUSED = {
  status: 200,
  grpcStatus: 14,
  grpcMessage: 'No server can take the call now; try again later.',
  headers: { 'access-control-allow-origin': ORIGIN },
};
/** Calls at once on a connection to a server. */
const streams = (count: number) =>
  ['\n              max_concurrent_streams: 100', `\n              max_concurrent_streams: ${count}`] as const;

const CONNECTIONS = 'max_connections: 1024';
const PENDING = 'max_pending_requests: 1024';

// `counters`: by which Envoy tells what was too much.
test.skipIf(noEnvoy).each([
  [
    'calls',
    [['max_requests: 2000', 'max_requests: 2']],
    { running: 2, waiting: 0, refused: 2, connections: 1, counters: ['rq_active'] },
  ],
  [
    'calls that wait for a connection',
    [streams(1), [CONNECTIONS, 'max_connections: 1'], [PENDING, 'max_pending_requests: 2']],
    { running: 1, waiting: 2, refused: 2, connections: 1, counters: ['cx', 'rq_pending'] },
  ],
  [
    'connections',
    [streams(1), [CONNECTIONS, 'max_connections: 2']],
    { running: 2, waiting: 3, refused: 0, connections: 2, counters: ['cx'] },
  ],
  [
    'calls of a connection: beyond it there is a further one',
    [streams(2)],
    { running: 5, waiting: 0, refused: 0, connections: 3, counters: [] },
  ],
] as const)('bounded at the servers: %s', async (_, edits, expected) => {
  const held: sendUnaryData<Buffer>[] = [];
  let holding = true;
  const handler: Handler = (call, reply) => (holding ? void held.push(reply) : ok(call, reply));
  // Each thread has connections of its own.
  const { envoy } = await stage.started([handler], { edits, concurrency: 1 });
  const stat = (name: string): Promise<number> => envoy.stat(`cluster.server.${name}`);
  const refused: Answer[] = [];
  const answers: Promise<Answer>[] = [];
  const { running, waiting } = expected;
  for (let i = 1; i <= running + waiting + expected.refused; i += 1) {
    const call = exchange(envoy.url, { headers: { origin: ORIGIN } });
    answers.push(call);
    // A call that fails is told of below.
    void call.then(
      (answer) => refused.push(answer),
      () => undefined,
    );
    await vi.waitFor(async () => {
      const now = [held.length, await stat('upstream_rq_pending_active'), refused.length];
      expect(now).toEqual([
        Math.min(i, running),
        Math.min(Math.max(i - running, 0), waiting),
        Math.max(i - running - waiting, 0),
      ]);
    }, 20_000);
  }
  for (const answer of refused) expect(answer).toMatchObject(REFUSED);
  expect(await stat('upstream_cx_active')).toBe(expected.connections);
  for (const kind of ['cx', 'rq_active', 'rq_pending'] as const) {
    const counted = await stat(`upstream_${kind}_overflow`);
    expect([kind, counted > 0]).toEqual([kind, expected.counters.some((name) => name === kind)]);
  }
  holding = false;
  for (const reply of held) reply(null, Buffer.alloc(0));
  const statuses = (await Promise.all(answers)).map(({ grpcStatus }) => grpcStatus);
  expect(statuses).toEqual(answers.map((__, index) => (index < running + waiting ? 0 : 14)));
});
