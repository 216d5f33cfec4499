import { assertSettings, rule, typed, type Rules } from '../lib/strict.js';
import { makeAttempt, type UnaryResult } from './attempt.js';
import { deadlineRule, formatTimeout, startLimits, type Deadline } from './failures/deadline.js';
import { explainByProbe, OPAQUE, pageOrigin } from './failures/network-failure.js';
import { requestMetadata, type MetadataInit } from './grpc-web/request-metadata.js';
import { createRetryPolicy, withRetries, type RetryOptions } from './failures/retries.js';
import { CallError, Code, failSetting } from './grpc-web/status.js';
import { assertText } from './grpc-web/text.js';
import { readTiming } from './grpc-web/timing.js';
import { TRANSPORT, type FetchTransportOptions } from './transport.js';
import type { Message, UnaryMethod } from './grpc-web/library.js';

/** A call on its way to the server, as seen by an {@link Interceptor}. */
export interface InterceptedRequest {
  /** The service's name with its package: `api.ApiService`. */
  readonly service: string;
  /** The method's name: `CallApi`. */
  readonly method: string;
  /** The request message. Its `toObject()` returns the fields. */
  readonly message: Message;
  /** Request metadata; may be changed in place or replaced. */
  readonly metadata: Headers;
  /** Aborts when the call is cancelled or its deadline passes. Passing another signal to `next` has no effect. */
  readonly signal: AbortSignal;
}

/** Makes the call through the interceptors that follow. Rejects with {@link CallError}. */
export type Next = (request: InterceptedRequest) => Promise<UnaryResult<Message>>;

/**
 * Code around every call: `(next) => async (request) => next(request)`. It may change the request, inspect the result or
 * the error, and call `next` again or not at all. The client's own retries happen inside `next`.
 */
export type Interceptor = (next: Next) => Next;

/** Makes a call through the interceptors; the first of the list sees the request first. */
async function intercept(
  interceptors: readonly Interceptor[],
  callServer: Next,
  request: InterceptedRequest,
): Promise<UnaryResult<Message>> {
  if (interceptors.length === 0) return callServer(request);
  const { signal } = request;
  let abort = (): void => undefined;
  // For interceptors that ignore the signal. A call that ends by itself upon the abort wins.
  const aborted = new Promise<never>((_, reject) => {
    abort = () => void setTimeout(() => reject(signal.reason));
  });
  signal.addEventListener('abort', abort);
  try {
    const outermost = interceptors.reduceRight((next, interceptor) => {
      const around: unknown = interceptor(next);
      if (typeof around === 'function') return around as Next;
      throw new CallError(Code.INTERNAL, 'An interceptor returned no function; write (next) => (request) => …');
    }, callServer);
    return await Promise.race([outermost(request), aborted]);
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(Code.INTERNAL, `An interceptor threw an error: ${String(error)}`, { cause: error });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call: aborts the request, and rejects with CANCELLED and the signal's reason as cause. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout: a number is **milliseconds from now**, a `Date` a point in time, `Infinity` none. It is sent as
   * `grpc-timeout` and enforced by the client too, which rejects with DEADLINE_EXCEEDED. Retries share it.
   */
  readonly deadline?: Deadline | undefined;
  /** Request metadata (headers). */
  readonly metadata?: MetadataInit | undefined;
  /**
   * Repeats a call that ends with UNAVAILABLE, or with RESOURCE_EXHAUSTED and a pause to wait; by default calls aren't repeated. A
   * `CallClient` also marks such calls by the metadata `retry-safe: true`, so that Envoy repeats them when their server dies.
   */
  readonly retries?: RetryOptions | undefined;
}

/** Options of {@link unaryCall}. */
export interface UnaryCallOptions extends CallOptions, Omit<FetchTransportOptions, 'onFailure'> {
  /**
   * Address of the proxy or gateway: `http://localhost:8080`; `''` is the page's own origin. A path is kept. Where there is no
   * page, or its origin is opaque (`file:`, a sandboxed frame), it has to be absolute.
   */
  readonly host: string;
  /** Code around the call; the first interceptor sees the request first and the result last. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /**
   * Whether a page whose call got no response from another origin sends one more request there (`HEAD`, without CORS and
   * credentials), so that the error distinguishes a server that refuses the page from one that is down; default true.
   */
  readonly probe?: boolean | undefined;
}

const abortSignal = rule(
  (value) => typeof (value as AbortSignal | null)?.addEventListener === 'function',
  'an AbortSignal',
);

// Metadata and retries are checked where they are read.
const SHARED = { deadline: deadlineRule, metadata: undefined, retries: undefined };

/** The rules of a call's options. */
export const CALL = { ...SHARED, signal: abortSignal } satisfies Rules<keyof CallOptions>;

/** The rules of a client's options. */
export const CLIENT = {
  ...SHARED,
  ...TRANSPORT,
  host: undefined,
  interceptors: rule(
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'function'),
    'a list of functions',
  ),
  probe: typed('boolean'),
} satisfies Rules<Exclude<keyof UnaryCallOptions, 'signal'>>;

const UNARY_CALL = { ...CLIENT, signal: abortSignal } satisfies Rules<keyof UnaryCallOptions>;

