/** Traces of the server's command: flags, OpenTelemetry's environment variables, and what a collector gets. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusingPort } from '../../dev/testing/refusing-port.js';
import { createServer } from '../server.js';
import { grpcCaller } from '../test/callers.js';
import { serving } from '../test/serving.js';
import { type OtlpReceiver, startOtlpReceiver } from '../test/otlp-receiver.js';
import { parseCommandLine, UsageError } from './command-line.js';
import { readTracing, startTracing } from './tracing.js';

const { closing, defer } = serving();

const parse = (...args: string[]) => {
  const commandLine = parseCommandLine(args);
  if (commandLine === 'help') throw new Error('The flags ask for help.');
  return commandLine;
};

describe('settings', () => {
  const base = 'http://collector:4318';
  it.each([
    [[], {}, undefined],
    [['--otlp-endpoint', base], {}, { url: `${base}/v1/traces`, ratio: undefined }],
    [['--otlp-endpoint', `${base}/`, '--trace-ratio', '0.01'], {}, { url: `${base}/v1/traces`, ratio: 0.01 }],
    [['--otlp-endpoint', `${base}/a`], {}, { url: `${base}/a/v1/traces`, ratio: undefined }],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: base }, { url: undefined, ratio: undefined }],
    [[], { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: base }, { url: undefined, ratio: undefined }],
    [[], { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${base}/v1/traces` }, { url: undefined, ratio: undefined }],
    [['--otlp-endpoint', base], { OTEL_EXPORTER_OTLP_HEADERS: 'host=a,x=b', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '2048' }, { url: `${base}/v1/traces`, ratio: undefined }],
    [['--trace-ratio', '1'], { OTEL_EXPORTER_OTLP_ENDPOINT: base }, { url: undefined, ratio: 1 }],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_SDK_DISABLED: 'true' }, undefined],
    [['--otlp-endpoint', base], { OTEL_SDK_DISABLED: 'TRUE' }, undefined],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [[], { OTEL_TRACES_EXPORTER: 'otlp' }, { url: undefined, ratio: undefined }],
    [[], { OTEL_BSP_SCHEDULE_DELAY: 'of others' }, undefined],
    [['--otlp-endpoint', base], { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme,authorization=Basic%20dTpw==' }, { url: `${base}/v1/traces`, ratio: undefined }],
    [['--otlp-endpoint', base], { OTEL_RESOURCE_ATTRIBUTES: 'a=b, c=%2C' }, { url: `${base}/v1/traces`, ratio: undefined }],
    [['--otlp-endpoint', base], { OTEL_EXPORTER_OTLP_CERTIFICATE: fileURLToPath(import.meta.url) }, { url: `${base}/v1/traces`, ratio: undefined }],
    [['--otlp-endpoint', base], { OTEL_BSP_SCHEDULE_DELAY: '0', OTEL_SPAN_EVENT_COUNT_LIMIT: '0', OTEL_BSP_MAX_QUEUE_SIZE: '1' }, { url: `${base}/v1/traces`, ratio: undefined }],
    [[], { OTEL_SERVICE_NAME: 'calls', OTEL_TRACES_SAMPLER: 'always_on' }, undefined],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }, { url: undefined, ratio: undefined }],
  ])('%j with %j are %j', (args, environment, expected) => {
    expect(readTracing(parse(...args), environment)).toEqual(expected);
  }); // prettier-ignore

  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: base };
  it.each([
    [['--trace-ratio', '0.5'], {}, '--trace-ratio needs a place for the traces; add --otlp-endpoint.'],
    [['--otlp-endpoint', 'collector:4318'], {}, '--otlp-endpoint must be a URL such as http://127.0.0.1:4318, without a query or credentials.'],
    [['--otlp-endpoint', ''], {}, '--otlp-endpoint must be a URL'],
    [['--otlp-endpoint', 'grpc://h:4317'], {}, '--otlp-endpoint must be a URL'],
    [['--otlp-endpoint', 'http://h/?a'], {}, '--otlp-endpoint must be a URL'],
    [['--otlp-endpoint', 'http://u:p@h/'], {}, '--otlp-endpoint must be a URL'],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: 'h' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'h' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be a URL'],
    [['--otlp-endpoint', base, '--trace-ratio', '1.5'], {}, '--trace-ratio must be a number from 0 to 1, such as 0.01, not "1.5".'],
    [['--otlp-endpoint', base, '--trace-ratio', '-1'], {}, "--trace-ratio"],
    [['--otlp-endpoint', base, '--trace-ratio', '1%'], {}, '--trace-ratio must be a number from 0 to 1'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, not "grpc".'],
    [[], { ...endpoint, OTEL_TRACES_SAMPLER: 'some' }, 'OTEL_TRACES_SAMPLER must be one of always_on, always_off, parentbased_always_on, parentbased_always_off, traceidratio, parentbased_traceidratio, not "some".'],
    [[], { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.01, not "".'],
    [[], { ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number'],
    [[], { OTEL_TRACES_EXPORTER: 'console' }, 'OTEL_TRACES_EXPORTER must be otlp or none, not "console".'],
    [['--otlp-endpoint', base], { OTEL_TRACES_EXPORTER: 'otlp,console' }, 'OTEL_TRACES_EXPORTER must be otlp or none'],
    [[], { OTEL_SDK_DISABLED: 'yes' }, 'OTEL_SDK_DISABLED must be true or false, not "yes".'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '10s' }, 'OTEL_EXPORTER_OTLP_TIMEOUT must be a whole number from 1.'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '0' }, 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT must be a whole number from 1.'],
    [[], { ...endpoint, OTEL_BSP_SCHEDULE_DELAY: '-1' }, 'OTEL_BSP_SCHEDULE_DELAY must be a whole number from 0.'],
    [[], { ...endpoint, OTEL_BSP_MAX_QUEUE_SIZE: '0' }, 'OTEL_BSP_MAX_QUEUE_SIZE must be a whole number from 1.'],
    [[], { ...endpoint, OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: 'many' }, 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT must be a whole number from 0.'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant' }, 'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as x-tenant=acme,x-key=a%2Cb, with , and ; of a value encoded, and no control characters or headers of HTTP itself.'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant: acme' }, 'OTEL_EXPORTER_OTLP_HEADERS must be pairs'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=b;c' }, 'OTEL_EXPORTER_OTLP_HEADERS must be pairs'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=%ff' }, 'OTEL_EXPORTER_OTLP_HEADERS must be pairs'],
    ...['a=%0d%0ab', 'a=b,c=%00', 'a=%E2%82%AC', 'a%0a=b', 'a%20b=c', 'content-length=5', 'Transfer-Encoding=chunked', 'a=b,connection=close', 'content-type=a', 'te=trailers']
      .map((pairs): [string[], Record<string, string>, string] => [[], { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: pairs }, 'OTEL_EXPORTER_OTLP_HEADERS must be pairs']),
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'host=a,upgrade=h2c' }, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS must be pairs'],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://:pw@h:1' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://127.0.0.1:4318, without a query or credentials.'],
    [['--otlp-endpoint', 'http://:pw@h:1'], {}, '--otlp-endpoint must be a URL'],
    [['--otlp-endpoint', `${base}/v1/traces`], {}, '--otlp-endpoint must be a URL without /v1/traces, which is appended to it.'],
    [['--otlp-endpoint', `${base}/a/v1/traces/`], {}, '--otlp-endpoint must be a URL without /v1/traces'],
    [[], { OTEL_EXPORTER_OTLP_ENDPOINT: `${base}/v1/traces` }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL without /v1/traces'],
    [[], { ...endpoint, OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '2049' }, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be at most OTEL_BSP_MAX_QUEUE_SIZE, which is 2048.'],
    [[], { ...endpoint, OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '9', OTEL_BSP_MAX_QUEUE_SIZE: '8' }, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be at most OTEL_BSP_MAX_QUEUE_SIZE, which is 8.'],
    [[], { ...endpoint, OTEL_RESOURCE_ATTRIBUTES: 'a=b=c' }, 'OTEL_RESOURCE_ATTRIBUTES must be pairs such as team=calls'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_COMPRESSION: 'br' }, 'OTEL_EXPORTER_OTLP_COMPRESSION must be none or gzip.'],
    [[], { ...endpoint, OTEL_EXPORTER_OTLP_CERTIFICATE: 'no-such.pem' }, 'OTEL_EXPORTER_OTLP_CERTIFICATE must be the path of a file.'],
    [[], { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.1' }, 'OTEL_TRACES_SAMPLER_ARG has no effect without one of traceidratio, parentbased_traceidratio as OTEL_TRACES_SAMPLER.'],
  ])('%j with %j are refused', (args, environment, message) => {
    const read = (): unknown => readTracing(parse(...args), environment);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  }); // prettier-ignore
});

describe('a server with the settings', () => {
  const page = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const traceparent = `00-${page.traceId}-${page.spanId}-01`;
  afterEach(() => void vi.unstubAllEnvs());

  type Line = Readonly<Partial<Record<string, unknown>>>;

  /** Starts a server; its lines are complete once it has stopped. */
  async function startServer(args: string[], env: Record<string, string> = {}) {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const lines: Line[] = [];
    const log = (line: object): void => void lines.push({ ...line });
    const settings = readTracing(parse(...args), process.env);
    if (!settings) throw new Error('The calls are not traced.');
    const traces = await startTracing(settings, log);
    const server = createServer({ log, tracer: traces.tracer });
    const caller = closing(grpcCaller((await server.listen({ port: 0 })).grpc));
    const stop = async (): Promise<void> => {
      await server.drain();
      await traces.close();
    };
    return { caller, lines, stop };
  }

  async function startCollector(status?: number): Promise<OtlpReceiver> {
    return closing(await startOtlpReceiver(status));
  }

  it('makes the span of a call, in the trace of its caller, and sends the last ones before it ends', async () => {
    const receiver = await startCollector();
    const flags = ['--otlp-endpoint', receiver.url];
    const { caller, lines, stop } = await startServer(flags, { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' });
    const metadata = { traceparent, tracestate: 'vendor=1', 'x-request-id': 'r-1' };
    await caller.call({ code: 'build', str1: 'GET /a?secret=s3cret', str2: '{"headers":{"x-key":"s3cret"}}' }, { metadata });
    await caller.call({ code: 'echo', str1: 's3cret' });
    await stop();

    expect(receiver.spans.filter(({ traceId }) => traceId === page.traceId)).toMatchObject([{
      name: 'api.ApiService/CallApi',
      kind: 2,
      parentSpanId: page.spanId,
      traceState: 'vendor=1',
      status: 0,
      attributes: {
        'rpc.system': 'grpc', 'rpc.service': 'api.ApiService', 'rpc.method': 'CallApi', 'rpc.grpc.status_code': 0,
        'callapi.operation': 'build', 'callapi.success': true, 'callapi.transport': 'grpc',
      },
      resource: { 'service.name': 'endpoint.js-server', 'service.version': '0.1.0', 'deployment.environment.name': 'test' },
    }]);

    // A caller without a trace is in a new one, which its log line names.
    const others = receiver.spans.filter(({ traceId }) => traceId !== page.traceId);
    expect(others).toMatchObject([{ name: 'api.ApiService/CallApi', parentSpanId: '' }]);
    const logged = lines.filter(({ event }) => event === 'call').map(({ code, traceId }) => [code, traceId]);
    expect(logged).toEqual([['build', page.traceId], ['echo', others[0]?.traceId]]);
    expect(JSON.stringify(receiver.spans)).not.toContain('s3cret');
  }); // prettier-ignore

  it('follows the environment: endpoint, headers, name, sampler', async () => {
    const receiver = await startCollector();
    const { caller, stop } = await startServer([], {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/custom/path`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme,authorization=Bearer%20t',
      OTEL_SERVICE_NAME: 'calls',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    });
    await caller.call({ code: 'echo' });
    await caller.call({ code: 'echo' }, { metadata: { traceparent } });
    await caller.call({ code: 'echo' }, { metadata: { traceparent: traceparent.replace(/1$/, '0') } });
    await stop();
    expect(receiver.spans).toMatchObject([{ parentSpanId: page.spanId, resource: { 'service.name': 'calls' } }]);
    expect(receiver.requests).toMatchObject([
      { path: '/custom/path', headers: { 'x-tenant': 'acme', authorization: 'Bearer t' } },
    ]);
  });

  it.each([
    ['refuses', async () => (await startCollector(400)).url, 'Bad Request'],
    ['is down', async () => `http://127.0.0.1:${await deadPort()}`, 'ECONNREFUSED'],
  ])('logs that spans are lost where the collector %s, and loses no call', async (_, findUrl, reason) => {
    const args = ['--otlp-endpoint', await findUrl()];
    const { caller, lines, stop } = await startServer(args, {
      OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    }); // prettier-ignore
    expect((await caller.call({ code: 'echo' })).code).toBe(0);
    await expect
      .poll(() => lines.find(({ event }) => event === 'traces-lost'))
      .toMatchObject({ spans: 1, reason: expect.stringContaining(reason) });
    expect((await caller.call({ code: 'echo' })).code).toBe(0);
    await stop();
  });

  async function deadPort(): Promise<number> {
    const { port, release } = await refusingPort();
    defer(release);
    return port;
  }
});
