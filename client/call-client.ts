import { Request, Response as ResponseMessage } from '../proto/gen/web/api.js';
import { CallError } from './grpc-web/errors.js';
import { resolveHost } from './grpc-web/host.js';
import { requestMetadata } from './grpc-web/request-metadata.js';
import { retryPolicy } from './failures/retries.js';
import { Code } from './grpc-web/status.js';
import { unaryCall, type CallOptions, type UnaryCallOptions } from './unary-call.js';
import { unaryMethod, type UnaryResult } from './unary-method.js';

/** Settings of a client. `deadline`, `metadata` and `retries` are the defaults of its calls. */
export type CallClientOptions = Omit<UnaryCallOptions, 'signal'>;

/** The arguments of CallApi. What is left out is empty or 0. */
export interface CallRequest {
  /** Name of the operation; `operations` lists those that the server has. */
  readonly code: string;
  /** First argument. */
  readonly str1?: string | undefined;
  /** Second argument. */
  readonly str2?: string | undefined;
  /** Third argument: a whole number from -2147483648 to 2147483647. */
  readonly intValue?: number | undefined;
}

/** The answer of CallApi. */
export interface CallResult extends Omit<UnaryResult<never>, 'response'> {
  /** Whether the operation succeeded. An operation that failed is an answer too, not an error. */
  readonly success: boolean;
  /** The result, or one sentence that says what is wrong. */
  readonly message: string;
}

/** Calls CallApi on one server. */
export interface CallClient {
  /**
   * Runs one operation. Rejects with {@link CallError} where the call itself failed.
   * Options of the call win over those of the client; metadata is merged by name.
   */
  call(request: CallRequest, options?: CallOptions): Promise<CallResult>;
}

const CALL_API = unaryMethod('api.ApiService', 'CallApi', Request, ResponseMessage);

const FIELDS: readonly string[] = ['code', 'str1', 'str2', 'intValue'] satisfies (keyof CallRequest)[];

function refuse(problem: string): CallError {
  return new CallError(Code.INVALID_ARGUMENT, problem);
}

function text(name: string, value: unknown): string {
  if (typeof value !== 'string')
    throw refuse(`${name} is ${value === null ? 'null' : typeof value}. It must be a string.`);
  const index = value.search(/\p{Surrogate}/u);
  if (index < 0) return value;
  throw refuse(`${name} has half of a surrogate pair at position ${index}, which UTF-8 can't hold.`);
}

function int32(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) return value;
  const given = typeof value === 'number' ? String(value) : value === null ? 'null' : `a ${typeof value}`;
  throw refuse(`${name} is ${given}. It must be a whole number from -2147483648 to 2147483647.`);
}

/** The message to send. Throws {@link CallError} INVALID_ARGUMENT with the name of the field that can't be sent. */
function requestMessage(request: CallRequest): Request {
  const unknown = Object.keys(request).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw refuse(`${JSON.stringify(unknown)} is no field of a call: ${FIELDS.join(', ')}.`);
  return new Request({
    code: text('code', request.code),
    str1: text('str1', request.str1 ?? ''),
    str2: text('str2', request.str2 ?? ''),
    int_value: int32('intValue', request.intValue ?? 0),
  });
}

/**
 * Makes a client for CallApi over gRPC-Web, for pages, workers and Node. Opens no connection.
 * Throws `TypeError` where `host` is no address, {@link CallError} where the default metadata or retries are wrong.
 */
export function createCallClient(options: CallClientOptions): CallClient {
  const host = resolveHost(options.host);
  const defaults = requestMetadata(options.metadata);
  retryPolicy(options.retries);
  return {
    async call(request, { signal, deadline = options.deadline, metadata, retries = options.retries } = {}) {
      const message = requestMessage(request);
      const merged = new Headers(defaults);
      for (const [name, value] of requestMetadata(metadata)) merged.set(name, value);
      const { response, ...rest } = await unaryCall(CALL_API, message, {
        ...options,
        host,
        signal,
        deadline,
        metadata: merged,
        retries,
      });
      return { success: response.success, message: response.message, ...rest };
    },
  };
}
