export {
  createCallClient,
  type CallClient,
  type CallClientOptions,
  type CallRequest,
  type CallResult,
} from './call-client.js';
export {
  unaryCall,
  unaryMethod,
  type CallOptions,
  type Message,
  type MessageClass,
  type UnaryCallOptions,
  type UnaryMethod,
  type UnaryResult,
} from './unary-call.js';
export { fetchTransport, type FetchTransportOptions, type WireEvent } from './transport.js';
export { CallError, type CallErrorDetails } from './errors.js';
export { Code, STATUSES, statusMeaning, statusName, type Status, type StatusCode, type StatusName } from './status.js';
export { binaryMetadata } from './binary-metadata.js';
export { requestMetadata, type MetadataInit, type MetadataValue } from './request-metadata.js';
export { type Deadline } from './deadline.js';
export { type Timing } from './timing.js';
