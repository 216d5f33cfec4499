export {
  createCallClient,
  type CallClient,
  type CallClientOptions,
  type CallRequest,
  type CallResult,
} from './call-client.js';
export { unaryCall, type CallOptions, type UnaryCallOptions } from './unary-call.js';
export { unaryMethod, type Message, type MessageClass, type UnaryMethod, type UnaryResult } from './unary-method.js';
export { type InterceptedRequest, type Interceptor, type Next } from './unary-call.js';
export { type RetryOptions } from './failures/retries.js';
export { fetchTransport, type FetchTransportOptions, type WireEvent } from './transport.js';
export { CallError, type CallErrorDetails } from './grpc-web/errors.js';
export {
  errorDetails,
  statusDetails,
  type ErrorDetail,
  type ErrorDetailType,
  type PackedDetail,
  type StatusDetails,
} from './grpc-web/error-details.js';
export {
  Code,
  STATUSES,
  statusMeaning,
  statusName,
  type Status,
  type StatusCode,
  type StatusName,
} from './grpc-web/status.js';
export { binaryMetadata } from './grpc-web/binary-metadata.js';
export { requestMetadata, type MetadataInit, type MetadataValue } from './grpc-web/request-metadata.js';
export { type Deadline } from './failures/deadline.js';
export { type Timing } from './grpc-web/timing.js';
