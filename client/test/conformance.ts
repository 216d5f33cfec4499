/**
 * What the public conformance suite for RPC clients (connectrpc/conformance, as of version 1.0.5) checks of a unary
 * gRPC-Web client over HTTP/1.1, with binary messages and no compression: 84 cases, each under the name that the suite
 * gives it, without the parts that are the same for all.
 *
 * 59 run against the suite's Connect server: 25 have it answer as told, 16 have it send a bare HTTP status, 18 have it
 * send raw bytes. The first 25 run again against its server made of gRPC, "(grpc server impl)", which has the trailers of
 * an error in the body where the Connect server has them in the headers. What either sends is here as bytes; CallApi's
 * messages stand in for the suite's.
 *
 * The 85th is the other side of "gRPC-Web Compressed Trailers", which the suite runs only for clients that announce
 * gzip: this one doesn't, so it has to refuse what is compressed.
 */
import { encodeBase64 } from '../grpc-web/base64.js';
import { frame, message, ok, trailers, utf8, WEB, type Bytes, type Fields } from './answers.js';

/** What the client is asked for. */
export interface ConformanceCall {
  readonly metadata?: Readonly<Record<string, readonly string[]>>;
  readonly deadline?: number;
  /** Milliseconds after which the call is cancelled. */
  readonly cancelAfter?: number;
}

/** One case of the suite. */
export interface ConformanceCase {
  readonly id: string;
  readonly call?: ConformanceCall;
  /** What the server answers; where it is missing, nothing before the client has gone. */
  readonly answer?: { readonly status?: number; readonly headers?: Fields; readonly body?: Bytes };
  /** Header fields that the server has to have received. */
  readonly received?: Readonly<Record<string, RegExp>>;
  readonly expected: {
    readonly code: number;
    /** The server's own words. */
    readonly message?: string;
    /** The text in the answer's message. */
    readonly data?: string;
    readonly header?: string;
    readonly trailer?: string;
    /** Whether the error has the detail that {@link DETAIL} is. */
    readonly detail?: boolean;
  };
}

/** The detail that errors carry, as a google.protobuf.Any. */
export const DETAIL = { typeUrl: 'type.googleapis.com/google.rpc.RequestInfo', value: [0x0a, 2, ...utf8('id')] };

const delimited = (field: number, bytes: Bytes): Bytes => [field * 8 + 2, bytes.length, ...bytes];

/** The value of grpc-status-details-bin: a google.rpc.Status with that one detail. */
function statusWithDetail(code: number, text: string): string {
  const any = [...delimited(1, utf8(DETAIL.typeUrl)), ...delimited(2, DETAIL.value)];
  return encodeBase64(Uint8Array.from([8, code, ...delimited(2, utf8(text)), ...delimited(3, any)]));
}

const TWICE = { 'X-Conformance-Test': ['Value1', 'Value2'] };
const GOT_TWICE = { 'x-conformance-test': /^Value1, ?Value2$/ };

/** A case that runs against both of the suite's servers. */
function both(
  id: (server: string) => string,
  make: (inBody: boolean) => Omit<ConformanceCase, 'id'>,
): ConformanceCase[] {
  return [
    { id: id(''), ...make(false) },
    { id: id('(grpc server impl)/'), ...make(true) },
  ];
}

function success(name: string, header: readonly string[], trailer: readonly string[]): ConformanceCase[] {
  return both(
    (server) => `${name}/${server}unary/success`,
    () => ({
      call: { metadata: TWICE },
      received: GOT_TWICE,
      answer: {
        headers: { ...WEB, 'x-custom-header': header },
        body: [...message, ...trailers('grpc-status: 0', ...trailer.map((value) => `x-custom-trailer: ${value}`))],
      },
      expected: { code: 0, data: 'hi', header: header.join(', '), trailer: trailer.join(', ') },
    }),
  );
}

interface Failure {
  readonly code: number;
  readonly message: string;
  /** The message as it is on the wire; the same where it is missing. */
  readonly encoded?: string;
  readonly header?: readonly string[];
  readonly trailer?: readonly string[];
  readonly call?: Pick<ConformanceCase, 'call' | 'received'>;
  readonly detail?: boolean;
}

