/**
 * The cases of the public conformance suite for RPC clients (connectrpc/conformance, version 1.0.5) for a unary gRPC-Web
 * client over HTTP/1.1, with binary messages and no compression: 84 cases under the suite's names, without their common
 * parts.
 *
 * 59 run against the suite's Connect server: in 25 it responds as instructed, in 16 it sends a bare HTTP status, in 18 raw
 * bytes. The first 25 also run against its gRPC server, "(grpc server impl)", which sends the trailers of an error in the
 * body, not in the headers. The responses of both servers are here as bytes, with CallApi's messages in place of the suite's.
 *
 * The 85th is the opposite of "gRPC-Web Compressed Trailers", which the suite runs only for clients that announce gzip.
 * This client doesn't announce it, so it has to reject compressed trailers.
 */
import { encodeBase64 } from '../grpc-web/binary-metadata.js';
import { frame, message, ok, trailers, utf8, WEB, type Bytes, type Fields, respondWith } from './responses.js';
import { expect } from 'vitest';
import { until, type ConformanceCall, type Outcome } from './calls.js';
import type { TestServer } from './server.js';

/** One case of the suite. */
interface ConformanceCase {
  readonly id: string;
  readonly call?: ConformanceCall;
  /** The server's response; if missing, the server stays silent until the client has gone. */
  readonly response?: { readonly status?: number; readonly headers?: Fields; readonly body?: Bytes };
  /** Header fields that the server must receive. */
  readonly received?: Readonly<Record<string, RegExp>>;
  readonly expected: {
    readonly code: number;
    /** The server's message. */
    readonly message?: string;
    /** The text in the response's message. */
    readonly data?: string;
    readonly header?: string;
    readonly trailer?: string;
    /** Whether the error has {@link DETAIL}. */
    readonly detail?: boolean;
  };
}

/** The detail of the errors, as a google.protobuf.Any. */
const DETAIL = { typeUrl: 'type.googleapis.com/google.rpc.RequestInfo', value: [0x0a, 2, ...utf8('id')] };

const encodeField = (field: number, bytes: Bytes): Bytes => [field * 8 + 2, bytes.length, ...bytes];

/** Encodes grpc-status-details-bin: a google.rpc.Status with that detail. */
function encodeStatus(code: number, text: string): string {
  const any = [...encodeField(1, utf8(DETAIL.typeUrl)), ...encodeField(2, DETAIL.value)];
  return encodeBase64(Uint8Array.from([8, code, ...encodeField(2, utf8(text)), ...encodeField(3, any)]));
}

const TWICE = { 'X-Conformance-Test': ['Value1', 'Value2'] };
const GOT_TWICE = { 'x-conformance-test': /^Value1, ?Value2$/ };

/** Creates a case for both of the suite's servers. */
function createForBoth(
  id: (server: string) => string,
  make: (inBody: boolean) => Omit<ConformanceCase, 'id'>,
): ConformanceCase[] {
  return [
    { id: id(''), ...make(false) },
    { id: id('(grpc server impl)/'), ...make(true) },
  ];
}

