/** The age of connections: callers without a proxy find servers that were added, and lose no call by the guide's retry policy. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { startNameServer } from '../envoy/test/name-server.mjs';
import { createServer, type ServerOptions } from './server.js';
import { type Caller, grpcCaller } from './test/callers.js';
import { serving } from './test/serving.js';

// grpc-js reads it when it is loaded: names are then resolved by the test's name server, not by the system.
vi.hoisted(() => vi.stubEnv('GRPC_NODE_USE_ALTERNATIVE_RESOLVER', 'true'));

const guide = readFileSync(new URL('../docs/guides/other-languages.md', import.meta.url), 'utf8');
const retries = JSON.parse(guide.split('```json\n')[1]?.split('```')[0] ?? '') as object;
// A call that meets the end of its connection is refused. grpc-js sends it again once by itself, and here both connections of one age
// may end together.
const serviceConfig = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }], ...retries });

const { closing, defer } = serving();

/** Two servers of one port, at two addresses, and a caller that knows them by one name. */
async function startTwo(nameServerPort: number, options: ServerOptions) {
  const calls = [0, 0];
  let waiting = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let port = 0;
  for (const index of [0, 1]) {
    const count = async ({ str1 }: { readonly str1: string }): Promise<string> => {
      calls[index] = (calls[index] ?? 0) + 1;
      if (str1 === 'wait') {
        waiting += 1;
        await released;
      }
      return String(index);
    };
    const operations = { count: { description: '', arguments: { str1: 'wait, or empty' }, handler: count } };
    const server = createServer({ ...options, operations });
    const { grpc } = await server.listen({ host: `127.0.0.${index + 1}`, port });
    defer(() => server.drain({ graceMs: 0 }));
    port = Number(grpc.split(':')[1]);
  }
  const caller = closing(
    grpcCaller(`dns://127.0.0.1:${nameServerPort}/servers.example:${port}`, undefined, {
      options: {
        'grpc.service_config': serviceConfig,
        'grpc.dns_min_time_between_resolutions_ms': 10,
      },
    }),
  );
  return { calls, caller, release: () => release(), isWaiting: () => waiting > 0 };
}

const callOnce = async (caller: Caller): Promise<number> => (await caller.call({ code: 'count' })).code;

// Only Linux has 127.0.0.2 by default.
test.skipIf(process.platform !== 'linux')(
  'a caller finds an added server when its connection ends at its age',
  async () => {
    const names = await startNameServer(['127.0.0.1']);
    defer(() => names.close());
    const aging = await startTwo(names.port, { maxConnectionAgeMs: 200 });
    const lasting = await startTwo(names.port, {});
    const slow = aging.caller.call({ code: 'count', str1: 'wait' });
    await vi.waitFor(() => expect(aging.isWaiting()).toBe(true), 120_000);
    for (const { caller } of [aging, lasting]) expect(await callOnce(caller)).toBe(0);
    names.addresses = ['127.0.0.1', '127.0.0.2'];
    const codes = new Set<number>();
    await vi.waitFor(async () => {
      for (const { caller } of [aging, lasting]) codes.add(await callOnce(caller));
      expect(aging.calls[1]).toBeGreaterThan(5);
    }, 120_000);
    expect(lasting.calls[1]).toBe(0);
    // The connection of a call that takes longer than the age stays until it has ended.
    aging.release();
    codes.add((await slow).code);
    expect([...codes]).toEqual([0]);
  },
);