/** An error: the Connect server has all of it in the headers, the gRPC server in the body's trailers. */
function error(id: (server: string) => string, failed: Failure): ConformanceCase[] {
  const { code, message: text, encoded = text, header = [], trailer = [], detail = true } = failed;
  const fields = {
    'grpc-message': encoded,
    'grpc-status': String(code),
    ...(detail && { 'grpc-status-details-bin': statusWithDetail(code, text) }),
  };
  const custom = { ...(header.length > 0 && { 'x-custom-header': header }) };
  return both(id, (inBody) => ({
    ...failed.call,
    answer: inBody
      ? {
          headers: { ...WEB, ...custom },
          body: trailers(
            ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
            ...trailer.map((value) => `x-custom-trailer: ${value}`),
          ),
        }
      : { headers: { ...WEB, ...custom, ...fields, ...(trailer.length > 0 && { 'x-custom-trailer': trailer }) } },
    expected: {
      code,
      message: text,
      detail,
      ...(header.length > 0 && { header: header.join(', ') }),
      ...(trailer.length > 0 && { trailer: trailer.join(', ') }),
    },
  }));
}

const STATUSES = ['canceled', 'unknown', 'invalid-argument', 'deadline-exceeded', 'not-found', 'already-exists',
  'permission-denied', 'resource-exhausted', 'failed-precondition', 'aborted', 'out-of-range', 'unimplemented',
  'internal', 'unavailable', 'data-loss', 'unauthenticated']; // prettier-ignore

/** Over a server that does what it is told: 25 cases, each twice. */
const SERVED: readonly ConformanceCase[] = [
  ...success('Basic', ['foo'], ['bing']),
  ...error((server) => `Basic/${server}unimplemented`, { code: 12, message: 'not implemented', detail: false }),
  ...both(
    (server) => `Client Cancellation/${server}unary/cancel-after-close-send`,
    () => ({ call: { cancelAfter: 5 }, expected: { code: 1 } }),
  ),
  ...both(
    (server) => `Deadline Propagation/${server}unary/success`,
    () => ({
      call: { deadline: 60_000 },
      received: { 'grpc-timeout': /^[56]\d{4}m$/ },
      answer: { headers: WEB, body: [...message, ...ok] },
      expected: { code: 0, data: 'hi' },
    }),
  ),
  ...success('Duplicate Metadata', ['foo', 'bar', 'baz'], ['bing', 'quux']),
  ...error((server) => `Duplicate Metadata/${server}unary/error`, {
    code: 13,
    message: 'unary failed',
    header: ['foo', 'bar', 'baz'],
    trailer: ['bing', 'quux'],
    call: { call: { metadata: TWICE }, received: GOT_TWICE },
  }),
  ...STATUSES.flatMap((name, index) =>
    error((server) => `Errors/${server}unary/${name}`, { code: index + 1, message: name.replace('-', ' ') }),
  ),
  ...error((server) => `Errors/${server}unary/error-with-metadata`, {
    code: 16,
    message: 'unauthenticated',
    header: ['foo'],
    trailer: ['bing'],
  }),
  ...error((server) => `Errors/${server}unary/unicode-error-message`, {
    code: 13,
    message: '\nblanks\r\nand ☺ and 😈\n',
    encoded: '%0Ablanks%0D%0Aand %E2%98%BA and %F0%9F%98%88%0A',
  }),
  ...both(
    (server) => `Timeouts/${server}unary`,
    () => ({ call: { deadline: 200 }, received: { 'grpc-timeout': /^(?:200|1?\d?\d)m$/ }, expected: { code: 4 } }),
  ),
];

/** HTTP statuses without anything of gRPC: 14 cases of "HTTP to RPC Code Mapping", 2 of "Unexpected Responses". */
const HTTP: readonly ConformanceCase[] = [
  ...(
    [
      ['bad-request', 400, 13], ['unauthorized', 401, 16], ['forbidden', 403, 7], ['not-found', 404, 12],
      ['conflict', 409, 2], ['precondition-failed', 412, 2], ['payload-too-large', 413, 2],
      ['unsupported-media-type', 415, 2], ['too-many-requests', 429, 14], ['request-header-fields-too-large', 431, 2],
      ['bad-gateway', 502, 14], ['service-unavailable', 503, 14], ['gateway-timeout', 504, 14],
      ['http-version-not-supported', 505, 2],
    ] as const
  ).map(([name, status, code]) => ({
    id: `HTTP to RPC Code Mapping/${name}`,
    answer: { status, headers: {} },
    expected: { code },
  })), // prettier-ignore
  { id: 'Unexpected Responses/unmapped-http-status-code', answer: { status: 418, headers: {} }, expected: { code: 2 } },
  {
    id: 'Unexpected Responses/nonexistent-http-status-code',
    answer: { status: 800, headers: {} },
    expected: { code: 2 },
  },
];