function createSuccess(name: string, header: readonly string[], trailer: readonly string[]): ConformanceCase[] {
  return createForBoth(
    (server) => `${name}/${server}unary/success`,
    () => ({
      call: { metadata: TWICE },
      received: GOT_TWICE,
      response: {
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
  /** The encoded message; the same if missing. */
  readonly encoded?: string;
  readonly header?: readonly string[];
  readonly trailer?: readonly string[];
  readonly call?: Pick<ConformanceCase, 'call' | 'received'>;
  readonly detail?: boolean;
}

/** Creates a case of an error: in the headers from the Connect server, in the body's trailers from the gRPC server. */
function createError(id: (server: string) => string, failed: Failure): ConformanceCase[] {
  const { code, message: text, encoded = text, header = [], trailer = [], detail = true } = failed;
  const fields = {
    'grpc-message': encoded,
    'grpc-status': String(code),
    ...(detail && { 'grpc-status-details-bin': encodeStatus(code, text) }),
  };
  const custom = { ...(header.length > 0 && { 'x-custom-header': header }) };
  return createForBoth(id, (inBody) => ({
    ...failed.call,
    response: inBody
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

/** 25 cases of responses as instructed, each for both servers. */
const SERVED: readonly ConformanceCase[] = [
  ...createSuccess('Basic', ['foo'], ['bing']),
  ...createError((server) => `Basic/${server}unimplemented`, { code: 12, message: 'not implemented', detail: false }),
  ...createForBoth(
    (server) => `Client Cancellation/${server}unary/cancel-after-close-send`,
    () => ({ call: { cancelAfter: 5 }, expected: { code: 1 } }),
  ),
  ...createForBoth(
    (server) => `Deadline Propagation/${server}unary/success`,
    () => ({
      call: { deadline: 60_000 },
      received: { 'grpc-timeout': /^[56]\d{4}m$/ },
      response: { headers: WEB, body: [...message, ...ok] },
      expected: { code: 0, data: 'hi' },
    }),
  ),
  ...createSuccess('Duplicate Metadata', ['foo', 'bar', 'baz'], ['bing', 'quux']),
  ...createError((server) => `Duplicate Metadata/${server}unary/error`, {
    code: 13,
    message: 'unary failed',
    header: ['foo', 'bar', 'baz'],
    trailer: ['bing', 'quux'],
    call: { call: { metadata: TWICE }, received: GOT_TWICE },
  }),
  ...STATUSES.flatMap((name, index) =>
    createError((server) => `Errors/${server}unary/${name}`, { code: index + 1, message: name.replace('-', ' ') }),
  ),
  ...createError((server) => `Errors/${server}unary/error-with-metadata`, {
    code: 16,
    message: 'unauthenticated',
    header: ['foo'],
    trailer: ['bing'],
  }),
  ...createError((server) => `Errors/${server}unary/unicode-error-message`, {
    code: 13,
    message: '\nblanks\r\nand ☺ and 😈\n',
    encoded: '%0Ablanks%0D%0Aand %E2%98%BA and %F0%9F%98%88%0A',
  }),
  ...createForBoth(
    (server) => `Timeouts/${server}unary`,
    () => ({ call: { deadline: 200 }, received: { 'grpc-timeout': /^(?:200|1?\d?\d)m$/ }, expected: { code: 4 } }),
  ),
];

/** Bare HTTP statuses: 14 cases of "HTTP to RPC Code Mapping", 2 of "Unexpected Responses". */
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
    response: { status, headers: {} },
    expected: { code },
  })), // prettier-ignore
  {
    id: 'Unexpected Responses/unmapped-http-status-code',
    response: { status: 418, headers: {} },
    expected: { code: 2 },
  },
  {
    id: 'Unexpected Responses/nonexistent-http-status-code',
    response: { status: 800, headers: {} },
    expected: { code: 2 },
  },
];

const SHORT: Fields = { 'content-type': 'application/grpc-web' };
const FOO: Fields = { ...SHORT, 'x-custom-header': 'foo' };

/** 8 cases of valid raw bytes. */
const RAW: readonly ConformanceCase[] = [
  {
    id: 'gRPC-Web Empty Responses/unary/empty-response',
    response: {
      headers: { ...WEB, 'x-custom-header': 'foo' },
      body: [...frame(0, []), ...trailers('grpc-status: 0', 'x-custom-trailer: bing')],
    },
    expected: { code: 0, data: '', header: 'foo', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Proto Sub-Format Responses/with-proto-sub-format',
    response: { headers: WEB, body: [...message, ...ok] },
    expected: { code: 0, data: 'hi' },
  },
  {
    id: 'gRPC-Web Proto Sub-Format Responses/without-proto-sub-format',
    response: { headers: SHORT, body: [...message, ...ok] },
    expected: { code: 0, data: 'hi' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-in-body/expected',
    response: { headers: FOO, body: trailers('grpc-status: 9', 'grpc-message: error', 'x-custom-trailer: bing') },
    expected: { code: 9, message: 'error', header: 'foo', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-in-body/mixed-case',
    response: { headers: FOO, body: trailers('Grpc-Status: 9', 'gRPC-Message: error', 'x-Custom-Trailer: bing') },
    expected: { code: 9, message: 'error', header: 'foo', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-in-body/duplicate-metadata',
    response: {
      headers: { ...SHORT, 'x-custom-header': ['foo', 'bar', 'baz'] },
      body: trailers('grpc-status: 9', 'grpc-message: error', 'x-custom-trailer: bing', 'x-custom-trailer: quuz'),
    },
    expected: { code: 9, message: 'error', header: 'foo, bar, baz', trailer: 'bing, quuz' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-only/expected',
    response: { headers: { ...SHORT, 'x-custom-trailer': 'bing', 'grpc-status': '9', 'grpc-message': 'error' } },
    expected: { code: 9, message: 'error', trailer: 'bing' },
  },
  {
    id: 'gRPC-Web Trailers/unary/trailers-only/duplicate-metadata',
    response: {
      headers: { ...SHORT, 'x-custom-trailer': ['bing', 'quuz'], 'grpc-status': '9', 'grpc-message': 'error' },
    },
    expected: { code: 9, message: 'error', trailer: 'bing, quuz' },
  },
];

/** 10 cases of invalid raw bytes. */
const INVALID: readonly ConformanceCase[] = (
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
).map(([name, response, code]) => ({
  id: `gRPC-Web Unexpected Responses/${name}`,
  response,
  expected: { code },
})); // prettier-ignore

const ADDED: ConformanceCase = {
  id: 'ours, against gRPC-Web Compressed Trailers/trailers-in-body/compressed',
  response: { headers: { ...FOO, 'grpc-encoding': 'gzip' }, body: frame(0x81, [0x1f, 0x8b, 8, 0]) },
  expected: { code: 13, header: 'foo' },
};

/** All cases. */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [...SERVED, ...HTTP, ...RAW, ...INVALID, ADDED];

/** Makes the server respond as the case demands. */
export function serveConformance(server: TestServer, { response }: ConformanceCase): void {
  server.respond =
    response === undefined ? () => undefined : respondWith(response.body ?? [], response.headers, response.status);
}

/** Marks the call of a case with its id, as a call cancelled before may still arrive. */
export function markCall({ id, call }: ConformanceCase): ConformanceCall {
  return { ...call, metadata: { ...call?.metadata, 'x-case': [id] } };
}

/** Checks a call's outcome, and the request that the server received, against the case. */
export async function checkConformance(server: TestServer, item: ConformanceCase, outcome: Outcome): Promise<void> {
  const { code, message: text, data, header, trailer, detail = false } = item.expected;
  expect([outcome.code, outcome.data]).toEqual([code, data]);
  if (text !== undefined) expect(outcome.message).toBe(text);
  if (header !== undefined) expect(outcome.headers['x-custom-header']).toBe(header);
  if (trailer !== undefined) expect(outcome.trailers['x-custom-trailer']).toBe(trailer);
  expect(outcome.details).toEqual(detail ? [DETAIL] : []);
  const received = server.received.filter(({ headers }) => headers['x-case'] === item.id);
  // A call that the client ends may end before the server has received it.
  if (item.response !== undefined) expect(received).toHaveLength(1);
  expect(received.length).toBeLessThanOrEqual(1);
  for (const { headers } of received) {
    for (const [name, value] of Object.entries(item.received ?? {})) expect(headers[name]).toMatch(value);
  }
  // A call that has ended at the client must not go on at the server.
  if (item.response === undefined) await until(() => received.every(({ hungUp }) => hungUp));
}
