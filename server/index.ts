export { status } from '@grpc/grpc-js';
export { type ResponseMetadata, type Call, CallError, type FailureStatus, type Interceptor } from './service/call.js';
export {
  type CallLogLine,
  type ConnectionLogLine,
  type DroppedLogLine,
  type FailureLogLine,
  jsonLines,
  type KeysLogLine,
  type Log,
  type LogLine,
  type LogStream,
  type ServerLogLine,
} from './observability/log.js';
export type { Addresses, ListenOptions } from './transports/listen.js';
export { ListenError } from './transports/listen-http.js';
export type { MetricsRegistry } from './observability/metrics.js';
export type { CallResponse } from './service/messages.js';
export {
  type Operation,
  type OperationArguments,
  type OperationContext,
  OperationError,
  type OperationHandler,
} from './operations/operation.js';
export { type CallServer, createServer, type DrainOptions, type Renewal, type ServerOptions } from './server.js';
export type { Correlation, TraceContext } from './observability/correlation.js';
export type { JwtOptions } from './service/jwt.js';
export type { Allow } from './service/permissions.js';
export type { KeySet } from './service/jwt-keys.js';
export type { TlsOptions, Tokens } from './service/credentials.js';
