/** deploy/observability: every metric and label of a rule or panel is one that running servers and a running Envoy have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'endpoint.js-server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { refusingPort } from '../dev/testing/refusing-port.js';
import { FIND_MS, noEnvoy } from '../envoy/test/envoy.js';
import { useStage } from '../envoy/test/production.js';
import { type Caller, grpcCaller } from '../server/test/callers.js';
import { cert } from '../server/test/certificate.js';
import { FOLDER } from './test/manifests.js';
import {
  dashboard,
  examples,
  findMissing,
  OBSERVABILITY,
  readExpression,
  readSeries,
  rules,
  type Series,
} from './test/metrics.js';

/** Puts rules as Prometheus reads them into the resource of its operator. */
const wrapRules = (text: string): string =>
  `# Derived from deploy/observability/rules.yaml by \`npx vitest run deploy/observability -u\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: calls, namespace: calls }
spec:
${text.replaceAll(/^(?=.)/gm, '  ')}`;

const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m'), legendFormat })),
);

/** The labels of a legend or an annotation. */
const labelsIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, label = '']) => label);

describe('the reader of expressions', () => {
  test.each([
    ['a', []],
    ['sum by (x) (a{x="1"})', []],
    ['sum by (instance, job) (a)', []],
    ['b', ['b']],
    ['a{x="2"}', ['a{x="2"}']],
    ['a{x=~"1|3"}', []],
    ['a{x=~"2|3"}', ['a{x=~"2|3"}']],
    ['a{y!="1"}', ['a{y!="1"}']],
    ['sum by (y) (a)', ['the label y']],
  ])('in %s, %j is missing', (expression, missing) => {
    const series = readSeries('# HELP a text\n# TYPE a gauge\na{x="1",z="q\\"}"} 2\na{x="3"} +Inf\n');
    expect(findMissing(readExpression(expression), series)).toEqual(missing);
  });
});

describe.skipIf(noEnvoy)('the metrics of', () => {
  const stage = useStage();
  let series: Series[] = [];

  beforeAll(async () => {
    let finish = (): void => undefined;
    const server = createServer({
      operations: {
        wait: { description: '', arguments: {}, maxInFlight: 1, handler: () => new Promise((resolve) => (finish = () => resolve(''))) },
        bug: { description: '', arguments: {}, handler: () => JSON.parse('{') },
      },
    }); // prettier-ignore
    const { grpc, metrics = '' } = await server.listen({ port: 0, metricsPort: 0 });
    stage.defer(() => server.drain({ graceMs: 0 }));
    const envoy = await stage.startEnvoy([grpc], [
      ['max_requests: 2000', 'max_requests: 1'],
      ['{ max_tokens: 200, tokens_per_fill: 200, fill_interval: 1s }', '{ max_tokens: 4, tokens_per_fill: 1, fill_interval: 600s }'],
    ]); // prettier-ignore
    const dead = await refusingPort();
    stage.defer(dead.release);
    const anyRate = ['rps_threshold: { default_value: 200,', 'rps_threshold: { default_value: 1,'] as const;
    const alone = await stage.startEnvoy([`127.0.0.1:${dead.port}`], [anyRate]);
    const callTo = (caller: Caller) => {
      stage.defer(() => caller.close());
      return async (code: string): Promise<number> => (await caller.call({ code })).code;
    };
    const call = callTo(grpcCaller(`127.0.0.1:${envoy.port}`, cert));
    const callAlone = callTo(grpcCaller(`127.0.0.1:${alone.port}`, cert));
    const statuses = [await call('echo'), await call('bug'), await callAlone('echo')];
    const rejected = 'http.grpc_web.admission_control.rq_rejected';
    await vi.waitUntil(async () => (await callAlone('echo')) === 14 && (await alone.stat(rejected)) > 0, {
      timeout: 120_000,
    });
    const waiting = call('wait');
    await vi.waitUntil(async () => (await envoy.stat('cluster.server.upstream_rq_active')) === 1, { timeout: 120_000 });
    const callServer = callTo(grpcCaller(grpc));
    statuses.push(await callServer('wait'), await callServer('unknown'));
    // Beyond the calls at once, and then beyond the rate.
    statuses.push(await call('echo'), await call('echo'));
    finish();
    statuses.push(await waiting);
    if (statuses.join() !== '0,13,14,8,0,14,8,0') throw new Error(`The calls ended with ${statuses.join()}.`);
    series = await collect([metrics, envoy.metrics, alone.metrics]);
  }, FIND_MS);

  /** Scrapes all, once Envoy has updated its own figures, and Node has collected garbage. */
  async function collect(urls: readonly string[]): Promise<Series[]> {
    return vi.waitUntil(
      async () => {
        const garbage = Array.from({ length: 100_000 }, (_, index) => ({ index }));
        const pages = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
        const all = readSeries(pages.join('\n'));
        const late = ['envoy_cluster_upstream_rq_time_bucket', 'nodejs_gc_duration_seconds_sum'];
        const complete = late.every((metric) => all.some((one) => one.metric === metric));
        return garbage.length > 0 && complete && all;
      },
      { timeout: 120_000, interval: 200 },
    );
  }

  test.each(rules.map(({ alert, expr, annotations }) => ({ alert, expr, annotations })))(
    'the rule $alert exist',
    ({ expr, annotations }) => {
      const expression = readExpression(expr);
      expect(findMissing(expression, series)).toEqual([]);
      const used = labelsIn(Object.values(annotations).join(' '), /\$labels\.(\w+)/g);
      expect(findMissing({ ...expression, grouping: used }, series)).toEqual([]);
    },
  );

  test.each(queries)('the panel $title exist: $expr', ({ expr, legendFormat }) => {
    const expression = readExpression(expr);
    expect(findMissing(expression, series)).toEqual([]);
    const used = labelsIn(legendFormat, /\{\{(\w+)\}\}/g);
    expect(findMissing({ ...expression, grouping: used }, series)).toEqual([]);
  });
});

