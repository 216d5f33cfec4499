export { status } from '@grpc/grpc-js';
export { type Call, CallError, type FailureStatus, type Interceptor } from './call.js';
export type { AnswerMetadata } from './metadata.js';
export {
  type CallLogLine,
  type ConnectionLogLine,
  type DroppedLogLine,
  type FailureLogLine,
  jsonLines,
  type Log,
  type LogLine,
  type ServerLogLine,
} from './log.js';
export type { LogStream } from './log-writer.js';
export { type Addresses, ListenError } from './listen.js';
export type { MetricsRegistry } from './metrics.js';
export type { CallResponse } from './messages.js';
export {
  type Operation,
  type OperationArguments,
  type OperationContext,
  OperationError,
  type OperationHandler,
} from './operation.js';
export { type CallServer, createServer, type DrainOptions, type ListenOptions, type ServerOptions } from './server.js';
export type { TraceContext } from './trace-context.js';
export type { TlsOptions } from './tls.js';
