import { isUint8Array } from 'node:util/types';
import { type status, Metadata } from '@grpc/grpc-js';
import { isPlainObject } from '../../lib/strict.js';
import { describeType, ResultError } from '../observability/log.js';
import type { CallResponse } from './messages.js';
import {
  type Awaitable,
  type OperationArguments,
  type OperationContext,
  OperationError,
} from '../operations/operation.js';
import type { Registry } from '../operations/built-in.js';
import { describeUnknownOperation } from './registry.js';

/** Metadata of a response, by lowercase names. Those that end in `-bin` have bytes, all others printable ASCII. */
export type ResponseMetadata = Readonly<Record<string, string | Uint8Array>>;

// The protocol's own names, except two that servers may choose; names that HTTP/2 forbids (RFC 9113, section 8.2.2) or reserves; and
// those of each response's own metadata.
const reserved =
  /^(?:grpc-(?!status-details-bin$|retry-pushback-ms$)|content-|(?:connection|http2-settings|keep-alive|proxy-connection|server-timing|te|transfer-encoding|upgrade|x-request-id)$)|:/;

/**
 * Checks metadata of an embedder, and returns it as it is received: HTTP/2 has lowercase names, and no spaces around values.
 *
 * @throws {TypeError} for a name or value that a response can't have, and for anything but a plain object, whose entries would be lost
 */
export function checkMetadata(values: ResponseMetadata): ResponseMetadata {
  if (!isPlainObject(values)) {
    throw new TypeError(`metadata: is ${describeType(values)}; pass a plain object, such as { 'retry-after': '3' }.`);
  }
  const name = Object.keys(values).find((candidate) => reserved.test(candidate.toLowerCase()));
  if (name !== undefined) {
    throw new TypeError(`The metadata "${name}" is reserved for gRPC, HTTP or the server; use another name.`);
  }
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string' || isUint8Array(value)) continue;
    throw new TypeError(
      `metadata.${key}: is ${describeType(value)}; pass a string, or a Uint8Array for a name in -bin.`,
    );
  }
  try {
    toGrpcMetadata(values);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The metadata can't be sent: ${reason}.`, { cause: error });
  }
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key.toLowerCase(), typeof value === 'string' ? value.trim() : value]),
  );
}

/** Converts metadata for grpc-js. */
export function toGrpcMetadata(values: ResponseMetadata): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) {
    metadata.set(name, typeof value === 'string' ? value : Buffer.from(value));
  }
  return metadata;
}

/** Converts metadata to the headers of an HTTP/2 response: most has no bytes, and stays as it is. */
export function toHttp2Headers(values: ResponseMetadata): Record<string, string> {
  const isText = (metadata: ResponseMetadata): metadata is Record<string, string> => {
    for (const name in metadata) if (typeof metadata[name] !== 'string') return false;
    return true;
  };
  return isText(values) ? values : Object.fromEntries(toHeaderFields(values));
}

/** Converts metadata to header fields: bytes in base64 (gRPC over HTTP/2, Custom-Metadata). */
export function toHeaderFields(values: ResponseMetadata): [name: string, value: string][] {
  return Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : Buffer.from(value).toString('base64'),
  ]);
}

/** A gRPC status other than OK. */
export type FailureStatus = Exclude<status, status.OK>;

/** @throws {TypeError} for another code than of a failure */
export function checkCode(code: number): void {
  if (Number.isInteger(code) && code >= 1 && code <= 16) return;
  throw new TypeError(`The code of a CallError must be a gRPC status from 1 to 16, not ${String(code)}.`);
}

/** A call that can't be served: becomes a gRPC status. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: FailureStatus;
  readonly metadata: ResponseMetadata;

  /**
   * @param code a gRPC status, 1 to 16
   * @param details for the caller to read
   * @param metadata sent with the status, such as `grpc-status-details-bin`, a serialized google.rpc.Status
   * @throws {TypeError} for another code, and for metadata that can't be sent
   */
  constructor(code: FailureStatus, details: string, metadata: ResponseMetadata = {}) {
    super(details);
    checkCode(code);
    checkMetadata(metadata);
    this.code = code;
    this.metadata = metadata;
  }
}

/** A call as interceptors see it. */
export interface Call extends OperationContext {
  readonly request: OperationArguments;
}

/**
 * Runs around every call that passes the server's own checks (draining, token, limits of the arguments), over both transports.
 * `next` continues with this call or a changed copy, and resolves with the response. An interceptor may change that response, return
 * another one without calling `next`, or throw: {@link CallError} becomes a gRPC status, {@link OperationError} a response without
 * success, any other error counts as a bug (INTERNAL without details).
 */
export type Interceptor = (call: Call, next: (call: Call) => Promise<CallResponse>) => Promise<CallResponse>;

/** Makes a function that runs a call's operation within the interceptors, the first of which is the outermost. */
export function createDispatcher(registry: Registry, interceptors: readonly Interceptor[]) {
  const runOperation = (call: Call): Awaitable<CallResponse> => {
    const { request } = call;
    const operation = registry.get(request.code);
    if (!operation) return { success: false, message: describeUnknownOperation(request.code, registry) };
    return withFailures(() => {
      const result = operation.handler(request, call);
      if (typeof result === 'string') return { success: true, message: result };
      return Promise.resolve(result).then((message) => createSuccess(message, request.code));
    });
  };
  const intercepted = interceptors.reduceRight<typeof runOperation>(
    (next, interceptor, index) => (call) =>
      withFailures(async () => checkResponse(await interceptor(call, async (passed) => next(passed)), index)),
    runOperation,
  );
  // Interceptors may pass on a copy, which lacks inherited properties.
  return interceptors.length === 0 ? runOperation : (call: Call) => intercepted({ ...call, signal: call.signal });
}

// Types don't bind an embedder's JavaScript: a result of another type would be OK in the log, and something else for each transport.

function createSuccess(message: unknown, code: string): CallResponse {
  if (typeof message === 'string') return { success: true, message };
  throw new ResultError(`operations.${code}.handler: returned ${describeType(message)}; return a string.`);
}

function checkResponse(response: CallResponse, index: number): CallResponse {
  const object: unknown = Object(response);
  const { success, message } = object as Readonly<Record<keyof CallResponse, unknown>>;
  if (typeof success === 'boolean' && typeof message === 'string') return response;
  const members =
    object === response ? ` with the success ${describeType(success)} and the message ${describeType(message)}` : '';
  const returned = `${describeType(response)}${members}`;
  throw new ResultError(
    `interceptors[${index}]: returned ${returned}; return an object with a boolean success and a string message.`,
  );
}

function withFailures(work: () => Awaitable<CallResponse>): Awaitable<CallResponse> {
  try {
    const response = work();
    return response instanceof Promise ? response.catch(toFailedResponse) : response;
  } catch (error) {
    return toFailedResponse(error);
  }
}

/** Turns an error of an operation into its response; throws any other. */
function toFailedResponse(error: unknown): CallResponse {
  if (!(error instanceof OperationError)) throw error;
  const message: unknown = error.message;
  if (typeof message === 'string') return { success: false, message };
  throw new ResultError(`OperationError.message: is ${describeType(message)}; pass a string.`);
}
