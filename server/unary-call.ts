import { status } from '@grpc/grpc-js';
import { bearerCheck } from './bearer-token.js';
import { overLimit } from './limits.js';
import { type CallLogLine, type Log, loggableError, plainRequestId } from './log.js';
import { type CallResponse, encodeResponse } from './messages.js';
import type { OperationArguments } from './operation.js';
import { CallError, type FailureStatus, type Lifetime, perform } from './perform.js';
import type { Registry } from './registry.js';

/** A call as a transport hands it over, its message read. */
export interface UnaryCall extends Lifetime {
  readonly transport: CallLogLine['transport'];
  /** Whether the call arrived when the server was already draining. */
  readonly late: boolean;
  /** undefined: the message was no api.Request. */
  readonly request: OperationArguments | undefined;
  /** All values of a request header, by its lowercase name. */
  metadata(name: string): readonly string[];
}

/** What the transport sends back. */
export type Answer =
  | { readonly code: status.OK; readonly response: CallResponse; readonly metadata: Metadata }
  | { readonly code: FailureStatus; readonly details: string; readonly metadata: Metadata };

type Metadata = Readonly<Record<string, string>>;

/** The one way a call is served, whichever transport brought it. */
export interface UnaryCallService {
  /** Never rejects. */
  serve(call: UnaryCall): Promise<Answer>;
  /** Logs a call that ended in the transport before its message could be served. */
  logRefused(line: Pick<CallLogLine, 'transport' | 'status' | 'ms'>): void;
  /** Whether calls that arrive now are late. */
  readonly draining: boolean;
  /** From now on calls that arrive are late. */
  startDraining(): void;
  /** Resolves when no call is being served. */
  idle(): Promise<void>;
}

/** What a service is made of. */
export interface UnaryCallOptions {
  readonly registry: Registry;
  readonly maxMessageBytes: number;
  /** undefined: calls need none. */
  readonly token: string | undefined;
  readonly log: Log;
}

type Outcome = { readonly response: CallResponse } | { readonly error: unknown };

/** @throws {TypeError} when no caller could send the token */
export function createUnaryCallService({ registry, maxMessageBytes, token, log }: UnaryCallOptions): UnaryCallService {
  const authorized = token === undefined ? () => true : bearerCheck(token);
  const waiting: (() => void)[] = [];
  let draining = false;
  let inFlight = 0;

  async function respond(call: UnaryCall): Promise<CallResponse> {
    if (call.late) {
      throw new CallError(status.UNAVAILABLE, 'The server is shutting down; call another one, or this one later.');
    }
    if (!authorized(call.metadata('authorization'))) {
      throw new CallError(status.UNAUTHENTICATED, 'The call needs the metadata "authorization: Bearer <the token>".');
    }
    const args = checkedArguments(call);
    const operation = registry.get(args.code);
    if (!operation) return { success: false, message: unknownOperation(args.code, registry) };
    return checkedSize(await perform(operation, args, call), maxMessageBytes);
  }

  async function serve(call: UnaryCall): Promise<Answer> {
    const started = performance.now();
    inFlight += 1;
    const outcome: Outcome = await respond(call).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
    inFlight -= 1;
    if (inFlight === 0) for (const resolve of waiting.splice(0)) resolve();

    const ms = roundedMs(performance.now() - started);
    const requestId = plainRequestId(call.metadata('x-request-id'));
    const answer = answerOf(outcome, {
      'server-timing': `app;dur=${ms}`,
      ...(requestId && { 'x-request-id': requestId }),
    });
    log({
      event: 'call',
      time: new Date().toISOString(),
      // The code comes from the caller: only one of the registry's is certain to be no data of theirs.
      code: call.request && registry.has(call.request.code) ? call.request.code : null,
      status: status[answer.code],
      ...('response' in answer && { success: answer.response.success }),
      ms,
      transport: call.transport,
      ...(requestId && { requestId }),
      ...('error' in outcome && !(outcome.error instanceof CallError) && { error: loggableError(outcome.error) }),
    });
    return answer;
  }

  return {
    serve,
    logRefused: ({ transport, status: name, ms }) =>
      log({ event: 'call', time: new Date().toISOString(), code: null, status: name, ms: roundedMs(ms), transport }),
    get draining() {
      return draining;
    },
    startDraining: () => {
      draining = true;
    },
    idle: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

const roundedMs = (ms: number): number => Math.round(ms * 1000) / 1000;

function checkedArguments({ request }: UnaryCall): OperationArguments {
  // The status that gRPC's list of status codes gives for a request that can't be parsed.
  if (!request) throw new CallError(status.INTERNAL, 'The message is not a serialized api.Request.');
  const tooLarge = overLimit(request);
  if (tooLarge !== undefined) throw new CallError(status.INVALID_ARGUMENT, tooLarge);
  return request;
}

function checkedSize(response: CallResponse, maxMessageBytes: number): CallResponse {
  const bytes = encodeResponse(response).length;
  if (bytes <= maxMessageBytes) return response;
  throw new CallError(status.RESOURCE_EXHAUSTED, `The result has ${bytes} bytes; at most ${maxMessageBytes} are sent.`);
}

function unknownOperation(code: string, registry: Registry): string {
  const known = [...registry.keys()].join(', ');
  return code === ''
    ? `code is empty; it must name an operation: ${known}.`
    : `There is no operation ${JSON.stringify(code)}; the operations are: ${known}.`;
}

function answerOf(outcome: Outcome, metadata: Metadata): Answer {
  if ('response' in outcome) return { code: status.OK, response: outcome.response, metadata };
  const { error } = outcome;
  if (error instanceof CallError) return { code: error.code, details: error.message, metadata };
  return { code: status.INTERNAL, details: 'The server failed at this call; its log says where.', metadata };
}
