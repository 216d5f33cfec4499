import { afterEach, expect, it } from 'vitest';
import { type CallServer, createServer, type DrainOptions } from '../server.js';
import { cert, clientCa, key } from '../test/certificate.js';

const servers: CallServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.drain())));

async function started(): Promise<{ origin: string; drain: (options?: DrainOptions) => Promise<void> }> {
  // Whatever the other ports speak.
  const server = createServer({ tls: { cert, key, clientCa }, token: 'secret' });
  servers.push(server);
  const { health = '' } = await server.listen({ port: 0, gatewayPort: 0, healthPort: 0 });
  expect(health).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/healthz$/);
  return { origin: new URL(health).origin, drain: (options) => server.drain(options) };
}

async function answer(url: string, init?: RequestInit): Promise<[status: number, body: string]> {
  const response = await fetch(url, init);
  return [response.status, await response.text()];
}

it.each([
  ['/healthz', 'GET', 200, 'SERVING\n'],
  ['/healthz?verbose', 'GET', 200, 'SERVING\n'],
  ['/livez', 'GET', 200, 'SERVING\n'],
  ['/healthz', 'HEAD', 200, ''],
  ['/healthz', 'POST', 404, 'Only GET /healthz and GET /livez are served here.\n'],
  ['/', 'GET', 404, 'Only GET /healthz and GET /livez are served here.\n'],
  ['/metrics', 'GET', 404, 'Only GET /healthz and GET /livez are served here.\n'],
  ['/api.ApiService/CallApi', 'POST', 404, 'Only GET /healthz and GET /livez are served here.\n'],
])('%s %s: %i', async (path, method, status, body) => {
  const { origin } = await started();
  expect(await answer(origin + path, { method })).toEqual([status, body]);
});

it('reports a drain from its first moment, stays alive, and ends last', async () => {
  const { origin, drain } = await started();
  const drained = drain({ delayMs: 300 });
  expect(await answer(`${origin}/healthz`)).toEqual([503, 'NOT_SERVING\n']);
  expect(await answer(`${origin}/livez`)).toEqual([200, 'SERVING\n']);
  await drained;
  await expect(fetch(`${origin}/livez`)).rejects.toThrow('fetch failed');
});
