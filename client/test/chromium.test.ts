/** The built client in a real browser: in a page and in a web worker. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Code } from 'endpoint.js-client';
import { createServer } from 'endpoint.js-server';
import { FIND_MS, noEnvoy, startTestEnvoy, collectCleanups } from '../../envoy/test/envoy.js';
import { answerWith, message, ok, trailers } from './answers.js';
import { openPage, START_MS, type OpenPage } from './chromium.js';
import { answerConformance, checkConformance, markCall, CONFORMANCE_CASES } from './conformance.js';
import type { Caller, Place } from './page.js';
import { startTestServer, useTestServer } from './server.js';

let browser: OpenPage;
const server = await useTestServer({ cors: true });

beforeAll(async () => {
  browser = await openPage('page.ts', 'callers');
  return () => browser.close();
}, START_MS);

const inPlaces = (['page', 'worker'] as const).map((place): [Place, Caller] => [
  place,
  (...args) => browser.page.evaluate(([target, parameters]) => callers[target](...parameters), [place, args] as const),
]);

describe.each(inPlaces)('in a %s', (_, call) => {
  it.each(CONFORMANCE_CASES)('$id', async (item) => {
    answerConformance(server, item);
    await checkConformance(server, item, await call({ host: server.host }, markCall(item)));
  });

  it('a call is repeated as often as requested', async () => {
    const busy = answerWith(trailers('grpc-status: 14'));
    server.answer = (response) => (server.received.length < 3 ? busy : answerWith([...message, ...ok]))(response);
    const outcome = await call({ host: server.host, retries: { attempts: 3, initialBackoff: 5 } });
    expect(outcome).toMatchObject({ code: 0, data: 'hi', attempts: 3 });
  });

  it('a server that refuses the page is distinguished from a dead one', async () => {
    const strict = await startTestServer();
    strict.answer = answerWith([], {}, 403);
    const refused = await call({ host: strict.host });
    expect(refused.code).toBe(Code.UNAVAILABLE);
    expect(refused.message).toContain(`No answer came from ${strict.host}/api.ApiService/CallApi`);
    expect(refused.message).toContain(`A server does answer there, so most likely it refuses this page (CORS).`);
    expect(refused.message).toContain(
      `the origin ${browser.origin}, the method POST and the request headers content-type`,
    );
    expect(strict.received.map(({ method }) => method)).toEqual(['OPTIONS', 'HEAD']);
    const unprobed = await call({ host: strict.host, probe: false });
    expect(unprobed.message).toContain("a page can't tell which");
    expect(strict.received.map(({ method }) => method)).toEqual(['OPTIONS', 'HEAD', 'OPTIONS']);
    await strict.close();
    const dead = await call({ host: strict.host });
    expect(dead.message).toContain("A plain request got none either, so most likely it isn't CORS: the server is down");
  });

  it('a status that the server does not expose is explained', async () => {
    const hiding = await startTestServer({ cors: true });
    hiding.answer = (response) => {
      response.setHeader('access-control-expose-headers', 'x-a');
      answerWith([], { 'content-type': 'application/grpc-web', 'grpc-status': '9' })(response);
    };
    const outcome = await call({ host: hiding.host });
    await hiding.close();
    expect([outcome.code, outcome.message]).toEqual([
      Code.UNKNOWN,
      expect.stringContaining('access-control-expose-headers'),
    ]);
  });
});

describe('a bridge that doesn’t allow the origin', () => {
  const origins = ['http://elsewhere.example'];
  const api = createServer({ origins });
  const hosts = { gateway: '', envoy: '' };
  const { defer } = collectCleanups();
  beforeAll(async () => {
    const addresses = await api.listen({ port: 0, gatewayPort: 0 });
    defer(() => api.drain());
    hosts.gateway = addresses.gateway ?? '';
    if (noEnvoy) return;
    const envoy = await startTestEnvoy({ servers: [addresses.grpc], origins });
    hosts.envoy = envoy.url;
    defer(envoy.stop);
  }, FIND_MS);

  const bridges = noEnvoy ? (['gateway'] as const) : (['gateway', 'envoy'] as const);
  const pairs = bridges.flatMap((bridge) => inPlaces.map(([place, call]) => [bridge, place, call] as const));

  it.each(pairs)('the %s is found by a probe from a %s', async (bridge, _, call) => {
    const { message: text } = await call({ host: hosts[bridge] });
    expect(text).toContain('A server does answer there, so most likely it refuses this page (CORS).');
  });
});