function refuseHost(host: unknown, problem: string, alternative = `, or "" for the page's own server`): TypeError {
  return new TypeError(
    `host: ${JSON.stringify(host)} ${problem}; pass an address like "https://api.example.com"${alternative}.`,
  );
}

/**
 * Resolves the absolute address that precedes `/package.Service/Method`, without a trailing slash. A relative `host` starts
 * at the root of the page's or worker's origin, which must not be opaque. Throws `TypeError` if no call can be sent to it.
 */
export function resolveHost(host: string, origin = pageOrigin()): string {
  if (typeof host !== 'string') throw refuseHost(host, 'is not a string');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(host)?.[1];
  if (scheme !== undefined && !/^https?:\/\//i.test(host)) {
    throw refuseHost(host, `begins with "${scheme}:", not with http:// or https://`);
  }
  if (scheme === undefined && !/^(?:\/|$)/.test(host)) {
    throw refuseHost(host, 'begins with neither "http://" or "https://" nor "/"');
  }
  if (scheme === undefined && (!origin || origin === OPAQUE)) {
    const place = 'its page has an opaque origin (file:, a sandboxed frame)';
    throw refuseHost(host, `is relative, but ${origin ? place : 'there is no page'}`, '');
  }
  let url: URL;
  try {
    // An opaque origin is no base, not even of an absolute address.
    url = new URL(host, scheme === undefined ? origin : undefined);
  } catch {
    throw refuseHost(host, 'is not a URL');
  }
  if (url.username !== '' || url.password !== '')
    throw refuseHost(host, 'contains a user name or password, which belong in metadata');
  if (url.search !== '' || url.hash !== '') throw refuseHost(host, 'has a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Checks that an interceptor returned a result with a response of the method's type. */
function checkResult<A extends Message>(
  { methodName, responseType }: UnaryMethod<Message, A>,
  result: unknown,
): UnaryResult<A> {
  const { response, ...details } = Object(result) as UnaryResult<Message>;
  if (response instanceof responseType) return { response, ...details };
  const text = `An interceptor's result has no response of the type of ${methodName}; return the result of next(request).`;
  throw new CallError(Code.INTERNAL, text);
}

/** Refuses a message, or a method, without the function that the library calls. */
function assertPart(name: string, value: unknown, key: string, fix: string): void {
  if (typeof (Object(value) as Record<string, unknown>)[key] !== 'function')
    failSetting('invalid-option', name, `has no ${key}; pass ${fix}`);
}

function assertMessage(message: unknown): asserts message is Message {
  assertPart('request', message, 'serializeBinary', 'a message of a generated class');
}

/**
 * Makes one unary gRPC-Web call to any service. Resolves if the status is OK with exactly one message; rejects
 * with {@link CallError} otherwise (with `TypeError` if `host` isn't an address).
 */
export async function unaryCall<Q extends Message, A extends Message>(
  method: UnaryMethod<Q, A>,
  request: Q,
  options: UnaryCallOptions,
): Promise<UnaryResult<A>> {
  const start = performance.now();
  assertSettings('unaryCall', options, UNARY_CALL, failSetting);
  const host = resolveHost(options.host);
  const policy = createRetryPolicy(options.retries);
  assertPart('method', method, 'responseType', 'the result of unaryMethod');
  assertMessage(request);
  const { credentials, maxMessageBytes, fetch, onWire, interceptors = [], probe = true } = options;
  const transport = { credentials, maxMessageBytes, fetch, onWire };
  let attempts = 0;
  const { signal, remaining, release } = startLimits(options.signal, options.deadline, () => attempts > 0);
  const callServer = async ({ message, metadata: fields }: Partial<InterceptedRequest> = {}): Promise<
    UnaryResult<A>
  > => {
    const metadata = requestMetadata(fields);
    assertMessage(message);
    assertText(message);
    const attempt = async (): Promise<UnaryResult<A>> => {
      // An interceptor may have waited long.
      if (signal.aborted) throw signal.reason;
      attempts += 1;
      const milliseconds = remaining();
      if (milliseconds !== undefined) metadata.set('grpc-timeout', formatTimeout(milliseconds));
      return makeAttempt({ method, message, host, metadata, transport, signal, start, number: attempts });
    };
    try {
      return await withRetries(attempt, policy, { signal, remaining });
    } catch (error) {
      const url = `${host}/${method.service.serviceName}/${method.methodName}`;
      throw probe ? await explainByProbe(error, { url, metadata, fetch, signal }) : error;
    }
  };
  try {
    const metadata = requestMetadata(options.metadata);
    if (signal.aborted) throw signal.reason;
    const call = { service: method.service.serviceName, method: method.methodName, message: request, metadata, signal };
    return checkResult(method, await intercept(interceptors, callServer, call));
  } catch (error) {
    // The call ended between two attempts, or in an interceptor.
    if (!(error instanceof CallError) || error.attempts === attempts) throw error;
    const timing = error.timing ?? readTiming({ total: performance.now() - start, headers: undefined });
    throw new CallError(error.code, error.status.message, { ...error, cause: error.cause, timing, attempts });
  } finally {
    release();
  }
}
