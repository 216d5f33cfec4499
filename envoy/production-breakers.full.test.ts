/** envoy.production.yaml: the bounds of concurrent work for all servers together. */
import { afterEach, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { useStage, ORIGIN } from './test/production.js';
import { holdCalls } from './test/upstream.js';
import { type Answer, requestOnce } from './test/wire.js';

const stage = useStage();
afterEach(stage.clear);

const REFUSED = {
  status: 200,
  grpcStatus: 14,
  grpcMessage: 'No server can take the call now; try again later.',
  headers: { 'access-control-allow-origin': ORIGIN },
};
/** The edit for the number of concurrent calls on a connection to a server. */
const limitStreams = (count: number) =>
  ['\n              max_concurrent_streams: 100', `\n              max_concurrent_streams: ${count}`] as const;

const CONNECTIONS = 'max_connections: 1024';
const PENDING = 'max_pending_requests: 1024';

// `counters`: the ones by which Envoy reports the exceeded bound.
test.skipIf(noEnvoy).each([
  [
    'calls',
    [['max_requests: 2000', 'max_requests: 2']],
    { running: 2, waiting: 0, refused: 2, connections: 1, counters: ['rq_active'] },
  ],
  [
    'calls that wait for a connection',
    [limitStreams(1), [CONNECTIONS, 'max_connections: 1'], [PENDING, 'max_pending_requests: 2']],
    { running: 1, waiting: 2, refused: 2, connections: 1, counters: ['cx', 'rq_pending'] },
  ],
  [
    'connections',
    [limitStreams(1), [CONNECTIONS, 'max_connections: 2']],
    { running: 2, waiting: 3, refused: 0, connections: 2, counters: ['cx'] },
  ],
  [
    'calls on a connection, beyond which another one opens',
    [limitStreams(2)],
    { running: 5, waiting: 0, refused: 0, connections: 3, counters: [] },
  ],
] as const)('bounds %s at the servers', async (_, edits, expected) => {
  const held = holdCalls();
  // Each thread has its own connections.
  const { envoy } = await stage.start([held.handler], { edits, concurrency: 1 });
  const stat = (name: string): Promise<number> => envoy.stat(`cluster.server.${name}`);
  const refused: Answer[] = [];
  const answers: Promise<Answer>[] = [];
  const { running, waiting } = expected;
  for (let i = 1; i <= running + waiting + expected.refused; i += 1) {
    const call = requestOnce(envoy.url, { headers: { origin: ORIGIN } });
    answers.push(call);
    // A call that fails is reported below.
    void call.then(
      (answer) => refused.push(answer),
      () => undefined,
    );
    await vi.waitFor(async () => {
      const now = [held.waiting.length, await stat('upstream_rq_pending_active'), refused.length];
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
  held.stopHolding();
  held.answerAll();
  const statuses = (await Promise.all(answers)).map(({ grpcStatus }) => grpcStatus);
  expect(statuses).toEqual(answers.map((__, index) => (index < running + waiting ? 0 : 14)));
});
