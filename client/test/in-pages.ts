/** The tests of the built client in a real browser: in a page and in a web worker. */
import { status } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Code } from 'endpoint.js-client';
import { CallError, createServer } from 'endpoint.js-server';
import { FIND_MS, noEnvoy, startTestEnvoy, collectCleanups } from '../../envoy/test/envoy.js';
import { respondWith, message, ok, trailers } from './responses.js';
import { recordSupport } from '../../dev/support/tables.mjs';
import type { Engine } from '../../dev/testing/engines/index.mjs';
import { openPage, START_MS, type OpenPage } from './browser.js';
import { serveConformance, checkConformance, markCall, CONFORMANCE_CASES } from './conformance.js';
import type { Caller, Outcome, Place } from './page.js';
import { startTestServer, type TestServer } from './server.js';

/** What the tests of an engine share. */
interface Context {
  readonly browser: () => OpenPage;
  readonly server: () => TestServer;
  readonly inPlaces: readonly (readonly [Place, Caller])[];
}

/** Declares the tests for an engine, and records how many of them pass. */
export function testInPages(engine: Engine): void {
  let browser: OpenPage;
  let server: TestServer;
  let [passed, total] = [0, 0];

  beforeAll(async () => {
    server = await startTestServer({ cors: true });
    browser = await openPage('page.ts', 'callers', engine);
    return async () => {
      await browser.close();
      await server.close();
    };
  }, START_MS);
  beforeEach(() => {
    server.received.length = 0;
  });
  afterEach(({ task }) => {
    total += 1;
    if (task.result?.state === 'pass') passed += 1;
  });
  afterAll(() => recordSupport('engines', engine, { version: browser.version, client: `${passed} of ${total}` }));

  const inPlaces = (['page', 'worker'] as const).map((place): [Place, Caller] => [
    place,
    async (...args) => (await browser.evaluate(`callers.${place}(...${JSON.stringify(args)})`)) as Outcome,
  ]);
  const context = { browser: () => browser, server: () => server, inPlaces };
  testPlaces(context);
  testQueue(context);
  testBridges(context);
}

/** Calls of a scripted server. */
function testPlaces({ browser, server: testServer, inPlaces }: Context): void {
  describe.each(inPlaces)('in a %s', (_, call) => {
    it.each(CONFORMANCE_CASES)('$id', async (item) => {
      const server = testServer();
      serveConformance(server, item);
      const outcome = await call({ host: server.host }, markCall(item));
      await expect(checkConformance(server, item, outcome)).resolves.toBeUndefined();
    });

    it('a call is repeated as often as requested', async () => {
      const server = testServer();
      const busy = respondWith(trailers('grpc-status: 14'));
      server.respond = (response) => (server.received.length < 3 ? busy : respondWith([...message, ...ok]))(response);
      const outcome = await call({ host: server.host, retries: { attempts: 3, initialBackoff: 5 } });
      expect(outcome).toMatchObject({ code: 0, data: 'hi', attempts: 3 });
      expect(server.received.map(({ headers }) => headers['retry-safe'])).toEqual(['true', 'true', 'true']);
    });

    it('a server that refuses the page is distinguished from a dead one', async () => {
      const strict = await startTestServer();
      strict.respond = respondWith([], {}, 403);
      const refused = await call({ host: strict.host });
      expect(refused.code).toBe(Code.UNAVAILABLE);
      expect(refused.message).toContain(`No response came from ${strict.host}/api.ApiService/CallApi`);
      expect(refused.message).toContain(`A server does respond there, so most likely it refuses this page (CORS).`);
      expect(refused.message).toContain(
        `the origin ${browser().origin}, the method POST and the request headers content-type`,
      );
      expect(strict.received.map(({ method }) => method)).toEqual(['OPTIONS', 'HEAD']);
      const unprobed = await call({ host: strict.host, probe: false });
      expect(unprobed.message).toContain("a page can't tell which");
      expect(strict.received.map(({ method }) => method)).toEqual(['OPTIONS', 'HEAD', 'OPTIONS']);
      await strict.close();
      const dead = await call({ host: strict.host });
      expect(dead.message).toContain(
        "A plain request got none either, so most likely it isn't CORS: the server is down",
      );
    });

    it('a status that the server does not expose is explained', async () => {
      const hiding = await startTestServer({ cors: true });
      hiding.respond = (response) => {
        response.setHeader('access-control-expose-headers', 'x-a');
        respondWith([], { 'content-type': 'application/grpc-web', 'grpc-status': '9' })(response);
      };
      const outcome = await call({ host: hiding.host });
      await hiding.close();
      expect([outcome.code, outcome.message]).toEqual([
        Code.UNKNOWN,
        expect.stringContaining('access-control-expose-headers'),
      ]);
    });
  });
}

