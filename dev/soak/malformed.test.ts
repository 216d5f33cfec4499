/**
 * Malformed calls to the server directly, by the gateway and by Envoy. `npm run test:full` also checks the memory that they leave.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'endpoint.js-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIND_MS, noEnvoy, startTestEnvoy } from '../../envoy/test/envoy.js';
import { full, runs } from '../testing/full.js';
import { startServer as startHttpServer } from '../testing/static-server.mjs';
import { sendMalformed, type Target } from './malformed.mjs';

const COUNT = runs(140);
/** Above the heap's own variation, and below the growth from a leak of 1 kB a call. */
const MAX_GROWTH = COUNT * 1000;
const targets = new Map<string, Target>();
const cleanups: (() => unknown)[] = [];

/** The heap in use after garbage collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

beforeAll(async () => {
  if (noEnvoy) return;
  const server = createServer();
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  cleanups.push(() => server.drain({ graceMs: 0 }));
  const envoy = await startTestEnvoy({ servers: [grpc] });
  cleanups.push(() => envoy.stop());
  for (const target of [
    { name: 'server', protocol: 'grpc', url: `http://${grpc}` },
    { name: 'gateway', protocol: 'grpc-web', url: gateway },
    { name: 'Envoy', protocol: 'grpc-web', url: envoy.url },
    { name: 'Envoy by gRPC', protocol: 'grpc', url: envoy.url },
  ] as const) {
    targets.set(target.name, target);
  }
}, FIND_MS);
afterAll(async () => {
  while (cleanups.length > 0) await cleanups.pop()?.();
});

describe.skipIf(noEnvoy)('malformed calls', () => {
  test.each(['server', 'gateway', 'Envoy', 'Envoy by gRPC'])(
    `${COUNT} at %s: each gets a proper status, and it keeps serving`,
    async (name) => {
      const run = () => sendMalformed(targets.get(name) as Target, COUNT);
      const figures = await run();
      expect(figures).toMatchObject({ name, sent: COUNT, improper: [], alive: true });
      // Every kind of request is among them, and they are answered differently.
      expect(Object.values(figures.answers).reduce((sum, times) => sum + times, 0)).toBe(COUNT);
      expect(Object.keys(figures.answers).length).toBeGreaterThan(5);
      if (!full) return;
      // Modules loaded and compiled by the first calls aren't a leak; ended calls are freed a little later.
      const before = heapUsed();
      await run();
      await expect.poll(heapUsed).toBeLessThan(before + MAX_GROWTH);
    },
  );
});

test.skipIf(noEnvoy)('reports an improper answer', async () => {
  const { url, stop } = await startHttpServer((request, response) => {
    request.resume().once('end', () => response.writeHead(500).end());
  });
  const figures = await sendMalformed({ name: 'faulty', protocol: 'grpc-web', url }, 28);
  await stop();
  expect(figures.alive).toBe(false);
  expect(figures.improper).toContain('random bytes: HTTP 500');
});
