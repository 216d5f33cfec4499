/**
 * envoy.production.yaml with more than a few servers: zones, by the blocks of docs/guides/envoy.md, and connections that end at
 * their age.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'endpoint.js-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy, replaceOnce } from './test/envoy.js';
import { allOk, collectStatuses, NO_RATE, RARE_CHECKS, startProduction, useStage } from './test/production.js';
import type { Production } from './test/production.js';
import { ok, type Upstream } from './test/upstream.js';
import { frame, requestOnce } from './test/wire.js';

const stage = useStage();
afterEach(stage.clear);

const guide = readFileSync(fileURLToPath(new URL('../docs/guides/envoy.md', import.meta.url)), 'utf8');
const section = /\n## Zones\n([^]*?)\n## /.exec(guide)?.[1] ?? '';
const [servers = '', envoys = ''] = Array.from(section.matchAll(/```yaml\n([^]*?)```/g), ([, block = '']) => block);
const indent = (text: string, width: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(width));

/** The line of an endpoint, and those of several addresses in its place. */
function placeAddresses(block: string, name: string, addresses: readonly string[]): string {
  const line = block.split('\n').find((text) => text.includes(`address: ${name},`)) ?? '';
  const lines = addresses.map((address) => {
    const [host = '', port = ''] = address.split(':');
    return line.replace(`address: ${name}`, `address: ${host}`).replace(/port_value: \d+/, `port_value: ${port}`);
  });
  return replaceOnce(block, line, lines.join('\n'));
}

const MIN_SIZE = 'zone_aware_lb_config: { min_cluster_size: 6 }';

/** Envoy in zone a, of two Envoys, in front of the servers of two zones. */
async function startInZone(zoneA: readonly Upstream[], zoneB: readonly Upstream[]): Promise<Production> {
  const addresses = (zone: readonly Upstream[]): string[] => zone.map(({ address }) => address);
  const placed = placeAddresses(placeAddresses(servers, 'server-a', addresses(zoneA)), 'server-b', addresses(zoneB));
  const others = placeAddresses(placeAddresses(envoys, 'envoy-a', ['127.0.0.1:1']), 'envoy-b', ['127.0.0.1:2']);
  const { certificate } = stage;
  const listed = `      load_assignment:
        cluster_name: server
        endpoints:
          - lb_endpoints:
              # <servers>
              - endpoint: { address: { socket_address: { address: "127.0.0.1", port_value: 9 } } }
              # </servers>
`;
  const envoy = await startProduction({
    certificate: certificate.config,
    servers: ['127.0.0.1:9'],
    args: ['--service-zone', 'a'],
    edits: [
      NO_RATE,
      ...RARE_CHECKS,
      // By default its threads learn about health up to a second later.
      [MIN_SIZE, `${MIN_SIZE}\n        update_merge_window: 0s`],
      [listed, indent(placed, 6)],
      ['\n  clusters:\n', `\n  clusters:\n${indent(others, 4)}`],
      ['\nstatic_resources:', '\ncluster_manager: { local_cluster_name: envoys }\n\nstatic_resources:'],
    ],
  });
  stage.defer(() => envoy.stop());
  const healthy = (): Promise<number> => envoy.stat('cluster.server.membership_healthy');
  await vi.waitFor(async () => expect(await healthy()).toBe(zoneA.length + zoneB.length), 20_000);
  // Each thread has heard of it, too.
  const panics = (): Promise<number> => envoy.stat('cluster.server.lb_healthy_panic');
  await vi.waitFor(async () => {
    const before = await panics();
    await collectStatuses(envoy, 40);
    expect(await panics()).toBe(before);
  }, 20_000);
  return envoy;
}

const startMany = (count: number): Promise<Upstream[]> =>
  Promise.all(Array.from({ length: count }, () => stage.startUpstream(ok)));

/** The calls that the servers of each zone get of these. */
async function spread(envoy: Production, count: number, zones: readonly (readonly Upstream[])[]): Promise<number[]> {
  const before = zones.map(countCalls);
  expect(await collectStatuses(envoy, count)).toEqual(allOk(count));
  return zones.map((zone, index) => countCalls(zone) - (before[index] ?? 0));
}

const countCalls = (zone: readonly Upstream[]): number => zone.reduce((sum, { calls }) => sum + calls, 0);

describe.skipIf(noEnvoy)('zones, by the blocks of the guide', () => {
  test('a zone with enough servers serves its own calls, and others serve them when it has none', async () => {
    const zones = [await startMany(3), await startMany(3)] as const;
    const envoy = await startInZone(...zones);
    expect(await spread(envoy, 60, zones)).toEqual([60, 0]);
    for (const { server } of zones[0]) server.forceShutdown();
    // Three servers that die at once may be all that a call tries; once they are ejected, no call is lost.
    await vi.waitFor(async () => {
      await collectStatuses(envoy, 20);
      expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(3);
    }, 20_000);
    await vi.waitFor(async () => expect(await spread(envoy, 60, zones)).toEqual([0, 60]), 20_000);
  });

  test('a zone with too few servers gives a part of its calls away', async () => {
    const zones = [await startMany(2), await startMany(6)] as const;
    const envoy = await startInZone(...zones);
    // A quarter of the servers for half of the Envoys: about half of the calls stay.
    const [stay = 0, leave = 0] = await spread(envoy, 200, zones);
    expect(Math.min(stay, leave)).toBeGreaterThan(50);
  });

  test('fewer than six servers are used regardless of their zones', async () => {
    const zones = [await startMany(2), await startMany(2)] as const;
    const envoy = await startInZone(...zones);
    const [, leave] = await spread(envoy, 60, zones);
    expect(leave).toBeGreaterThan(0);
  });
});

test.skipIf(noEnvoy)('connections to servers end at their age, and no call is lost', async () => {
  let waiting = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const hold = {
    description: '',
    arguments: {},
    handler: async (): Promise<string> => {
      waiting += 1;
      await answered;
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
  await vi.waitFor(() => expect(waiting).toBe(held.length), 20_000);
  const count = (): Promise<number> => envoy.stat('cluster.server.upstream_cx_close_notify');
  const before = await count();
  // Each of these is a notice to a connection that Envoy uses.
  while ((await count()) < before + 10) expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
  answer();
  expect((await Promise.all(held)).map(({ grpcStatus }) => grpcStatus)).toEqual(allOk(held.length));
});
