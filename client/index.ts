export {
  createCallClient,
  type CallClient,
  type CallClientOptions,
  type CallRequest,
  type CallResult,
} from './call-client.js';
export { unaryCall, type CallOptions, type UnaryCallOptions } from './unary-call.js';
export { unaryMethod, type Message, type MessageClass, type UnaryMethod, type UnaryResult } from './unary-method.js';
export { type InterceptedRequest, type Interceptor, type Next } from './interceptors.js';
export { type RetryOptions } from './retries.js';
export { fetchTransport, type FetchTransportOptions, type WireEvent } from './transport.js';
export { CallError, type CallErrorDetails } from './errors.js';
export {
  errorDetails,
  statusDetails,
  type ErrorDetail,
  type ErrorDetailType,
  type PackedDetail,
  type StatusDetails,
} from './error-details.js';
export { Code, STATUSES, statusMeaning, statusName, type Status, type StatusCode, type StatusName } from './status.js';
export { binaryMetadata } from './binary-metadata.js';
export { requestMetadata, type MetadataInit, type MetadataValue } from './request-metadata.js';
export { type Deadline } from './deadline.js';
export { type Timing } from './timing.js';
