import type { grpc as types } from '@improbable-eng/grpc-web';
import { callLimits, type Deadline } from './deadline.js';
import { CallError } from './errors.js';
import { grpc } from './grpc-web.js';
import { resolveHost } from './host.js';
import { requestMetadata, type MetadataInit } from './request-metadata.js';
import { Code, isStatusCode, type Status } from './status.js';
import { readTiming, type Timing } from './timing.js';
import { trailersFromHeaders } from './trailers.js';
import { fetchTransport, type FetchTransportOptions } from './transport.js';

/** A generated message: what google-protobuf 3 and protoc-gen-ts write. */
export type Message = types.ProtobufMessage;

/** A generated message's class. */
export type MessageClass<T extends Message> = types.ProtobufMessageClass<T>;

/** A unary method, as {@link unaryMethod} makes it and as the service generators for @improbable-eng/grpc-web write it. */
export type UnaryMethod<Q extends Message, A extends Message> = types.UnaryMethodDefinition<Q, A>;

/** What one call can be given. */
export interface CallOptions {
  /** Cancels the call: the request is aborted, the promise rejects with CANCELLED and the signal's reason as cause. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit: a number is **milliseconds from now**, a `Date` a point in time, `Infinity` none. It is sent as
   * `grpc-timeout`, and kept on this side as well: the promise rejects with DEADLINE_EXCEEDED.
   */
  readonly deadline?: Deadline | undefined;
  /** Request metadata (headers). */
  readonly metadata?: MetadataInit | undefined;
}

/** What {@link unaryCall} can be given. */
export interface UnaryCallOptions extends CallOptions, Omit<FetchTransportOptions, 'onFailure'> {
  /** Address of the proxy or gateway: `http://localhost:8080`; `''` is the page's own origin. A path is kept. */
  readonly host: string;
}

/** A call that succeeded. */
export interface UnaryResult<A> {
  /** The one message of the answer. */
  readonly response: A;
  /** Response headers, as far as the browser shows them (CORS); without `grpc-status` and `grpc-message`. */
  readonly headers: Headers;
  /** Response trailers, likewise. */
  readonly trailers: Headers;
  /** OK, and the message that came with it. */
  readonly status: Status;
  /** How long it took, in milliseconds. */
  readonly timing: Timing;
}

/**
 * Describes a unary method by names and message classes, for {@link unaryCall}.
 * `service` has its package: `api.ApiService`.
 */
export function unaryMethod<Q extends Message, A extends Message>(
  service: string,
  method: string,
  requestType: MessageClass<Q>,
  responseType: MessageClass<A>,
): UnaryMethod<Q, A> {
  return {
    service: { serviceName: service },
    methodName: method,
    requestStream: false,
    responseStream: false,
    requestType,
    responseType,
  };
}

/** What was seen of a call so far, whether it ends well or not. */
class Observed<A> {
  readonly #start = performance.now();
  #headersAt: number | undefined;
  readonly messages: A[] = [];
  headers = new Headers();
  trailers = new Headers();
  failure: CallError | undefined;

  sawResponse(headers: Headers): void {
    this.#headersAt = performance.now();
    this.headers = trailersFromHeaders(headers).metadata;
  }

  /** To be read once, when the call is over. */
  details(): { headers: Headers; trailers: Headers; timing: Timing } {
    const { headers, trailers } = this;
    const total = performance.now() - this.#start;
    const toHeaders = this.#headersAt === undefined ? undefined : this.#headersAt - this.#start;
    return { headers, trailers, timing: readTiming({ total, headers: toHeaders }, { headers, trailers }) };
  }
}

interface Exchange<Q extends Message, A extends Message> {
  readonly method: UnaryMethod<Q, A>;
  readonly request: Q;
  readonly metadata: Headers;
  readonly options: UnaryCallOptions;
  readonly observed: Observed<A>;
  readonly signal: AbortSignal;
}

/** Sends the request and waits for the end. Rejects with the signal's reason. */
function exchange<Q extends Message, A extends Message>({
  method,
  request,
  metadata,
  options,
  observed,
  signal,
}: Exchange<Q, A>): Promise<{ code: number; message: string }> {
  const { credentials, maxMessageBytes, fetch } = options;
  const onWire: FetchTransportOptions['onWire'] = (event) => {
    if (event.type === 'response') observed.sawResponse(event.headers);
    options.onWire?.(event);
  };
  const onFailure = (error: CallError): void => {
    observed.failure = error;
  };
  return new Promise((resolve, reject) => {
    const transport = fetchTransport({ credentials, maxMessageBytes, fetch, onWire, onFailure });
    const client = grpc.client<Q, A, UnaryMethod<Q, A>>(method, { host: resolveHost(options.host), transport });
    client.onMessage((message) => observed.messages.push(message));
    client.onEnd((code, message, trailers) => {
      observed.trailers = trailersFromHeaders(trailers.toHeaders()).metadata;
      resolve({ code, message });
    });
    client.start(new grpc.Metadata(metadata));
    try {
      client.send(request);
    } catch (error) {
      reject(
        new CallError(Code.INVALID_ARGUMENT, `The request can't be serialized: ${String(error)}`, { cause: error }),
      );
      return;
    }
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      client.close();
    });
    client.finishSend();
  });
}

/** A unary call that is OK has exactly one message (gRPC, doc/statuscodes.md: otherwise UNIMPLEMENTED). */
function onlyMessage<A>(messages: readonly A[]): A {
  const [message] = messages;
  if (message !== undefined && messages.length === 1) return message;
  const got = messages.length === 0 ? 'no message' : `${messages.length} messages`;
  throw new CallError(Code.UNIMPLEMENTED, `The answer has status OK and ${got}; a unary call has exactly one.`);
}

/**
 * Makes one unary gRPC-Web call of any service. Resolves when the status is OK and exactly one message came; rejects
 * with {@link CallError} otherwise (with `TypeError` where `host` is no address).
 */
export async function unaryCall<Q extends Message, A extends Message>(
  method: UnaryMethod<Q, A>,
  request: Q,
  options: UnaryCallOptions,
): Promise<UnaryResult<A>> {
  const metadata = requestMetadata(options.metadata);
  const { signal, grpcTimeout, release } = callLimits(options.signal, options.deadline);
  if (grpcTimeout !== undefined) metadata.set('grpc-timeout', grpcTimeout);
  const observed = new Observed<A>();
  try {
    signal.throwIfAborted();
    const { code, message } = await exchange({ method, request, metadata, options, observed, signal });
    if (!isStatusCode(code)) throw new CallError(Code.INTERNAL, `The status ${code} is not gRPC's.`);
    if (code !== Code.OK) throw new CallError(code, message, { cause: observed.failure?.cause });
    const response = onlyMessage(observed.messages);
    return { response, status: { code, name: 'OK', message }, ...observed.details() };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new CallError(error.code, error.status.message, { cause: error.cause, ...observed.details() });
  } finally {
    release();
  }
}
