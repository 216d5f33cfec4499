/** docs/guides/envoy.md, Traces: one trace from a page through Envoy to the server. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer, type LogLine } from 'endpoint.js-server';
import { describe, expect, test } from 'vitest';
import { Request } from '../proto/gen/node/api.js';
import { startTracing } from '../server/process/tracing.js';
import { type OtlpReceiver, startOtlpReceiver } from '../server/test/otlp-receiver.js';
import { noEnvoy } from './test/envoy.js';
import { type Production, useStage } from './test/production.js';
import { frame, requestOnce } from './test/wire.js';

const guide = readFileSync(fileURLToPath(new URL('../docs/guides/envoy.md', import.meta.url)), 'utf8');
const [section = ''] = /^## Traces\n[^]*?(?=^## )/m.exec(guide) ?? [];
const [tracing = '', cluster = ''] = Array.from(section.matchAll(/```yaml\n([^]*?)```/g), ([, block]) => block);

const indent = (block: string, spaces: number): string => block.replaceAll(/^(?=.)/gm, ' '.repeat(spaces));

const stage = useStage();

describe.skipIf(noEnvoy)('the guide’s blocks', () => {
  /** Starts all of them: Envoy with the blocks, and a server that sends its spans to the same collector. */
  async function start(changes: readonly (readonly [from: string, to: string])[] = []) {
    const collector = await startOtlpReceiver();
    stage.defer(() => collector.close());
    const lines: LogLine[] = [];
    const traces = await startTracing({ url: `${collector.url}/v1/traces`, ratio: undefined }, () => undefined);
    stage.defer(() => traces.close());
    const log = (line: LogLine): void => void lines.push(line);
    const server = createServer({ log, tracer: traces.tracer });
    const { grpc } = await server.listen({ port: 0 });
    stage.defer(() => server.drain({ graceMs: 0 }));
    const { port } = collector;
    const placed = cluster.replace('address: collector, port_value: 4318', `address: 127.0.0.1, port_value: ${port}`);
    const before = '                # One line of JSON for each call';
    const envoy = await stage.startEnvoy(
      [grpc],
      [
        [before, indent(tracing, 16) + before],
        ['\n  clusters:\n', `\n  clusters:\n${indent(placed, 4)}`],
        // Otherwise it waits for five spans, or five seconds.
        [
          'static_resources:',
          'layered_runtime: { layers: [{ name: test, static_layer: { tracing.opentelemetry.min_flush_spans: 1 } }] }\nstatic_resources:',
        ],
        ...changes,
      ],
    );
    return { collector, lines, envoy };
  }

  const sampled = [['{ numerator: 1, denominator: HUNDRED }', '{ numerator: 100, denominator: HUNDRED }']] as const;

  /** Calls as a page does. */
  async function callFromPage(envoy: Production, fields: ConstructorParameters<typeof Request>[0], headers = {}) {
    const body = frame(new Request(fields).serialize());
    const response = await requestOnce(envoy.url, { path: '/api.ApiService/CallApi', headers, body });
    expect([response.status, response.grpcStatus]).toEqual([200, 0]);
  }

  const page = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

  const waitForSpans = (collector: OtlpReceiver, count: number) =>
    expect.poll(() => collector.spans.length, { timeout: 120_000 }).toBe(count);

  test('are one trace: page, Envoy, server', async () => {
    const { collector, lines, envoy } = await start(sampled);
    const headers = { traceparent: `00-${page.traceId}-${page.spanId}-01`, 'x-request-id': 'r-1' };
    await callFromPage(envoy, { code: 'echo', str1: 's3cret' }, headers);
    await waitForSpans(collector, 2);
    const find = (service: string) => collector.spans.find(({ resource }) => resource['service.name'] === service);
    const [byEnvoy, byServer] = [find('envoy'), find('endpoint.js-server')];
    expect(collector.spans.map(({ traceId }) => traceId)).toEqual([page.traceId, page.traceId]);
    expect([byEnvoy, byServer].map((span) => [span?.kind, span?.parentSpanId])).toEqual([
      [2, page.spanId],
      [2, byEnvoy?.spanId],
    ]);
    expect(lines.map((line) => 'traceId' in line && [line.traceId, line.requestId])).toEqual([[page.traceId, 'r-1']]);
    expect(JSON.stringify(collector.spans)).not.toContain('s3cret');
  });

  test('begin a trace where a page has none, and the server’s log line names it', async () => {
    const { collector, lines, envoy } = await start(sampled);
    await callFromPage(envoy, { code: 'echo' });
    await waitForSpans(collector, 2);
    const first = collector.spans.find(({ parentSpanId }) => parentSpanId === '');
    expect(first?.resource['service.name']).toBe('envoy');
    expect(lines.map((line) => 'traceId' in line && line.traceId)).toEqual([first?.traceId]);
    // And so does Envoy's.
    const logged = (): string => envoy.lines.join('\n');
    await expect.poll(logged).toContain(`"traceparent":"00-${first?.traceId}-`);
  });

  test('record by the trace’s id, whatever a page asks for, and no query', async () => {
    const { collector, lines, envoy } = await start();
    const traceparent = (traceId: string, flags: string): string => `00-${traceId}-${page.spanId}-${flags}`;
    // The first eight bytes decide: 0 is below one in a hundred, and 99 is not.
    const recorded = `0000000000000000${'1'.repeat(16)}`;
    const dropped = ['63', '6300000000000000'].map((digits) => `${digits.padStart(16, '0')}${'2'.repeat(16)}`);
    for (const traceId of dropped)
      await callFromPage(envoy, { code: 'echo' }, { traceparent: traceparent(traceId, '01') });
    await requestOnce(envoy.url, { path: '/?q=s3cret', headers: { traceparent: traceparent(recorded, '00') } });
    await callFromPage(envoy, { code: 'echo' }, { traceparent: traceparent(recorded, '00') });
    await waitForSpans(collector, 3);
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([recorded]));
    expect(JSON.stringify(collector.spans)).not.toContain('s3cret');
    // Also those that are not recorded can be found in the log.
    expect(lines.map((line) => 'traceId' in line && line.traceId)).toEqual([...dropped, recorded]);
  });
});
