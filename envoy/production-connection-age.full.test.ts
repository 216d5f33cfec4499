/** envoy.production.yaml in front of servers whose connections end at their age. */
import { createServer } from 'endpoint.js-server';
import { afterEach, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { allOk, collectStatuses, NO_RATE, RARE_CHECKS, useStage } from './test/production.js';
import { frame, requestOnce } from './test/wire.js';

const stage = useStage();
afterEach(stage.clear);

test.skipIf(noEnvoy)('connections to servers end at their age, and no call is lost', async () => {
  let waiting = 0;
  let respond = (): void => undefined;
  const called = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const hold = {
    description: '',
    arguments: {},
    handler: async (): Promise<string> => {
      waiting += 1;
      await called;
      return '';
    },
  };
  const server = createServer({ maxConnectionAgeMs: 100, operations: { hold } });
  stage.defer(() => server.drain({ graceMs: 0 }));
  const { grpc } = await server.listen({ port: 0 });
  const envoy = await stage.startEnvoy([grpc], [NO_RATE, ...RARE_CHECKS]);
  // api.Request { code: 'hold' }
  const body = frame(Buffer.from([10, 4, ...Buffer.from('hold')]));
  const held = Array.from({ length: 4 }, () => requestOnce(envoy.url, { body }));
  await vi.waitFor(() => expect(waiting).toBe(held.length), 120_000);
  const count = (): Promise<number> => envoy.stat('cluster.server.upstream_cx_close_notify');
  const before = await count();
  // Each of these is a notice to a connection that Envoy uses.
  while ((await count()) < before + 10) expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
  respond();
  expect((await Promise.all(held)).map(({ grpcStatus }) => grpcStatus)).toEqual(allOk(held.length));
});
