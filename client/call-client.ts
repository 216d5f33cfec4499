import { Request, Response as ResponseMessage } from '../proto/gen/web/api.js';
import { requestMetadata } from './grpc-web/request-metadata.js';
import { createRetryPolicy } from './failures/retries.js';
import type { UnaryResult } from './attempt.js';
import { unaryMethod } from './grpc-web/library.js';
import { refuseValue } from './grpc-web/status.js';
import { resolveHost, unaryCall, type CallOptions, type UnaryCallOptions } from './unary-call.js';

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

const FIELDS: readonly string[] = ['code', 'str1', 'str2', 'intValue'] satisfies (keyof CallRequest)[];

function checkText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw refuseValue(name, value === null ? value : typeof value, 'a string');
  // Not by `\p{Surrogate}`, which WebKit 2.38 (about Safari 16.0) finds inside of pairs too.
  const index = value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '--').search(/[\ud800-\udfff]/);
  if (index < 0) return value;
  throw refuseValue(name, `half of a surrogate pair at position ${index}`, 'well-formed text');
}

function checkInt32(name: string, value: unknown): number {
  // `|` makes an int32 of any number: equal to it, if it is one.
  if (typeof value === 'number' && (value | 0) === value) return value;
  const shown = typeof value === 'number' || value === null ? value : typeof value;
  throw refuseValue(name, shown, 'a whole number from -2147483648 to 2147483647');
}

/** Builds the message to send. Throws {@link CallError} INVALID_ARGUMENT with the name of a field that can't be sent. */
function createMessage(request: CallRequest): Request {
  const unknown = Object.keys(request).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw refuseValue(unknown, 'a field of this name', FIELDS.join(', '));
  return new Request({
    code: checkText('code', request.code),
    str1: checkText('str1', request.str1 ?? ''),
    str2: checkText('str2', request.str2 ?? ''),
    int_value: checkInt32('intValue', request.intValue ?? 0),
  });
}

/**
 * Creates a client for CallApi over gRPC-Web, for pages, workers and Node. Opens no connection.
 * Throws `TypeError` if `host` isn't an address, {@link CallError} if the default metadata or retries aren't valid.
 */
export function createCallClient(options: CallClientOptions): CallClient {
  const host = resolveHost(options.host);
  const defaults = requestMetadata(options.metadata);
  createRetryPolicy(options.retries);
  return {
    async call(request, { signal, deadline = options.deadline, metadata, retries = options.retries } = {}) {
      const message = createMessage(request);
      // A call that may run twice: Envoy as configured for production repeats it when its server dies. Options are checked later.
      const merged = new Headers(retries && retries.attempts > 1 ? { 'retry-safe': 'true' } : {});
      for (const [name, value] of [...defaults, ...requestMetadata(metadata)]) merged.set(name, value);
      const settings = { ...options, host, signal, deadline, metadata: merged, retries };
      const { response, ...details } = await unaryCall(CALL_API, message, settings);
      return { success: response.success, message: response.message, ...details };
    },
  };
}
