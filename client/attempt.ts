import { CallError } from './grpc-web/errors.js';
import { grpc, libraryMetadata } from './grpc-web/improbable.js';
import { Code, isStatusCode } from './grpc-web/status.js';
import { readTiming } from './grpc-web/timing.js';
import { trailersFromHeaders } from './grpc-web/trailers.js';
import { fetchTransport, type FetchTransportOptions } from './transport.js';
import type { Message, UnaryMethod, UnaryResult } from './unary-method.js';

/** What one attempt at a call needs. */
export interface Attempt<A extends Message> {
  readonly method: UnaryMethod<Message, A>;
  readonly message: Message;
  /** Absolute, as `resolveHost` gives it. */
  readonly host: string;
  readonly metadata: Headers;
  readonly transport: Omit<FetchTransportOptions, 'onFailure'>;
  readonly signal: AbortSignal;
  /** When the call began, by `performance.now()`. */
  readonly start: number;
  /** The attempt's number: 1 is the first. */
  readonly number: number;
}

/** What was seen of an attempt so far, whether it ends well or not. */
class Observed<A> {
  #headersAt: number | undefined;
  readonly messages: A[] = [];
  headers = new Headers();
  trailers = new Headers();
  failure: CallError | undefined;

  sawResponse(headers: Headers): void {
    this.#headersAt = performance.now();
    this.headers = trailersFromHeaders(headers).metadata;
  }

  /** To be read once, when the attempt is over. */
  details(start: number, attempts: number): Pick<UnaryResult<A>, 'headers' | 'trailers' | 'timing' | 'attempts'> {
    const { headers, trailers } = this;
    const total = performance.now() - start;
    const toHeaders = this.#headersAt === undefined ? undefined : this.#headersAt - start;
    return { headers, trailers, timing: readTiming({ total, headers: toHeaders }, { headers, trailers }), attempts };
  }
}

/** Sends the request and waits for the end. Rejects with the signal's reason. */
function exchange<A extends Message>(
  { method, message: request, host, metadata, transport: options, signal }: Attempt<A>,
  observed: Observed<A>,
): Promise<{ code: number; message: string }> {
  const onWire: FetchTransportOptions['onWire'] = (event) => {
    if (event.type === 'response') observed.sawResponse(event.headers);
    options.onWire?.(event);
  };
  const onFailure = (error: CallError): void => {
    observed.failure = error;
  };
  return new Promise((resolve, reject) => {
    const transport = fetchTransport({ ...options, onWire, onFailure });
    const client = grpc.client<Message, A, UnaryMethod<Message, A>>(method, { host, transport });
    client.onMessage((message) => observed.messages.push(message));
    const abort = (): void => {
      reject(signal.reason);
      client.close();
    };
    client.onEnd((code, message, trailers) => {
      signal.removeEventListener('abort', abort);
      observed.trailers = trailersFromHeaders(trailers.toHeaders()).metadata;
      resolve({ code, message });
    });
    client.start(libraryMetadata(metadata));
    try {
      client.send(request);
    } catch (error) {
      reject(
        new CallError(Code.INVALID_ARGUMENT, `The request can't be serialized: ${String(error)}`, { cause: error }),
      );
      return;
    }
    signal.addEventListener('abort', abort);
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

/** Makes one request. Resolves when the status is OK and exactly one message came; rejects with {@link CallError}. */
export async function makeAttempt<A extends Message>(attempt: Attempt<A>): Promise<UnaryResult<A>> {
  const { start, number } = attempt;
  const observed = new Observed<A>();
  try {
    const { code, message } = await exchange(attempt, observed);
    if (!isStatusCode(code)) throw new CallError(Code.INTERNAL, `The status ${code} is not gRPC's.`);
    if (code !== Code.OK) throw new CallError(code, message, { cause: observed.failure?.cause });
    const response = onlyMessage(observed.messages);
    return { response, status: { code, name: 'OK', message }, ...observed.details(start, number) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new CallError(error.code, error.status.message, { cause: error.cause, ...observed.details(start, number) });
  }
}
