import { Request, Response as ResponseMessage } from '../proto/gen/web/api.js';
import { assertSettings, rule, type Rules } from '../lib/strict.js';
import { requestMetadata } from './grpc-web/request-metadata.js';
import { createRetryPolicy } from './failures/retries.js';
import type { UnaryResult } from './attempt.js';
import { unaryMethod } from './grpc-web/library.js';
import { failSetting } from './grpc-web/status.js';
import { isWellFormed } from './grpc-web/text.js';
import { CALL, CLIENT, resolveHost, unaryCall, type CallOptions, type UnaryCallOptions } from './unary-call.js';

/** Settings of a client. `deadline`, `metadata` and `retries` are the defaults of its calls. */
export type CallClientOptions = Omit<UnaryCallOptions, 'signal'>;

/** The arguments of CallApi. Missing ones are empty or 0. */
export interface CallRequest {
  /** Name of the operation; the operation `operations` lists the server's operations. */
  readonly code: string;
  /** First argument. */
  readonly str1?: string | undefined;
  /** Second argument. */
  readonly str2?: string | undefined;
  /** Third argument: a whole number from -2147483648 to 2147483647. */
  readonly intValue?: number | undefined;
}

/** The response of CallApi. */
export interface CallResult extends Omit<UnaryResult<never>, 'response'> {
  /** Whether the operation succeeded. A failed operation is a response too, not an error. */
  readonly success: boolean;
  /** The result, or one sentence with the problem. */
  readonly message: string;
}

/** Calls CallApi on one server. */
export interface CallClient {
  /**
   * Runs one operation. Rejects with {@link CallError} if the call itself fails.
   * Options of the call override the client's; metadata is merged by name. With `retries` of more than one attempt the
   * call has the metadata `retry-safe: true`, unless that name has a value.
   */
  call(request: CallRequest, options?: CallOptions): Promise<CallResult>;
}

const CALL_API = unaryMethod('api.ApiService', 'CallApi', Request, ResponseMessage);

const text = rule((value) => typeof value === 'string' && isWellFormed(value), 'a string that UTF-8 can encode');

const REQUEST = {
  code: text,
  str1: text,
  str2: text,
  intValue: rule(
    // `|` makes an int32 of any number: equal to it, if it is one.
    (value) => typeof value === 'number' && (value | 0) === value,
    'a whole number from -2147483648 to 2147483647',
  ),
} satisfies Rules<keyof CallRequest>;

/** Builds the message to send. Throws {@link CallError} INVALID_ARGUMENT with the name of a field that can't be sent. */
function createMessage(request: Partial<CallRequest>): Request {
  assertSettings('request', request, REQUEST, failSetting);
  const {
    code = failSetting('invalid-option', 'request.code', 'is missing'),
    str1 = '',
    str2 = '',
    intValue = 0,
  } = request;
  return new Request({ code, str1, str2, int_value: intValue });
}

/**
 * Creates a client for CallApi over gRPC-Web, for pages, workers and Node. Opens no connection.
 * Throws `TypeError` if `host` isn't an address, {@link CallError} INVALID_ARGUMENT for an unknown option or a wrong value.
 */
export function createCallClient(options: CallClientOptions): CallClient {
  assertSettings('createCallClient', options, CLIENT, failSetting);
  const host = resolveHost(options.host);
  const defaults = requestMetadata(options.metadata);
  createRetryPolicy(options.retries);
  return {
    async call(request, callOptions = {}) {
      const message = createMessage(request);
      assertSettings('call', callOptions, CALL, failSetting);
      const { signal, deadline = options.deadline, metadata, retries = options.retries } = callOptions;
      // A call that may run twice: Envoy as configured for production repeats it when its server dies. Retries are checked later.
      const merged = new Headers(retries && retries.attempts > 1 ? { 'retry-safe': 'true' } : {});
      for (const [name, value] of [...defaults, ...requestMetadata(metadata)]) merged.set(name, value);
      const settings = { ...options, host, signal, deadline, metadata: merged, retries };
      const { response, ...details } = await unaryCall(CALL_API, message, settings);
      return { success: response.success, message: response.message, ...details };
    },
  };
}
