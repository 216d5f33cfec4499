import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

/** The fields of opentelemetry/proto/trace/v1/trace.proto that tests read; others are skipped. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    string trace_state = 3;
    bytes parent_span_id = 4;
    string name = 5;
    int32 kind = 6;
    repeated KeyValue attributes = 9;
    Status status = 15;
  }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);
const requestType = root.lookupType('ExportTraceServiceRequest');

type Attributes = Readonly<Record<string, unknown>>;

/** A span as it was received. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Attributes;
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number;
  readonly resource: Attributes;
}

/** A collector of traces, for OTLP over HTTP. */
export interface OtlpReceiver {
  /** Its base URL. */
  readonly url: string;
  readonly port: number;
  readonly spans: readonly ReceivedSpan[];
  /** The paths and headers of the requests. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number;
  readonly doubleValue?: number;
}
type KeyValues = readonly { readonly key: string; readonly value?: Value }[];
interface ExportRequest {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: KeyValues };
    readonly scopeSpans?: readonly {
      readonly spans?: readonly (Omit<ReceivedSpan, 'traceState' | 'attributes' | 'status' | 'resource'> & {
        readonly traceState?: string;
        readonly attributes?: KeyValues;
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

const toAttributes = (pairs: KeyValues = []): Attributes =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value ?? {})[0]]));

const toHex = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString('hex');

/** Reads the spans of a request. */
function readSpans(body: Buffer): ReceivedSpan[] {
  const message = requestType.toObject(requestType.decode(body), { longs: Number, bytes: String });
  const { resourceSpans = [] } = message as ExportRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) =>
      spans.map(({ traceId, spanId, parentSpanId, traceState = '', name, kind, attributes, status }) => ({
        traceId: toHex(traceId),
        spanId: toHex(spanId),
        parentSpanId: toHex(parentSpanId),
        traceState,
        name,
        kind,
        attributes: toAttributes(attributes),
        status: status?.code ?? 0,
        resource: toAttributes(resource?.attributes),
      })),
    ),
  );
}

/** Starts a collector on a free port of loopback, which responds to each request with this status. */
export async function startOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const respond = (body: Buffer): void => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      if (status === 200)
        spans.push(...readSpans(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
    };
    // A body that breaks off, or isn't one of OTLP, fails the test.
    void buffer(request).then(respond);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    spans,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
