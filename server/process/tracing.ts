import { setTimeout as delay } from 'node:timers/promises';
import type { Tracer } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { TracesLogLine } from '../observability/log.js';
import { version } from '../package.json';
import { type CommandLine, parseRatio, parseUrl, UsageError } from './command-line.js';

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
  const endpoint = endpointVariables.find((name) => read(name) !== undefined);
  if (otlpEndpoint === undefined && endpoint === undefined) {
    if (traceRatio === undefined) return undefined;
    throw new UsageError('--trace-ratio needs a place for the traces; add --otlp-endpoint.');
  }
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none') return undefined;
  if (otlpEndpoint === undefined && endpoint !== undefined) parseUrl(endpoint, read(endpoint) ?? '');
  const protocol = protocolVariables.find((name) => read(name) !== undefined);
  if (protocol !== undefined && read(protocol) !== 'http/protobuf') {
    throw new UsageError(`${protocol} must be http/protobuf, not ${JSON.stringify(read(protocol))}.`);
  }
  if (traceRatio === undefined) checkSampler(read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG'));
  const url = otlpEndpoint === undefined ? undefined : `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`;
  return { url, ratio: traceRatio };
}

function checkSampler(name: string | undefined, argument: string | undefined): void {
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
