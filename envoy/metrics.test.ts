/** The listener of metrics in envoy.production.yaml: what scrapers get, and that nothing else of the admin interface is reachable. */
import { beforeAll, describe, expect, test } from 'vitest';
import { FIND_MS, noEnvoy } from './test/envoy.js';
import { type Production, useStage } from './test/production.js';
import { ok } from './test/upstream.js';
import { type WireResponse, openWire, requestOnce } from './test/wire.js';

const stage = useStage();

describe.skipIf(noEnvoy)('the listener of metrics', () => {
  let envoy: Production;

  beforeAll(async () => {
    ({ envoy } = await stage.start([ok]));
  }, FIND_MS);

  /** Sends a request as it is written, which fetch would correct. */
  async function request(target: string, method = 'GET', fields = ''): Promise<WireResponse> {
    const wire = await openWire(envoy.metrics);
    wire.send(`${method} ${target} HTTP/1.1\r\nhost: envoy\r\n${fields}\r\n`);
    const response = await wire.response();
    wire.close();
    return response;
  }

  test('has the metrics of calls, servers and connections, and none that never had a value', async () => {
    expect((await requestOnce(envoy.url)).grpcStatus).toBe(0);
    const { status, headers, body } = await request('/metrics');
    const text = body.toString();
    expect([status, headers['server']]).toEqual([200, undefined]);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    for (const metric of [
      'envoy_cluster_membership_healthy{envoy_cluster_name="server"} 1',
      'envoy_http_downstream_rq_xx{envoy_response_code_class="2",envoy_http_conn_manager_prefix="grpc_web"} 1',
    ]) {
      expect(text).toContain(metric);
    }
    expect(text).not.toContain('envoy_cluster_upstream_rq_timeout');
  });

  test.each([
    '/', '/metrics/', '/metrics?', '/metrics?filter=x', '/metrics;x', '/metrics/x', '/metric', '/metricsx', '/METRICS', '/quitquitquit',
    '/config_dump', '/stats', '/stats/prometheus', '/server_info', '/metrics/../quitquitquit', '/metrics/..;/config_dump',
    '/metrics/%2e%2e/config_dump', '/metrics/%2E%2E/quitquitquit', '//quitquitquit', '/./config_dump', '/metrics%3fformat=json',
    '/metrics%23', 'http://127.0.0.1:9901/config_dump', 'http://envoy/quitquitquit',
  ])('GET %s reaches nothing', async (target) => {
    const { status, body } = await request(target);
    expect([status, body.toString()]).toEqual([404, '']);
  }); // prettier-ignore

  test.each(['/metrics%2f..', '/metrics%2f..%2fquitquitquit', '/metrics%5c..', '/..%2fconfig_dump', '/metrics#x', '/../../config_dump', 'metrics', '*'])(
    'GET %s is refused',
    async (target) => {
      const { status } = await request(target);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  ); // prettier-ignore

  test.each([
    ['POST', '/metrics'],
    ['POST', '/quitquitquit'],
    ['POST', '/healthcheck/fail'],
    ['HEAD', '/metrics'],
    ['OPTIONS', '/metrics'],
    ['DELETE', '/metrics'],
  ])('%s %s reaches nothing', async (method, target) => {
    expect((await fetch(new URL(target, envoy.metrics), { method })).status).toBe(404);
  });

  test.each([
    ['x-envoy-original-path: /quitquitquit\r\n'],
    ['x-original-url: /config_dump\r\n'],
    ['x-http-method-override: POST\r\n'],
    ['x-forwarded-for: 127.0.0.1\r\n'],
  ])('the header %j changes nothing', async (fields) => {
    const { status, body } = await request('/metrics', 'GET', fields);
    expect(status).toBe(200);
    expect(body.toString()).toContain('envoy_server_live{} 1');
  });

  test('a scraper that asks more than ten times a second is refused, and no call is', async () => {
    const { envoy: other } = await stage.start([ok], {
      edits: [
        ['{ max_tokens: 10, tokens_per_fill: 10, fill_interval: 1s }', '{ max_tokens: 2, tokens_per_fill: 1, fill_interval: 600s }'],
      ],
    }); // prettier-ignore
    const scrape = async (): Promise<number> => (await fetch(other.metrics)).status;
    expect([await scrape(), await scrape(), await scrape()]).toEqual([200, 200, 429]);
    // What isn't a scrape costs no token.
    expect((await fetch(`${other.metrics}/x`)).status).toBe(404);
    expect((await requestOnce(other.url)).grpcStatus).toBe(0);
  });

  test('responds while Envoy accepts no other connection', async () => {
    const { envoy: full } = await stage.start([ok], {
      edits: [
        ['max_active_downstream_connections: 10000', 'max_active_downstream_connections: 1'],
        ['stop_accepting_connections\n      triggers: [{ name: envoy.resource_monitors.fixed_heap, threshold: { value: 0.95 } }]', 'stop_accepting_connections\n      triggers: [{ name: envoy.resource_monitors.fixed_heap, threshold: { value: 0.00001 } }]'],
      ],
    }); // prettier-ignore
    await expect
      .poll(async () => (await fetch(full.metrics)).text())
      .toContain('envoy_overload_envoy_overload_actions_stop_accepting_connections_active{} 1');
  });
});