describe('rules.yaml', () => {
  test('is in the resource of the Prometheus operator as well; else run `npx vitest run deploy/observability -u`', async () => {
    await expect(wrapRules(readFileSync(`${OBSERVABILITY}rules.yaml`, 'utf8'))).toMatchFileSnapshot(
      join(FOLDER, 'components', 'monitoring', 'rules.yaml'),
    );
  });

  test('has a summary and a severity for each alert, under a name of its own', () => {
    for (const { annotations, labels } of rules) {
      expect(annotations['summary']).toMatch(/\.$/);
      expect(['page', 'ticket']).toContain(labels['severity']);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test('has an example that fires for each alert', () => {
    const firing = examples.tests.flatMap(({ alert_rule_test: tests = [] }) =>
      tests.filter(({ exp_alerts: alerts }) => alerts.length > 0).map(({ alertname }) => alertname),
    );
    expect([...new Set(firing)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});

describe('dashboard.json', () => {
  test('asks the data source that its viewer chooses', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(41);
    expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource', query: 'prometheus' }]);
    for (const { datasource, targets = [] } of panels) {
      for (const { uid } of [datasource, ...targets.map((target) => target.datasource)].map(
        (source) => source ?? { uid: '' },
      ))
        expect(uid).toBe('${datasource}');
    }
  });
});

test('Prometheus and Grafana know each other, the rules and the dashboard', () => {
  const read = (name: string): unknown => parse(readFileSync(OBSERVABILITY + name, 'utf8'));
  expect(read('prometheus.yaml')).toMatchObject({
    rule_files: ['rules.yaml'],
    scrape_configs: [
      { job_name: 'server', dns_sd_configs: [{ names: ['server'], type: 'A', port: 9464 }] },
      { job_name: 'envoy', dns_sd_configs: [{ names: ['envoy'], type: 'A', port: 9465 }] },
    ],
  });
  expect(read('grafana-datasource.yaml')).toMatchObject({
    datasources: [{ type: 'prometheus', url: 'http://prometheus:9090' }],
  });
  expect(read('grafana-dashboards.yaml')).toMatchObject({
    providers: [{ options: { path: '/etc/grafana/dashboards' } }],
  });
});
