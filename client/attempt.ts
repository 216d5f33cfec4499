import { countRequest, explainUnsent } from './failures/unsent.js';
import { decodeExactly } from './grpc-web/text.js';
import { grpc, toLibraryMetadata, type Message, type MessageClass, type UnaryMethod } from './grpc-web/library.js';
import { CallError, Code, isStatusCode, type Status } from './grpc-web/status.js';
import { readTiming, type Timing } from './grpc-web/timing.js';
import { splitTrailers } from './grpc-web/response.js';
import { fetchTransport, type FetchTransportOptions } from './transport.js';

/** The result of a successful call. */
export interface UnaryResult<A> {
  /** The one message of the response. */
  readonly response: A;
  /** Response headers that the browser exposes (CORS), without `grpc-status` and `grpc-message`. */
  readonly headers: Headers;
  /** Response trailers, likewise. */
  readonly trailers: Headers;
  /** OK, with its message. */
  readonly status: Status;
  /** Durations in milliseconds. */
  readonly timing: Timing;
  /** The number of requests: 1, and one more for each retry. */
  readonly attempts: number;
}

/** The input of one attempt at a call. */
interface Attempt<A extends Message> {
  readonly method: UnaryMethod<Message, A>;
  readonly message: Message;
  /** Absolute: a result of `resolveHost`. */
  readonly host: string;
  readonly metadata: Headers;
  readonly transport: Omit<FetchTransportOptions, 'onFailure'>;
  readonly signal: AbortSignal;
  /** The start of the call, by `performance.now()`. */
  readonly start: number;
  /** The attempt's number: 1 is the first. */
  readonly number: number;
}

/** The observations of an attempt so far, whether it succeeds or not. */
interface Observation<A> {
  readonly messages: A[];
  /** Milliseconds from the start of the call to the response headers. */
  toHeaders?: number;
  headers: Headers;
  trailers: Headers;
  failure?: CallError;
}

/** Sends the request and waits for the end of the call. Rejects with the signal's reason. */
function sendRequest<A extends Message>(
  { method, message: request, host, metadata, transport: options, signal, start }: Attempt<A>,
  observation: Observation<A>,
): Promise<{ code: number; message: string }> {
  const onWire: FetchTransportOptions['onWire'] = (event) => {
    if (event.type === 'response') {
      observation.toHeaders = performance.now() - start;
      observation.headers = splitTrailers(event.headers).metadata;
    }
    options.onWire?.(event);
  };
  const onFailure = (error: CallError): void => {
    observation.failure = error;
  };
  return new Promise((resolve, reject) => {
    const transport = fetchTransport({ ...options, onWire, onFailure });
    // Of the class, the library uses only this.
    const responseType = {
      deserializeBinary: (bytes) => decodeExactly(method.responseType, bytes),
    } as MessageClass<A>;
    const exact = { ...method, responseType };
    const client = grpc.client<Message, A, UnaryMethod<Message, A>>(exact, { host, transport });
    client.onMessage((message) => observation.messages.push(message));
    const abort = (): void => {
      reject(signal.reason);
      client.close();
    };
    client.onEnd((code, message, trailers) => {
      signal.removeEventListener('abort', abort);
      observation.trailers = splitTrailers(trailers.toHeaders()).metadata;
      resolve({ code, message });
    });
    client.start(toLibraryMetadata(metadata));
    try {
      client.send(request);
    } catch (error) {
      const text = `The request can't be serialized: ${String(error)}`;
      reject(new CallError(Code.INVALID_ARGUMENT, text, { cause: error }));
      return;
    }
    signal.addEventListener('abort', abort);
    client.finishSend();
  });
}

/** The message of a successful unary call: exactly one (gRPC, doc/statuscodes.md: otherwise UNIMPLEMENTED). */
function takeOnlyMessage<A>(messages: readonly A[]): A {
  const [message] = messages;
  if (message !== undefined && messages.length === 1) return message;
  const count = messages.length === 0 ? 'no message' : `${messages.length} messages`;
  throw new CallError(Code.UNIMPLEMENTED, `The response has status OK and ${count}; a unary call has exactly one.`);
}

/** Makes one request. Resolves if the status is OK with exactly one message; rejects with {@link CallError} otherwise. */
export async function makeAttempt<A extends Message>(attempt: Attempt<A>): Promise<UnaryResult<A>> {
  const { start, number } = attempt;
  const observation: Observation<A> = { messages: [], headers: new Headers(), trailers: new Headers() };
  const summarize = (): Omit<UnaryResult<A>, 'response' | 'status'> => {
    const { headers, trailers, toHeaders } = observation;
    const measured = { total: performance.now() - start, headers: toHeaders };
    return { headers, trailers, timing: readTiming(measured, { headers, trailers }), attempts: number };
  };
  const end = countRequest(attempt);
  try {
    const { code, message } = await sendRequest(attempt, observation);
    if (!isStatusCode(code)) throw new CallError(Code.INTERNAL, `The status ${code} is not a gRPC status.`);
    if (code !== Code.OK) throw new CallError(code, message, { cause: observation.failure?.cause });
    const response = takeOnlyMessage(observation.messages);
    return { response, status: { code, name: 'OK', message }, ...summarize() };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const isWithoutResponse = error === attempt.signal.reason && observation.toHeaders === undefined;
    const unsent = isWithoutResponse && error.code === Code.DEADLINE_EXCEEDED ? explainUnsent(attempt) : '';
    throw new CallError(error.code, error.status.message + unsent, { cause: error.cause, ...summarize() });
  } finally {
    end();
  }
}
