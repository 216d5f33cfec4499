/** Spans by an embedder's own tracer; server/process/tracing.test.ts has those of the command. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, ROOT_CONTEXT, type Span, type Tracer, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it, vi } from 'vitest';
import type { ServerOptions } from '../server.js';
import type { OperationContext } from '../operations/operation.js';
import { serving } from '../test/serving.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

const { defer, start } = serving();

const started = (tracer: Tracer, options: ServerOptions = {}) => start({ tracer, ...options });

function recorder() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer('test'), spans: () => exporter.getFinishedSpans() };
}

function fail(): never {
  throw new Error('broken');
}

/** A tracer one method of whose spans throws. */
function breakSpan(tracer: Tracer, method: keyof Span): Tracer {
  const startSpan: Tracer['startSpan'] = (...args) => Object.assign(tracer.startSpan(...args), { [method]: fail });
  return { startSpan, startActiveSpan: fail };
}

/** An operation that keeps what it gets. */
function keep(work: (context: OperationContext) => void) {
  const handler = (_: unknown, received: OperationContext): string => {
    work(received);
    return '';
  };
  return { description: '', arguments: {}, handler };
}

describe("an embedder's tracer", () => {
  it('makes a span for each call of both transports', async () => {
    const { tracer, spans } = recorder();
    const { callers, lines } = await started(tracer);
    await callers.gRPC.call({ code: 'echo' }, { metadata: { traceparent } });
    await callers['gRPC-Web'].call({ code: 'echo' }, { metadata: { traceparent } });
    expect(spans().map(({ attributes }) => attributes['callapi.transport'])).toEqual(['grpc', 'grpc-web']);
    for (const span of spans()) {
      expect(span.parentSpanContext).toMatchObject({ traceId, spanId: 'b7ad6b7169203331', isRemote: true });
    }
    expect(lines.map((line) => 'traceId' in line && line.traceId)).toEqual([traceId, traceId]);
  });

  it('gives operations and interceptors the place within its span, to be passed on', async () => {
    const { tracer, spans } = recorder();
    const seen: OperationContext['trace'][] = [];
    const { callers } = await started(tracer, {
      operations: { keep: keep((received) => void seen.push(received.trace)) },
      interceptors: [
        async (call, next) => {
          seen.push(call.trace);
          return next(call);
        },
      ],
    });
    await callers.gRPC.call({ code: 'keep' }, { metadata: { traceparent, tracestate: 'a=1,b=2' } });
    const [span] = spans();
    const expected = {
      traceparent: `00-${traceId}-${span?.spanContext().spanId}-01`,
      tracestate: 'a=1,b=2',
      traceId,
    };
    expect(seen).toEqual([expected, expected]);
  });

  it('is the active one while an operation runs, for other instrumentation', async () => {
    const storage = new AsyncLocalStorage<Context>();
    context.setGlobalContextManager({
      active: () => storage.getStore() ?? ROOT_CONTEXT,
      with: (active, work, self, ...args) => storage.run(active, () => work.call(self as never, ...args)),
      bind: (_, target) => target,
      enable() {
        return this;
      },
      disable() {
        return this;
      },
    });
    defer(() => context.disable());
    const { tracer, spans } = recorder();
    const { callers } = await started(tracer, {
      operations: { keep: keep(() => tracer.startSpan('inner', {}, context.active()).end()) },
    });
    await callers.gRPC.call({ code: 'keep' });
    const [inner, call] = spans();
    expect([inner?.name, inner?.parentSpanContext?.spanId]).toEqual(['inner', call?.spanContext().spanId]);
  });

  it('that makes no traces leaves calls in those of their callers', async () => {
    const seen: OperationContext['trace'][] = [];
    const operations = { keep: keep((received) => void seen.push(received.trace)) };
    const { callers, lines } = await started(trace.getTracer('none'), { operations });
    await callers.gRPC.call({ code: 'keep' }, { metadata: { traceparent } });
    await callers.gRPC.call({ code: 'keep' });
    expect(seen).toEqual([{ traceparent, traceId }, undefined]);
    expect(lines.map((line) => 'traceId' in line && line.traceId)).toEqual([traceId, false]);
  });

  it.each<[string, (tracer: Tracer) => Tracer]>([
    ['at the start of a span', () => ({ startSpan: fail, startActiveSpan: fail })],
    ['for the context of a span', (tracer) => breakSpan(tracer, 'spanContext')],
    ['at the end of a span', (tracer) => breakSpan(tracer, 'end')],
    ['for the attributes of a span', (tracer) => breakSpan(tracer, 'setAttributes')],
  ])('that throws %s costs no call, and is reported once', async (_, breakTracer) => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    defer(() => warn.mockRestore());
    const { callers, lines } = await started(breakTracer(recorder().tracer));
    for (const each of [callers.gRPC, callers['gRPC-Web'], callers.gRPC]) {
      expect(await each.call({ code: 'echo' }, { metadata: { traceparent } })).toMatchObject({ code: 0 });
    }
    const line = { code: 'echo', status: 'OK', success: true, traceId };
    expect(lines).toMatchObject([line, line, line]);
    expect(warn.mock.calls).toEqual([['The tracer failed, further failures are not reported: Error: broken']]);
  });

  it.each([
    ['a bug', { code: 'bug' }, 13, 2],
    ["a caller's mistake", { code: 'build', str1: 'GET /{' }, 0, 0],
    ['too much', { code: 'echo', str1: 'x'.repeat(1_048_577) }, 3, 0],
  ])('shows %s', async (_, request, status, mark) => {
    const { tracer, spans } = recorder();
    const operations = { bug: keep(() => void JSON.parse('{')) };
    const { callers } = await started(tracer, { operations });
    await callers.gRPC.call(request);
    const [span] = spans();
    expect([span?.attributes['rpc.grpc.status_code'], span?.status]).toEqual([status, { code: mark }]);
    expect(span?.events).toEqual([]);
  });
});
