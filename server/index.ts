export { type CallLogLine, jsonLines, type Log, type LogLine, type ServerLogLine } from './log.js';
export { ListenError, type TlsOptions } from './listen.js';
export {
  type Operation,
  type OperationArguments,
  type OperationContext,
  OperationError,
  type OperationHandler,
} from './operation.js';
export {
  type Addresses,
  type CallServer,
  createServer,
  type DrainOptions,
  type ListenOptions,
  type ServerOptions,
} from './server.js';