/** More calls than a browser sends at once. */
function testQueue({ server: testServer, inPlaces }: Context): void {
  describe.each(inPlaces)('in a %s', (_, call) => {
    it('a deadline that passes in the browser’s queue says so', async () => {
      const server = testServer();
      const held: (() => void)[] = [];
      server.respond = (response) => void held.push(() => respondWith([...message, ...ok])(response));
      const slow = Array.from({ length: 6 }, () => call({ host: server.host }));
      await expect.poll(() => held.length).toBe(6);
      const queued = await Promise.all(
        Array.from({ length: 20 }, () => call({ host: server.host }, { deadline: 300 })),
      );
      const text = new RegExp(
        `^The deadline of 300 ms passed before the call was done\\. \\d+ earlier calls to ${server.host} were in progress\\. .* never sent\\.$`,
      );
      expect(queued.map(({ code, message: said }) => [code, text.test(said)])).toEqual(
        queued.map(() => [Code.DEADLINE_EXCEEDED, true]),
      );
      expect(held).toHaveLength(6);
      for (const respond of held) respond();
      expect((await Promise.all(slow)).map(({ code }) => code)).toEqual(slow.map(() => Code.OK));
    });
  });
}

/** Calls through our bridges, from an origin that they allow and from another. */
function testBridges({ browser, inPlaces }: Context): void {
  const fields = { 'retry-after': '3', 'x-foo': 'bar', 'y-bin': 'AAH/' };
  const refuse = (): never => {
    throw new CallError(status.ABORTED, 'Later.', { ...fields, 'y-bin': Uint8Array.of(0, 1, 255) });
  };
  const refused = [Code.UNAVAILABLE, expect.stringContaining('most likely it refuses this page (CORS).')];
  const served = [Code.OK, expect.stringContaining('"str1":"ü"')];
  describe.each([
    [true, served],
    [false, refused],
  ])('where the bridge allows the origin: %s', (allowed, expected) => {
    const hosts = { gateway: '', envoy: '' };
    const { defer } = collectCleanups();
    beforeAll(async () => {
      const origins = [allowed ? browser().origin : 'http://elsewhere.example'];
      const api = createServer({
        origins,
        interceptors: [(call, next) => (call.metadata('x-refuse')[0] ? refuse() : next(call))],
      });
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

    it.each(pairs)('the %s, called from a %s', async (bridge, _, call) => {
      // With and without the header by which the client marks calls that may be repeated.
      for (const attempts of [2, 1]) {
        const settings = { host: hosts[bridge], retries: { attempts } };
        const { code, data, message: text } = await call(settings, { deadline: 3_600_000 });
        expect([code, data ?? text]).toEqual(expected);
      }
    });

    it.each(allowed ? pairs : [])('the %s shows a %s the metadata of a failure', async (bridge, _, call) => {
      const { code, trailers: shown } = await call({ host: hosts[bridge] }, { metadata: { 'x-refuse': ['1'] } });
      expect({ code, ...shown }).toMatchObject({ code: Code.ABORTED, ...fields });
    });
  });
}
