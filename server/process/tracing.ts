import { statSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tracer } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { TracesLogLine } from '../observability/log.js';
import { version } from '../package.json';
import { type CommandLine, parseBaseUrl, parseRatio, parseUrl, UsageError } from './command-line.js';

/** Traces that are sent somewhere. */
export interface TracingSettings {
  /** The URL that spans are posted to; undefined: as OpenTelemetry's environment variables say. */
  readonly url: string | undefined;
  /** The share of calls to trace whose callers haven't decided; undefined: as the environment variables say. */
  readonly ratio: number | undefined;
}

const endpointVariables = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const protocolVariables = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
const plainSamplers = ['always_on', 'always_off', 'parentbased_always_on', 'parentbased_always_off'];
const ratioSamplers = ['traceidratio', 'parentbased_traceidratio'];

/**
 * Reads whether calls are traced, and how: from the flags, and from the environment variables of OpenTelemetry's specification. What
 * its SDK would replace by a default with a mere warning is an error here.
 *
 * @returns undefined where calls aren't traced
 * @throws {UsageError}
 */
export function readTracing(
  { otlpEndpoint, traceRatio }: Pick<CommandLine, 'otlpEndpoint' | 'traceRatio'>,
  environment: NodeJS.ProcessEnv,
): TracingSettings | undefined {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const endpoints = endpointVariables.filter((name) => read(name) !== undefined);
  const exporter = readOneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none'], environment);
  const disabled = readOneOf('OTEL_SDK_DISABLED', ['true', 'false'], environment);
  // The exporter alone has a place too: a collector on this machine.
  if (otlpEndpoint === undefined && endpoints.length === 0 && exporter !== 'otlp') {
    if (traceRatio === undefined) return undefined;
    throw new UsageError('--trace-ratio needs a place for the traces; add --otlp-endpoint.');
  }
  if (disabled === 'true' || exporter === 'none') return undefined;
  if (otlpEndpoint === undefined) for (const name of endpoints) readEndpoint(name, read(name) ?? '');
  checkForms(read, Object.keys(environment));
  checkBatchSize(read);
  const protocol = protocolVariables.find((name) => read(name) !== undefined);
  if (protocol !== undefined && read(protocol) !== 'http/protobuf') {
    throw new UsageError(`${protocol} must be http/protobuf, not ${JSON.stringify(read(protocol))}.`);
  }
  if (traceRatio === undefined) checkSampler(read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG'));
  const url = otlpEndpoint === undefined ? undefined : `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`;
  return { url, ratio: traceRatio };
}

function readEndpoint(name: (typeof endpointVariables)[number], text: string): string {
  // Only the address for traces alone is used as it is.
  return name === 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' ? parseUrl(name, text) : parseBaseUrl(name, text);
}

function readOneOf(name: string, values: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const text = environment[name]?.trim().toLowerCase();
  if (!text || values.includes(text)) return text;
  throw new UsageError(`${name} must be ${values.join(' or ')}, not ${JSON.stringify(text)}.`);
}

type Form = readonly [names: RegExp, isRight: (text: string) => boolean, words: string];

/** The forms of variables whose wrong values OpenTelemetry's SDK ignores. */
const FORMS: readonly Form[] = [
  [
    /^OTEL_(?:BSP_SCHEDULE_DELAY|(?:SPAN_)?(?:ATTRIBUTE|EVENT|LINK)_\w+_LIMIT)$/,
    (text) => /^\d{1,9}$/.test(text),
    'a whole number from 0',
  ],
  [
    /^OTEL_(?:EXPORTER_OTLP_(?:TRACES_)?TIMEOUT|BSP_(?:EXPORT_TIMEOUT|MAX_QUEUE_SIZE|MAX_EXPORT_BATCH_SIZE))$/,
    (text) => /^[1-9]\d{0,8}$/.test(text),
    'a whole number from 1',
  ],
  [
    /^OTEL_EXPORTER_OTLP_(?:TRACES_)?HEADERS$/,
    (text) => arePairs(text, /^[^\s=;]+ *= *[^;\s][^;]*$/) && text.split(',').every(isSendable),
    'pairs such as x-tenant=acme,x-key=a%2Cb, with , and ; of a value encoded, and no control characters or headers of HTTP itself',
  ],
  [
    /^OTEL_RESOURCE_ATTRIBUTES$/,
    (text) => arePairs(text, /^[^=]{1,255}=[^=]{0,255}$/),
    'pairs such as team=calls,deployment.environment.name=test, with , and = of a value encoded',
  ],
  [/^OTEL_EXPORTER_OTLP_(?:TRACES_)?COMPRESSION$/, (text) => /^(?:none|gzip)$/.test(text), 'none or gzip'],
  [
    /^OTEL_EXPORTER_OTLP_(?:TRACES_)?(?:CERTIFICATE|CLIENT_KEY|CLIENT_CERTIFICATE)$/,
    (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
    'the path of a file',
  ],
];

/** Never repeats a value: headers hold secrets. */
function checkForms(read: (name: string) => string | undefined, names: readonly string[]): void {
  for (const name of names) {
    const text = read(name);
    const form = text !== undefined && FORMS.find(([pattern, isRight]) => pattern.test(name) && !isRight(text));
    if (form) throw new UsageError(`${name} must be ${form[2]}.`);
  }
}

function arePairs(text: string, pattern: RegExp): boolean {
  return text.split(',').every((pair) => pattern.test(pair.trim()) && isEncoded(pair));
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The headers that frame a message or belong to a connection. */
const ownHeaders =
  /^(?:connection|content-.*|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

function isSendable(pair: string): boolean {
  const [name = '', ...value] = pair.split('=').map((text) => decodeURIComponent(text.trim()));
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value.join('='));
    return !ownHeaders.test(name);
  } catch {
    return false;
  }
}

const defaultQueueSize = 2048;

function checkBatchSize(read: (name: string) => string | undefined): void {
  const size = Number(read('OTEL_BSP_MAX_EXPORT_BATCH_SIZE') ?? 0);
  const most = Number(read('OTEL_BSP_MAX_QUEUE_SIZE') ?? defaultQueueSize);
  if (size <= most) return;
  throw new UsageError(`OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be at most OTEL_BSP_MAX_QUEUE_SIZE, which is ${most}.`);
}

function checkSampler(name: string | undefined, argument: string | undefined): void {
  if (argument !== undefined && (name === undefined || plainSamplers.includes(name))) {
    throw new UsageError(
      `OTEL_TRACES_SAMPLER_ARG has no effect without one of ${ratioSamplers.join(', ')} as OTEL_TRACES_SAMPLER.`,
    );
  }
  if (name === undefined || plainSamplers.includes(name)) return;
  if (!ratioSamplers.includes(name)) {
    const known = [...plainSamplers, ...ratioSamplers].join(', ');
    throw new UsageError(`OTEL_TRACES_SAMPLER must be one of ${known}, not ${JSON.stringify(name)}.`);
  }
  parseRatio('OTEL_TRACES_SAMPLER_ARG', argument ?? '');
}

/** How long the last spans may take to be sent, in ms. */
const maxCloseMs = 1000;

/**
 * Starts to send traces. The SDK is imported here: without traces it costs nothing.
 *
 * @param log receives a line for each batch of spans that could not be sent
 */
export async function startTracing(
  { url, ratio }: TracingSettings,
  log: (line: TracesLogLine) => void,
): Promise<{ tracer: Tracer; close(): Promise<void> }> {
  const [trace, resources, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  const exporter = new OTLPTraceExporter(url === undefined ? {} : { url });
  const { ParentBasedSampler, TraceIdRatioBasedSampler } = trace;
  const ours = { 'service.name': 'endpoint.js-server', 'service.version': version };
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new trace.BasicTracerProvider({
    resource: resources.resourceFromAttributes(ours).merge(named),
    spanProcessors: [new trace.BatchSpanProcessor(reportLoss(exporter, log))],
    ...(ratio !== undefined && { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }) }),
  });
  return {
    tracer: provider.getTracer('endpoint.js-server', version),
    async close() {
      // A failure to send is in the log.
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, delay(maxCloseMs, undefined, { ref: false })]);
    },
  };
}

function reportLoss(exporter: SpanExporter, log: (line: TracesLogLine) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error)
          log({ event: 'traces-lost', time: new Date().toISOString(), spans: spans.length, reason: error.message });
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