const SHORT: Fields = { 'content-type': 'application/grpc-web' };
const FOO: Fields = { ...SHORT, 'x-custom-header': 'foo' };

/** 8 cases of raw bytes that are right. */
const RAW: readonly ConformanceCase[] = [
  {
    id: 'gRPC-Web Empty Responses/unary/empty-response',
    answer: {
      headers: { ...WEB, 'x-custom-header': 'foo' },
      body: [...frame(0, []), ...trailers('grpc-status: 0', 'x-custom-trailer: bing')],
    },
    expected: { code: 0, data: '', header: 'foo', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Proto Sub-Format Responses/with-proto-sub-format',
    answer: { headers: WEB, body: [...message, ...ok] },
    expected: { code: 0, data: 'hi' },
  },
  {
    id: 'gRPC-Web Proto Sub-Format Responses/without-proto-sub-format',
    answer: { headers: SHORT, body: [...message, ...ok] },
    expected: { code: 0, data: 'hi' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-in-body/expected',
    answer: { headers: FOO, body: trailers('grpc-status: 9', 'grpc-message: error', 'x-custom-trailer: bing') },
    expected: { code: 9, message: 'error', header: 'foo', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-in-body/mixed-case',
    answer: { headers: FOO, body: trailers('Grpc-Status: 9', 'gRPC-Message: error', 'x-Custom-Trailer: bing') },
    expected: { code: 9, message: 'error', header: 'foo', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-in-body/duplicate-metadata',
    answer: {
      headers: { ...SHORT, 'x-custom-header': ['foo', 'bar', 'baz'] },
      body: trailers('grpc-status: 9', 'grpc-message: error', 'x-custom-trailer: bing', 'x-custom-trailer: quuz'),
    },
    expected: { code: 9, message: 'error', header: 'foo, bar, baz', trailer: 'bing, quuz' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-only/expected',
    answer: { headers: { ...SHORT, 'x-custom-trailer': 'bing', 'grpc-status': '9', 'grpc-message': 'error' } },
    expected: { code: 9, message: 'error', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-only/duplicate-metadata',
    answer: {
      headers: { ...SHORT, 'x-custom-trailer': ['bing', 'quuz'], 'grpc-status': '9', 'grpc-message': 'error' },
    },
    expected: { code: 9, message: 'error', trailer: 'bing, quuz' },
  },
];

/** 10 cases of raw bytes that are wrong, and the one that is ours. */
const WRONG: readonly ConformanceCase[] = (
  [
    ['trailers-in-body/missing-status', { headers: SHORT, body: trailers('grpc-message: error') }, 2],
    ['trailers-in-body/unary/ok-but-no-response', { headers: SHORT, body: ok }, 12],
    ['trailers-in-body/unary/multiple-responses', { headers: SHORT, body: [...message, ...message, ...ok] }, 12],
    ['trailers-only/missing-status', { headers: { ...SHORT, 'grpc-message': 'error' } }, 2],
    ['trailers-only/unary/ok-but-no-response', { headers: { ...SHORT, 'grpc-status': '0' } }, 12],
    ['trailers-only/ignore-header-if-body-present',
      { headers: { ...SHORT, 'grpc-status': '8' }, body: trailers('grpc-status: 9') }, 9],
    ['unexpected-content-type', { headers: { 'content-type': 'image/jpeg' } }, 2],
    ['unexpected-codec',
      { headers: { 'content-type': 'application/grpc-web+json' }, body: [...frame(0, utf8('{"message":"hi"}')), ...ok] }, 13],
    ['unexpected-compression', { headers: { ...WEB, 'grpc-encoding': 'foo' }, body: [...frame(1, [1, 2]), ...ok] }, 13],
    ['unexpected-compressed-message',
      { headers: { ...WEB, 'grpc-encoding': 'identity' }, body: [...frame(1, []), ...ok] }, 13],
  ] as const
).map(([name, answer, code]) => ({
  id: `gRPC-Web Unexpected Responses/${name}`,
  answer,
  expected: { code },
})); // prettier-ignore

const OURS: ConformanceCase = {
  id: 'ours, against gRPC-Web Compressed Trailers/trailers-in-body/compressed',
  answer: { headers: { ...FOO, 'grpc-encoding': 'gzip' }, body: frame(0x81, [0x1f, 0x8b, 8, 0]) },
  expected: { code: 13, header: 'foo' },
};

/** All of them. */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [...SERVED, ...HTTP, ...RAW, ...WRONG, OURS];
