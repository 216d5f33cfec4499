/**
 * The short form of the soak run's malformed calls: to the server, the gateway and Envoy, all in front of one server. What they leave
 * in memory is looked at in `npm run test:full`.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'endpoint.js-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { malformed, type Target } from '../dev/soak/malformed.mjs';
import { malformedRequests } from '../dev/soak/malformed-requests.mjs';
import { startEnvoy } from './launcher/launch.mjs';
import { envoyPath, FIND_MS, noEnvoy, port } from './test/envoy.js';
import { full } from '../dev/testing/full.js';
import { runs } from '../dev/testing/property.js';

const COUNT = runs(280);
/** More than the heap varies by itself, and less than would stay if each call left 1 kB. */
const MOST_LEFT = COUNT * 1000;
const targets = new Map<string, Target>();
const cleanups: (() => unknown)[] = [];

/** What is in use once the garbage is gone. */
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
  const ports = { port: await port(), adminPort: await port() };
  const origins = ['http://localhost:5173'];
  const envoy = await startEnvoy({ path: await envoyPath(), ...ports, servers: [grpc], origins, log: () => undefined });
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
    `${COUNT} at %s: a proper status each, and it lives on`,
    async (name) => {
      const target = targets.get(name);
      const run = () => malformed({ targets: target ? [target] : [], count: COUNT });
      const [figures] = await run();
      expect(figures).toMatchObject({ name, sent: COUNT, improper: [], alive: true });
      // Every kind of request is among them, and not all are answered alike.
      expect(Object.values(figures?.answers ?? {}).reduce((sum, times) => sum + times, 0)).toBe(COUNT);
      expect(Object.keys(figures?.answers ?? {}).length).toBeGreaterThan(5);
      if (!full) return;
      // What is loaded and compiled with the first calls isn't a leak; what has just ended is let go of a little later.
      const before = heapUsed();
      await run();
      await expect.poll(heapUsed).toBeLessThan(before + MOST_LEFT);
    },
  );
});

test('the same seed gives the same requests', () => {
  const [one, two, three] = [malformedRequests(1), malformedRequests(1), malformedRequests(2)];
  const take = (requests: typeof one): string[] =>
    Array.from({ length: 30 }, () => {
      const { body, ...rest } = requests.next().value;
      return JSON.stringify({ ...rest, body: body.toString('base64') });
    });
  const first = take(one);
  expect(take(two)).toEqual(first);
  expect(take(three)).not.toEqual(first);
});

test.skipIf(noEnvoy)('what gives no proper answer is found', async () => {
  const { createServer: createHttpServer } = await import('node:http');
  const wrong = createHttpServer((request, response) => {
    request.resume().once('end', () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.1', resolve));
  const address = wrong.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const [figures] = await malformed({ targets: [{ name: 'wrong', protocol: 'grpc-web', url }], count: 28 });
  wrong.close();
  expect(figures?.alive).toBe(false);
  expect(figures?.improper).toContain('random bytes: HTTP 500');
});
